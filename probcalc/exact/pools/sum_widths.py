"""How wide several sums become that stand side by side in one integer, before a face is gone through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from probcalc.exact.budget.bounds import meter
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.numbers.positional import Positional
from probcalc.exact.pools.dice_left import DiceLeft, ToBeAsked, Waiting

_BYTES_PER_STEP = 600
"""Shifted, multiplied and added in the time of one step."""


@dataclass(frozen=True, slots=True)
class SumWidths:
    """What a face adds to several sums, each weight of which takes so many bytes."""

    advance: Callable[[Any, Any, tuple[int, ...]], tuple[Any, Any]]
    several: Positional
    size: int

    def require_affordable(self, waiting: Waiting, face: Any, left: DiceLeft, asked: ToBeAsked) -> None:
        """Refuse sums that would become too long with a face: the faces that follow like it take as much at least.

        Raises:
            TooLarge: when they take more memory than a law may, or more steps than are left.
        """
        ends: dict[Any, tuple[int, int]] = {}
        places = 0
        for before, showing, states in left.choices(face, waiting):
            for counts, ways in showing.items():
                for state, (low, packed) in states.items():
                    reached, worth = self.advance(state, face, counts)
                    first = low + self.several.number(worth)
                    last = first + packed.bit_length() // (8 * self.size)
                    for fewer, _ in ways:
                        known = ends.get((before - fewer, reached), (first, last))
                        first_of_all, last_of_all = min(first, known[0]), max(last, known[1])
                        ends[before - fewer, reached] = first_of_all, last_of_all
                        places += last_of_all - first_of_all + 1
        require_steps("a question about dice", 0, self.size * sum(last - first + 1 for first, last in ends.values()))
        meter().foresee("a question about dice", asked.as_this_one(face) * (places * self.size // _BYTES_PER_STEP))
