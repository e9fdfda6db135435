"""Pearson's chi-squared, exactly: how often the squares of the counts of all faces add up to less.

With n rolls, counts c and chances w / W the statistic is (W / n) * (sum of c * c / w) - n, so it goes by the whole
number S = sum of c * c * L / w, with L the least common multiple of the w. The ways to each S are built up face by
face. The sums of one number of rolls lie side by side in one long integer, so a step is a shift, a product and an
addition; what the faces that remain would carry to the observed sum, however evenly, is cut off at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb, gcd, isqrt, lcm

from probcalc.exact import costs
from probcalc.exact.bounds import Budget, require_steps

_CHUNK = 4
"""Products that are brought down together by the common divisor of their factors."""


def statistic(counts: Sequence[int], weights: Sequence[int]) -> Fraction:
    """Pearson's chi-squared of the counts of faces with chances in these proportions.

    >>> statistic([3, 9, 4, 4, 5, 5], [1] * 6)
    Fraction(22, 5)
    """
    n = sum(counts)
    squares = sum(Fraction(count * count, weight) for count, weight in zip(counts, weights, strict=True))
    return Fraction(squares) * sum(weights) / n - n


def chi_squared(counts: Sequence[int], weights: Sequence[int], budget: Budget | None = None) -> Fraction:
    """P(statistic >= that of these counts), when the chances of the faces are in the proportions given.

    >>> chi_squared([0, 12], [1, 1])
    Fraction(1, 2048)
    >>> chi_squared([3, 1, 2], [1, 2, 1])
    Fraction(167, 512)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    n, whole = sum(counts), sum(weights)
    common = lcm(*weights)
    observed = sum(count * count * common // weight for count, weight in zip(counts, weights, strict=True))
    below = ways_below(n, weights, observed, Budget() if budget is None else budget)
    return 1 - Fraction(below, whole**n)


def ways_below(n: int, weights: Sequence[int], least: int, budget: Budget) -> int:
    """The ways, by weight, in which n rolls leave the sum S below `least`."""
    half = len(weights) // 2
    # Faces of equal chances share one table for both halves.
    first, second = weights[:half], weights[half:]
    tables = Squares(n, weights, least, budget)
    if len(set(weights)) == 1:
        smaller = tables.of(first)
        larger = smaller if len(second) == half else tables.with_face(smaller, second[0])
    else:
        smaller, larger = tables.of(first), tables.of(second)
    found = 0
    for rolls, row in smaller.rows.items():
        if n - rolls in larger.rows:
            found += comb(n, rolls) * tables.joined(smaller, row, larger, larger.rows[n - rolls])
    return found


@dataclass(frozen=True, slots=True)
class Row:
    """The ways to each sum for one number of rolls: the first sum, how many, and the ways packed from it on."""

    base: int
    length: int
    packed: int


@dataclass(frozen=True, slots=True)
class Table:
    """The ways of some faces: their weight in all, the bytes of a number, and a row for each number of rolls."""

    faces: int
    whole: int
    width: int
    rows: dict[int, Row]


class Squares:
    """The tables of one question: n rolls, all weights, and the sum that is not reached."""

    def __init__(self, n: int, weights: Sequence[int], least: int, budget: Budget) -> None:
        self.n, self.least, self.budget = n, least, budget
        self.common = lcm(*weights)
        self.all = sum(weights)
        # The square of a number is odd when the number is: equal faces leave every other sum without a way.
        self.stride = 2 if len(set(weights)) == 1 else 1

    def of(self, weights: Sequence[int]) -> Table:
        """The table of these faces."""
        table = Table(0, 0, 1, {0: Row(0, 1, 1)})
        for weight in weights:
            table = self.with_face(table, weight)
        return table

    def _bounds(self, rolls: int, whole: int) -> tuple[int, int]:
        """The least sum of faces with so much weight, and the greatest that the other faces leave room for."""
        used = -(-self.common * rolls * rolls // whole) if whole else 0
        rest, others = self.n - rolls, self.all - whole
        ahead = -(-self.common * rest * rest // others) if others else 0
        if self.stride == 2:
            used += (used - rolls) % 2
        return used, self.least - 1 - ahead

    def with_face(self, table: Table, weight: int) -> Table:
        """The table with one face more."""
        whole = table.whole + weight
        square = self.common // weight
        rows: list[tuple[int, int, int]] = []
        for rolls in range(self.n + 1):
            base, most = self._bounds(rolls, whole)
            if base <= most and (whole < self.all or rolls == self.n):
                rows.append((rolls, base, (most - base) // self.stride + 1))
        if not rows or not table.rows:
            return Table(table.faces + 1, whole, 1, {})
        width = ((whole ** rows[-1][0]).bit_length() + 8) // 8
        self._foresee(table, rows, width, square)
        source = _widened(table, width)
        masks: dict[int, int] = {}
        made: dict[int, Row] = {}
        for rolls, base, length in rows:
            packed = self._row(source, rolls, base, length, 8 * width, weight, square, masks)
            if packed:
                made[rolls] = Row(base, length, packed)
            self.budget.look()
        return Table(table.faces + 1, whole, width, made)

    def _row(
        self,
        source: dict[int, Row],
        rolls: int,
        base: int,
        length: int,
        bits: int,
        weight: int,
        square: int,
        masks: dict[int, int],
    ) -> int:
        """The ways to each sum with so many rolls: the sum of binomial(rolls, c) * weight^c of the row of rolls - c."""
        terms: list[tuple[int, int]] = []
        for count in range(rolls + 1):
            row = source.get(rolls - count)
            if row is None:
                continue
            place = (row.base + square * count * count - base) // self.stride
            kept = length - place
            if kept <= 0:
                continue
            packed = row.packed
            if kept < row.length:
                if kept not in masks:
                    masks[kept] = (1 << kept * bits) - 1
                packed &= masks[kept]
            if packed:
                terms.append((comb(rolls, count) * weight**count, packed << place * bits))
        # What neighbouring binomials have in common is multiplied last, so most products are by short numbers.
        while len(terms) > 1:
            groups = (terms[start : start + _CHUNK] for start in range(0, len(terms), _CHUNK))
            terms = [_together(group) for group in groups]
        return terms[0][0] * terms[0][1] if terms else 0

    def _foresee(self, table: Table, rows: Sequence[tuple[int, int, int]], width: int, square: int) -> None:
        """Count what the rows take before they are made."""
        nanoseconds = memory = 0
        before = {rolls: (row.base, row.length) for rolls, row in table.rows.items()}
        lowest, highest = min(before), max(before)
        for rolls, _, length in rows:
            memory += length * width
            middle = min(max(rolls // (table.faces + 1), rolls - highest), max(rolls - lowest, 0))
            # Counts around the middle one find a row, as far as the square of their distance leaves room.
            room = isqrt(length * self.stride // square) + 1
            counts = min(2 * room + 1, rolls + 1, highest - lowest + 1)
            bits = 8 * width * length // 2
            nanoseconds += counts * (1500 + costs.product(bits, comb(rolls, middle).bit_length() // _CHUNK + 30))
        require_steps("the test by chi-squared", nanoseconds // costs.NANOSECONDS_PER_STEP, 2 * memory, self.budget)

    def joined(self, one: Table, row: Row, other: Table, cumulated: Row) -> int:
        """The ways of two rows of which both sums together stay below the observed one."""
        ways = unpacked(row, one.width)
        sums = list(accumulate(unpacked(cumulated, other.width)))
        found = 0
        for place, way in enumerate(ways):
            room = (self.least - 1 - row.base - self.stride * place - cumulated.base) // self.stride
            if room < 0:
                break
            if way:
                found += way * sums[min(room, len(sums) - 1)]
        return found


def _together(terms: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The sum of products as one product, with the common factor of all in front."""
    shared = gcd(*(factor for factor, _ in terms))
    return shared, sum(factor // shared * packed for factor, packed in terms)


def unpacked(row: Row, width: int) -> list[int]:
    """The ways to each sum of a row, one by one."""
    data = row.packed.to_bytes(row.length * width, "little")
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


def _widened(table: Table, width: int) -> dict[int, Row]:
    """The rows with more bytes for each number of ways."""
    if width == table.width:
        return table.rows
    found = {}
    for rolls, row in table.rows.items():
        old = table.width
        data = row.packed.to_bytes(row.length * old, "little")
        spread = b"".join(data[at : at + old].ljust(width, b"\0") for at in range(0, len(data), old))
        found[rolls] = Row(row.base, row.length, int.from_bytes(spread, "little"))
    return found
