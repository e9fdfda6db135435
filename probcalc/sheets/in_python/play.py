"""The lines of a question as the play of a scenario: each line a step by its name, sums over dice for one die."""

from __future__ import annotations

from dataclasses import replace

from probcalc.sheets import nodes
from probcalc.sheets.in_python.expressions import Said, Unsaid, label_text
from probcalc.sheets.in_python.lines import Known, name_of, root_of
from probcalc.sheets.in_python.one_die import OneDie
from probcalc.sheets.kinds import CONDITION
from probcalc.sheets.scope import Entry
from probcalc.sheets.sheet import ResultLine, RuleBlock


class PlayWriter(OneDie):
    """Writes the play of a question."""

    def written(self) -> list[str]:
        """The statements of the play.

        Raises:
            Unsaid: for a form of lines that is not written yet.
        """
        rest = self._certain()
        self._rules()
        while rest:
            known = rest.pop(0)
            group = self._group(known, rest)
            if group is None:
                self.told += self._line(known)
            else:
                rest = [each for each in rest if each not in group]
                self._of_one(group)
        return [*self.first, "play = Play()", *self.told, *self._results()]

    def _certain(self) -> list[Known]:
        """Write the lines that hang from no roll; the others."""
        rest: list[Known] = []
        for known in self.steps:
            name = name_of(known)
            if known.line.random or any(root_of(key) in self.rolled for key in known.line.needs):
                self.rolled |= {name, f"{name}_band"}
                rest.append(known)
                continue
            self.label = label_text(known.step.shown[0])
            self.first.append(f"{name} = {self.said(known.step.of).text}")
            self.values[known.line.keys[0]] = known.line.run(self.values, (known.line.keys[0],))
        return rest

    def _rules(self) -> None:
        for item in self.items:
            if isinstance(item, RuleBlock):
                self.first += self._rule(item)

    def _rule(self, item: RuleBlock) -> list[str]:
        """A rule as a play of its own, and what it comes to as a step."""
        self.outer, self.rolled = self.rolled, set()
        lines = [f"{item.name} = (", "    Play()"]
        last = ""
        for step in item.steps:
            if len(step.names) > 1:
                raise Unsaid("several names in one line")
            last = step.names[0]
            self.rolled.add(last)
            lines += [f"    {each}" for each in self._calls(last, step.shown[0], step.of, None)]
            check = self.check_of(step.of)
            single = CONDITION if check is None else replace(CONDITION, check="single", parts=("outcome",))
            self.scope.within[last] = Entry(last, last, "step", single, item.at >> 16)
        lines.append(f").only({last!r})")
        self.rolled, self.outer = self.outer, set()
        self.scope.within.clear()
        return lines

    def _results(self) -> list[str]:
        told: list[str] = []
        shown: list[str] = []
        lines = [item for item in self.items if isinstance(item, ResultLine)]
        for place, (item, result) in enumerate(zip(lines, self.question.results, strict=True)):
            name, field = result.name.lower(), result.name.lower()
            node: nodes.Expression = item.name if item.of is None else item.of
            is_event = result.code.kind.what == "condition"
            if item.of is not None or name not in self.rolled or (is_event and name not in self.events):
                field = f"{name}_{place + 1}" if name in self.scope.entries else name
                self.require_free(field)
                self.label, self.reads = label_text(item.name.name), {}
                found = self.said(node)
                if found.rolled:
                    self.require_free(f"rolled_{place + 1}")
                    told.append(f"play = play.roll(rolled_{place + 1}={self._function(found)})")
                    self.reads, found = {f"rolled_{place + 1}": None}, Said(f"rolled_{place + 1}")
                if not self.reads:
                    raise Unsaid("a result that hangs from no roll")
                how = "happens" if is_event else "also"
                told.append(f"play = play.{how}({field}={self._function(found)})")
            shown.append(repr(name) if field == name else f"{name}={field!r}")
        shown.sort(key=lambda told: "=" in told)
        return [*told, f"return play.record({', '.join(shown)})"]
