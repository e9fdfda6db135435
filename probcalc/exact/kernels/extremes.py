"""The higher and the lower of two independent numbers, outcome by outcome instead of pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact.budget.requirements import require_affordable

_NUMBERS = frozenset({int, Fraction})


def is_extreme(function: Callable[..., Any], *outcomes: Collection[Any]) -> bool:
    """Whether a function of several numbers takes the highest or the lowest of them.

    >>> is_extreme(max, [1, 2], [3]), is_extreme(max, [1], ["never"]), is_extreme(sum, [1], [3])
    (True, False, False)
    """
    return (function is max or function is min) and all(_NUMBERS.issuperset(map(type, law)) for law in outcomes)


def extreme(
    a: tuple[Mapping[Any, int], int],
    b: tuple[Mapping[Any, int], int],
    what: str,
    *,
    lowest: bool,
) -> dict[Any, int]:
    """The weights, over the product of both totals, of the higher of two independent numbers, or of the lower.

    Each of them is weights and total; `what` names the work that is counted.

    >>> coin, cube = ({1: 1, 2: 1}, 2), ({2: 1, 3: 3}, 4)
    >>> [extreme(coin, cube, "a combination", lowest=lowest) for lowest in (False, True)]
    [{2: 2, 3: 6}, {2: 4, 1: 4}]

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    (a_weights, a_total), (b_weights, b_total) = a, b
    work = len(a_weights) + len(b_weights)
    require_affordable(what, 2 * work, a_total.bit_length(), work, b_total.bit_length())
    found: dict[Any, int] = {}
    within_a = within_b = 0
    for outcome in sorted({*a_weights, *b_weights}, reverse=lowest):
        shown_a, shown_b = a_weights.get(outcome, 0), b_weights.get(outcome, 0)
        # One of them shows this, and the other lies before it or shows it too.
        weight = shown_b * within_a
        within_b += shown_b
        weight += shown_a * within_b
        within_a += shown_a
        if weight:
            found[outcome] = weight
    return found
