"""Play from state to state in Python: `play(start, step, over)`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from probcalc.exact.arguments import require_outcome, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import own_number
from probcalc.exact.readings.law import law_of
from probcalc.exact.rounds.playthrough import Playthrough
from probcalc.exact.tree.steps import Turns, never, step_of


def play(
    start: Any, step: Callable[[Any], Any], over: Callable[[Any], bool] | None = None, turns: int | None = None
) -> Distribution:
    """The distribution of the state that play ends in; `step(state)` gives that of the next state, or the state.

    Play ends where `over` holds of the state, or after so many turns; without turns it goes on to the end, however long
    that takes: then it is `playthrough(start, step, over).ends`. The start may be a law too.

    >>> from probcalc.exact.dice.dice import d
    >>> play(5, lambda chips: d(2).map(lambda coin: chips + 2 * coin - 3), lambda chips: chips in (0, 15))
    Distribution(0: 2/3, 15: 1/3)
    >>> play(0, lambda total: d(6) + total, lambda total: total >= 10, turns=2)[12]
    Fraction(1, 36)

    Raises:
        ValueError: when play may never end, neither `over` nor `turns` is given, the turns are negative or no whole
            number, or `step` or `over` is no function.
        TooLarge: when the estimate exceeds the bound.
    """
    if over is None and turns is None:
        raise WrongValue("play needs an end: over(state), or a number of turns")
    if turns is not None:
        turns = require_whole("the number of turns", turns)
    if not callable(step) or not (over is None or callable(over)):
        raise WrongValue("play takes functions of the state: step(state), and over(state) where it has one")
    start, step = require_outcome(own_number(start)), partial(_after, step)
    if turns is None and over is not None:
        return Playthrough(start, step, over).ends
    return law_of(Turns("Play", step_of(start), step, turns, over or never))


def _after(step: Callable[[Any], Any], state: Any) -> Any:
    # A number of another library would overflow in the turns to come.
    return own_number(step(state))
