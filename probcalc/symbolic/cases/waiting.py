"""The parts of a question that still have to be read, and what those that were read tell of them."""

from __future__ import annotations

from collections import Counter
from math import prod
from random import Random
from typing import TypeAlias

from probcalc.symbolic.cases.boxes import Box

BoxPlace: TypeAlias = "tuple[int, ...]"
_ENOUGH_DIVIDED = 10


class Waiting:
    """The parts still to be read: the widest, so that it shows early how many there are, then by turns any of them.

    Those that were any are a fair sample of what the others take. Each part knows where in the order of the cases it
    belongs.
    """

    def __init__(self) -> None:
        self._left: dict[int, list[tuple[BoxPlace, Box]]] = {}
        self._draw = Random(0).randrange
        self._number, self._popped = 0, 0
        self._looked_at: Counter[int] = Counter()
        self._least: dict[int, int] = {}
        self._of_width: dict[int, Samples] = {}
        self._of_any = Samples()

    @property
    def wide(self) -> list[Box]:
        """Those with more than one combination."""
        return [part for width, row in self._left.items() if width > 1 for _, part in row]

    def __len__(self) -> int:
        return self._number

    def all(self) -> list[tuple[BoxPlace, Box]]:
        """Every part that is left."""
        return [one for row in self._left.values() for one in row]

    def push(self, place: BoxPlace, part: Box) -> None:
        """Add a part, anywhere among those that are as wide."""
        row = self._left.setdefault(width_of(part), [])
        row.append((place, part))
        at = self._draw(len(row))
        row[at], row[-1] = row[-1], row[at]
        self._number += 1

    def pop(self) -> tuple[BoxPlace, Box]:
        """Take out the next part."""
        self._popped += 1
        width = max(self._left) if self._is_widest() else self._width_of(self._draw(self._number))
        row = self._left[width]
        self._number -= 1
        found = row.pop()
        if not row:
            del self._left[width]
        return found

    def _is_widest(self) -> bool:
        return self._popped <= _ENOUGH_DIVIDED or self._popped % 2 == 1

    def _width_of(self, number: int) -> int:
        """How wide a part is, counted through all of them."""
        for width, row in self._left.items():
            if number < len(row):
                return width
            number -= len(row)
        raise AssertionError("a part that is counted is there")

    def took(self, part: Box, steps: int, parts: int) -> None:
        """Note how many steps a part took and into how many it was divided, or that it was one."""
        width = width_of(part)
        self._looked_at[width] += 1
        self._least[width] = min(parts, self._least.get(width, parts))
        self._of_width.setdefault(width, Samples()).add(steps)
        if not self._is_widest():
            self._of_any.add(steps)

    def parts(self) -> int:
        """How many there will be at least if those of a width are divided as every one of several was so far."""
        return sum(
            len(row) * max(1, self._least[width] if self._looked_at[width] >= _ENOUGH_DIVIDED else 1)
            for width, row in self._left.items()
        )

    def ahead(self) -> tuple[float, float]:
        """How many steps the parts will take, and from how many samples that is known, long ones counted alone.

        A width of which none is known takes what any part takes; what becomes of divided parts is not foreseen. What
        was read of one width says nothing of another, so the samples count as much as the steps that they foretell.
        """
        known = [(len(row), self._of_width.get(width, self._of_any)) for width, row in self._left.items()]
        steps = sum(left * samples.mean for left, samples in known)
        return steps, sum(left * samples.mean * samples.number for left, samples in known) / steps if steps else 0.0


class Samples:
    """What parts took so far."""

    __slots__ = ("_squares", "_steps", "_taken")

    def __init__(self) -> None:
        self._taken, self._steps, self._squares = 0, 0, 0

    def add(self, steps: int) -> None:
        """Another one."""
        self._taken += 1
        self._steps += steps
        self._squares += steps * steps

    @property
    def mean(self) -> float:
        """What one takes; nothing as long as none is known."""
        return self._steps / self._taken if self._taken else 0.0

    @property
    def number(self) -> float:
        """How many equal ones tell as much: one long one among many short ones tells no more than one.

        >>> samples = Samples()
        >>> for steps in (1, 1, 1, 1000):
        ...     samples.add(steps)
        >>> round(samples.number, 2)
        1.01
        """
        return self._steps**2 / self._squares if self._squares else 0.0


def width_of(part: Box) -> int:
    """How many combinations its sides have."""
    return prod(len(side) for side in part.sides.values())
