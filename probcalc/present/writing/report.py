"""A report as text for a terminal, as Markdown, CSV and JSON, and as the rows of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.findings import plain
from probcalc.analysis.findings.report import Against, Cell, Refused, Report, Row
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.numbers.text import change_text, digits, exact_text, number_text
from probcalc.present.writing.csv_text import csv_lines
from probcalc.present.writing.grid import columns, escape_markdown, markdown_table
from probcalc.present.writing.json_text import spread_lines

REFUSED = "refused"
_NUMBERS = re.compile(r"[\W\d_]*( (to|of) [\W\d_]*)?")

Rows = list[tuple[str, ...]]


def remarks(report: Report, words: Callable[[str], str] = str) -> list[str]:
    """What stands below the table: why numbers are missing, then the notes; `words` may put names in words.

    >>> remarks(Report("odds", "Odds", (), (), notes=("So be it.",), refusals=(("a, b", "x must be 1 to 6, not 9"),)))
    ['a, b: x must be 1 to 6, not 9', 'So be it.']
    """
    return [*(f"{names}: {words(why)}" for names, why in report.refusals), *map(words, report.notes)]


def report_rows(report: Report, narrow: bool = False) -> Rows:
    """The table as text, its heading first; a narrow one is without details and without what changes nothing.

    >>> from probcalc.analysis.findings.report import Column
    >>> kinds = (Column("weapon", "name"), Column("slain", "chance"), Column("exact", "exact"))
    >>> report_rows(Report("odds", "Odds", kinds, (Row(("Axe", Fraction(1, 3), Fraction(1, 3))),)))
    [('weapon', 'slain', 'exact'), ('Axe', '33.3%', '1/3')]
    """
    places = [i for i, column in enumerate(report.columns) if not (narrow and column.detail)]
    rows: Rows = [tuple(report.columns[i].label for i in places)]
    for row in report.rows:
        if not (narrow and row.is_idle):
            rows.append(tuple(_cell_text(report, row, i, narrow) for i in places))
    return rows


def _cell_text(report: Report, row: Row, place: int, with_fractions: bool) -> str:
    cell = row.cells[place]
    kind = report.columns[place].kind
    if cell is None or isinstance(cell, (str, Refused)):
        return _words(cell)
    if kind == "name":
        return str(cell)
    unit = report.unit_of(row, place)
    if isinstance(cell, Against):
        parts = [change_text(cell.change, unit, cell.value)] if cell.change is not None else []
        if with_fractions:
            return ", ".join([f"{number_text(cell.value, unit)} ({exact_text(cell.value)})", *parts])
        return " ".join([number_text(cell.value, unit), *(f"({part})" for part in parts)])
    if kind == "exact":
        return exact_text(cell)
    if kind == "change":
        return change_text(Fraction(cell), unit, _number_after(row, place))
    return number_text(cell, unit)


def _number_after(row: Row, place: int) -> Fraction | None:
    """The second of the two numbers in front of a change that it is between; None where other cells stand there."""
    before, after, change = row.cells[max(0, place - 2) : place + 1] if place > 1 else (None, None, None)
    is_between = isinstance(before, Fraction) and isinstance(after, Fraction) and after - before == change
    return after if isinstance(after, Fraction) and is_between else None


def _words(cell: str | Refused | None) -> str:
    if cell is None:
        return ""
    return REFUSED if isinstance(cell, Refused) else cell


def report_text(report: Report, strong: Callable[[str], str] = str) -> str:
    """The report for a terminal: what was asked, what leads, what is to be done, the tables, and the remarks."""
    blocks = [_led(report.asked, strong), "\n".join([*map(strong, report.says[:1]), *report.says[1:]])]
    blocks += map("\n".join, (number_lines(report), _table_lines(report, strong)))
    blocks += [_further(table, strong) for table in report.more]
    blocks.append("\n".join(remarks(report)))
    return "\n\n".join(filter(None, blocks))


def _further(table: Report, strong: Callable[[str], str]) -> str:
    """A further table, under what leads to it."""
    if not table.says:
        return report_text(table, strong)
    block = _led([*table.says, *number_lines(table), *_table_lines(table, strong), *remarks(table)], strong)
    return "\n\n".join([block, *(_further(each, strong) for each in table.more)])


def _led(lines: Sequence[str], strong: Callable[[str], str]) -> str:
    """Lines under the first of them, which leads."""
    return "\n".join([*map(strong, lines[:1]), *(f"  {line}" for line in lines[1:])])


def _table_lines(report: Report, strong: Callable[[str], str]) -> list[str]:
    lines = columns(report_rows(report), _right(report)) if report.rows else []
    return [*map(strong, filter(None, lines[:1])), *lines[1:]]


def number_lines(report: Report, written: Callable[[str], str] = str) -> list[str]:
    """What is to be done, line by line with its number; `written` makes each line fit where it is shown.

    >>> number_lines(Report("advice", "Advice", (), (), to_do=("Wait.", "Shoot.")))
    ['1. Wait.', '2. Shoot.']
    """
    return [f"{number}. {written(line)}" for number, line in enumerate(report.to_do, 1)]


def report_markdown(report: Report) -> str:
    """The report as Markdown: what was asked, what leads, what is to be done, the tables, the remarks as a list."""
    asked, lead = (list(map(escape_markdown, lines)) for lines in (report.asked, report.says))
    blocks = [*(f"## {line}" for line in asked[:1]), *asked[1:], *(f"**{line}**" for line in lead[:1]), *lead[1:]]
    blocks.append("\n".join(number_lines(report, escape_markdown)))
    if report.rows:
        head, *rows = report_rows(report)
        # In Markdown every table has a heading.
        head = head if any(head) else (report.title, *head[1:])
        blocks.append("\n".join(markdown_table([head, *rows], _right(report))))
    blocks += map(report_markdown, report.more)
    blocks.append("\n".join(f"- {escape_markdown(line)}" for line in remarks(report)))
    return "\n\n".join(filter(None, blocks))


def _right(report: Report) -> tuple[int, ...]:
    """The columns that end at the same place: all but the first, and those of words and of fractions.

    >>> from probcalc.analysis.findings.report import Column
    >>> kinds = [Column(name, "name") for name in ("", "needs", "chance", "rule")]
    >>> _right(Report("step", "Step", tuple(kinds), (Row(("hit", "1 to 2 on d20", "5% to 8%", "CH-22")),)))
    (2,)
    """
    return tuple(i for i in range(1, len(report.columns)) if not _begins_at_one_place(report, i))


def _begins_at_one_place(report: Report, place: int) -> bool:
    return report.columns[place].kind == "exact" or all(_is_words(row.cells[place]) for row in report.rows)


def _is_words(cell: Cell) -> bool:
    """Whether a cell is more than numbers; "12 to 28" and "60 of 60" are not."""
    return isinstance(cell, str) and not _NUMBERS.fullmatch(cell)


def report_csv(report: Report) -> str:
    """The tables as comma separated values: twelve digits of every number, and whole fractions where they have them.

    >>> from probcalc.analysis.findings.report import Column
    >>> kinds = (Column("weapon", "name"), Column("slain", "chance"), Column("exact", "exact"))
    >>> print(report_csv(Report("odds", "Odds", kinds, (Row(("Axe", Fraction(1, 3), Fraction(1, 3))),))))
    weapon,slain,exact
    Axe,0.333333333333,1/3
    """
    rows: Rows = [tuple(column.label for column in report.columns)]
    for row in report.rows:
        rows.append(tuple(_csv_cell(cell, report.columns[i].kind) for i, cell in enumerate(row.cells)))
    return "\n\n".join([csv_lines(rows), *map(report_csv, report.more)])


def _csv_cell(cell: Cell, kind: str) -> str:
    if cell is None or isinstance(cell, (str, Refused)):
        return _words(cell)
    if isinstance(cell, Against):
        return digits(cell.value)
    if kind == "exact":
        return fraction_text(Fraction(cell))
    return str(cell) if kind == "name" else digits(cell)


def report_data(report: Report) -> dict[str, Any]:
    """The report as plain data, fractions as text: the findings by name, and under "report" all that draws it.

    >>> from probcalc.analysis.findings.report import Column
    >>> data = report_data(Report("odds", "Odds", (Column("slain", "chance"),), (Row((Fraction(1, 2),)),)))
    >>> data["report"]["columns"], data["report"]["rows"]
    ([{'label': 'slain', 'kind': 'chance'}], [{'cells': ['1/2']}])
    """
    return {**plain(report.data), "report": _data_to_draw(report)}


def _data_to_draw(report: Report) -> dict[str, Any]:
    """All that draws a report, as plain data."""
    drawn: dict[str, Any] = {"id": report.id, "title": report.title, "scenario": report.scenario}
    drawn |= {"counts": report.counts, "unit": report.unit, "says": list(report.says)}
    if report.to_do:
        drawn["to_do"] = list(report.to_do)
    if report.asked:
        drawn["asked"] = list(report.asked)
    drawn["columns"] = [
        {"label": column.label, "kind": column.kind}
        | ({"unit": column.unit} if column.kind in ("change", "exact") else {})
        | ({"detail": True} if column.detail else {})
        for column in report.columns
    ]
    drawn["rows"] = [
        {"cells": [_json_cell(cell) for cell in row.cells]}
        | ({"unit": row.unit} if row.unit else {})
        | ({"present": True} if row.is_present else {})
        | ({"idle": True} if row.is_idle else {})
        for row in report.rows
    ]
    drawn["notes"] = list(report.notes)
    drawn["refusals"] = [{"names": names, "why": why} for names, why in report.refusals]
    if report.drawing:
        drawn["drawing"] = report.drawing
    if report.axes:
        drawn["axes"] = list(report.axes)
    if report.points:
        drawn["points"] = [
            [point.value, fraction_text(point.number), *([point.of] if point.of else [])] for point in report.points
        ]
    if report.marks:
        drawn["marks"] = [fraction_text(mark) for mark in report.marks]
    if report.more:
        drawn["more"] = [_data_to_draw(table) for table in report.more]
    return drawn


def _json_cell(cell: Cell) -> Any:
    if isinstance(cell, Against):
        change = {} if cell.change is None else {"change": fraction_text(cell.change)}
        return {"value": fraction_text(cell.value)} | change
    if isinstance(cell, Refused):
        return {"refused": cell.why}
    return fraction_text(cell) if isinstance(cell, Fraction) else cell


def report_json(report: Report) -> str:
    """The report as JSON text."""
    return spread_lines(report_data(report))
