"""The laws of compared set-ups as data: which of them is looked at, in which way, and its chances side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from probcalc.analysis.findings.report import Report
from probcalc.analysis.numbers.measure import law_of_threshold
from probcalc.present.reports.law import laws_report
from probcalc.present.reports.law_table import Shown, law_table
from probcalc.web.controls.inputs import pick_of
from probcalc.web.parts.controls import Control
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import address_word

_WAYS: tuple[Shown, ...] = ("at least", "exactly", "at most")
# More outcomes than a picture has room for are drawn in steps.
_MOST_DRAWN = 600


@dataclass(frozen=True, slots=True)
class LawsShown:
    """The laws that are looked at together.

    Attributes:
        picks: which result is looked at, and how, and what else could be.
        way: how it is looked at.
        report: its chances, a column for each set-up that has it.
        places: the set-ups that have it, by their places among all.
        is_ordered: whether "or more" makes sense.
        outcomes, columns: what is drawn: the outcomes, and of each of these set-ups their chances.
    """

    picks: Sequence[Control]
    way: Shown
    report: Report
    places: tuple[int, ...]
    is_ordered: bool
    outcomes: Sequence[str]
    columns: Sequence[Sequence[Fraction]]


def laws_to_show(stands: Sequence[Standing], names: Sequence[str], view: View) -> LawsShown | None:
    """What the set-ups, by these names, have in common to draw; None where fewer than two have an answer with a law."""
    answers = {n: row.answer for n, row in enumerate(stands) if row.answer is not None}
    if len(answers) < 2:
        return None
    labels: dict[str, str] = {}
    for answer in answers.values():
        for name in answer.laws:
            labels.setdefault(name, answer.declared(name).label)
    if not labels:
        return None
    leading = next((n for answer in answers.values() if (n := law_of_threshold(answer)) in labels), next(iter(labels)))
    chosen = view.result if view.result in labels else leading
    way: Shown = next((way for way in _WAYS if address_word(way) == view.tail), "at least")
    tables = {n: law_table(answer, chosen) for n, answer in answers.items() if chosen in answer.laws}
    is_ordered = all(table.is_ordered for table in tables.values())
    way = way if is_ordered else "exactly"
    report = laws_report({names[n]: table for n, table in tables.items()}, way)
    picks = [pick_of("show.result", "Show", chosen, labels)] if len(labels) > 1 else []
    if is_ordered:
        ways = {address_word(each): each for each in _WAYS}
        picks.append(pick_of("show.tail", "Chance of", address_word(way), ways))
    return LawsShown(picks, way, report, tuple(tables), is_ordered, *_draw_columns(report, way))


def _draw_columns(report: Report, way: Shown) -> tuple[list[str], list[list[Fraction]]]:
    """The outcomes that are drawn, and of each set-up their chances."""
    rows = [row.cells for row in report.rows]
    outcomes = [str(cells[0]) for cells in rows]
    columns = [_fill_column(cells, way) for cells in list(zip(*rows, strict=True))[1:]]
    if way == "at least" and len(outcomes) > 4 and all(column[0] == 1 for column in columns):
        outcomes, columns = outcomes[1:], [column[1:] for column in columns]
    step = -(-len(outcomes) // _MOST_DRAWN)
    return outcomes[::step], [_thin_column(column, way, step) for column in columns]


def _fill_column(cells: Sequence[Any], way: Shown) -> list[Fraction]:
    """A column in which outcomes that the law does not have take the chance of those next to them.

    >>> [str(p) for p in _fill_column([None, Fraction(1), Fraction(1, 2), None], "at least")]
    ['1', '1', '1/2', '0']
    """
    if way == "exactly":
        return [cell if cell is not None else Fraction(0) for cell in cells]
    given = list(cells) if way == "at most" else list(reversed(cells))
    filled = list(accumulate(given, lambda held, cell: held if cell is None else cell, initial=Fraction(0)))[1:]
    return filled if way == "at most" else filled[::-1]


def _thin_column(column: Sequence[Fraction], way: Shown, step: int) -> list[Fraction]:
    """Every so manyth chance; of exact ones the highest of its neighbours."""
    if way != "exactly":
        return list(column[::step])
    return [max(column[n : n + step]) for n in range(0, len(column), step)]
