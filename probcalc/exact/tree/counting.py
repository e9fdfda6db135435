"""Counting faces: the only arithmetic that rules do on characteristics.

The functions take integers, and also a linear form in free characteristics, or anything else that can be added and
multiplied and gives the `lowest` and the `highest` of itself and another: one rule text serves numbers and formulas.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

Count: TypeAlias = Any
"""An integer, or one that is not known yet. Rules are typed with it where a characteristic may be left free."""


def minimum(a: Count, b: Count) -> Count:
    """The smaller of two counts.

    >>> minimum(2, 19)
    2
    """
    if isinstance(a, int):
        return min(a, b) if isinstance(b, int) else b.lowest(a)
    return a.lowest(b)


def maximum(a: Count, b: Count) -> Count:
    """The greater of two counts.

    >>> maximum(0, -3)
    0
    """
    if isinstance(a, int):
        return max(a, b) if isinstance(b, int) else b.highest(a)
    return a.highest(b)


def sum_of_counts(counts: Iterable[Count]) -> Count:
    """The sum of many counts; of those that are not known one half and the other, so that no sum grows term by term.

    >>> sum_of_counts([2, 5, 1])
    8
    """
    known, unknown = 0, []
    for count in counts:
        if isinstance(count, int):
            known += count
        else:
            unknown.append(count)
    while len(unknown) > 1:
        # Neighbours first: the terms keep their order.
        rest = unknown[len(unknown) // 2 * 2 :]
        unknown = [one + other for one, other in zip(unknown[::2], unknown[1::2], strict=False)] + rest
    return unknown[0] + known if unknown else known


def clamp(x: Count, low: Count, high: Count) -> Count:
    """The count `x` kept between `low` and `high`: max(low, min(high, x)).

    >>> clamp(25, 1, 19), clamp(-3, 1, 19), clamp(9, 1, 19)
    (19, 1, 9)
    """
    if type(x) is int and type(low) is int and type(high) is int:
        reached = x if x < high else high
        return reached if reached > low else low
    return maximum(low, minimum(high, x))
