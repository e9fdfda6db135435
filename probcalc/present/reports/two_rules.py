"""The same table by two rules, A those of the game and B a variant: which gives more, its breakpoints, every cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Literal

from probcalc.analysis.findings.report import Cell, Column, Report, Row, Unit
from probcalc.analysis.tables.table import OddsTable
from probcalc.present.numbers.text import change_text
from probcalc.present.reports.measured import first_answer, number_in_words
from probcalc.present.reports.table_says import cell_words, signed_labels
from probcalc.present.words.requests import table_words
from probcalc.scenarios.parties import Party


def two_rules_sentence(rules: OddsTable, variant: OddsTable, parties: Sequence[Party] = ()) -> str:
    """In how many cells the variant gives more and less, and by how much at most.

    >>> from probcalc.analysis.tables.table import table
    >>> sides = "armour=14..16", "damage=9..11"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> print(two_rules_sentence(*both))
    With B it is more in 9 of 9 cells, by 15.0 pts at most (armour 14 and damage 9).
    """
    assert rules.columns is not None
    unit = cell_unit(rules)
    heads, labels = signed_labels(rules.columns), signed_labels(rules.rows)
    gaps = [
        (gap, n, m)
        for n in range(len(rules.cells))
        for m, gap in enumerate(_gaps(rules, variant, n))
        if gap is not None
    ]

    def sentence_of(way: str, found: list[tuple[Fraction, int, int]]) -> str:
        gap, n, m = max(found, key=lambda each: abs(each[0]))
        assert rules.columns is not None
        sides = (rules.rows.parameter, labels[n]), (rules.columns.parameter, heads[m])
        where = " and ".join(cell_words(parameter, text, parties) for parameter, text in sides)
        most = change_text(abs(gap), unit).lstrip("+")
        return f"{way} in {len(found)} of {len(gaps)} cells, by {most} at most ({where})"

    ways = [sentence_of(way, found) for way, found in _ways(gaps) if found]
    return f"With B it is {'; '.join(ways)}." if ways else "With B it is the same in all of them."


def along_sentence(rules: OddsTable, variant: OddsTable, row: int, parties: Sequence[Party] = ()) -> str:
    """Where along one row the variant gives more, and where less.

    >>> from probcalc.analysis.tables.table import table
    >>> sides = "damage=4..4", "armour=6..24"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> print(along_sentence(*both, 0))
    At damage 4, B gives more up to armour 14, less beyond.
    """
    assert rules.columns is not None
    heads, across = signed_labels(rules.columns), rules.columns.parameter
    found = [(gap > 0, m) for m, gap in enumerate(_gaps(rules, variant, row)) if gap]
    runs = [(more, [m for _, m in run]) for more, run in groupby(found, key=lambda each: each[0])]
    label = signed_labels(rules.rows)[row]
    at = cell_words(rules.rows.parameter, label, parties)
    begins = f"At {at}" if rules.rows.parameter.kind != "choice" else f"With {at}"
    if not runs:
        return f"{begins}, B changes nothing."
    if len(runs) == 1:
        return f"{begins}, B gives {'more' if runs[0][0] else 'less'} throughout."
    if len(runs) == 2 and across.kind == "integer":
        (more, first), (_, rest) = runs
        if more:
            return f"{begins}, B gives more up to {cell_words(across, heads[first[-1]], parties)}, less beyond."
        return f"{begins}, B gives more from {cell_words(across, heads[rest[0]], parties)} on, less before."
    return f"{begins}, B gives more in {sum(more for more, _ in found)} of {len(heads)} cells."


def two_rules_report(rules: OddsTable, variant: OddsTable, parties: Sequence[Party] = ()) -> Report:
    """Every cell by both rules, with the difference.

    >>> from probcalc.analysis.tables.table import table
    >>> sides = "armour=14..16", "damage=9..11"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> two_rules_report(*both).rows[0].cells
    ('14', '9', Fraction(3, 4), Fraction(9, 10), Fraction(3, 20))
    """
    assert rules.columns is not None
    heads, labels = signed_labels(rules.columns), signed_labels(rules.rows)
    counts, unit = number_in_words(rules.measure, [trial for row in rules.cells for trial in row], parties)
    rows = []
    for n, label in enumerate(labels):
        cells = zip(heads, rules.cells[n], variant.cells[n], _gaps(rules, variant, n), strict=True)
        for head, before, after, gap in cells:
            rows.append(Row((label, head, before.value, after.value, gap)))
    columns = (
        Column(table_words(rules.rows.parameter, parties), "name"),
        Column(table_words(rules.columns.parameter, parties), "name"),
        Column("A", unit),
        Column("B", unit),
        Column("change", "change", unit),
    )
    return Report(
        "two rules",
        f"{counts}, by both rules",
        columns,
        tuple(rows),
        scenario=rules.scenario_id,
        counts=counts,
        unit=unit,
    )


def _gaps(rules: OddsTable, variant: OddsTable, row: int) -> list[Fraction | None]:
    """How much more each cell of a row is by the variant."""
    return [
        None if before.value is None or after.value is None else after.value - before.value
        for before, after in zip(rules.cells[row], variant.cells[row], strict=True)
    ]


def _ways(gaps: list[tuple[Fraction, int, int]]) -> tuple[tuple[str, list[tuple[Fraction, int, int]]], ...]:
    return ("more", [gap for gap in gaps if gap[0] > 0]), ("less", [gap for gap in gaps if gap[0] < 0])


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
    return "chance" if answer is None else found.measure.unit(answer)


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

    >>> from probcalc.analysis.tables.table import table
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

    >>> from probcalc.analysis.tables.table import table
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
        steps = each.step if is_stepped else ()
        cells += ["none" if step is None else f"{change_text(step.gap, unit)} at {step.to}" for step in steps]
        rows.append(Row(tuple(cells)))
    return Report("breakpoints", "Breakpoints", tuple(columns), tuple(rows), scenario=rules.scenario_id)


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
