"""The lines of a question as the play of a scenario, each a step by its name, and rules as plays of their own."""

from __future__ import annotations

from dataclasses import replace
from keyword import iskeyword
from typing import TypeAlias

from probcalc.sheets.compiling.scope import Entry
from probcalc.sheets.in_python.lines import Block, Known, put_beside
from probcalc.sheets.in_python.names import Said, Unsaid, label_text
from probcalc.sheets.in_python.one_die import OneDie
from probcalc.sheets.playing.codes import Values
from probcalc.sheets.playing.expression_types import CONDITION, ExpressionType, number
from probcalc.sheets.playing.rounds import ROUND, ROUNDS
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.sheet import ResultLine, RuleBlock, SheetText, Step

_Rest: TypeAlias = "list[Known | Block]"
_OWN = ("own", "enemy")


class PlayWriter(OneDie):
    """Writes the play of a question; a rule that speaks of sides is a function of the two."""

    def __init__(self, sheet: SheetText, question: Question, settled: Values) -> None:
        super().__init__(sheet, question, settled)
        # Of a rule that speaks of sides what it is told; and while a rule is written, by what name within it.
        self.sided: dict[str, tuple[str, ...]] = {}
        self.arguments: dict[str, str] | None = None

    def write(self) -> list[str]:
        """The statements of the play.

        Raises:
            Unsaid: for a form of lines that is not written yet.
        """
        rest, before = self._certain(), None
        self.rules()
        while rest:
            known = rest.pop(0)
            if isinstance(known, Block):
                self.rounds(known)
                continue
            group = self._group(known, rest)
            if group is None or (len(group) == 1 and not self.asked.get(known.step.names[0])):
                before = put_beside(self.told, known.step, self.calls_of(known), before)
            else:
                rest = [each for each in rest if each not in group]
                self._of_one(group)
        results = self._results()
        return [*self.first, "play = (", "    Play()", *(f"    {call}" for call in self.told), ")", results]

    def _certain(self) -> _Rest:
        """Write the lines that hang from no roll; the others."""
        rest: _Rest = []
        carried = {key for known in self.steps if isinstance(known, Block) for key in (*known.line.carried, ROUNDS)}
        for known in self.steps:
            if isinstance(known, Block):
                self.rolled |= {self.name_of(key) for key in carried}
                rest.append(known)
                continue
            key = self.key_of(known)
            name = self.name_of(key)
            if key in carried or self.is_rolled(known):
                self.rolled |= {name, f"{name}_band", *map(self.name_of, known.line.keys)}
                rest.append(known)
                continue
            self.scope.side, self.label = known.side, label_text(known.step.shown[0])
            self.first.append(f"{name} = {self.may_lack(known.step.of).text}")
            self.scope.side = None
            self.values[key] = known.line.run(self.values, (key,))
        return rest

    def rounds(self, block: Block) -> None:
        """The lines of a round as a turn, and how often it is played."""
        item, line = block
        read = [each.needs for each in line.lines] + [shown.code.free for shown in self.question.results]
        read += [each.line.needs for each in self.steps if isinstance(each, Known)]
        read += [line.until.free] if line.until is not None else []
        is_counted = not {ROUND, ROUNDS}.isdisjoint(frozenset[str]().union(*read))
        if is_counted and line.most is None:
            raise Unsaid("how long rounds last that have no last one")
        carried = [self.name_of(key) for key in line.carried] + [ROUNDS] * is_counted
        lines = iter(line.lines)
        steps = [(step, side) for step in item.steps if not step.is_next for side in self.scope.sides_of(step)]
        after = [(step, side) for step in item.steps if step.is_next for side in self.scope.sides_of(step)]
        played = [Known(step, next(lines), side) for step, side in steps]
        following = [Known(step, next(lines), side) for step, side in after]

        before, entries, sided = set(self.rolled), self.scope.entries, self.scope.sided
        self.scope.entries = {**entries, "round": Entry(ROUND, "round", "step", number(), item.at >> 16)}
        self.scope.sided, self.seen = dict(sided), set()
        calls: list[str] = []
        last: Step | None = None
        for known in played:
            last = put_beside(calls, known.step, self.calls_of(known), last)
            self.define(known)
        calls += self._next(following)
        if is_counted:
            calls.append(f".also({ROUNDS}=lambda {ROUNDS}: {ROUNDS} + 1)")
        outside = sorted((self.seen & before) - set(carried))
        self.scope.entries, self.scope.sided, self.rolled = entries, sided, before
        self.events -= set(carried)

        self.require_free("turn")
        begins = ", ".join(map(repr, [*carried, *outside]))
        self.first += ["turn = (", f"    Play({begins})", *[f"    {call}" for call in calls], ")"]
        if is_counted:
            self.told.append(f".also({ROUNDS}=0)")
        most = "None" if item.most is None else self.plain(item.most, "the number of rounds").text
        if item.most is not None and line.most is not None and line.most.kind.low < 0:
            most = f"max(0, {most})"
        told = [most, "turn"]
        if item.until is not None:
            self.reads = {}
            told.append(f"until={self.function(self.plain(item.until, 'until'))}")
        self.told.append(f".repeat({', '.join(told)})")

    def _next(self, following: list[Known]) -> list[str]:
        """What is carried into the next round; what a line further down still reads is put off to the end."""
        made: list[tuple[str, list[str], set[str], Step]] = []
        for known in following:
            before, self.seen = self.seen, set()
            calls = self.calls_of(known)
            made.append((self.name_of(self.key_of(known)), calls, set(self.seen), known.step))
            self.seen |= before
        calls, last = [], list[str]()
        one: Step | None = None
        two: Step | None = None
        for place, (name, told, _, step) in enumerate(made):
            if any(name in seen for _, _, seen, _ in made[place + 1 :]):
                self.require_free(f"next_{name}")
                told = [call.replace(f"({name}=", f"(next_{name}=") for call in told]
                two = put_beside(last, step, [f".also({name}=lambda next_{name}: next_{name})"], two)
            one = put_beside(calls, step, told, one)
        return calls + last

    def _results(self) -> str:
        """What is shown, its own expressions as the last steps."""
        shown: list[str] = []
        renamed: dict[str, str] = {}
        lines = [item for item in self.items if isinstance(item, ResultLine)]
        for place, (item, result) in enumerate(zip(lines, self.question.results, strict=True)):
            name = result.name.lower()
            node: nodes.Expression = item.name if item.of is None else item.of
            field = self.name_of(name if item.of is not None else self.scope.find(item.name).key)
            is_event = result.code.kind.what == "condition"
            if item.of is not None or field not in self.rolled or (is_event and field not in self.events):
                if field in self.names:
                    field = f"{field}_{place + 1}"
                    self.require_free(field)
                self.label, self.reads = label_text(item.name.name), {}
                found = self.say(node)
                if found.rolled or (is_event and not self.reads):
                    self.require_free(f"rolled_{place + 1}")
                    how = "roll" if found.rolled else "also"
                    self.told.append(f".{how}(rolled_{place + 1}={self.function(found)})")
                    self.reads, found = {f"rolled_{place + 1}": None}, Said(f"rolled_{place + 1}")
                how = "happens" if is_event else "also"
                self.told.append(f".{how}({field}={self.function(found)})")
            if field == name:
                shown.append(repr(name))
            else:
                renamed[name] = field
        plain = {name: field for name, field in renamed.items() if name.isidentifier() and not iskeyword(name)}
        shown += [f"{name}={field!r}" for name, field in plain.items()]
        if others := {name: field for name, field in renamed.items() if name not in plain}:
            shown.append(f"**{others!r}")
        return f"return play.record({', '.join(shown)})"

    def rules(self) -> None:
        """Write each rule above the play."""
        for item in self.items:
            if isinstance(item, RuleBlock):
                self._rule(item)

    def rule(self, entry: Entry) -> str:
        """What a rule comes to: for the side of the line that names it, where it speaks of sides."""
        name = self.name_of(entry.key)
        return name if self.scope.side is None or name not in self.sided else self._for_side(name)

    def _for_side(self, name: str) -> str:
        """A rule played for the side of the line at hand, made above the play."""
        assert self.scope.side is not None
        sides = self.scope.sides
        own = sides[self.scope.side], sides[1 - self.scope.side]
        told = []
        for key in self.sided[name]:
            place, _, rest = key.partition(".")
            side = own[_OWN.index(place)]
            told.append(self.name_of_step(self.name_of(f"{side}.{rest}")) if rest else f"self.{side}")
        made = f"{own[0]}_{name}"
        self.require_free(made)
        text = f"{made} = {name}({', '.join(told)})"
        if text not in self.first:
            self.first.append(text)
        return made

    def _rule(self, item: RuleBlock) -> None:
        """A rule as a play of its own, and what it comes to as a step."""
        self.outer, self.rolled = self.rolled, set()
        name, sides = self.name_of(item.name), self.scope.sides
        owners, first, made = self.owners, self.first, self.made
        self.arguments, self.first, self.made = {}, [], dict(made)
        if sides:
            self.owners = dict(zip(sides, _OWN, strict=True))
            self.scope.side = 0
        calls: list[str] = []
        last = ""
        for step in item.steps:
            if len(step.names) > 1:
                raise Unsaid("several names in one line")
            last = self.name_of(step.names[0])
            calls += self.calls(last, step.names[0], step.shown[0], step.of, None)
            self.rolled |= {last, f"{last}_band"}
            kind: ExpressionType = CONDITION
            if self.check_of(step.of) is not None:
                kind = replace(CONDITION, check="single", parts=("outcome",))
            self.scope.within[step.names[0]] = Entry(last, last, "step", kind, item.at >> 16)
        before = self.first
        lines = ["Play()", *calls]
        self.owners, self.first, now_made = owners, first, self.made
        self.rolled, self.outer = self.outer, set()
        self.scope.within.clear()
        self.scope.side = None
        arguments, self.arguments = self.arguments, None
        if not arguments:
            self.made = now_made
            self.first += [*before, f"{name} = (", *[f"    {each}" for each in lines], f").only({last!r})"]
            return
        arguments = dict(sorted(arguments.items(), key=lambda told: _OWN.index(told[0]) if told[0] in _OWN else 2))
        self.made, self.sided[name] = made, tuple(arguments)
        told = ", ".join(f"{each}: {'Side' if each in _OWN else 'int'}" for each in arguments.values())
        play = ["    return (", *[f"        {each}" for each in lines], f"    ).only({last!r})"]
        self.first += ["", f"def {name}({told}) -> Tree:", *[f"    {each}" for each in before], *play, ""]

    def field(self, key: str) -> str:
        """A parameter as an attribute; within a rule of the side that plays it, or of the enemy."""
        side, dot, name = key.rpartition(".")
        if not dot or self.arguments is None:
            return super().field(key)
        owner = self.owners[side]
        self.arguments[owner] = owner
        return f"{owner}.{name}"

    def name_of_step(self, name: str, is_within: bool = False) -> str:
        """What a line has come to, by its name; within a rule that of a side is told to it."""
        if self.arguments is not None and not is_within:
            for place, side in enumerate(self.scope.sides):
                rest = name.removeprefix(f"{side}_")
                if rest != name and f"{side}.{rest}" in self.scope.entries and name not in self.outer:
                    told = rest if place == 0 else f"{_OWN[1]}_{rest}"
                    self.arguments[f"{_OWN[place]}.{rest}"] = told
                    return told
        return super().name_of_step(name, is_within)
