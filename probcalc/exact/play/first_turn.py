"""The first of several turns at which something happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import Constant, Tree, Turns


def turn_of(
    steps: Tree | Sequence[Tree],
    happens: Callable[[Any], bool],
    rest: str = "never",
    name: str = "Turns",
    times: Count | None = None,
) -> Tree:
    """The number of the first step, counted from 1, at which something happens; `rest` when at none of them.

    `steps` are the steps in their order, or one step that is done up to so many `times`.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Test", 6, 2)
    >>> law_of(turn_of([test] * 2, lambda outcome: outcome == "success", rest="later"))
    Distribution(1: 1/3, 2: 2/9, later: 4/9)
    >>> law_of(turn_of(test, lambda outcome: outcome == "success", times=2))
    Distribution(1: 1/3, 2: 2/9, never: 4/9)

    Raises:
        ValueError: when one step has no number of times, or several have one.
    """
    if isinstance(steps, NoOutcome) == (times is None):
        raise WrongValue(f"{name}: the steps in their order, or one step and how many times it is done")

    def try_turn(state: tuple[int, bool]) -> Tree:
        turn = state[0] + 1
        step = steps if isinstance(steps, NoOutcome) else steps[turn - 1]
        return step.map(lambda outcome: (turn, happens(outcome)))

    most = times if isinstance(steps, NoOutcome) else len(steps)
    played = Turns(name, Constant((0, False)), try_turn, most, _has_happened)
    return played.map(lambda state: state[0] if state[1] else rest)


def _has_happened(state: tuple[int, bool]) -> bool:
    return state[1]
