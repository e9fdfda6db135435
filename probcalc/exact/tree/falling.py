"""Hits on several who stand one behind the other, each with so many wounds."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

from probcalc.exact.tree.steps import Constant, Tree, Turns, step_of

_AT_ONCE = 32
"""So many hits are played as one: what came of those before is the same for all numbers of hits above."""


@lru_cache(10_000)
def fallen(hits: int, damage: Any, wounds: int, among: float = inf, hurt: int = 0, name: str = "Fallen") -> Tree:
    """How many fall to so many hits, and the wounds of the one that stands, `hurt` at the beginning.

    What exceeds the last wound of one that falls is lost.

    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.exact.tree.checks import faces
    >>> law_of(fallen(2, faces("d3", 3), 3))
    Distribution((0, 2): 1/9, (1, 0): 5/9, (1, 1): 1/9, (1, 2): 1/9, (2, 0): 1/9)
    >>> fallen(5, 1, 3), fallen(0, faces("d3", 3), 3, hurt=1)
    (Constant(outcome=(1, 2)), Constant(outcome=(0, 1)))
    """

    def struck(down: int, hurt: int) -> tuple[Any, int]:
        down, hurt = (down + 1, 0) if hurt >= wounds else (down, hurt)
        return (among, 0) if down >= among else (down, hurt)

    one, state = step_of(damage), struck(0, max(0, hurt))
    if isinstance(one, Constant):
        for _ in range(hits):
            if state[0] < among:
                state = struck(state[0], state[1] + max(0, one.outcome))
    if hits <= 0 or isinstance(one, Constant):
        return Constant(state)

    def turn(state: tuple[int, int]) -> Tree:
        return one.map(lambda lost: struck(state[0], state[1] + max(0, lost)))

    done = (hits - 1) // _AT_ONCE * _AT_ONCE
    before = fallen(done, damage, wounds, among, hurt, name) if done else state
    return Turns(name, before, turn, hits - done, lambda state: state[0] >= among)
