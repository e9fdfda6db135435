"""The same table by two rules, A those of the game and B a variant: which gives more, where, and every cell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from probcalc.analysis.report import Column, Report, Row
from probcalc.analysis.table import OddsTable
from probcalc.present.numbers import change_text
from probcalc.present.reports.breakpoints import cell_unit
from probcalc.present.reports.measured import number_in_words
from probcalc.present.reports.table_says import cell_words, signed_labels
from probcalc.present.words import table_words
from probcalc.scenarios.parties import Party


def two_rules_sentence(rules: OddsTable, variant: OddsTable, parties: Sequence[Party] = ()) -> str:
    """In how many cells the variant gives more and less, and by how much at most.

    >>> from probcalc.analysis.table import table
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

    >>> from probcalc.analysis.table import table
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

    >>> from probcalc.analysis.table import table
    >>> sides = "armour=14..16", "damage=9..11"
    >>> both = [table("chronopia.armour", each, *sides, "any_wound") for each in ({}, {"variant": "d20=2d10"})]
    >>> two_rules_report(*both).rows[0].cells
    ('14', '9', Fraction(3, 4), Fraction(9, 10), Fraction(3, 20))
    """
    assert rules.columns is not None
    heads, labels = signed_labels(rules.columns), signed_labels(rules.rows)
    counts, unit = number_in_words(rules.measure, [trial for row in rules.cells for trial in row], parties)
    rows = []
    for label, one, other in zip(labels, rules.cells, variant.cells, strict=True):
        for head, before, after in zip(heads, one, other, strict=True):
            gap = None if before.value is None or after.value is None else after.value - before.value
            rows.append(Row((label, head, before.value, after.value, gap)))
    columns = (
        Column(table_words(rules.rows.parameter, parties), "name"),
        Column(table_words(rules.columns.parameter, parties), "name"),
        Column("A", unit),
        Column("B", unit),
        Column("change", "change", unit),
    )
    return Report(
        "two rules", f"{counts}, by both rules", columns, tuple(rows), rules.scenario_id, counts=counts, unit=unit
    )


def _gaps(rules: OddsTable, variant: OddsTable, row: int) -> list[Fraction | None]:
    """How much more each cell of a row is by the variant."""
    return [
        None if before.value is None or after.value is None else after.value - before.value
        for before, after in zip(rules.cells[row], variant.cells[row], strict=True)
    ]


def _ways(gaps: list[tuple[Fraction, int, int]]) -> tuple[tuple[str, list[tuple[Fraction, int, int]]], ...]:
    return ("more", [gap for gap in gaps if gap[0] > 0]), ("less", [gap for gap in gaps if gap[0] < 0])
