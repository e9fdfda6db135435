"""Seeded draws from a law: they may check the engine, they never replace it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from random import Random
from typing import Any

from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.mass_function import MassFunction
from probcalc.exact.law.outcomes import own_number

_STEPS_PER_DRAW = 8


def draw(law: MassFunction, count: int, seed: int) -> list[Any]:
    """`count` independent outcomes, each an integer draw below the common total: no rounding anywhere.

    >>> from probcalc.exact.dice.dice import d
    >>> draw(d(6), 5, seed=1) == draw(d(6), 5, seed=1)
    True

    Raises:
        ValueError: when the count is negative or no whole number, or the seed is none.
        TooLarge: when the estimate exceeds the bound.
    """
    require_count(count := own_number(count))
    require_seed(seed := own_number(seed))
    require_affordable(f"a sample of {count}", count * _STEPS_PER_DRAW, law.total.bit_length(), count)
    generator = Random(seed)
    outcomes = law.outcomes
    steps = list(accumulate(law.weights.values()))
    return [outcomes[bisect_right(steps, generator.randrange(law.total))] for _ in range(count)]


def require_seed(seed: Any) -> None:
    """Refuse a seed that would not give the same draws again.

    >>> require_seed(None)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: a seed is a whole number, which gives the same draws again, not None

    Raises:
        ValueError: when it is no whole number.
    """
    if not isinstance(seed, int):
        raise WrongValue(f"a seed is a whole number, which gives the same draws again, not {seed!r}")


def require_count(count: Any) -> None:
    """Refuse a number of draws that is none.

    >>> require_count(-1)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: a sample has 0 or more draws, not -1

    Raises:
        ValueError: when it is negative or no whole number.
    """
    if not isinstance(count, int) or count < 0:
        raise WrongValue(f"a sample has 0 or more draws, not {count!r}")
