"""The report of two results together: a two-way table, and how both go together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.one_play.joint import Together
from probcalc.exact.numbers.moments import SquareRoot, square_root
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.numbers.decimals import decimal
from probcalc.scenarios.sentences import lower_first, outcome_words

MOST_COLUMNS, MOST_ROWS, MOST_PAIRS = 8, 24, 100
ALL, CORNER = "in all", "down \\ across"
_YES_NO = {0: "no", 1: "yes"}

Axis: TypeAlias = Literal[0, 1]
Group: TypeAlias = tuple[Any, ...]
"""Outcomes that are counted together: one, or neighbouring numbers."""


def together_report(found: Together, most_columns: int = MOST_COLUMNS, most_pairs: int = MOST_PAIRS) -> Report:
    """One result down and the other across, each cell its chance, both alone at the margins; then every pair exactly.

    What has more outcomes goes down where both ways do not fit. Where it is still too wide, the numbers at either end
    are counted together; so many names are listed as pairs.

    >>> from probcalc.analysis.one_play.joint import joint
    >>> melee = {"attacker": "the_cursed", "target": "spearmen"}
    >>> report = together_report(joint("chronopia.melee", melee, ["wounds", "attacker_dazed"]))
    >>> [column.label for column in report.columns[1:]]
    ['no', 'yes', 'in all']
    >>> [str(cell) for cell in report.rows[-1].cells]
    ['in all', '361/400', '39/400', '1']
    """
    down: Axis = 1 if len(found.outcomes[1]) > most_columns >= len(found.outcomes[0]) else 0
    across: Axis = 0 if down else 1
    rows = _groups(found, down, MOST_ROWS)
    columns = _groups(found, across, most_columns)
    if len(columns) > most_columns:
        return _pairs(found, says=_says(found))
    notes = list(found.answer.notes)
    folded = [i for i, groups in ((down, rows), (across, columns)) if len(groups) < len(found.outcomes[i])]
    if folded:
        notes.append(f"Numbers at the ends are counted together: {' and '.join(_label(found, i) for i in folded)}.")
    is_listed = len(found.table) <= most_pairs
    if not is_listed:
        notes.append("Every pair with its exact chance is in the CSV and the JSON.")
    return Report(
        "together",
        _title(found),
        (
            Column(CORNER, "name"),
            *(Column(_words(found, across, group), "chance") for group in columns),
            Column(ALL, "chance"),
        ),
        _two_way(found, down, rows, columns),
        scenario=found.answer.scenario.id,
        says=(
            f"Down: {lower_first(_label(found, down))}; across: {lower_first(_label(found, across))}.",
            *_says(found),
        ),
        notes=tuple(notes),
        data=found.to_json(),
        more=(_pairs(found),) if is_listed else (),
    )


def _two_way(found: Together, down: Axis, rows: Sequence[Group], columns: Sequence[Group]) -> tuple[Row, ...]:
    """The rows with their margins, the last of them the other result alone."""
    row_of = {outcome: place for place, group in enumerate(rows) for outcome in group}
    column_of = {outcome: place for place, group in enumerate(columns) for outcome in group}
    chances = [[Fraction(0)] * len(columns) for _ in rows]
    for *pair, chance in found.table:
        chances[row_of[pair[down]]][column_of[pair[1 - down]]] += chance
    words = [_words(found, down, group) for group in rows]
    body = [Row((name, *cells, sum(cells, Fraction(0)))) for name, cells in zip(words, chances, strict=True)]
    below = [sum(cells, Fraction(0)) for cells in zip(*chances, strict=True)]
    return (*body, Row((ALL, *below, sum(below, Fraction(0)))))


def _pairs(found: Together, says: tuple[str, ...] = ()) -> Report:
    """Every pair of outcomes with its chance, also as a fraction."""
    rows = ((_words(found, 0, (a,)), _words(found, 1, (b,)), chance) for a, b, chance in found.table)
    return Report(
        "pairs" if not says else "together",
        "Every pair, exactly",
        (
            *(Column(_label(found, place), "name") for place in (0, 1)),
            Column("chance", "chance"),
            Column("exact", "exact"),
        ),
        tuple(Row((*pair, chance, chance)) for *pair, chance in rows),
        scenario=found.answer.scenario.id,
        says=says,
        notes=tuple(found.answer.notes) if says else (),
        data=found.to_json(),
    )


def _groups(found: Together, place: Axis, most: int) -> list[Group]:
    """The outcomes, at most so many where numbers at the less likely end can be counted together."""
    chances = found.margin(place)
    names = [(outcome,) for outcome in chances if not isinstance(outcome, int)]
    numbers: list[Group] = [(outcome,) for outcome in chances if isinstance(outcome, int)]
    likely = [chances[outcome] for (outcome,) in numbers]
    while len(numbers) > 2 and len(numbers) + len(names) > most:
        at = 0 if likely[0] + likely[1] < likely[-1] + likely[-2] else len(numbers) - 2
        numbers[at : at + 2] = [numbers[at] + numbers[at + 1]]
        likely[at : at + 2] = [likely[at] + likely[at + 1]]
    return [*numbers, *names]


def _words(found: Together, place: Axis, group: Group) -> str:
    """How outcomes that are counted together are read.

    >>> from probcalc.analysis.one_play.joint import joint
    >>> _words(joint("oathmark.combat", {}, ["a_hits", "b_casualties"]), 0, (3, 4, 5))
    '3 to 5'
    """
    if len(group) > 1:
        return f"{group[0]} to {group[-1]}"
    return _YES_NO[group[0]] if found.are_chances[place] else outcome_words(group[0], found.answer.sides)


def _label(found: Together, place: Axis) -> str:
    return found.answer.declared(found.results[place]).label


def _title(found: Together) -> str:
    return f"{_label(found, 0)} and {_label(found, 1)} together"


def _says(found: Together) -> tuple[str, ...]:
    """Covariance and correlation, and what they mean."""
    covariance, squared = found.covariance, found.correlation_squared
    if found.is_independent:
        meant = "They are independent."
    elif not covariance:
        meant = "Either tells something about the other."
    else:
        meant = f"They tend to move in {'the same direction' if covariance > 0 else 'opposite directions'}."
    if covariance is None:
        return (meant,)
    numbers = [f"Covariance {_number(covariance)}"]
    if squared is not None:
        root = square_root(squared)
        sign = "-" if covariance < 0 else ""
        numbers.append(f"correlation {sign}{decimal(root) if isinstance(root, SquareRoot) else _number(root)}")
        if isinstance(root, SquareRoot):
            numbers.append(f"its square {_number(squared)}")
    return f"{', '.join(numbers)}.", meant


def _number(value: Fraction) -> str:
    whole = value.denominator == 1
    return decimal(value) if whole else f"{decimal(value)} ({fraction_text(value, longest=20)})"
