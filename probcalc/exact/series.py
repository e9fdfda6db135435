"""Polynomials in one unknown as rows of integers, from the constant on: what laws without an end are quotients of."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

Series: TypeAlias = list[int]


def series_of(weights: Mapping[Any, int]) -> tuple[int, Series]:
    """The lowest outcome, and the weights from it on.

    >>> series_of({2: 1, 4: 3})
    (2, [1, 0, 3])
    """
    low = min(weights)
    return low, [weights.get(low + k, 0) for k in range(max(weights) - low + 1)]


def product(first: Series, second: Series) -> Series:
    """P(x) Q(x).

    >>> product([1, 1], [1, -1])
    [1, 0, -1]
    """
    found = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                found[i + j] += a * b
    return found


def spread(series: Series, factor: int) -> Series:
    """P(x ** factor)."""
    found = [0] * (factor * (len(series) - 1) + 1)
    found[::factor] = series
    return found


def slope(series: Series) -> Fraction:
    """P'(1) / P(1)."""
    return Fraction(sum(k * weight for k, weight in enumerate(series)), sum(series))


def bend(series: Series) -> Fraction:
    """P''(1) / P(1) + P'(1) / P(1) - (P'(1) / P(1)) ** 2."""
    square = Fraction(sum(k * k * weight for k, weight in enumerate(series)), sum(series))
    return square - slope(series) ** 2
