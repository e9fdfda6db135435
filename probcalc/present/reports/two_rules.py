"""The same table by two rules: which of them is kinder, where each reaches one half, and what one step is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from probcalc.analysis.report import Cell, Column, Report, Row, Unit
from probcalc.analysis.table import OddsTable
from probcalc.present.numbers import change_text
from probcalc.present.reports.measured import answered, unit_of
from probcalc.present.reports.table_says import cell_words, signed_labels
from probcalc.present.words import table_words
from probcalc.scenarios.parties import Party

_HALF = Fraction(1, 2)


def two_rules_sentence(rules: OddsTable, variant: OddsTable, name: str, parties: Sequence[Party] = ()) -> str:
    """In how many cells the variant gives more and less, and by how much at most.

    >>> from probcalc.analysis.table import table
    >>> sides = "armour=14..16", "damage=9..11"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> print(two_rules_sentence(*both, "d20=2d10"))
    With d20=2d10 it is more in 9 of 9 cells, by 15.0 points at most (armour 14 and damage 9).
    """
    assert rules.columns is not None
    unit = _unit(rules)
    heads, labels = signed_labels(rules.columns), signed_labels(rules.rows)
    gaps = [
        (after.value - before.value, n, m)
        for n, (row, other) in enumerate(zip(rules.cells, variant.cells, strict=True))
        for m, (before, after) in enumerate(zip(row, other, strict=True))
        if before.value is not None and after.value is not None
    ]

    def told(way: str, found: list[tuple[Fraction, int, int]]) -> str:
        gap, n, m = max(found, key=lambda each: abs(each[0]))
        assert rules.columns is not None
        sides = (rules.rows.parameter, labels[n]), (rules.columns.parameter, heads[m])
        where = " and ".join(cell_words(parameter, text, parties) for parameter, text in sides)
        most = change_text(abs(gap), unit).lstrip("+")
        return f"{way} in {len(found)} of {len(gaps)} cells, by {most} at most ({where})"

    ways = [told(way, found) for way, found in _ways(gaps) if found]
    return f"With {name} it is {'; '.join(ways)}." if ways else f"With {name} it is the same in all of them."


def _ways(gaps: list[tuple[Fraction, int, int]]) -> tuple[tuple[str, list[tuple[Fraction, int, int]]], ...]:
    return ("more", [gap for gap in gaps if gap[0] > 0]), ("less", [gap for gap in gaps if gap[0] < 0])


def breakpoints_report(rules: OddsTable, variant: OddsTable, parties: Sequence[Party] = ()) -> Report:
    """For each row from where it is one half or more, and the step across that is worth most, by either rule.

    >>> from probcalc.analysis.table import table
    >>> sides = "damage=9..10", "armour=14..24"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> report = breakpoints_report(*both)
    >>> [column.label for column in report.columns][1:3], report.rows[0].cells[1:3]
    (['50% to, A', '50% to, B'], ('19', '19'))
    """
    assert rules.columns is not None
    unit = _unit(rules)
    heads, labels = signed_labels(rules.columns), signed_labels(rules.rows)
    values = [[[trial.value for trial in row] for row in found.cells] for found in (rules, variant)]
    way = _way(values)
    columns = [Column(table_words(rules.rows.parameter, parties), "name")]
    if unit == "chance":
        columns += [Column(f"50% {way}, {letter}", "name") for letter in "AB"]
    if is_stepped := rules.columns.parameter.kind == "integer":
        columns += [Column(f"greatest step, {letter}", "name") for letter in "AB"]
    rows = []
    for label, *both in zip(labels, *values, strict=True):
        cells: list[Cell] = [label]
        if unit == "chance":
            cells += [_half(row, heads, way) for row in both]
        if is_stepped:
            cells += [_step(row, heads, unit) for row in both]
        rows.append(Row(tuple(cells)))
    return Report("breakpoints", "Breakpoints", tuple(columns), tuple(rows), scenario=rules.scenario_id)


def _unit(found: OddsTable) -> Unit:
    answer = answered([trial for row in found.cells for trial in row])
    return "chance" if answer is None else unit_of(found.measure.kind(answer))


Values = list[Fraction | None]


def _way(values: Sequence[Sequence[Values]]) -> Literal["from", "to"]:
    """Whether numbers mostly rise along a row, so that one half is reached from somewhere on, or up to somewhere."""
    steps = [
        after > before
        for found in values
        for row in found
        for before, after in pairwise(row)
        if before is not None and after is not None and before != after
    ]
    return "from" if 2 * sum(steps) >= len(steps) else "to"


def _half(row: Values, heads: Sequence[str], way: Literal["from", "to"]) -> str:
    reached = [head for head, value in zip(heads, row, strict=True) if value is not None and value >= _HALF]
    if not reached:
        return "never"
    return "throughout" if len(reached) == len(row) else reached[0 if way == "from" else -1]


def _step(row: Values, heads: Sequence[str], unit: Unit) -> str:
    steps = [
        (after - before, head)
        for (before, after), head in zip(pairwise(row), heads[1:], strict=True)
        if before is not None and after is not None
    ]
    gap, head = max(steps, key=lambda step: abs(step[0]), default=(Fraction(0), ""))
    return f"{change_text(gap, unit)} at {head}" if gap else "none"
