"""Luck and fair dice by plain enumeration: every sequence of rolls, every list of outcomes, one by one."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, product
from math import comb, factorial, prod
from typing import Any

Law = Mapping[Any, Fraction]
ZERO = Fraction(0)


def counted(n: int, chances: Sequence[Fraction]) -> dict[tuple[int, ...], Fraction]:
    """The chance of every tuple of counts of n rolls."""
    found: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(len(chances)), repeat=n):
        counts = tuple(faces.count(face) for face in range(len(chances)))
        found[counts] = found.get(counts, ZERO) + prod((chances[face] for face in faces), start=Fraction(1))
    return found


def at_least_as(law: Law, seen: Any, measure: Callable[[Any], Any]) -> Fraction:
    """P(measure >= that of what was seen)."""
    return sum((p for each, p in law.items() if measure(each) >= measure(seen)), ZERO)


def pearson(chances: Sequence[Fraction]) -> Callable[[Sequence[int]], Fraction]:
    """Pearson's chi-squared of counts."""

    def statistic(counts: Sequence[int]) -> Fraction:
        n = sum(counts)
        return sum(((c - n * q) ** 2 / (n * q) for c, q in zip(counts, chances, strict=True)), ZERO)

    return statistic


def squares_below(n: int, faces: int, least: int) -> int:
    """The sequences of n rolls of equal faces whose counts have squares that add up to less, face by face."""
    ways = {(0, 0): 1}
    for _ in range(faces):
        after: dict[tuple[int, int], int] = {}
        for (rolls, squares), number in ways.items():
            for count in range(n - rolls + 1):
                state = rolls + count, squares + count * count
                if state[1] < least:
                    after[state] = after.get(state, 0) + number * comb(n - rolls, count)
        ways = after
    return sum(number for (rolls, _), number in ways.items() if rolls == n)


def face_tails(law: Law, face: int, count: int) -> tuple[Fraction, Fraction]:
    """P(count or more) and P(count or fewer) of a face."""
    more = sum((p for counts, p in law.items() if counts[face] >= count), ZERO)
    return more, sum((p for counts, p in law.items() if counts[face] <= count), ZERO)


def longest(faces: Sequence[Any]) -> int:
    """The longest run of one face."""
    return max(len(list(run)) for _, run in groupby(faces))


def tables(columns: Sequence[int], first: int) -> list[tuple[int, ...]]:
    """The first rows of all tables with these margins."""
    return [row for row in product(*(range(total + 1) for total in columns)) if sum(row) == first]


def table_chance(row: Sequence[int], columns: Sequence[int]) -> Fraction:
    """The chance of a table, given its margins, by its definition in factorials."""
    n, first = sum(columns), sum(row)
    cells = prod(factorial(cell) * factorial(total - cell) for cell, total in zip(row, columns, strict=True))
    margins = prod(map(factorial, columns)) * factorial(first) * factorial(n - first)
    return Fraction(margins, factorial(n) * cells)


def total_law(laws: Sequence[Law]) -> dict[Any, Fraction]:
    """The law of the sum of independent scores, combination by combination."""
    found: dict[Any, Fraction] = {}
    for chosen in product(*(law.items() for law in laws)):
        total = sum((score for score, _ in chosen), ZERO)
        found[total] = found.get(total, ZERO) + prod((p for _, p in chosen), start=Fraction(1))
    return found


def binomial_tail(n: int, p: Fraction, least: int) -> Fraction:
    """P(X >= least)."""
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1)), ZERO)
