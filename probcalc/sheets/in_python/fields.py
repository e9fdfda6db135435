"""The parameters of a question as the fields of a class, and what stands above it for them."""

from __future__ import annotations

from typing import NamedTuple

from probcalc.scenarios.parameters import NOTHING
from probcalc.sheets.declarations import Declared
from probcalc.sheets.in_python.expressions import Expressions
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.question import Question
from probcalc.sheets.sheet import Ruling
from probcalc.sheets.words import label_of


class Field(NamedTuple):
    """A field of a class: its builder, how it is written, and a constant that it takes above the class, or ""."""

    builder: str
    text: str
    constant: str = ""


def field_of(declared: Declared, question: Question, writer: Expressions) -> Field:
    """A parameter as a field.

    Raises:
        Unsaid: for a kind of parameters that is not written in Python yet.
    """
    name, label = declared.name, repr(declared.label)
    called = _label_to_write(declared.label, name)
    role = ', role="modifier"' if declared.group == "given" else ""
    match declared.what:
        case "number" | "more" | "less" if declared.optional:
            told = f"optional_integer({declared.low}, {declared.high}, {label}, default={declared.default}"
            return Field("optional_integer", f"{name}: int | None = {told}{called}{role})")
        case "number" | "more" | "less":
            told = f"integer({declared.default}, {declared.low}, {declared.high}, {label}{called}{role})"
            return Field("integer", f"{name}: int = {told}")
        case "switch":
            on = ", default=True" if declared.default else ""
            return Field("flag", f"{name}: bool = flag({label}{called}{on})")
        case "choice":
            words = [word for word, _ in declared.options]
            constant = ""
            if any(number is not None for _, number in declared.options):
                constant = f"{name.upper()} = {dict(declared.options)!r}"
            return _choice(name, words, f"{declared.default!r}, {label}{called}", constant)
        case "dice":
            words = [text for text, _ in declared.dice]
            dice = ", ".join(f"{text!r}: {writer.say(of).text}" for text, of in declared.dice)
            constant = f"{name.upper()}: dict[str, Any] = {{{dice}}}"
            return _choice(name, words, f"{declared.default!r}, {label}{called}" + (role or ', role="stat"'), constant)
        case "row":
            return _row(declared, question)
        case "list":
            assert isinstance(declared.default, tuple)
            told = f"{list(declared.default)!r}, {declared.low}, {declared.high}, 1, {declared.most}, {label}"
            return Field("integers", f"{name}: list[int] = integers({told}{called})")
        case _:
            raise Unsaid(f"a parameter such as {name}")


def _label_to_write(label: str, name: str) -> str:
    """A label that is not the name in words."""
    return "" if label == name.replace("_", " ").capitalize() else f", label={label!r}"


def _choice(name: str, words: list[str], told: str, constant: str) -> Field:
    return Field("choice", f"{name}: Literal{words!r} = choice({told})", constant)


def _row(declared: Declared, question: Question) -> Field:
    table, label = question.tables[declared.table], repr(declared.label)
    small = str(declared.default).lower()
    default = next((row[0].text for row in table.rows if row[0].text.lower() == small), NOTHING)
    begins = "" if default == NOTHING else f", default={default!r}"
    names = f"{{name: name for name in {declared.table.upper()}}}"
    called = _label_to_write(declared.label, declared.name)
    told = f"preset({names}, {label_of(table.shown)!r}, {label}{called}{begins})"
    return Field("preset", f"{declared.name}: str = {told}")


def ruling_of(ruling: Ruling) -> Field:
    """A reading of an unclear rule as a field."""
    told = f"{ruling.options[0]!r}, {ruling.question!r}{_label_to_write(label_of(ruling.shown), ruling.name)}"
    return Field("ruling", f"{ruling.name}: Literal{list(ruling.options)!r} = ruling({told})")
