"""Sums of n outcomes whose weights are single terms: the multinomial law, one term for each way to share out n."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from operator import add
from typing import Any

from probcalc.exact.weights import polynomial_power
from probcalc.symbolic.ring.algebra import Algebra, Exponents
from probcalc.symbolic.ring.weights import Scalar


def multinomial(algebra: Algebra, law: Sequence[tuple[Any, Scalar]], n: int) -> dict[Any, Scalar]:
    """The weights of the sum of n outcomes whose weights are of one term each: C(n; k, ...) x**k ... by the sum.

    >>> multinomial(Algebra(), [(0, 2), (1, 1)], 2)
    {0: 4, 1: 4, 2: 1}
    >>> multinomial(Algebra(), [(0, 1), (1, 1), (2, 1)], 2)
    {0: 1, 1: 2, 2: 3, 3: 2, 4: 1}
    """
    parts = []
    for outcome, weight in law:
        ((exponents, c),) = algebra.terms_of(weight).items()
        parts.append((outcome, exponents, c))
    if len(parts) == 2:
        return _binomial(algebra, parts, n)
    found: dict[Any, dict[Exponents, int]] = {}

    def place(position: int, left: int, reached: Any, exponents: Exponents, weight: int) -> None:
        outcome, step, c = parts[position]
        if position == len(parts) - 1:
            terms = found.setdefault(reached + outcome * left, {})
            key = tuple(e + left * s for e, s in zip(exponents, step, strict=True))
            terms[key] = terms.get(key, 0) + weight * c**left
            return
        for count in range(left + 1):
            place(position + 1, left - count, reached + outcome * count, exponents, weight * comb(left, count))
            exponents, weight = tuple(map(add, exponents, step)), weight * c

    place(0, n, 0, algebra.ring.zero_monom, 1)
    return {reached: algebra.of_terms(found[reached]) for reached in sorted(found)}


def _binomial(algebra: Algebra, parts: Sequence[tuple[Any, Exponents, int]], n: int) -> dict[Any, Scalar]:
    """The two outcomes k times and n - k times, C(n, k) a**(n - k) b**k."""
    (low, e_low, a), (high, e_high, b) = sorted(parts, key=lambda part: part[0])
    exponents = tuple(n * e for e in e_low)
    step = tuple(there - here for here, there in zip(e_low, e_high, strict=True))
    found = {}
    for k, weight in enumerate(polynomial_power([a, b], n)):
        found[low * (n - k) + high * k] = algebra.of_terms({exponents: weight})
        exponents = tuple(map(add, exponents, step))
    return found
