"""Every probability of a law in lowest terms, quickly where weights have thousands of digits.

A law's total is a product of powers of small primes, the dice having few faces. What a weight shares with it is found
by dividing by those primes, which takes far less time than the greatest common divisor of two long numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd
from typing import Any

from probcalc.exact.numbers.numerals import integer_text

_SHORT_BITS = 2000
_MOST_DIVISIONS = 60
_PRIMES = tuple(n for n in range(2, 100) if all(n % d for d in range(2, n)))


def probability_texts(weights: Mapping[Any, int], total: int) -> Iterator[tuple[Any, str]]:
    """The outcomes of a law, each with its probability weight / total as text.

    >>> list(probability_texts({0: 6, 1: 3}, 9))
    [(0, '2/3'), (1, '1/3')]
    """
    primes = _dividing(total) if total.bit_length() > _SHORT_BITS else None
    # Most outcomes of a large law have one and the same denominator.
    written: dict[int, str] = {1: ""}
    for outcome, weight in weights.items():
        common = gcd(weight, total) if primes is None else _common(weight, total, primes)
        below = total // common
        if below not in written:
            written[below] = "/" + integer_text(below)
        yield outcome, integer_text(weight // common) + written[below]


def _dividing(total: int) -> list[int] | None:
    """The primes that divide the total, or None when there are others than small ones."""
    found = [prime for prime in _PRIMES if total % prime == 0]
    for prime in found:
        total = _without(total, prime)
    return found if total == 1 else None


def _without(value: int, prime: int) -> int:
    """The value without any factor of the prime, removed by powers that double."""
    powers = [prime]
    while value % powers[-1] == 0:
        value //= powers[-1]
        powers.append(powers[-1] ** 2)
    for power in reversed(powers):
        if value % power == 0:
            value //= power
    return value


def _common(weight: int, total: int, primes: list[int]) -> int:
    """The greatest common divisor of a weight and the total of its law."""
    left, common = weight, 1
    for prime in primes:
        for _ in range(_MOST_DIVISIONS):
            if left % prime:
                break
            left //= prime
            common *= prime
        else:
            return gcd(weight, total)
    return gcd(common, total)
