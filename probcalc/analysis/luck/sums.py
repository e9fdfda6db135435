"""The law of a sum of many independent scores, equal ones pooled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heapify, heappop, heappush
from itertools import count
from math import comb, gcd
from operator import sub

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution

MOST_TOTALS = 200_000
_MOST_PAIRS = 20_000_000
_WHAT = "the law of the total"
# A prime, so that totals seldom share a remainder; so many shifts of a row of its bits take a tenth of a second.
_REMAINDERS, _MOST_SHIFTS = 2_097_143, 1_500


def sum_of(pools: Mapping[Distribution, int] | Iterable[tuple[Distribution, int]]) -> Distribution:
    """The law of the sum of so many copies of each law of whole numbers.

    >>> from probcalc.exact.dice.dice import d
    >>> sum_of([(d(6), 2)])[12]
    Fraction(1, 36)

    Raises:
        TooLarge: when it has more than 200,000 totals, or the estimate exceeds a bound.
    """
    pairs = list(pools.items() if isinstance(pools, Mapping) else pools)
    _require_few_totals(pairs)
    numbered = count()
    heap = [(len(law), next(numbered), law) for law, copies in pairs if copies for law in [_copies(law, copies)]]
    heapify(heap)
    if not heap:
        return Distribution.constant(0)
    # The two shortest first, so that long laws are added up seldom.
    while len(heap) > 1:
        one, other = heappop(heap)[2], heappop(heap)[2]
        both = law_of_sum(one, other)
        heappush(heap, (len(both), next(numbered), both))
    return heap[0][2]


def _require_few_totals(pairs: Iterable[tuple[Distribution, int]]) -> None:
    """Refuse what surely has too many totals before it is added up: they are at least as many as their remainders.

    Remainders are the bits of one number, and adding an outcome turns them round.
    """
    once = [law for law, copies in pairs if copies]
    stride = gcd(*map(_stride, once)) or 1
    if sum(int((max(law) - min(law)) // stride) * copies for law, copies in pairs) < MOST_TOTALS:
        return
    whole = (1 << _REMAINDERS) - 1
    seen, shifts = 1, 0
    for law in once:
        shifts += len(law)
        if shifts > _MOST_SHIFTS:
            return
        first, reached = min(law), 0
        for outcome in law:
            reached |= seen << int((outcome - first) // stride) % _REMAINDERS
        seen = (reached & whole) | reached >> _REMAINDERS
        if (totals := seen.bit_count()) > MOST_TOTALS:
            raise TooLarge(_WHAT, totals, MOST_TOTALS, "different totals")


def _copies(law: Distribution, copies: int) -> Distribution:
    if min(_span(law) * copies + 1, comb(copies + len(law) - 1, copies)) <= MOST_TOTALS:
        return law.repeat(copies)
    half = _copies(law, copies // 2) if copies > 1 else law
    if copies == 1:
        return law
    both = law_of_sum(half, half)
    return law_of_sum(both, law) if copies % 2 else both


def law_of_sum(one: Distribution, other: Distribution) -> Distribution:
    """The law of the sum of two.

    Raises:
        TooLarge: when it has too many totals.
    """
    stride = gcd(_stride(one), _stride(other)) or 1
    width = (max(one) - min(one) + max(other) - min(other)) // stride + 1
    pairs = len(one) * len(other)
    if min(pairs, width) > MOST_TOTALS:
        totals = min(pairs, width) if pairs > _MOST_PAIRS else len({a + b for a in one for b in other})
        if totals > MOST_TOTALS:
            raise TooLarge(_WHAT, totals, MOST_TOTALS, "different totals")
    return one + other


def _span(law: Distribution) -> int:
    return int((max(law) - min(law)) // (_stride(law) or 1))


def _stride(law: Distribution) -> int:
    first = min(law)
    return gcd(*(int(sub(outcome, first)) for outcome in law))
