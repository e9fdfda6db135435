"""Case tables: a formula on each range of the free parameters between two bends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.cases.boxes import Box, value_text
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.cases.pieces import pieces
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.writing.display import Written, legend_text
from probcalc.symbolic.writing.notation import Line


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One row: the ranges by name (a parameter, or a sum of several), and a formula for each column."""

    ranges: dict[str, str]
    formulas: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseTable:
    """A formula as a table over ranges of whole numbers.

    Attributes:
        names: what the ranges are of, in order.
        columns: the headings of the formulas.
        rows: one for each region.
        legend: what letters in the formulas stand for; none where the formulas are in the parameters themselves.
    """

    names: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[CaseRow, ...]
    legend: tuple[Line, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def cells(self) -> list[list[str]]:
        """Heading and rows as text."""
        head = [*self.names, *self.columns]
        return [head, *([*(row.ranges.get(name, "any") for name in self.names), *row.formulas] for row in self.rows)]

    def __str__(self) -> str:
        return "\n".join([columns_text(self.cells()), *legend_text(self.legend)])

    def data(self) -> list[dict[str, Any]]:
        """The rows as plain data."""
        return [{"when": dict(row.ranges), **dict(zip(self.columns, row.formulas, strict=True))} for row in self.rows]


def columns_text(cells: Sequence[Sequence[str]]) -> str:
    """Lines of cells, one under the other.

    >>> print(columns_text([["cc", "hit"], ["19 to 30", "19/20"]]))
    cc        hit
    19 to 30  19/20
    """
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)).rstrip() for line in cells)


def table_of(columns: Sequence[str], cases: Sequence[Case[tuple[Share, ...]]], domain: Domain) -> CaseTable:
    """The table of values with the same cases; in letters where the pieces would be too many or too long."""
    places = range(len(columns))
    try:
        rows = []
        for case in cases:
            for piece in pieces(case.box, tuple(case.content)):
                # In the parameters themselves: no letter in it is any other row's.
                written = Written([Share(*pair) for pair in piece.content], domain, piece.box)
                rows.append(_row(piece.box, written, places))
        axes = dict.fromkeys(name for row, _ in rows for name in row.ranges)
        rows.sort(key=lambda row: [_start(row[0].ranges.get(name)) for name in (*domain.parameters, *axes)])
    except TooLarge:
        written = Written([share for case in cases for share in case.content], domain)
        rows = [_row(case.box, written, [len(columns) * i + k for k in places]) for i, case in enumerate(cases)]
    legend = {line.letter: line for _, lines in rows for line in lines}
    used = dict.fromkeys(name for row, _ in rows for name in row.ranges)
    names = [*(name for name in domain.parameters if name in used), *used]
    return CaseTable(tuple(dict.fromkeys(names)), tuple(columns), tuple(row for row, _ in rows), tuple(legend.values()))


def _row(box: Box, written: Written, places: Sequence[int]) -> tuple[CaseRow, list[Line]]:
    return CaseRow(_ranges(box, written.domain), tuple(map(written.formula, places))), written.legend(places)


def _ranges(box: Box, domain: Domain) -> dict[str, str]:
    return {
        name: _between(side[0], side[-1]) if isinstance(side, range) else ", ".join(map(value_text, side))
        for name, side in domain.narrowed_sides(box).items()
    }


def _start(shown: str | None) -> tuple[int, str]:
    """The order of rows: by where their ranges begin."""
    first = (shown or "").partition(" ")[0]
    return (int(first), "") if first.lstrip("-").isdigit() else (-(10**9), first)


def _between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
