"""Play over a number of turns that is free: played once to the longest, it holds the law after each number of turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.exact.arithmetic import Arithmetic, Integers, Weighted
from probcalc.exact.steps import Turns
from probcalc.symbolic.ring.weights import Weight


@dataclass(frozen=True, slots=True)
class Played:
    """The laws of the `place`-th play of a reading after each number of turns.

    The reading in which they were found knew all numbers of turns and needed none of them before, so the steps do not
    depend on it; a reading of one of them comes to the same play, from the same states, at the same place.
    """

    place: int
    name: str
    start: tuple[Any, ...]
    laws: Mapping[int, Weighted]

    def law(self, place: int, turns: Turns, start: Weighted, arithmetic: Arithmetic) -> Weighted | None:
        """The law of a play met at this place in a reading; None when it is another one."""
        if (place, turns.name, tuple(start[0])) != (self.place, self.name, self.start):
            return None
        if not isinstance(turns.turns, int):
            return None
        known = self.laws.get(int(turns.turns))
        if known is None:
            return None
        weights, total = known
        if not any(isinstance(weight, Weight) for weight in weights.values()):
            return known
        if isinstance(arithmetic, Integers) or not isinstance(total, int):
            return None
        adopt = arithmetic.algebra.adopt  # type: ignore[attr-defined]
        return {outcome: adopt(weight) for outcome, weight in weights.items()}, total
