"""Several whole numbers in one, as the digits of a number: tuples are then added up as fast as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from operator import mul


class Positional:
    """Tuples of numbers, each between its two ends, as one number: the sum of two is that of their numbers.

    The i-th counts as many times as the product of the lengths of the ranges before it; there are at `most` so many
    tuples.

    >>> both = Positional([(0, 9), (-5, 5)])
    >>> both.number((7, 2)), both.digits(both.number((3, -4)) + both.number((4, 6)))
    (27, (7, 2))
    """

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        lengths = [high - low + 1 for low, high in spans]
        self.lows = [low for low, _ in spans]
        self.places = list(accumulate(lengths[:-1], mul, initial=1)) if spans else []
        self._lengths = lengths
        self.most = prod(lengths)
        self._least = self.number(self.lows)

    def number(self, parts: Sequence[int]) -> int:
        """The parts as one number."""
        return sum(map(mul, parts, self.places))

    def digits(self, number: int) -> tuple[int, ...]:
        """The parts of a number, as long as each lies between its ends."""
        rest, found = number - self._least, []
        for low, length in zip(self.lows, self._lengths, strict=True):
            rest, digit = divmod(rest, length)
            found.append(low + digit)
        return tuple(found)
