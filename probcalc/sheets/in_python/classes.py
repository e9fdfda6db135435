"""A question as a module with its class: its fields, its results, who takes part, and its play."""

from __future__ import annotations

from typing import Any, NamedTuple

from probcalc.scenarios.parameters import default_label
from probcalc.sheets.games.model import SheetScenario
from probcalc.sheets.games.scenario_making import declaring_of
from probcalc.sheets.in_python.expressions import Expressions
from probcalc.sheets.in_python.functions import asked_for
from probcalc.sheets.in_python.layout import lay_out, requote
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.in_python.play import PlayWriter
from probcalc.sheets.parties import roles_of
from probcalc.sheets.questions.question import Question
from probcalc.sheets.questions.rows import column_name
from probcalc.sheets.reading.declarations import Declared


def class_name(key: str) -> str:
    """What the class of a question is called.

    >>> class_name("close_combat")
    'CloseCombat'
    """
    return "".join(part.capitalize() for part in key.split("_"))


def plain(text: str) -> str:
    """A text that can stand in a docstring."""
    return " ".join(text.replace("\\", "/").replace('"', "'").split())


class ClassWriter:
    """Writes the module of a question."""

    def __init__(self, game: str, key: str, question: Question, model: type[SheetScenario], play: PlayWriter) -> None:
        self.game, self.key, self.question, self.model, self.play = game, key, question, model, play
        # Both sides have the same parameters: those of the first stand for both.
        self.sided = [declared for declared, side in question.parameters if side == 0]
        self.own = [declared for declared, side in question.parameters if side is None]
        self.rows = [declared for declared in (*self.sided, *self.own) if declared.what == "row"]
        self.roles = roles_of(question)
        self.covers = tuple(f"L-{step.line:02}" for step in question.steps())

    def write(self) -> str:
        """The text of the module.

        Raises:
            Unsaid: for a form of lines that is not written in Python yet.
        """
        steps = self.play.write()
        self.play.reads = {}
        sided = [field_of(declared, self.question, self.play) for declared in self.sided]
        own = [field_of(declared, self.question, self.play) for declared in self.own]
        fields = [*sided, *own]
        constants = [*self.play.constants(), *(field.constant for field in fields if field.constant)]
        upper = [constant.partition(" = ")[0].partition(":")[0] for constant in constants]
        upper += [*(table.upper() for table in self.question.tables), "ROLES"]
        if len(set(upper)) < len(upper):
            raise Unsaid("a table called like a parameter")
        body = [*self._side([field.text for field in sided]), *self._class([field.text for field in own])]
        if self.roles:
            told = [
                f"Role(unnamed({r.nameless.key!r}, {r.nameless.role!r}), {r.rows!r}{', is_side=True' * r.is_side})"
                for r in self.roles
            ]
            constants.append(f"ROLES = ({', '.join(told)}{',' * (len(told) == 1)})")
        play = ["", "    def play(self) -> Mapping[str, Played]:", *[f"        {line}".rstrip() for line in steps], ""]
        functions, imports = asked_for("\n".join([*constants, *body, *play]))
        lines = [f'"""{self.game}.{self.key}: {plain(self.question.text.title)}."""', ""]
        lines += ["from __future__ import annotations", "", *imports]
        if self.rows:
            tables = sorted({each.table.upper() for each in self.rows})
            lines.append(f"from {self.game}.tables import {', '.join([*tables, 'row'])}")
        for function in functions:
            lines += ["", "", *function.splitlines()]
        lines += ["", "", *constants, "", ""] if constants else ["", ""]
        return lay_out(requote("\n".join([*lines, *body, *play])))

    def _class(self, fields: list[str]) -> list[str]:
        question, model = self.question, self.model
        said = question.text.sentence or question.text.title
        said = said if said.endswith("?") else f"What comes of {said.rstrip('.')}?"
        lines = [f"class {class_name(self.key)}(Scenario):", f'    """{plain(said)}"""', ""]
        sides = dict(zip(question.scope.sides, question.scope.shown_sides, strict=True)) if self.sided else {}
        fields = [*(f"{side}: Side = section(Side, {shown!r})" for side, shown in sides.items()), *fields]
        told = {
            "id: ClassVar[str]": f"{self.game}.{self.key}",
            "title: ClassVar[str]": question.text.title,
            "headline: ClassVar[str]": model.headline,
            "covers: ClassVar[tuple[str, ...]]": self.covers,
            "of_attacker: ClassVar[tuple[str, ...]]": tuple(model.of_attacker),
            "of_target: ClassVar[tuple[str, ...]]": tuple(model.of_target),
        }
        lines += [f"    {name} = {value!r}" for name, value in told.items()]
        lines += ["    results: ClassVar[tuple[Result, ...]] = ("]
        lines += [f"        {_result(each)}," for each in model.results]
        lines += ["    )", ""]
        for fixed in question.fixed:
            number = f"Fixed({fixed.default}, {fixed.low}, {fixed.high}, {fixed.label!r})"
            lines.append(f"    {fixed.name}: ClassVar[Fixed] = {number}")
        lines += [f"    {field}" for field in fields]
        return [*lines, *self._fills(self.own), *self._check(), *self._notes(), *self._parties()]

    def _side(self, fields: list[str]) -> list[str]:
        """The parameters that each side has."""
        if not fields:
            return []
        first, second = self.question.scope.shown_sides
        lines = ["class Side(Section):", f'    """What the {first} and the {second} have each."""', ""]
        return [*lines, *(f"    {field}" for field in fields), *self._fills(self.sided), "", ""]

    def _fills(self, own: list[Declared]) -> list[str]:
        rows = [declared for declared in own if declared in self.rows]
        if not rows:
            return []
        told = [f"            **row({', '.join(self._row_and_fills(each))})," for each in rows]
        return ["", "    def fills(self) -> Mapping[str, Any]:", "        return {", *told, "        }"]

    def _row_and_fills(self, declared: Declared) -> list[str]:
        """The row of a table that a parameter takes, and what it fills."""
        columns = [column_name(column) for column in self.question.tables[declared.table].columns[1:]]
        own = [each.name for each in (*self.sided, *self.own) if each.group == declared.group]
        return [declared.table.upper(), f"self.{declared.name}", *(repr(name) for name in own if name in columns)]

    def _check(self) -> list[str]:
        if not self.question.refusals:
            return []
        lines = ["", "    def check(self) -> None:"]
        for refusal, code in self.question.refusals:
            first = min(code.free, default="")
            lines.append(f"        if {self.play.plain(refusal.condition, 'a refusal').text}:")
            lines.append(f"            raise refused({first!r}, {refusal.why!r})")
        return lines

    def _notes(self) -> list[str]:
        notes = self.question.text.notes
        return ["", "    def notes(self) -> list[str]:", f"        return {notes!r}"] if notes else []

    def _parties(self) -> list[str]:
        if not self.roles:
            return []
        return [
            "",
            "    def parties(self, called: Mapping[str, str] = NOBODY) -> tuple[Party, ...]:",
            "        return tuple(role.party(lambda name: attrgetter(name)(self), called) for role in ROLES)",
        ]


