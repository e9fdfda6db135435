"""How often the counts of all faces lie within bounds: for the greatest and the smallest, and the most uncommon."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from probcalc.exact.budget.requirements import require_affordable

WITHIN = "the test of the greatest and the smallest count"


def greatest_is(count: int, n: int, faces: int) -> Fraction:
    """P(the greatest count of n rolls of a die with that many equal faces >= count).

    >>> greatest_is(9, 30, 6)
    Fraction(33456689818930899649, 113721152119718805504)
    """
    return 1 - Fraction(ways_within(n, faces, 0, count - 1), faces**n)


def smallest_is(count: int, n: int, faces: int) -> Fraction:
    """P(the smallest count <= count).

    >>> smallest_is(3, 30, 6)
    Fraction(25699172474910505031, 28430288029929701376)
    """
    return 1 - Fraction(ways_within(n, faces, count + 1, n), faces**n)


def ways_within(n: int, faces: int, least: int, most: int) -> int:
    """The ways in which n rolls show each of so many faces `least` to `most` times.

    The face of the last roll had been shown one time less: W(f, k) = f W(f, k-1), and those in which it now has its
    `least` are gained, those in which it has one more than `most` are lost.

    >>> ways_within(2, 6, 0, 1), ways_within(3, 2, 1, 3)
    (30, 6)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if least > most or faces * least > n or faces * most < n:
        return 0
    bits = n * faces.bit_length()
    # Enough rolls are left over for the other faces to have their least.
    longest = n - (faces - 1) * least
    sides = (least > 0) + (most < longest)
    work = faces * (longest - least + 1)
    require_affordable(WITHIN, work + sides * n, bits // 2, 2 * n, 60)
    require_affordable(WITHIN, sides * work, bits // 2, 2 * n, _bits_of(n, least, most))
    gained, lost = _binomials(least - 1, n), _binomials(most, n)
    before = {0: 1}
    for number in range(1, faces + 1):
        ways = {0: int(least == 0)}
        for rolls in range(max(1, number * least), n - (faces - number) * least + 1):
            found = ways.get(rolls - 1, 0)
            if least:
                found += gained[rolls - 1] * before.get(rolls - least, 0)
            if rolls > most:
                found -= lost[rolls - 1] * before.get(rolls - most - 1, 0)
            ways[rolls] = number * found
        before = ways
    return before[n]


def _binomials(chosen: int, n: int) -> dict[int, int]:
    """The binomials (k over `chosen`) for each k below n."""
    found = {}
    ways = 1
    for k in range(max(chosen, 0), n):
        found[k] = ways
        ways = ways * (k + 1) // (k + 1 - chosen)
    return found if chosen >= 0 else {}


def _bits_of(n: int, least: int, most: int) -> int:
    """About how long the longest of the binomials are on average."""
    return (
        max(comb(n, min(count, n // 2)).bit_length() for count in (least, min(most, n - most if most < n else 0))) // 2
    )


def ways_within_each(n: int, weights: Sequence[int], bounds: Sequence[tuple[int, int]]) -> int:
    """The same, by weight, with chances and bounds of its own for each face.

    >>> ways_within_each(2, [1] * 6, [(0, 1)] * 6)
    30

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if len(set(weights)) == len(set(bounds)) == 1:
        return ways_within(n, len(weights), *bounds[0]) * int(weights[0] ** n)
    bits = n * sum(weights).bit_length()
    work = sum((min(most, n) - least + 1) * n for least, most in bounds)
    require_affordable(WITHIN, work, bits // 2, 2 * n, bits // len(weights) // 2 + 30)
    before = {0: 1}
    for weight, (least, most) in zip(weights, bounds, strict=True):
        ways: dict[int, int] = {}
        powers = [weight**count for count in range(least, min(most, n) + 1)]
        for rolls, number in before.items():
            for count, power in enumerate(powers[: n - rolls - least + 1], least):
                ways[rolls + count] = ways.get(rolls + count, 0) + number * comb(rolls + count, count) * power
        before = ways
    return before.get(n, 0)
