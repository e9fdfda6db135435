"""Seeded draws from a law: they may check the engine, they never replace it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from probcalc.exact.distribution import Distribution


def draw(law: Distribution, count: int, seed: int) -> list[Any]:
    """`count` independent outcomes, each an integer draw below the common total: no rounding anywhere.

    >>> from probcalc.exact.dice import d
    >>> draw(d(6), 5, seed=1) == draw(d(6), 5, seed=1)
    True
    """
    generator = Random(seed)
    outcomes = law.outcomes
    steps = list(accumulate(law.weights.values()))
    return [outcomes[bisect_right(steps, generator.randrange(law.total))] for _ in range(count)]
