"""The first of several turns at which something happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from probcalc.exact.steps import Constant, Tree, Turns


def turn_of(
    steps: Sequence[Tree],
    happens: Callable[[Any], bool],
    rest: Literal["never", "later"] = "never",
    name: str = "Turns",
) -> Tree:
    """The number of the first step, counted from 1, at which something happens; `rest` when at none of them.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Test", 6, 2)
    >>> law_of(turn_of([test] * 2, lambda outcome: outcome == "success", rest="later"))
    Distribution(1: 1/3, 2: 2/9, later: 4/9)
    """
    start: tuple[int, bool] = (1, False)
    played = Turns(name, Constant(start), partial(_tried, steps, happens), len(steps), _has_happened)
    return played.map(partial(_turn, rest))


def _tried(steps: Sequence[Tree], happens: Callable[[Any], bool], state: tuple[int, bool]) -> Tree:
    turn = state[0]
    return steps[turn - 1].map(lambda outcome: (turn, True) if happens(outcome) else (turn + 1, False))


def _has_happened(state: tuple[int, bool]) -> bool:
    return state[1]


def _turn(rest: str, state: tuple[int, bool]) -> int | str:
    return state[0] if state[1] else rest
