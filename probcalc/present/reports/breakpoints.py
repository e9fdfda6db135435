"""The breakpoints of a table by two rules: where each row reaches one half, and the step that is worth most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from probcalc.analysis.report import Cell, Column, Report, Row, Unit
from probcalc.analysis.table import OddsTable
from probcalc.present.numbers import change_text
from probcalc.present.reports.measured import first_answer, unit_of
from probcalc.present.reports.table_says import signed_labels
from probcalc.present.words import table_words
from probcalc.scenarios.parties import Party

_HALF = Fraction(1, 2)
Values = list[Fraction | None]


@dataclass(frozen=True, slots=True)
class Step:
    """The step along a row that changes most: by how much, and the value that it leads to."""

    gap: Fraction
    to: str


@dataclass(frozen=True, slots=True)
class Breakpoints:
    """A row by both rules, those of the game first.

    Attributes:
        label: its value.
        half: the value from which, or up to which, it is one half or more: "throughout", "never"; of chances alone.
        places: where that value stands among all, None where it is none.
        step: the step that changes most, None where none changes anything.
    """

    label: str
    half: tuple[str, str]
    places: tuple[int | None, int | None]
    step: tuple[Step | None, Step | None]


def cell_unit(found: OddsTable) -> Unit:
    """What the numbers of a table are."""
    answer = first_answer([trial for row in found.cells for trial in row])
    return "chance" if answer is None else unit_of(found.measure.kind(answer))


def half_way(rules: OddsTable, variant: OddsTable) -> Literal["from", "to"]:
    """Whether numbers mostly rise along a row, so that one half is reached from somewhere on, or up to somewhere."""
    steps = [
        after > before
        for found in (rules, variant)
        for row in found.cells
        for before, after in pairwise(trial.value for trial in row)
        if before is not None and after is not None and before != after
    ]
    return "from" if 2 * sum(steps) >= len(steps) else "to"


def breakpoints(rules: OddsTable, variant: OddsTable) -> Iterator[Breakpoints]:
    """The breakpoints of each row.

    >>> from probcalc.analysis.table import table
    >>> sides = "damage=9..10", "armour=14..24"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> first = next(breakpoints(*both))
    >>> first.label, first.half, first.step[1]
    ('9', ('19', '19'), Step(gap=Fraction(-1, 10), to='20'))
    """
    assert rules.columns is not None
    heads, labels = signed_labels(rules.columns), signed_labels(rules.rows)
    way = half_way(rules, variant)
    rows = [[[trial.value for trial in row] for row in found.cells] for found in (rules, variant)]
    for label, one, other in zip(labels, *rows, strict=True):
        halves = [_half(row, heads, way) for row in (one, other)]
        yield Breakpoints(
            label,
            (halves[0][0], halves[1][0]),
            (halves[0][1], halves[1][1]),
            (_step(one, heads), _step(other, heads)),
        )


def breakpoints_report(rules: OddsTable, variant: OddsTable, parties: Sequence[Party] = ()) -> Report:
    """The breakpoints of each row as a table: of chances where each is one half, along numbers the greatest step.

    >>> from probcalc.analysis.table import table
    >>> sides = "damage=9..10", "armour=14..24"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> report = breakpoints_report(*both)
    >>> [column.label for column in report.columns][1:3], report.rows[0].cells[1:3]
    (['50% to, A', '50% to, B'], ('19', '19'))
    """
    assert rules.columns is not None
    unit, way = cell_unit(rules), half_way(rules, variant)
    has_halves, is_stepped = unit == "chance", rules.columns.parameter.kind == "integer"
    columns = [Column(table_words(rules.rows.parameter, parties), "name")]
    columns += [Column(f"50% {way}, {letter}", "name") for letter in "AB" if has_halves]
    columns += [Column(f"greatest step, {letter}", "name") for letter in "AB" if is_stepped]
    rows = []
    for each in breakpoints(rules, variant):
        cells: list[Cell] = [each.label, *(each.half if has_halves else ())]
        cells += [_step_words(step, unit) for step in each.step if is_stepped]
        rows.append(Row(tuple(cells)))
    return Report("breakpoints", "Breakpoints", tuple(columns), tuple(rows), scenario=rules.scenario_id)


def _step_words(step: Step | None, unit: Unit) -> str:
    return "none" if step is None else f"{change_text(step.gap, unit)} at {step.to}"


def _half(row: Values, heads: Sequence[str], way: Literal["from", "to"]) -> tuple[str, int | None]:
    reached = [place for place, value in enumerate(row) if value is not None and value >= _HALF]
    if not reached:
        return "never", None
    if len(reached) == len(row):
        return "throughout", None
    place = reached[0 if way == "from" else -1]
    return heads[place], place


def _step(row: Values, heads: Sequence[str]) -> Step | None:
    steps = [
        Step(after - before, head)
        for (before, after), head in zip(pairwise(row), heads[1:], strict=True)
        if before is not None and after is not None and after != before
    ]
    return max(steps, key=lambda step: abs(step.gap), default=None)
