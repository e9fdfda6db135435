"""The lines of a question as the play of a scenario: each line a step by its name, sums over dice for one die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple

from probcalc.sheets import nodes
from probcalc.sheets.codes import Values
from probcalc.sheets.in_python.checks import Checked, Checks
from probcalc.sheets.in_python.expressions import Said, Unsaid, label_text
from probcalc.sheets.kinds import CONDITION
from probcalc.sheets.lines import Line
from probcalc.sheets.questions import Question
from probcalc.sheets.scope import Entry
from probcalc.sheets.sheet import CarryLine, NamedDie, ResultLine, RoundsBlock, RuleBlock, SheetText, Sides, Step

_UNSAID: dict[type, str] = {
    Sides: "two sides",
    RoundsBlock: "rounds",
    CarryLine: "what is carried into the next attack",
    NamedDie: "a die with a name",
}


class _Known(NamedTuple):
    """A step with its line, ready to be played."""

    step: Step
    line: Line


class PlayWriter(Checks):
    """Writes the play of a question."""

    def __init__(self, sheet: SheetText, question: Question, settled: Values) -> None:
        self.items = [*sheet.common, *question.text.items]
        for item in self.items:
            if what := _UNSAID.get(type(item)):
                raise Unsaid(what)
        super().__init__(question)
        lines = iter(question.lines)
        self.steps = [_Known(item, next(lines)) for item in self.items if isinstance(item, Step)]
        self.values = dict(settled)
        self.asked: dict[str, set[str]] = {}
        for node in _within(self.items):
            if isinstance(node, nodes.Part):
                self.asked.setdefault(node.of.name.lower(), set()).add(node.part)
            elif isinstance(node, nodes.Is) and node.word.lower() in ("critical", "fumble") and not node.quoted:
                part = "criticals" if node.word.lower() == "critical" else "fumbles"
                self.asked.setdefault(node.of.name.lower(), set()).add(part)
        self.events: set[str] = set()
        self.made: dict[str, str] = {}
        self.first: list[str] = []
        self.told: list[str] = []

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

    # -- what is certain -----------------------------------------------------------------------------------------

    def _certain(self) -> list[_Known]:
        """Write the lines that hang from no roll; the others."""
        rest: list[_Known] = []
        for known in self.steps:
            name = _name(known)
            if known.line.random or any(_root(key) in self.rolled for key in known.line.needs):
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

    # -- one line ------------------------------------------------------------------------------------------------

    def _line(self, known: _Known) -> list[str]:
        if len(known.step.names) > 1:
            raise Unsaid("several names in one line")
        name = _name(known)
        code = known.line.code
        is_event = code is not None and code.kind.what == "condition"
        calls = self._calls(name, known.step.shown[0], known.step.of, None, is_event)
        return [f"play = play{call}" for call in calls]

    def _calls(self, name: str, shown: str, of: nodes.Expression, one: int | None, is_event: bool = False) -> list[str]:
        """The calls that give a line; of `one` die in place of how many there are, where that is said."""
        self.label, self.reads = label_text(shown), {}
        check = self.check_of(of)
        parts = self.asked.get(name, set())
        if check is not None and (parts or (one is not None and check.number is not None and not self.reads)):
            return self._by_band(name, check, parts, one, is_event)
        if parts:
            raise Unsaid(f"parts of {name}")
        found = self.said(of)
        if found.rolled:
            return [f".roll({name}={self._function(found)})"]
        if is_event:
            self.events.add(name)
        return [f".{'happens' if is_event else 'also'}({name}={self._function(found)})"]

    def _function(self, found: Said) -> str:
        if not self.reads:
            return found.text
        return f"lambda {', '.join(self.reads)}: {found.text}"

    def _by_band(self, name: str, check: Checked, parts: set[str], one: int | None, is_event: bool) -> list[str]:
        """A roll by its band, and what is counted of it."""
        if check.number is not None and one is None:
            raise Unsaid(f"parts of {name}, whose number of dice hangs from a roll")
        if parts & {"successes", "failures"} and check.number is not None:
            raise Unsaid(f"successes of {name}")
        self.require_free(f"{name}_band", *(f"{name}_{part}" for part in parts))
        roll = Said(check.roll, rolled=True)
        if not check.hangs:
            absent = f"'no roll' if {check.lacking} else " if check.lacking else ""
            roll = Said(self._made_before(f"{name}_roll", absent + roll.text), rolled=True)
            check = check._replace(lacking="")
        made = f"{check.lacking}" if check.lacking else ""
        reads = dict(self.reads)
        if one and self.reads and check.number is not None:
            roll = Said(f"{roll.text} if {check.number.within(1)} else 'no roll'", 0, True)
        if made:
            roll = Said(f"'no roll' if {made} else {roll.within(0)}", 0, True)
        band = f"{name}_band"
        head = f"lambda {', '.join(reads)}: " if reads else ""
        if is_event:
            self.events.add(name)
            counted = f".happens({name}=lambda {band}: {check.succeeds(band)})"
        else:
            counted = f".also({name}=lambda {band}: {check.counted(band)})"
        calls = [f".roll({band}={head}{roll.text})", counted]
        if check.number is not None:
            calls += [
                f".also({name}_{part}=lambda {band}: int({band} == {part.removesuffix('s')!r}))"
                for part in sorted(parts)
            ]
        return calls

    def require_free(self, *names: str) -> None:
        """Refuse what is written beside the names of the sheet where the sheet has it too."""
        if taken := [name for name in names if name in self.scope.entries]:
            raise Unsaid(f"a name such as {taken[0]}")

    def _made_before(self, name: str, text: str) -> str:
        """The name of a roll that hangs from none, made above the play."""
        place, found = 1, name
        while self.made.get(found, text) != text or found in self.scope.entries:
            place += 1
            found = f"{name}_{place}"
        if found not in self.made:
            self.made[found] = text
            self.first.append(f"{found} = {text}")
        return found

    # -- one die in place of many --------------------------------------------------------------------------------

    def _group(self, known: _Known, below: list[_Known]) -> list[_Known] | None:
        """The lines that are played for one die of a pool: the pool, and what is a sum over its dice."""
        of, code = known.step.of, known.line.code
        if not isinstance(of, nodes.Comparison) or code is None or code.count is None or known.line.level != "hom":
            return None
        if any(_root(key) in self.rolled for key in known.line.needs) or len(known.step.names) > 1:
            return None
        if self.check_of(of) is None:
            return None
        states = _after(known, {**self.values}, 1)
        found, keys = [known], set(known.line.keys)
        sure = set(keys)
        for each in below:
            needs = {key for key in each.line.needs if _root(key) in self.rolled}
            if each.line.level != "hom" or not needs or not needs <= keys or len(each.step.names) > 1:
                continue
            further = self._further(each, states, sure)
            if further is not None:
                states, keys = further, keys | set(each.line.keys)
                sure |= set(each.line.keys) if _counts(each.line) <= sure else set()
                found.append(each)
        return found

    def _further(self, known: _Known, states: list[Values], sure: set[str]) -> list[Values] | None:
        """The states of one die behind a further line; None where it may roll fewer than no dice.

        What is `sure` is the same whatever the parameters are.
        """
        line = known.line
        if not line.random:
            return [{**state, line.keys[0]: line.run(state, (line.keys[0],))} for state in states]
        if not isinstance(known.step.of, nodes.Comparison) or line.code is None or line.code.count is None:
            return None
        count, is_sure = line.code.count, _counts(line) <= sure
        if not is_sure and (count.kind.low < 0 or self.asked.get(_name(known))):
            return None
        found: list[Values] = []
        for state in states:
            number = count.run(state)
            if number < 0 or (number > 1 and self.asked.get(_name(known))):
                return None
            found += _after(known, state, int(number))
        marked = {
            tuple(sorted((key, value) for key, value in state.items() if type(value) is int)): state for state in found
        }
        return list(marked.values())

    def _of_one(self, group: list[_Known]) -> None:
        """Write the play of one die, and as many of them as there are."""
        head = group[0]
        of = head.step.of
        assert isinstance(of, nodes.Comparison)
        assert isinstance(of.first, nodes.Pool)
        assert of.first.count is not None
        number = self.plain(of.first.count, "a number of dice")
        calls: list[str] = []
        for known in group:
            calls += self._calls(_name(known), known.step.shown[0], known.step.of, 1)
        name = f"one_{_name(head)}"
        self.require_free(name)
        self.told += [f"{name} = (", "    Play()", *[f"    {call}" for call in calls], ")"]
        code = head.line.code
        assert code is not None
        assert code.count is not None
        copies = number.text if code.count.kind.low >= 0 else f"max(0, {number.text})"
        self.told.append(f"play = play.follow({name}.times({copies}))")

    # -- results -------------------------------------------------------------------------------------------------

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


def _name(known: _Known) -> str:
    return known.step.names[0]


def _counts(line: Line) -> frozenset[str]:
    """The names from which a line's number of dice hangs; of one without dice those from which it hangs itself."""
    code = line.code
    return code.count.free if line.random and code is not None and code.count is not None else line.needs


