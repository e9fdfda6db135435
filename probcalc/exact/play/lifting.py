"""Dense circles: solved modulo a prime, lifted digit by digit, and proved in integers (Dixon, 1982)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from operator import mul

from probcalc.exact.budget import costs

Rows = Sequence[Sequence[int]]

PRIMES = (2**61 - 1, 2**61 - 31, 2**61 - 45)
_DIGIT = 60
"""Bits of the answer that a round adds."""
_TERM, _SOLVED_TERM, _REDUCED = 110, 60, 200
"""Nanoseconds: a product modulo the prime in the elimination, one in a round, and one of the integers."""


def estimate(size: int, entries: int, bits: int, right_bits: int) -> int:
    """The steps that it takes, for a matrix of so many entries that are not zero, each of so many bits.

    The answer is a quotient of two minors, of size * bits at most.

    >>> estimate(100, 10_000, 10, 10)
    640819
    """
    rounds = (2 * size * bits + right_bits) // _DIGIT + 2
    taken = size**3 * _TERM // 3 + rounds * (size * size * _SOLVED_TERM + entries * _REDUCED)
    return (taken + 4 * size * costs.product(size * bits, size * bits)) // costs.NANOSECONDS_PER_STEP


def lift(matrix: Rows, right: Sequence[int]) -> list[Fraction] | None:
    """The solution x of A x = b for integers; None where every prime that is tried divides the determinant.

    A digit of x to the base p is A^-1 r mod p, and r goes on as (r - A x) / p. What is found is tried as fractions,
    first of few digits; only A x = b in integers proves it.

    >>> lift([[2, -1], [-1, 2]], [1, 0])
    [Fraction(2, 3), Fraction(1, 3)]
    """
    size = len(matrix)
    sparse = [[(j, entry) for j, entry in enumerate(row) if entry] for row in matrix]
    for prime in PRIMES:
        solve = _factors(matrix, prime)
        if solve is None:
            continue
        found, power, rest = [0] * size, 1, list(right)
        rounds, attempt = 0, 4
        while True:
            digit = _solve(solve, rest, prime)
            found = [value + power * x for value, x in zip(found, digit, strict=True)]
            power *= prime
            rest = [
                (r - sum([entry * digit[j] for j, entry in row])) // prime for r, row in zip(rest, sparse, strict=True)
            ]
            rounds += 1
            if not any(rest) or rounds >= attempt:
                attempt = rounds + max(4, rounds // 2)
                solution = _reconstruct(found, power, sparse, right)
                if solution is not None:
                    return solution
    return None


class _Factors:
    """P A = L U modulo a prime: the order of the rows, L below and U above its diagonal, inverses of that of U."""

    __slots__ = ("inverses", "lower", "order", "upper")

    def __init__(self, order: list[int], lower: list[list[int]], upper: list[list[int]], inverses: list[int]) -> None:
        self.order, self.lower, self.upper, self.inverses = order, lower, upper, inverses


def _factors(matrix: Rows, prime: int) -> _Factors | None:
    rows = [[entry % prime for entry in row] for row in matrix]
    size = len(rows)
    order = list(range(size))
    lower: list[list[int]] = [[] for _ in range(size)]
    inverses: list[int] = []
    # Each row loses its first entry with every state that is eliminated.
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][0]), None)
        if pivot is None:
            return None
        if pivot != k:
            order[k], order[pivot] = order[pivot], order[k]
            for listed in (rows, lower):
                listed[k], listed[pivot] = listed[pivot], listed[k]
        inverse = pow(rows[k][0], -1, prime)
        inverses.append(inverse)
        top = rows[k] = rows[k][1:]
        for i in range(k + 1, size):
            row = rows[i]
            factor = row[0] * inverse % prime
            lower[i].append(factor)
            if factor:
                rows[i] = [(x - factor * y) % prime for x, y in zip(row[1:], top, strict=True)]
            else:
                rows[i] = row[1:]
    return _Factors(order, lower, rows, inverses)


def _solve(factors: _Factors, right: Sequence[int], prime: int) -> list[int]:
    below: list[int] = []
    for place, row in zip(factors.order, factors.lower, strict=True):
        below.append((right[place] - sum(map(mul, row, below))) % prime)
    # From the last on, so that what is known stands in front.
    known: list[int] = []
    for row, inverse in zip(reversed(factors.upper), reversed(factors.inverses), strict=True):
        value = (below.pop() - sum(map(mul, reversed(row), known))) * inverse % prime
        known.append(value)
    known.reverse()
    return known


def _reconstruct(
    found: list[int], power: int, sparse: list[list[tuple[int, int]]], right: Sequence[int]
) -> list[Fraction] | None:
    """The fractions that are these numbers modulo a power, over one denominator, if they solve the equations."""
    bound = isqrt(power // 2)
    denominator = 1
    tops: list[int] = []
    for place, value in enumerate(found):
        top = value * denominator % power
        if top > power // 2:
            top -= power
        if abs(top) > bound:
            pair = fraction_modulo(value * denominator % power, power, bound)
            if pair is None:
                return None
            top, more = pair
            denominator *= more
            if denominator > bound:
                return None
            tops = [known * more for known in tops[:place]]
        tops.append(top)
    for row, wanted in zip(sparse, right, strict=True):
        if sum([entry * tops[j] for j, entry in row]) != wanted * denominator:
            return None
    return [Fraction(top, denominator) for top in tops]


def fraction_modulo(value: int, modulus: int, bound: int) -> tuple[int, int] | None:
    """The fraction of a top and a bottom of at most `bound` that is `value` modulo the modulus."""
    before, now, old, new = modulus, value, 0, 1
    while now > bound:
        quotient = before // now
        before, now = now, before - quotient * now
        old, new = new, old - quotient * new
    if new < 0:
        now, new = -now, -new
    return (now, new) if 0 < new <= bound else None