def _result(result: Any) -> str:
    told = [repr(result.name), repr(result.pattern)]
    for name in ("order", "better", "unit", "lead", "ranked", "says", "each"):
        value = getattr(result, name)
        told += [f"{name}={dict(value) if name == 'each' else value!r}"] if value else []
    return f"Result({', '.join(told)})"


class Field(NamedTuple):
    """A field of a class: how it is written, and a constant that it takes above the class, or ""."""

    text: str
    constant: str = ""


def field_of(declared: Declared, question: Question, writer: Expressions) -> Field:
    """A parameter as a field."""
    name = declared.name
    builder, given, options, kind = declaring_of(declared, question)
    told = [repr(list(value) if isinstance(value, tuple) else value) for value in given]
    constant = ""
    if declared.what == "row":
        told[0] = f"{{name: name for name in {declared.table.upper()}}}"
    elif declared.what == "dice":
        dice = ", ".join(f"{text!r}: {writer.say(of).text}" for text, of in declared.dice)
        constant = f"{name.upper()}: dict[str, Any] = {{{dice}}}"
    elif any(number is not None for _, number in declared.options):
        constant = f"{name.upper()} = {dict(declared.options)!r}"
    # The label that a field has of itself is not said.
    said = {key: value for key, value in options.items() if (key, value) != ("label", default_label(name))}
    told += [f"{key}={value!r}" for key, value in said.items()]
    return Field(f"{name}: {kind} = {builder}({', '.join(told)})", constant)
