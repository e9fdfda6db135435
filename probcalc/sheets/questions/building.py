"""A question in the making: its parameters and steps, line by line from the top."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from probcalc.sheets.compiling.scope import Entry, Scope
from probcalc.sheets.compiling.whole_lines import LineCompiler
from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.playing.codes import Code, Values, apply
from probcalc.sheets.playing.expression_types import CONDITION, FAR, ExpressionType
from probcalc.sheets.playing.lines import Line, line_of
from probcalc.sheets.questions.choosing import choice_line
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.declarations import Declared
from probcalc.sheets.reading.sheet import (
    Group,
    NamedDie,
    QuestionText,
    ResultLine,
    RoundsBlock,
    RuleBlock,
    SheetText,
    Sides,
    Step,
    Table,
)

MOST = {"parameters": 60, "steps": 80, "rules": 20, "results": 12, "tables": 12, "expectations": 100}


class Building:
    """A question in the making, line by line from the top."""

    def __init__(self, sheet: SheetText, text: QuestionText) -> None:
        self.items = [*sheet.common, *text.items]
        # A table stands anywhere: one below another question is known too, where this one has none of its name.
        self.elsewhere = [item for each in sheet.questions if each is not text for item in each.items]
        self.question = Question(text, Scope(), items=self.items)
        self.scope = self.question.scope
        self.has_rounds = self.bounded = False
        self.carried: dict[str, str] | None = None
        self.following: set[str] = set()
        self.count: dict[str, int] = {}

    def _require_worths(self) -> None:
        """Refuse choices for the most of a word."""
        kinds = {line.keys[0]: line.code.kind.what for line in self.question.every_line if line.code is not None}
        for choice in self.question.choices():
            if kinds.get(choice.aim, "number") not in ("number", "condition"):
                name = choice.purpose_words.partition(" ")[2]
                raise SheetError(
                    f"{name} is no number and no condition; give what is wanted a line, such as good = {name} is …",
                    choice.aim_at,
                )

    def _more(self, what: str, at: int) -> None:
        self.count[what] = self.count.get(what, 0) + 1
        if self.count[what] > MOST[what]:
            raise SheetError(f"a question has at most {MOST[what]} {what}", at)

    def _look_ahead(self) -> None:
        """Tables may stand anywhere; other names are used below where they stand."""
        below = self.scope.below
        for item in self.items:
            if isinstance(item, Table):
                if item.name in self.question.tables:
                    raise SheetError(f"{item.shown} is defined already", item.at)
                self._more("tables", item.at)
                self.question.tables[item.name] = item
            elif isinstance(item, (RuleBlock, NamedDie)):
                below[item.name] = item.shown
            elif isinstance(item, Step):
                below.update(zip(item.names, item.shown, strict=True))
            elif isinstance(item, RoundsBlock):
                for step in item.steps:
                    if step.is_next:
                        self.following.update(step.names)
                    else:
                        below.update(zip(step.names, step.shown, strict=True))
            elif isinstance(item, ResultLine):
                if item.of is not None:
                    self.scope.results[item.name.name.lower()] = item.name.name
            elif isinstance(item, Group):
                below.update({each.name: each.shown for each in item.parameters})

        for item in self.elsewhere:
            if isinstance(item, Table):
                self.question.tables.setdefault(item.name, item)

    def carried_on(self) -> dict[str, Entry]:
        """The names, with what those that rounds carry on may be there: any number, other words."""
        found = dict(self.scope.entries)
        for name, entry in found.items():
            kind = entry.kind
            if entry.role != "step" or name.rpartition(".")[2] not in self.following:
                continue
            if kind.what == "number":
                kind = replace(kind, low=-FAR, high=FAR)
            elif kind.what == "word":
                kind = replace(kind, carried=kind.carried | {entry.key})
            found[name] = replace(entry, kind=kind)
        return found

    def _sides(self, item: Sides) -> None:
        if self.scope.sides:
            raise SheetError("the sides are said already", item.at)
        self.scope.sides = item.names[0].lower(), item.names[1].lower()
        self.scope.shown_sides = item.names

    def _group(self, item: Group) -> None:
        self.question.groups.append(item)
        sides: Iterable[int | None] = (None,)
        if item.word == "each":
            if not self.scope.sides:
                raise SheetError('"each:" needs a line "sides: A, B" above it', item.at)
            sides = (0, 1)
        for declared in item.parameters:
            self._more("parameters", declared.at)
            kind, worth = self._kind(declared)
            for side in sides:
                key = self.scope.key(declared.name, side)
                entry = Entry(key, declared.shown, "parameter", kind, declared.at >> 16, worth=worth, declared=declared)
                self.scope.define(declared.name, entry, side, declared.at)
                if item.word != "fixed":
                    self.question.parameters.append((declared, side))
            if item.word == "fixed":
                self.question.fixed.append(declared)

    def _kind(self, declared: Declared) -> tuple[ExpressionType, dict[str, int] | None]:
        what = declared.what
        if what in ("number", "more", "less"):
            beyond: Any = "below" if what == "less" else "above"
            return ExpressionType("number", declared.low, declared.high, beyond if declared.optional else ""), None
        if what == "switch":
            return CONDITION, None
        if what == "list":
            return ExpressionType("list", declared.low, declared.high), None
        if what == "dice":
            return ExpressionType("dice"), None
        if what == "row":
            table = self.question.tables.get(declared.table)
            if table is None:
                near = nearest(declared.table, [each.shown for each in self.question.tables.values()])
                raise SheetError(f'there is no table "{declared.table}"', declared.table_at, near)
            names = [row[0].text for row in table.rows]
            if declared.default is not None and str(declared.default).lower() not in [name.lower() for name in names]:
                raise SheetError(
                    f'{table.shown} has no row "{declared.default}"',
                    declared.at,
                    nearest(str(declared.default), names),
                )
            return ExpressionType("word", words=("none", *(name.lower() for name in names))), None
        words = tuple(word.lower() for word, _ in declared.options)
        worth = {word.lower(): n for word, n in declared.options if n is not None} or None
        return ExpressionType("word", words=words), worth

    def _table(self, item: Table) -> None:
        pass

    def _nameddie(self, item: NamedDie) -> None:
        entry = Entry(item.name, item.shown, "die", ExpressionType("die"), item.at >> 16, die=item.die)
        self.scope.define(item.name, entry, None, item.at)

    def compile_step(self, step: Step, side: int | None) -> Code:
        """The code of a step."""
        self.scope.side = side
        try:
            # Both sides' dice are told apart in an explanation.
            whose = "" if side is None else f" of {self.scope.shown_sides[side]}"
            code = LineCompiler(self.scope, step.shown[0] + whose).compile(step.of)
        finally:
            self.scope.side = None
        if code.kind.what == "list":
            raise SheetError(
                f"{code.name} holds several numbers; write sum of {code.name} or best of {code.name}", code.at
            )
        return code

    def _step(self, step: Step) -> None:
        self._more("steps", step.places[0])
        made: list[tuple[int | None, Line, ExpressionType, str]] = []
        # A name that is there already is refused before anything is asked about its expression.
        for name, shown, at in zip(step.names, step.shown, step.places, strict=True):
            for side in self.scope.sides_of(step):
                if self.carried is not None and self.scope.key(name, side) in self.scope.entries:
                    raise SheetError(f"{shown} stands above already; for the next round write next {shown} = …", at)
                self.scope.require_free(name, shown, side, at)
        for side in self.scope.sides_of(step):
            line: Line
            key = self.scope.key(step.names[0], side)
            if isinstance(step.of, nodes.Choose):
                if side is not None:
                    whose = f"for most … of {self.scope.shown_sides[side]}"
                    raise SheetError(f"a choice is of no side; write {step.shown[0]} = choose … {whose}", step.of.at)
                if self.carried is not None and not self.bounded:
                    why = "what is best is found from the last round back"
                    raise SheetError(f'in rounds a choice needs "at most": {why}', step.of.at)
                line, kind = choice_line(step.of, key, step.shown[0], self.scope, self.carried)
                made.append((side, line, kind, ""))
                continue
            code = self.compile_step(step, side)
            line = step_line([self.scope.key(name, side) for name in step.names], code, step.places[0])
            made.append((side, line, kind_to_store(code), level_of(code)))
        for side, line, kind, level in made:
            self.question.lines.append(line)
            for name, shown, at in zip(step.names, step.shown, step.places, strict=True):
                key = self.scope.key(name, side)
                self.scope.define(name, Entry(key, shown, "step", kind, step.line, level), side, at)


def kind_to_store(code: Code) -> ExpressionType:
    """What a step holds of what was rolled; another name for a roll, or a rule, has none of its parts."""
    kind = code.kind if code.outputs is not None else replace(code.kind, check="", parts=(), faces=frozenset())
    return replace(kind, dice=False, words=None if kind.dice else kind.words)


def level_of(code: Code) -> str:
    """How a step depends on the counts of dice above it."""
    return "" if code.random and code.level == "const" else code.level


def step_line(keys: Sequence[str], code: Code, at: int) -> Line:
    """The line of a step; of several names each is a hand of one deck."""
    if len(keys) == 1:
        return line_of(keys[0], code, at)

    def run(values: Values, asked: tuple[str, ...]) -> Any:
        return apply(itemgetter(*[keys.index(key) for key in asked]), [code.run(values)])

    return Line(tuple(keys), run, code.free, True, "", None, at)
