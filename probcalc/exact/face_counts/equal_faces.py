"""The shares of many equal faces at once, as a power of the series of one face.

Counts are taken from a middle count c on: where m faces come c + d times each, k is the sum of the d and the spread e
that of their squares. The shares are the coefficients of f^m, where f is the sum of x^d y^(d d) / (c + d)!. As g = f^m
has f * g' = m * f' * g, with the derivatives by y, for every e > 0 and with a_d = c! / (c + d)!

    e * g(k, e) = sum over d != 0 of ((m + 1) * d * d - e) * a_d * g(k - d, e - d * d).

All faces together take about as long as one face more takes otherwise. The shares of one spread lie side by side in one
long integer, and Horner's rule goes through the a_d from the least d up, with factors of one digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, isqrt, lgamma, log

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import meter
from probcalc.exact.budget.requirements import look, require_steps
from probcalc.exact.face_counts.shares import Shares, Table

_WHAT = "the test by chi-squared"
# What two terms d and -d take beside their passes over a row, and how many products their passes are as long as.
_PAIR, _PASSES = 3000, 4


def equal_faces(faces: int, middle: int, wanted: Sequence[tuple[int, int, int]]) -> Table:
    """The table of so many faces; `wanted` has (rolls, base, length) for each row, of every other sum from a base on.

    Two rolls of a coin: 1 + 1 squares in two ways, 4 + 0 in two.

    >>> from probcalc.exact.face_counts.shares import unpack
    >>> table = equal_faces(2, 1, [(2, 2, 2)])
    >>> unpack(table.rows[2], table.width), table.scale, table.fewest
    ([4, 4], 1, 0)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    mean = faces * middle
    most = _greatest_spread(faces, middle, wanted)
    pairs = most * isqrt(most) * 2 // 3 + 1
    meter().foresee(_WHAT, pairs * _PAIR // costs.NANOSECONDS_PER_STEP)
    far = isqrt(faces * most)
    fewest = max(0, mean - far)
    scale = _odd_scale(faces, middle, most) << fewest
    # No share is greater than faces^k * scale * 2^(k - fewest) / k!.
    bits = max(k * log(2 * faces) - lgamma(k + 1) for k in range(fewest, mean + far + 1)) / log(2) - fewest
    width = int(max(bits + scale.bit_length(), 0)) // 8 + 2
    each = _PAIR + _PASSES * costs.product(6 * width * far, 30)
    require_steps(_WHAT, pairs * each // costs.NANOSECONDS_PER_STEP, most * (far + 1) * width)
    first = (scale << mean - fewest) // factorial(middle) ** faces
    spreads = Spreads(faces, middle, width, most)
    rows = spreads.rows(spreads.powers(first), wanted)
    return Table(faces, faces, fewest, width, scale, rows)


def count_of_shares(faces: int, middle: int, wanted: Sequence[tuple[int, int, int]]) -> int:
    """How many shares are read to make so many faces at once, about."""
    most = _greatest_spread(faces, middle, wanted)
    return most * isqrt(most) * isqrt(faces * most)


def _greatest_spread(faces: int, middle: int, wanted: Sequence[tuple[int, int, int]]) -> int:
    return max(base + 2 * (length - 1) - middle * (2 * rolls - faces * middle) for rolls, base, length in wanted)


def _odd_scale(faces: int, middle: int, most: int) -> int:
    """A number that every product of factorials of the counts divides, twos apart.

    The exponent of a prime in (c + d)! lies below a concave function of d * d, so that a product of so many has most
    where all d are alike: there the chords of the exponents are read off.
    """
    scale = 1
    for prime in _odd_primes(middle + isqrt(most)):
        exponent = _exponent(prime, middle)
        points = [(0, exponent)]
        for count in range((middle // prime + 1) * prime, middle + isqrt(most) + 1, prime):
            exponent += _exponent(prime, count) - _exponent(prime, count - 1)
            points.append(((count - middle) ** 2, exponent))
        near = [point for point in points if point[0] * faces <= most]
        highest = faces * near[-1][1]
        for x, low in near:
            for y, high in points[len(near) :]:
                highest = max(highest, (faces * low * (y - x) + (high - low) * (most - faces * x)) // (y - x))
        scale *= prime**highest
    return scale


def _exponent(prime: int, count: int) -> int:
    """How often a prime divides count!."""
    found = 0
    while count:
        count //= prime
        found += count
    return found


def _odd_primes(most: int) -> list[int]:
    """The odd primes up to a number.

    >>> _odd_primes(12)
    [3, 5, 7, 11]
    """
    is_prime = bytearray([1]) * (most + 1)
    for number in range(3, isqrt(most) + 1, 2):
        if is_prime[number]:
            is_prime[number * number :: number] = bytes(len(range(number * number, most + 1, number)))
    return [number for number in range(3, most + 1, 2) if is_prime[number]]


@dataclass(frozen=True, slots=True)
class Spreads:
    """The shares of so many faces by their spread up to the most, each of so many bytes."""

    faces: int
    middle: int
    width: int
    most: int

    def lowest(self, spread: int) -> int:
        """The least sum of distances that has a spread; all others are an even number above it."""
        low = -min(isqrt(self.faces * spread), self.faces * self.middle)
        return low + (low - spread) % 2

    def powers(self, first: int) -> list[int]:
        """The shares of each spread from 0 on, packed from its lowest sum on; the first share is that of spread 0."""
        lows = [self.lowest(spread) for spread in range(self.most + 1)]
        bits = 8 * self.width
        found, rising = [first], [1]
        for spread in range(1, self.most + 1):
            farthest = isqrt(spread)
            below = min(farthest, self.middle)
            if len(rising) <= farthest:
                rising.append(rising[-1] * (self.middle + farthest))
            froms = [lows[spread - d * d] for d in range(1, farthest + 1)]
            ups = [low + d for d, low in enumerate(froms, 1)]
            downs = [low - d for d, low in enumerate(froms[:below], 1)]
            # A term may reach below the lowest sum, where all terms together are nothing.
            base = min(lows[spread], *ups, *downs)
            terms = [((self.faces + 1) * d * d - spread) * found[spread - d * d] for d in range(1, farthest + 1)]
            part = 0
            for d in range(below, 0, -1):
                at = (downs[d - 1] - base) // 2
                part = (part + (terms[d - 1] << at * bits + below - d)) * (self.middle - d + 1)
            for d in range(1, farthest + 1):
                at = (ups[d - 1] - base) // 2
                part = part * (self.middle + d) + (terms[d - 1] << at * bits + below + d)
            part >>= (lows[spread] - base) // 2 * bits + below
            found.append(part // (spread * rising[farthest]))
            look()
        return found

    def rows(self, powers: Sequence[int], wanted: Sequence[tuple[int, int, int]]) -> dict[int, Shares]:
        """The same shares by the number of rolls, each packed by its sum of squares."""
        width = self.width
        shares = [power.to_bytes((power.bit_length() // (8 * width) + 1) * width, "little") for power in powers]
        mean = self.faces * self.middle
        found = {}
        for rolls, base, length in wanted:
            start = base - self.middle * (2 * rolls - mean)
            parts = []
            for spread in range(start, start + 2 * length, 2):
                at = (rolls - mean - self.lowest(spread)) // 2 * width
                parts.append(shares[spread][at : at + width].ljust(width, b"\0") if at >= 0 else bytes(width))
            if packed := int.from_bytes(b"".join(parts), "little"):
                found[rolls] = Shares(base, length, packed)
        return found
