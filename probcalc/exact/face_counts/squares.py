"""Pearson's chi-squared, exactly: how often the squares of the counts of all faces add up to less.

With n rolls, counts c and chances w / W the statistic is (W / n) * (sum of c * c / w) - n, so it goes by the whole
number S = sum of c * c * L / w, with L the least common multiple of the w. The ways to each S are built up face by
face, or for many equal faces at once. The sums of one number of rolls lie side by side in one long integer, so a step
is a shift, a product and an addition; what the faces that remain would carry to the observed sum, however evenly, is
cut off at once. With one face more a share is the sum of those before it times 2^c / c!, which Horner's rule adds up
with factors of one digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import factorial, gcd, isqrt, lcm, lgamma, log, prod
from operator import add

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import metered
from probcalc.exact.budget.requirements import look, require_steps
from probcalc.exact.face_counts.equal_faces import count_of_shares, equal_faces
from probcalc.exact.face_counts.shares import Shares, Table, unpack, widen

_WHAT = "the test by chi-squared"
_TOGETHER = 8
"""Counts of a face that are added up by themselves, as they reach about the same sums."""
_MASKED = 32
"""Rows are cut off at a multiple of so many sums first, so that few masks are made."""
_LONGER = 3
"""How many times as long a share takes where equal faces are made at once, and not one by one."""


def statistic(counts: Sequence[int], weights: Sequence[int]) -> Fraction:
    """Pearson's chi-squared of the counts of faces with chances in these proportions.

    >>> statistic([3, 9, 4, 4, 5, 5], [1] * 6)
    Fraction(22, 5)
    """
    n = sum(counts)
    return Fraction(squares(counts, weights) * sum(weights), n * lcm(*weights)) - n


def squares(counts: Sequence[int], weights: Sequence[int]) -> int:
    """The whole number S of these counts.

    >>> squares([3, 1, 2], [1, 2, 1])
    27
    """
    common = lcm(*weights)
    return sum(count * count * common // weight for count, weight in zip(counts, weights, strict=True))


def chi_squared(counts: Sequence[int], weights: Sequence[int]) -> Fraction:
    """P(statistic >= that of these counts), when the chances of the faces are in the proportions given.

    >>> chi_squared([0, 12], [1, 1])
    Fraction(1, 2048)
    >>> chi_squared([3, 1, 2], [1, 2, 1])
    Fraction(167, 512)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    n, whole = sum(counts), sum(weights)
    observed = squares(counts, weights)
    [below] = ways_below(n, weights, [observed])
    return 1 - Fraction(below, whole**n)


