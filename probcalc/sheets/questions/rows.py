"""Rows of tables and settings: cells read as values of the parameters that they fill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from probcalc.scenarios.parameters import NOTHING
from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading.declarations import Declared
from probcalc.sheets.reading.sheet import Cell, Table

_NAMED = 8
"""So many words are listed where one is wrong."""
_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def read_value(declared: Declared, text: str, at: int, question: Question) -> Any:
    """A value as it stands in a table, a setting or a command: 4+, d6, yes, light, none.

    Raises:
        SheetError: when it is none of this parameter.
    """
    what, name = declared.what, declared.shown
    small = text.strip().lower()
    if not small and what != "switch":
        raise SheetError(f"{name} needs a value: {_values_in_words(declared, question)}", at)
    if what in ("number", "more", "less"):
        return _read_number(declared, text, at)
    if what == "switch":
        if small not in _YES:
            raise SheetError(f'{name} is yes or no, not "{text}"', at)
        return _YES[small]
    if what == "list":
        return _read_list(declared, text, at)
    if what == "dice":
        texts, found = question.words_of(declared), small.replace(" ", "")
        if found not in texts:
            raise SheetError(f"{name} is never {text}; it is one of {', '.join(texts)}", at)
        return found
    names = question.words_of(declared)
    for each in names:
        if each.lower() in (small, small.replace("_", " "), small.replace(" ", "_")):
            return each
    if what == "row":
        shown = question.tables[declared.table].shown
        raise _unknown(f'{shown} has no row "{text}"', at, text, names)
    raise _unknown(f'{name} is never "{text}"', at, text, names)


def _unknown(said: str, at: int, text: str, names: list[str]) -> SheetError:
    """The refusal of a word, with the nearest that is allowed, else with all of them."""
    near = nearest(text, names)
    return SheetError(said if near else f"{said}; {_one_of(names)}", at, near)


def _one_of(names: list[str]) -> str:
    named = ", ".join(names[:_NAMED])
    return f"it is one of {named}" + (f" and {len(names) - _NAMED} others" if len(names) > _NAMED else "")


def _values_in_words(declared: Declared, question: Question) -> str:
    if declared.what in ("choice", "row"):
        return _one_of(question.words_of(declared))
    return f"{declared.low} to {declared.high} numbers" if declared.what == "list" else declared.range


def _read_number(declared: Declared, text: str, at: int) -> int | None:
    small = text.strip().lower()
    if small == NOTHING and declared.optional:
        return None
    digits = small.removesuffix(declared.sign) if declared.sign else small
    if not digits.removeprefix("-").isdecimal() or not digits.isascii():
        raise SheetError(f"{declared.shown} is a whole number {declared.range}, not {text}", at)
    if len(digits) > 9:
        raise SheetError(f"{declared.shown} {text} is outside {declared.range}", at)
    value = int(digits)
    if not declared.low <= value <= declared.high:
        raise SheetError(f"{declared.shown} {text} is outside {declared.range}", at)
    return value


def _read_list(declared: Declared, text: str, at: int) -> list[int]:
    parts = [part.strip() for part in text.strip("[] ").split(",")]
    if not all(part.removeprefix("-").isdecimal() and part.isascii() and len(part) < 9 for part in parts):
        raise SheetError(f"{declared.shown} is a list such as 3,2", at)
    values = [int(part) for part in parts]
    if len(values) > declared.most or any(not declared.low <= value <= declared.high for value in values):
        raise SheetError(f"{declared.shown} {text} is outside {declared.range}, up to {declared.most}", at)
    return values


def column_name(cell: Cell) -> str:
    """The parameter that a column is named after."""
    return cell.text.strip().lower().replace(" ", "_")


def users_of(question: Question, table: Table) -> list[tuple[Declared, int | None]]:
    """The parameters that take rows of a table."""
    return [(each, side) for each, side in question.parameters if each.what == "row" and each.table == table.name]


def check_tables(question: Question, others: Sequence[Question] = ()) -> None:
    """Refuse columns that are no parameter here nor in the others that share the table, and cells that are no value.

    Raises:
        SheetError: at the first of them.
    """
    for table in question.tables.values():
        groups = dict.fromkeys(each.group for each, _ in users_of(question, table))
        if not groups:
            continue
        by_group = {
            group: {each.name: each for each, _ in question.parameters if each.group == group and each.what != "row"}
            for group in groups
        }
        first = next(iter(groups))
        for place, column in enumerate(table.columns[1:], 1):
            name = column_name(column)
            found = [named[name] for named in by_group.values() if name in named]
            if not found and not any(_fills(other, table, name) for other in others):
                near = nearest(name, by_group[first])
                raise SheetError(f'"{column.text}" is no parameter of {first}', column.at, near)
            for row in table.rows:
                cell = row[place]
                if cell.text and cell.text != "-":
                    for declared in found:
                        read_value(declared, cell.text, cell.at, question)


def _fills(question: Question, table: Table, name: str) -> bool:
    """Whether rows of the table fill a parameter of this name in a question."""
    groups = {each.group for each, _ in users_of(question, table)}
    return any(each.name == name and each.group in groups for each, _ in question.parameters)


def values_of_rows(question: Question, value_of: Callable[[str], Any]) -> dict[str, Any]:
    """What the chosen rows fill, by flat name; of two rows the one declared later wins."""
    found: dict[str, Any] = {}
    for declared, side in question.parameters:
        if declared.what != "row":
            continue
        prefix = "" if side is None else f"{question.scope.sides[side]}."
        chosen = value_of(prefix + declared.name)
        table = question.tables[declared.table]
        row = next((row for row in table.rows if row[0].text == chosen), None)
        if row is None:
            continue
        own = {each.name: each for each, other in question.parameters if other == side and each.group == declared.group}
        for column, cell in zip(table.columns[1:], row[1:], strict=True):
            filled = own.get(column_name(column))
            if filled is not None and cell.text and cell.text != "-":
                found[prefix + filled.name] = read_value(filled, cell.text, cell.at, question)
    return found