def _root(key: str) -> str:
    """The step of a part: hits in criticals of hits."""
    return key.rpartition(" of ")[2]


def _after(known: _Known, state: Values, dice: int) -> list[Values]:
    """What a line of one die or none may come to."""
    line = known.line
    assert line.code is not None
    of = known.step.of
    assert isinstance(of, nodes.Comparison)
    key = line.keys[0]
    counts = {clause.word: clause.number for clause in of.clauses if clause.word in ("crit", "fumble")}
    bands: list[tuple[int, str]] = [(0, "failures")]
    if dice > 1:
        most = dice * max([1, *(number for number in counts.values() if number is not None)])
        return [{**state, key: worth} for worth in range(most + 1)]
    if dice:
        bands += [(1, "successes")]
        if "crit" in counts:
            bands.append((1 if counts["crit"] is None else int(counts["crit"]), "criticals"))
        if "fumble" in counts:
            bands.append((counts["fumble"] or 0, "fumbles"))
    return [
        {**state, key: worth, **{f"{part} of {key}": int(part == band and dice) for part in line.code.kind.parts}}
        for worth, band in bands
    ]


def _within(found: Any) -> Iterator[Any]:
    """Everything within what is made of fields and rows."""
    if isinstance(found, (tuple, list)):
        for each in found:
            yield from _within(each)
    elif is_dataclass(found) and not isinstance(found, type):
        yield found
        for field in fields(found):
            yield from _within(getattr(found, field.name))
