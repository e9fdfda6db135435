"""How uneven a fair die is: the exact law of chi-squared in even steps, as far as it matters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isqrt, lcm

from probcalc.analysis.fair.rolled import Rolled
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.face_counts.squares import squares, ways_below

_MOST_SPENT = 10_000_000
# With f degrees of freedom the limit of chi-squared is f + 2 sqrt(f x) + 2 x or more in less than 1 in e^x. So far, and
# in so many steps, the law is made, or else not as far and more coarsely.
_REACHES = ((10, 48), (5, 24))


@dataclass(frozen=True, slots=True)
class Unevenness:
    """The law of chi-squared.

    Attributes:
        steps: the statistic at which each step begins, and the chance to lie in it; one begins at what was observed.
        end: where the last step ends.
        beyond: P(statistic >= end).
        expected: the mean, one less than there are faces.
    """

    steps: tuple[tuple[Fraction, Fraction], ...]
    end: Fraction
    beyond: Fraction
    expected: Fraction


def unevenness(seen: Rolled) -> Unevenness | None:
    """The law of chi-squared for so many rolls with the die as it should be; None where that takes too long.

    >>> from probcalc.analysis.fair.rolled import what_was_rolled
    >>> found = unevenness(what_was_rolled([0, 3], None, None))
    >>> found.steps, found.beyond
    (((Fraction(1, 3), Fraction(3, 4)), (Fraction(3, 1), Fraction(1, 4))), Fraction(0, 1))
    """
    for reach, number in _REACHES:
        try:
            return _as_far_as(reach, number, seen)
        except TooLarge:
            continue
    return None


def _as_far_as(reach: int, number: int, seen: Rolled) -> Unevenness:
    weights, whole, n = seen.die.weights, sum(seen.die.weights), seen.n
    common, free = lcm(*weights), len(weights) - 1
    observed = squares(seen.counts, weights)
    # Equal faces leave every other sum without a way.
    stride = 2 if seen.die.is_even else 1
    least, most = -(-common * n * n // whole), n * n * common // min(weights)
    last = n + free + isqrt(4 * free * reach) + 2 * reach
    end = min(last * n * common // whole, most + 1)
    width = stride * max(1, -(-(end - least) // (stride * number)))
    first = observed - (observed - least) // width * width
    first -= width if first > least else 0
    edges = [*range(first, end, width)]
    edges.append(edges[-1] + width)
    with metered(Budget(_MOST_SPENT)):
        below = ways_below(n, weights, edges)
    steps = [
        (Fraction(edge * whole, n * common) - n, Fraction(after - before, whole**n))
        for edge, (before, after) in zip(edges, pairwise(below), strict=False)
    ]
    beyond = 1 - Fraction(below[-1], whole**n)
    kept = tuple(step for step in steps if step[1])
    return Unevenness(kept, Fraction(edges[-1] * whole, n * common) - n, beyond, Fraction(free))
