"""Two laws side by side: who is higher, and stochastic dominance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import Any, NamedTuple

from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.law.mass_function import MassFunction, require_law
from probcalc.exact.law.orders import are_numbers, common_order
from probcalc.exact.numbers.numerals import fraction_text

_LONG = 10_000


class Comparison(NamedTuple):
    """Exact chances that the first law ends above, level with and below the second (independent draws)."""

    wins: Fraction
    ties: Fraction
    loses: Fraction

    def __repr__(self) -> str:
        # Python itself refuses to write numbers of thousands of digits.
        texts = [repr(p) if p.denominator.bit_length() < _LONG else fraction_text(p, longest=40) for p in self]
        return f"Comparison(wins={texts[0]}, ties={texts[1]}, loses={texts[2]})"


def compare(first: MassFunction, second: MassFunction) -> Comparison:
    """P(X > Y), P(X = Y), P(X < Y) for independent X and Y, in one pass over both.

    >>> from probcalc.exact.dice.dice import d
    >>> compare(d(6), d(6))
    Comparison(wins=Fraction(5, 12), ties=Fraction(1, 6), loses=Fraction(5, 12))

    Raises:
        ValueError: when nothing says which of two outcomes is the higher; the message names one.
        TooLarge: when the estimate exceeds the bound.
    """
    (ours, a), (theirs, b) = _by_place(first, second)
    products = 2 * min(len(ours), len(theirs))
    require_affordable("a comparison of two laws", products, a.bit_length(), 0, b.bit_length())
    wins, ties = _count(ours, theirs)
    whole = a * b
    return Comparison(Fraction(wins, whole), Fraction(ties, whole), Fraction(whole - wins - ties, whole))


def _count(ours: Mapping[Any, int], theirs: Mapping[Any, int]) -> tuple[int, int]:
    """How many of the pairs the first wins, and how many are ties."""
    if ours.keys() == theirs.keys():
        # Outcome by outcome, as laws of one kind usually are.
        lower = accumulate(theirs.values(), initial=0)
        return sum(map(mul, ours.values(), lower)), sum(map(mul, ours.values(), theirs.values()))
    below, wins, ties = 0, 0, 0
    rising = iter(theirs)
    next_one = next(rising, None)
    for outcome, weight in ours.items():
        while next_one is not None and next_one < outcome:
            below += theirs[next_one]
            next_one = next(rising, None)
        wins += weight * below
        ties += weight * theirs.get(outcome, 0)
    return wins, ties


def _by_place(first: MassFunction, second: MassFunction) -> tuple[tuple[dict[Any, int], int], ...]:
    """The weights of both by places that can be compared, from the lowest to the highest, each with their total."""
    require_law(first, "a comparison")
    require_law(second, "a comparison")
    first, second = first.beside(second), second.beside(first)
    ours, theirs = first._weights, second._weights
    if not are_numbers(ours) or not (ours.keys() == theirs.keys() or are_numbers(theirs)):
        place = common_order(first, first.order, second, second.order).place
        ours, theirs = (dict(sorted((place(o), w) for o, w in law.items())) for law in (ours, theirs))
    return (ours, first._total), (theirs, second._total)


def dominates(first: MassFunction, second: MassFunction) -> bool:
    """First-order stochastic dominance: P(X >= t) >= P(Y >= t) at every threshold t.

    >>> from probcalc.exact.dice.dice import best_of, d
    >>> dominates(best_of(2, d(6)), d(6)), dominates(d(6), best_of(2, d(6)))
    (True, False)

    Raises:
        ValueError: when nothing says which of two outcomes is the higher; the message names one.
    """
    (ours, a), (theirs, b) = _by_place(first, second)
    above_ours = above_theirs = 0
    for place in sorted({*ours, *theirs}, reverse=True):
        above_ours += ours.get(place, 0)
        above_theirs += theirs.get(place, 0)
        if above_ours * b < above_theirs * a:
            return False
    return True
