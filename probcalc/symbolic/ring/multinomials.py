"""Sums of n outcomes whose weights are single terms: the multinomial law, one term for each way to share out n."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from probcalc.exact.kernels.powers import polynomial_power
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.terms import Terms, require_degree
from probcalc.symbolic.ring.weights import Scalar, Weight


def multinomial(algebra: Algebra, law: Sequence[tuple[Any, Scalar]], n: int) -> dict[Any, Scalar]:
    """The weights of the sum of n outcomes whose weights are of one term each: C(n; k, ...) x**k ... by the sum.

    >>> multinomial(Algebra(), [(0, 2), (1, 1)], 2)
    {0: 4, 1: 4, 2: 1}
    >>> multinomial(Algebra(), [(0, 1), (1, 1), (2, 1)], 2)
    {0: 1, 1: 2, 2: 3, 3: 2, 4: 1}
    """
    degree = n * max(weight.degree if isinstance(weight, Weight) else 0 for _, weight in law)
    require_degree(degree)
    parts = []
    for outcome, weight in law:
        ((exponents, c),) = algebra.terms_of(weight).items()
        parts.append((outcome, exponents, c))
    if len(parts) == 2:
        return _binomial(algebra, parts, n, degree)
    found: dict[Any, Terms] = {}

    def place(position: int, left: int, reached: Any, exponents: int, weight: int) -> None:
        outcome, step, c = parts[position]
        if position == len(parts) - 1:
            terms = found.setdefault(reached + outcome * left, {})
            key = exponents + left * step
            terms[key] = terms.get(key, 0) + weight * c**left
            return
        for count in range(left + 1):
            place(position + 1, left - count, reached + outcome * count, exponents, weight * comb(left, count))
            exponents, weight = exponents + step, weight * c

    place(0, n, 0, 0, 1)
    return {reached: algebra.of_terms(found[reached], degree) for reached in sorted(found)}


def _binomial(algebra: Algebra, parts: Sequence[tuple[Any, int, int]], n: int, degree: int) -> dict[Any, Scalar]:
    """The two outcomes k times and n - k times, C(n, k) a**(n - k) b**k."""
    (low, e_low, a), (high, e_high, b) = sorted(parts, key=lambda part: part[0])
    found = {}
    for k, weight in enumerate(polynomial_power([a, b], n)):
        exponents = e_low * (n - k) + e_high * k
        found[low * (n - k) + high * k] = algebra.of_terms({exponents: weight}, degree)
    return found