@metered()
def ways_below(n: int, weights: Sequence[int], leasts: Sequence[int]) -> list[int]:
    """The ways, by weight, in which n rolls leave the sum S below each of these.

    >>> ways_below(2, [1, 1], [3, 5])
    [2, 4]

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    half = len(weights) // 2
    # Faces of equal chances share one table for both halves.
    first, second = weights[:half], weights[half:]
    tables = Squares(n, weights, max(leasts))
    tables.foresee_joining(sum(first), len(leasts) - 1)
    if len(set(weights)) == 1:
        smaller = tables.of(first)
        larger = smaller if len(second) == half else tables.with_face(smaller, second[0])
    else:
        smaller, larger = tables.of(first), tables.of(second)
    pairs = [(row, larger.rows[n - rolls]) for rolls, row in smaller.rows.items() if n - rolls in larger.rows]
    found = [0] * len(leasts)
    for row, other in pairs:
        joined = tables.join(unpack(row, smaller.width), row.base, unpack(other, larger.width), other.base, leasts)
        found = list(map(add, found, joined))
    scale = smaller.scale * larger.scale << max(0, n - smaller.fewest - larger.fewest)
    return [each * factorial(n) // scale for each in found]


class Squares:
    """The tables of one question: n rolls, all weights, and the sum that is not reached."""

    def __init__(self, n: int, weights: Sequence[int], least: int) -> None:
        self.n, self.least = n, least
        self.common = lcm(*weights)
        self.all = sum(weights)
        # The square of a number is odd when the number is: equal faces leave every other sum without a way.
        self.stride = 2 if len(set(weights)) == 1 else 1
        self._counts = {weight: self._counts_of(weight) for weight in set(weights)}

    def of(self, weights: Sequence[int]) -> Table:
        """The table of these faces."""
        if self.stride == 2 and weights and weights[0] == 1:
            faces, middle = len(weights), (2 * self.n + self.all) // (2 * self.all)
            wanted = self._rows_wanted(faces)
            added = sum(length * min(2 * isqrt(2 * length) + 1, rolls + 1) for rolls, _, length in wanted)
            if wanted and _LONGER * count_of_shares(faces, middle, wanted) < faces * added:
                return equal_faces(faces, middle, wanted)
        table = Table(0, 0, 0, 1, 1, {0: Shares(0, 1, 1)})
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

    def _counts_of(self, weight: int) -> range:
        """The counts of a face of this weight that leave room for the other faces."""
        counts = [count for count in range(self.n + 1) if self._is_kept(count, weight)]
        return range(counts[0], counts[-1] + 1) if counts else range(0)

    def _is_kept(self, rolls: int, whole: int) -> bool:
        base, most = self._bounds(rolls, whole)
        return base <= most

    def _rows_wanted(self, whole: int) -> list[tuple[int, int, int]]:
        """The rows of faces with so much weight: the rolls, the least sum, and how many sums are kept."""
        rows = []
        for rolls in range(self.n + 1):
            base, most = self._bounds(rolls, whole)
            if base <= most and (whole < self.all or rolls == self.n):
                rows.append((rolls, base, (most - base) // self.stride + 1))
        return rows

    def with_face(self, table: Table, weight: int) -> Table:
        """The table with one face more."""
        whole = table.whole + weight
        counts = self._counts[weight]
        rows = self._rows_wanted(whole)
        if not rows or not table.rows or not counts:
            return Table(table.faces + 1, whole, 0, 1, 1, {})
        fewest, scale = table.fewest + counts[0], table.scale * factorial(counts[-1])
        # No share is greater than whole^k * scale * 2^(k - fewest) / k!.
        bits = max(rolls * log(2 * whole) - lgamma(rolls + 1) for rolls, _, _ in rows) / log(2) - fewest
        width = max(int(max(bits + scale.bit_length(), 0)) // 8 + 2, table.width)
        self._foresee(table, rows, width, self.common // weight)
        common = _common(scale, fewest, [rolls for rolls, _, _ in rows])
        source = widen(table, width)
        masks: dict[int, int] = {}
        made: dict[int, Shares] = {}
        for rolls, base, length in rows:
            packed = self._row(source, rolls, base, length, 8 * width, weight, masks) // common
            if packed:
                made[rolls] = Shares(base, length, packed)
            look()
        return Table(table.faces + 1, whole, fewest, width, scale // common, made)

    def _row(
        self,
        source: dict[int, Shares],
        rolls: int,
        base: int,
        length: int,
        bits: int,
        weight: int,
        masks: dict[int, int],
    ) -> int:
        """The shares of each sum with so many rolls: the sum of h! / c! * weight^c * 2^(c - l) * the row of rolls - c.

        h is the greatest count c, so each of the counts up to it multiplies what was added before; l is the least.
        """
        counts, square = self._counts[weight], self.common // weight
        found = 0
        for start in range(0, len(counts), _TOGETHER):
            group = counts[start : start + _TOGETHER]
            terms: list[tuple[int, int, int]] = []
            for count in group:
                row = source.get(rolls - count)
                if row is not None:
                    place = (row.base + square * count * count - base) // self.stride
                    if place < length:
                        kept = (length - place) // _MASKED + 1
                        if kept * _MASKED < row.length and kept not in masks:
                            masks[kept] = (1 << kept * _MASKED * bits) - 1
                        packed = row.packed & masks[kept] if kept in masks else row.packed
                        terms.append((count, place, packed * weight**count if weight > 1 else packed))
            found *= prod(group)
            if terms:
                lowest = min(place for _, place, _ in terms)
                part, before = 0, terms[0][0]
                for count, place, packed in terms:
                    shifted = packed << (place - lowest) * bits + count - counts[0]
                    part = part * prod(range(before + 1, count + 1)) + shifted
                    before = count
                found += (part * prod(range(before + 1, group[-1] + 1))) << lowest * bits
        return found & ((1 << length * bits) - 1)

    def _foresee(self, table: Table, rows: Sequence[tuple[int, int, int]], width: int, square: int) -> None:
        """Count what the rows take before they are made."""
        nanoseconds = memory = 0
        lowest, highest = min(table.rows), max(table.rows)
        for rolls, _, length in rows:
            memory += length * width
            # Counts around the middle one find a row, as far as the square of their distance leaves room.
            room = isqrt(length * self.stride // square) + 1
            counts = min(2 * room + 1, rolls + 1, highest - lowest + 1)
            nanoseconds += counts * (2000 + costs.product(8 * width * length, 30))
        require_steps(_WHAT, nanoseconds // costs.NANOSECONDS_PER_STEP, 2 * memory)

    def foresee_joining(self, whole: int, times: int) -> None:
        """Count what it takes to join both halves so many times beyond the first."""
        products = times * sum(length for _, _, length in self._rows_wanted(whole))
        bits = self.n * self.all.bit_length() // 2
        require_steps(_WHAT, costs.steps(products, bits, bits))

    def join(
        self, ways: Sequence[int], base: int, others: Sequence[int], start: int, leasts: Sequence[int]
    ) -> list[int]:
        """The ways of two rows, each from its first sum on, of which both sums together stay below each of these."""
        sums = list(accumulate(others))
        found = []
        for least in leasts:
            room = (least - 1 - base - start) // self.stride
            kept = (way * sums[min(room - place, len(sums) - 1)] for place, way in enumerate(ways[: max(0, room + 1)]))
            found.append(sum(kept))
        return found


def _common(scale: int, fewest: int, rolls: Sequence[int]) -> int:
    """What divides every share of so many rolls, as all ways are whole numbers."""
    twos = (scale & -scale).bit_length() - 1
    odd = scale >> twos
    # k! has k less its binary digits 1 for twos, and no other row has more of another prime than the last.
    spare = twos - fewest + min(number.bit_count() for number in rolls)
    return odd // gcd(odd, factorial(rolls[-1])) << min(twos, max(0, spare))
