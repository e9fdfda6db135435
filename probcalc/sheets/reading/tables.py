"""Tables of a sheet: rows with bars or tabs between their cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from probcalc.sheets.errors import SheetError
from probcalc.sheets.reading.sheet import Cell, Table
from probcalc.sheets.reading.source import Line
from probcalc.sheets.reading.tokens import Token

MOST_ROWS, MOST_COLUMNS = 200, 30
_RULE = re.compile(r":?-+:?")


def table_of(name: Token, lines: Sequence[Line], line: Line) -> Table:
    """A table with its rows.

    Raises:
        SheetError: when there is no row, a row is too short or too long, or a name stands twice.
    """
    rows = [cells_of(each) for each in lines]
    marks = [number for number, row in enumerate(rows) if all(_RULE.fullmatch(cell.text) for cell in row) and row]
    kept = [(row, each) for number, (row, each) in enumerate(zip(rows, lines, strict=True)) if number not in marks]
    if not kept:
        raise SheetError(f"table {name.shown} has no row; they stand below it, each beginning with |", line.end)
    columns = kept[0][0]
    if len(columns) < 2 or len(columns) > MOST_COLUMNS:
        raise SheetError(f"a table has 2 to {MOST_COLUMNS} columns, not {len(columns)}", kept[0][1].at(0))
    if len(kept) > MOST_ROWS + 1:
        raise SheetError(f"a table has at most {MOST_ROWS} rows, not {len(kept) - 1}", kept[MOST_ROWS + 1][1].at(0))
    seen: set[str] = set()
    for row, each in kept[1:]:
        if len(row) != len(columns):
            at = each.end if len(row) < len(columns) else row[len(columns)].at
            raise SheetError(f"the row has {len(row)} cells, and the table {len(columns)} columns", at)
        first = row[0]
        if not first.text:
            raise SheetError("the first cell of a row is its name", each.at(0))
        if first.text.lower() in seen or first.text.lower() == "none":
            raise SheetError(f'the row "{first.text[:20]}" stands twice', first.at)
        seen.add(first.text.lower())
    named: set[str] = set()
    for column in columns[1:]:
        if column.text.lower() in named:
            raise SheetError(f'the column "{column.text[:20]}" stands twice', column.at)
        named.add(column.text.lower())
    return Table(name.text, name.shown, columns, tuple(row for row, _ in kept[1:]), at=name.at)


def cells_of(line: Line) -> tuple[Cell, ...]:
    """The cells of a row, each with the place of its first visible character.

    >>> from probcalc.sheets.reading.source import lines_of
    >>> [cell.text for cell in cells_of(lines_of("| Maul | 1 |")[0])]
    ['Maul', '1']
    """
    text = line.text
    sign = "|" if "|" in text else "\t"
    begin = 1 if text.startswith("|") else 0
    end = len(text) - 1 if sign == "|" and text.endswith("|") and len(text) > 1 else len(text)
    found: list[Cell] = []
    here = begin
    for part in text[begin:end].split(sign):
        stripped = part.strip()
        offset = len(part) - len(part.lstrip()) if stripped else 0
        found.append(Cell(stripped, at=line.at(here + offset)))
        here += len(part) + 1
    return tuple(found)
