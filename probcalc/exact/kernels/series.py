"""Polynomials in one unknown as rows of integers, from the constant on: what laws without an end are quotients of."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import zip_longest
from typing import Any, TypeAlias

from probcalc.exact.budget.requirements import require_affordable

Series: TypeAlias = list[int]

_WHAT = "a law without an end"
# What is made of a row goes over it so often.
_STEPS_PER_PLACE = 20


def series_of(weights: Mapping[Any, int]) -> tuple[int, Series]:
    """The lowest outcome, and the weights from it on.

    >>> series_of({2: 1, 4: 3})
    (2, [1, 0, 3])

    Raises:
        TooLarge: when the outcomes lie too far apart.
    """
    low, places = min(weights), max(weights) - min(weights) + 1
    require_row(places)
    return low, [weights.get(low + k, 0) for k in range(places)]


def require_row(places: int) -> None:
    """Refuse a row that is too long, before it is made.

    Raises:
        TooLarge: when its estimate exceeds the bound.
    """
    require_affordable(_WHAT, _STEPS_PER_PLACE * places, 30, places)


def product(first: Series, second: Series) -> Series:
    """P(x) Q(x).

    >>> product([1, 1], [1, -1])
    [1, 0, -1]

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    places = len(first) + len(second) - 1
    held, others = (sum(map(bool, series)) for series in (first, second))
    if held > others:
        first, second, held = second, first, others
    bits = [max(map(abs, series), default=0).bit_length() for series in (first, second)]
    require_row(places)
    require_affordable(_WHAT, held * len(second), bits[0], places, bits[1])
    found = [0] * places
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                found[i + j] += a * b
    return found


def add(first: Series, second: Series) -> Series:
    """P(x) + Q(x).

    >>> add([1, 1], [0, 1, 2])
    [1, 2, 2]
    """
    return [a + b for a, b in zip_longest(first, second, fillvalue=0)]


def stretch(series: Series, factor: int) -> Series:
    """P(x ** factor).

    Raises:
        TooLarge: when the row would be too long.
    """
    places = factor * (len(series) - 1) + 1
    require_row(places)
    found = [0] * places
    found[::factor] = series
    return found


def slope(series: Series) -> Fraction:
    """P'(1) / P(1)."""
    return Fraction(sum(k * weight for k, weight in enumerate(series)), sum(series))


def bend(series: Series) -> Fraction:
    """P''(1) / P(1) + P'(1) / P(1) - (P'(1) / P(1)) ** 2."""
    square = Fraction(sum(k * k * weight for k, weight in enumerate(series)), sum(series))
    return square - slope(series) ** 2
