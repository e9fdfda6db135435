"""The higher and the lower of two independent numbers, outcome by outcome instead of pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

_NUMBERS = frozenset({int, Fraction})


def is_extreme(function: Callable[..., Any], *outcomes: Collection[Any]) -> bool:
    """Whether a function of several numbers takes the highest or the lowest of them.

    >>> is_extreme(max, [1, 2], [3]), is_extreme(max, [1], ["never"]), is_extreme(sum, [1], [3])
    (True, False, False)
    """
    return (function is max or function is min) and all(_NUMBERS.issuperset(map(type, law)) for law in outcomes)


def extreme(a: Mapping[Any, int], b: Mapping[Any, int], *, lowest: bool) -> dict[Any, int]:
    """The weights of the higher of two independent numbers, or of the lower.

    >>> extreme({1: 1, 2: 1}, {2: 1, 3: 3}, lowest=False), extreme({1: 1, 2: 1}, {2: 1, 3: 3}, lowest=True)
    ({2: 2, 3: 6}, {2: 4, 1: 4})
    """
    found: dict[Any, int] = {}
    within_a = within_b = 0
    for outcome in sorted({*a, *b}, reverse=lowest):
        shown_a, shown_b = a.get(outcome, 0), b.get(outcome, 0)
        # One of them shows this, and the other lies before it or shows it too.
        weight = shown_b * within_a
        within_b += shown_b
        weight += shown_a * within_b
        within_a += shown_a
        if weight:
            found[outcome] = weight
    return found
