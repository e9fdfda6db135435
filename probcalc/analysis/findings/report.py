"""`Report`: what an analysis found, as plain data that a terminal, a page, a file and a chart show alike.

A report holds exact numbers and words, and nothing of how they look: `present` writes it as text, Markdown, CSV, JSON,
HTML and PDF, and draws it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Unit: TypeAlias = Literal["chance", "number", "count"]
"""What a number is: a chance is written as a percentage, its change in percentage points; a count is whole, any other
number a mean."""

ColumnKind: TypeAlias = Literal["name", "chance", "number", "count", "change", "exact"]

Drawing: TypeAlias = Literal[
    "", "law", "laws", "ranked", "changes", "heat map", "thresholds", "curve", "rising", "spent"
]
"""How a report is drawn: bars of a law and the line of its tail, several laws beside each other, bars in order, bars to
both sides, a cell for each pair, a chance that rises past the shares asked for, a line along a number, a bar for each
stage, a line in steps for points that are spent; "" is not drawn."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A cell without a number, and why, in one line."""

    why: str


@dataclass(frozen=True, slots=True)
class Against:
    """A number beside another: what it is, and how much more than the first; None for the first itself."""

    value: Fraction
    change: Fraction | None


Cell: TypeAlias = str | int | Fraction | Against | Refused | None
"""A name, an exact number, a refusal, or None where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        label: its heading.
        kind: what its cells hold; "exact" repeats a number of the row as its fraction, or holds formulas.
        unit: of a change or an exact number, what is changed or repeated.
        detail: whether a place with little room leaves it out.
    """

    label: str
    kind: ColumnKind
    unit: Unit = "chance"
    detail: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        cells: one for each column.
        unit: what its numbers are, where the rows of a report differ; "" leaves it to the columns.
        is_present: whether it is the request as it stands.
        is_idle: whether it changes nothing; a place with little room leaves it out, and a note names it.
    """

    cells: tuple[Cell, ...]
    unit: Unit | Literal[""] = ""
    is_present: bool = False
    is_idle: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a number that was run through, with what was found there; `of` says for whom."""

    value: int
    number: Fraction
    is_present: bool = False
    of: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What an analysis found.

    Attributes:
        id: what kind of report it is: "entries".
        title: what it lists, in words.
        columns, rows: the table.
        scenario: the scenario that was asked, "" for several.
        asked: what was asked, where the report stands alone: of what, in words, then what was given.
        counts: what counts, in words; "" where every row says it itself.
        unit: whether that is a chance.
        says: the sentences that lead, the most important first.
        to_do: what is to be done, in order.
        notes: what a reader should know, a sentence each.
        refusals: why rows or cells have no number, each with the names of those that it concerns.
        drawing: how it is drawn.
        axes: what its sides are, where the headings do not say it: what runs upwards, then what runs across.
        points: what the drawing shows where that is more than the rows.
        marks: the shares that a drawing marks.
        data: the findings by the names of parameters and results, for programs; fractions as they are.
        more: further tables of the same finding, shown below.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    scenario: str = ""
    asked: tuple[str, ...] = ()
    counts: str = ""
    unit: Unit = "chance"
    says: tuple[str, ...] = ()
    to_do: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    refusals: tuple[tuple[str, str], ...] = ()
    drawing: Drawing = ""
    axes: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    marks: tuple[Fraction, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    more: tuple[Report, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise ValueError(f"{self.id}: a row of {len(row.cells)} cells under {len(self.columns)} columns")

    def unit_of(self, row: Row, place: int) -> Unit:
        """What the number in a cell is: as its row says, else as its column does.

        >>> odds = Report("odds", "Odds", (Column("slain", "chance"),), (Row((Fraction(1, 2),)),))
        >>> odds.unit_of(odds.rows[0], 0)
        'chance'
        """
        if row.unit:
            return row.unit
        kind = self.columns[place].kind
        return kind if kind == "chance" or kind == "number" or kind == "count" else self.columns[place].unit
