"""Rules within the rule as plays of their own; one that speaks of sides is a function of the two."""

from __future__ import annotations

from dataclasses import replace

from probcalc.sheets.codes import Values
from probcalc.sheets.expression_types import CONDITION, ExpressionType
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.in_python.one_die import OneDie
from probcalc.sheets.question import Question
from probcalc.sheets.scope import Entry
from probcalc.sheets.sheet import RuleBlock, SheetText

_OWN = ("own", "enemy")


class RuleWriter(OneDie):
    """Writes the rules of a question."""

    def __init__(self, sheet: SheetText, question: Question, settled: Values) -> None:
        super().__init__(sheet, question, settled)
        # Of a rule that speaks of sides what it is told; and while a rule is written, by what name within it.
        self.sided: dict[str, tuple[str, ...]] = {}
        self.arguments: dict[str, str] | None = None

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
        self.needs.add("Tree")
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
