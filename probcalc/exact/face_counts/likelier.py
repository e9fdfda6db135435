"""The counts that are likelier than those seen: the exact multinomial test, and that of Fisher, Freeman and Halton.

Both ask for all ways of sharing rolls out among columns in which a product of one factor for each column stays below a
bound, and in both the weight of such a way is a constant divided by its product. The columns are taken in two halves:
for each number of rolls the products with how many ways there are to each, equal ones merged, and what reaches the
bound whatever the other columns do cut off at once. The products of both halves are then put in order and joined.
Only whole numbers are compared.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from heapq import heapify, heapreplace
from itertools import accumulate
from math import comb, exp, factorial, lcm, lgamma, log, pi, prod
from typing import TypeAlias

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES, Budget, metered
from probcalc.exact.budget.requirements import look, require_steps

Column: TypeAlias = "list[int]"
"""The factor of each number of rolls, from none on; from each to the next it grows by more than before."""
Half: TypeAlias = "dict[int, dict[int, int]]"
"""For each number of rolls how many ways there are to each product."""

_MULTINOMIAL, _SAME = "the exact multinomial test", "the comparison of both dice"


@metered()
def multinomial(counts: Sequence[int], weights: Sequence[int]) -> Fraction:
    """P(counts that are not likelier than these), when the chances of the faces are in the proportions given.

    >>> multinomial([0, 12], [1, 1]), multinomial([3, 1, 2], [1, 2, 1])
    (Fraction(1, 2048), Fraction(79, 512))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    n, common = sum(counts), lcm(*weights)
    bits = n * (n.bit_length() + common.bit_length())
    # The factors of all numbers of rolls, and the scales, and one division of such numbers for each number of rolls.
    memory = (len(set(weights)) + 1) * n * bits // 16
    require_steps(_MULTINOMIAL, _rooms_take(len(weights), n, bits), memory)
    by_weight = {weight: _factors(n, common // weight) for weight in set(weights)}
    columns = [by_weight[weight] for weight in weights]
    bound = prod(column[count] for column, count in zip(columns, counts, strict=True))
    sharing = Sharing(_MULTINOMIAL, columns, n, bound)
    if len(by_weight) == 1:
        sharing.foresee(counts)
    scales = [factorial(rolls) * common**rolls for rolls in range(n + 1)]
    likelier = sharing.weigh(lambda rolls: (comb(n, rolls), scales[rolls], scales[n - rolls]))
    return 1 - Fraction(likelier, sum(weights) ** n)


def chance_of(counts: Sequence[int], weights: Sequence[int]) -> Fraction:
    """The chance of exactly these counts.

    >>> chance_of([1, 1], [1, 1])
    Fraction(1, 2)
    """
    ways, left = 1, sum(counts)
    for count, weight in zip(counts, weights, strict=True):
        ways *= comb(left, count) * weight**count
        left -= count
    return Fraction(ways, sum(weights) ** sum(counts))


@metered()
def same_die(ones: Sequence[int], others: Sequence[int]) -> tuple[Fraction, Fraction]:
    """The chance of this table among all with its margins, and of all that are not likelier.

    >>> same_die([4, 6, 3, 7], [9, 1, 4, 6])
    (Fraction(5005, 2295147), Fraction(361279, 2374290))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    table = [(one, other) for one, other in zip(ones, others, strict=True) if one + other]
    n = sum(one for one, _ in table)
    whole = sum(map(sum, table))
    require_steps(_SAME, _rooms_take(len(table), n, whole * whole.bit_length()))
    columns = [_share_out(one + other) for one, other in table]
    bound = prod(column[one] for column, (one, _) in zip(columns, table, strict=True))
    all_tables = comb(whole, n)
    sharing = Sharing(_SAME, columns, n, bound)
    totals = [factorial(sum(pair)) for pair in table]
    scales = prod(totals[: sharing.half]), prod(totals[sharing.half :])
    likelier = sharing.weigh(lambda _: (1, *scales))
    return Fraction(prod(totals) // bound, all_tables), 1 - Fraction(likelier, all_tables)


def _factors(n: int, share: int) -> Column:
    """The product c! * share^c for each c."""
    return list(accumulate(range(1, n + 1), lambda product, count: product * count * share, initial=1))


def _share_out(total: int) -> Column:
    """The product c! * (total - c)! for each c."""
    return [factorial(count) * factorial(total - count) for count in range(total + 1)]


class Sharing:
    """So many rolls shared out among columns, with a product below the bound."""

    def __init__(self, what: str, columns: Sequence[Column], rolls: int, bound: int) -> None:
        self.what, self.columns, self.rolls, self.bound = what, columns, rolls, bound
        self.half = len(columns) // 2

    def weigh(self, scales: Callable[[int], tuple[int, int, int]]) -> int:
        """The weights of all of them; of rolls in the first half `scales` has a factor and the constants of both."""
        first = self._build(range(self.half))
        # Columns that are alike, and as many, are built once.
        alike = self.columns[: self.half] == self.columns[self.half :]
        second = first if alike else self._build(range(self.half, len(self.columns)))
        found = 0
        for rolls, ways in first.items():
            others = second.get(self.rolls - rolls)
            if others:
                factor, scale, other_scale = scales(rolls)
                found += factor * self._join(ways, scale, others, other_scale)
        return found

    def _join(self, ways: dict[int, int], scale: int, others: dict[int, int], other_scale: int) -> int:
        products = sorted(others)
        bits = self.bound.bit_length()
        each = (
            costs.quotient(bits, bits // 2)
            + 2 * costs.product(bits // 2, bits // 2)
            + costs.quotient(bits // 2, bits // 2)
        )
        taken = (len(ways) + len(others)) * (500 + each) // costs.NANOSECONDS_PER_STEP
        require_steps(self.what, taken)
        weights = list(accumulate(others[product] * (other_scale // product) for product in products))
        found = 0
        for product, number in ways.items():
            place = bisect_right(products, (self.bound - 1) // product)
            if place:
                found += number * (scale // product) * weights[place - 1]
        return found

    def _build(self, places: range) -> Half:
        """The products of some of the columns, for each number of rolls."""
        half: Half = {0: {1: 1}}
        for place in places:
            others = [column for at, column in enumerate(self.columns) if at not in range(places.start, place + 1)]
            rooms = _rooms(self.bound, others, self.rolls)
            half = self._with_column(half, self.columns[place], rooms)
        return half

    def _with_column(self, half: Half, column: Column, rooms: dict[int, int]) -> Half:
        steps: list[tuple[int, int, list[int], dict[int, int]]] = []
        for before, ways in half.items():
            products = sorted(ways)
            for count in range(min(len(column), self.rolls - before + 1)):
                room = rooms.get(before + count, 0) // column[count]
                if room:
                    kept = products[: bisect_right(products, room)]
                    if kept:
                        steps.append((before + count, column[count], kept, ways))
        # All that fits is counted before any of it is multiplied.
        self._count(sum(len(kept) for _, _, kept, _ in steps))
        made: Half = {}
        for rolls, factor, kept, ways in steps:
            target = made.setdefault(rolls, {})
            look()
            for product in kept:
                image = product * factor
                target[image] = target.get(image, 0) + ways[product]
        return made

    def foresee(self, counts: Sequence[int]) -> None:
        """Refuse at once, for columns that are alike, what would be refused after the first of them.

        The counts of f columns that leave the others room lie in an ellipsoid, and those that differ in their order
        alone have one product. Its volume over f! is at most an eighth too much, or too little where counts are small.
        """
        rolls, faces = self.rolls, len(counts)
        unlikely = 2 * (sum(lgamma(count + 1) for count in counts) - faces * lgamma(rolls / faces + 1))
        if unlikely <= 0:
            return
        radius = log(unlikely * rolls / faces) / 2
        for f in range(1, self.half + 1):
            volume = f * (log(pi) / 2 + radius) - lgamma(f / 2 + 1) - lgamma(f + 1) + log((faces - f) / faces) / 2
            with metered(Budget()):
                self._count(int(exp(min(volume, 200)) * 7 / 8))

    def _count(self, products: int) -> None:
        bits = self.bound.bit_length() // 2
        steps = 3 * costs.steps(products, bits, bits // len(self.columns))
        require_steps(self.what, steps, products * (2 * OBJECT_BYTES + bits // 8))


def _rooms_take(columns: int, rolls: int, bits: int) -> int:
    """The steps that it takes to find the rooms of all columns."""
    return columns * rolls * costs.quotient(bits, bits // 2) // (2 * costs.NANOSECONDS_PER_STEP)


def _rooms(bound: int, others: Sequence[Column], rolls: int) -> dict[int, int]:
    """For each number of rolls the greatest product that the other columns, at their most even, leave room for."""
    found: dict[int, int] = {}
    product = prod(column[0] for column in others)
    # The next roll goes where it adds the smallest factor, as each adds more than the one before.
    growing = [(Fraction(column[1], column[0]), at, 0) for at, column in enumerate(others) if len(column) > 1]
    heapify(growing)
    for placed in range(rolls + 1):
        if product < bound:
            found[rolls - placed] = (bound - 1) // product
        if not growing:
            break
        ratio, at, count = growing[0]
        column = others[at]
        product = product * ratio.numerator // ratio.denominator
        if count + 2 < len(column):
            heapreplace(growing, (Fraction(column[count + 2], column[count + 1]), at, count + 1))
        else:
            growing[0] = growing[-1]
            growing.pop()
            heapify(growing)
    return found
