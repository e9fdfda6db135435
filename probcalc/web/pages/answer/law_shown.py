"""A law as data: few outcomes one by one, many as one outline, both without tails of less than one in a million."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.present.reports.law_table import TAIL, law_table
from probcalc.scenarios.answer import Answer
from probcalc.web.pages.answer.law_drawn import MOST_COLUMNS, Law, Read
from probcalc.web.parts.numbers import with_minus

_MOST_DRAWN, _HIGHEST = 500, 1000


def law_data(answer: Answer, name: str, least: int | None = None) -> Law:
    """A law over numbers as the part draws it; what is `least` or more counts.

    >>> import probcalc
    >>> found = law_data(probcalc.odds("custom.roll", roll="20d6"), "result")
    >>> found["low"], found["top"], found["high"], found["between"]
    (36, 70, 104, (Fraction(7, 23), Fraction(16, 23)))
    """
    declared = answer.declared(name)
    data = bare_law(answer[name], declared.label, declared.unit, least)
    if "outcomes" in data:
        rows = law_table(answer, name).rows
        data["outcomes"] = [(row.outcome if row.words == str(row.outcome) else row.words, row.exactly) for row in rows]
    return {**data, "result": name}


def bare_law(law: Distribution, title: str, unit: str = "outcome", least: int | None = None) -> Law:
    """A law over numbers without an answer around it.

    >>> from probcalc.exact.dice.dice import d
    >>> bare_law(d(2), "coin")["outcomes"]
    [(1, Fraction(1, 2)), (2, Fraction(1, 2))]
    """
    data: Law = {"title": title, "unit": unit, "mean": law.mean if law.has_mean else None}
    if len(law) <= MOST_COLUMNS:
        data["outcomes"] = list(law.items())
        return data
    return data | _outline(law, least)


def _outline(law: Distribution, least: int | None) -> Law:
    """The heights of many outcomes, in thousandths of the highest, and which part of their width counts."""
    outcomes, weights = list(law.weights), list(law.weights.values())
    sums = list(accumulate(weights))
    cut = law.total * TAIL.numerator // TAIL.denominator
    first = next(n for n, s in enumerate(sums) if s >= cut)
    last = next(n for n, s in enumerate(sums) if law.total - s <= cut)
    shown = range(first, last + 1)
    top = max(weights)
    heights = [weights[n] * _HIGHEST // top for n in shown]
    if least is None:
        start, end = middle(law)
    else:
        start, end = next((n for n in shown if not is_number(outcomes[n]) or outcomes[n] >= least), last + 1), last
    # More outcomes than a screen has pixels: of neighbours the highest is drawn.
    wide = -(-len(heights) // _MOST_DRAWN)
    drawn = [max(heights[n : n + wide]) for n in range(0, len(heights), wide)]
    count = len(heights)
    return {
        "heights": drawn,
        "low": outcomes[first],
        "high": outcomes[last],
        "top": outcomes[weights.index(top)],
        "top_at": Fraction(2 * (weights.index(top) - first) + 1, 2 * count),
        "between": (Fraction(max(0, start - first), count), Fraction(min(count, end - first + 1), count)),
        "mean_at": _place(law, outcomes, first, count),
        "reads": _reads(law, list(shown)[::wide]),
    }


def _reads(law: Distribution, places: Sequence[int]) -> list[Read]:
    """Of the outcomes that are drawn each with its own chance and that of it or more."""
    outcomes, weights = list(law.weights), list(law.weights.values())
    sums = list(accumulate(weights, initial=0))
    return [(outcomes[n], Fraction(weights[n], law.total), 1 - Fraction(sums[n], law.total)) for n in places]


def _place(law: Distribution, outcomes: list[Any], first: int, count: int) -> Fraction | None:
    """Where the mean stands along the width."""
    if not law.has_mean:
        return None
    mean = law.mean
    below = max((n for n, outcome in enumerate(outcomes) if is_number(outcome) and outcome <= mean), default=0)
    return Fraction(2 * (below - first) + 1, 2 * count)


def middle(law: Distribution) -> tuple[int, int]:
    """The places between which at least nine tenths lie, with at most a twentieth on either side.

    >>> middle(Distribution.from_weights({1: 1, 2: 98, 3: 1}))
    (1, 1)
    """
    sums = list(accumulate(law.weights.values()))
    first = next(n for n, s in enumerate(sums) if 20 * s > law.total)
    last = next(n for n, s in enumerate(sums) if 20 * s >= 19 * law.total)
    return first, last


def range_of_most(law: Distribution) -> str:
    """Between which numbers nine of ten tries end.

    >>> import probcalc
    >>> range_of_most(probcalc.odds("custom.roll", roll="20d20")["result"])
    '9 times in 10: 168 to 252'
    """
    if len(law) < 4:
        return ""
    first, last = middle(law)
    outcomes, weights = list(law.weights), list(law.weights.values())
    within = Fraction(sum(weights[first : last + 1]), law.total)
    about = "" if within <= Fraction(92, 100) else "more than "
    low, high = (with_minus(str(outcomes[place])) for place in (first, last))
    return f"{about}9 times in 10: {low} to {high}" if low != high else f"more than 9 times in 10: {low}"
