"""The units of a sweep: neighbouring cells that are computed at once, and are all that is held of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

Unit: TypeAlias = "tuple[range, ...]"
"""A block of cells: along each axis the places of the values; the last axis runs fastest."""


@dataclass(frozen=True, slots=True)
class Units:
    """The cells of a grid in blocks of at most `most`, in order: one after the other they are the whole grid.

    >>> units = Units((2, 5, 4), 9)
    >>> len(units), [prod(map(len, unit)) for unit in units]
    (6, [8, 8, 4, 8, 8, 4])
    >>> units[1]
    (range(0, 1), range(2, 4), range(0, 4))
    """

    sizes: tuple[int, ...]
    most: int

    @property
    def cells(self) -> int:
        """How many cells the grid has."""
        return prod(self.sizes)

    def _cut(self) -> tuple[int, int]:
        """The axis that is cut, and into how many values at once; the axes behind it stay whole."""
        within = 1
        for axis in range(len(self.sizes) - 1, 0, -1):
            if within * self.sizes[axis] > self.most:
                return axis, self.most // within
            within *= self.sizes[axis]
        return 0, max(1, self.most // within)

    def __iter__(self) -> Iterator[Unit]:
        return map(self.__getitem__, range(len(self)))

    def __len__(self) -> int:
        axis, width = self._cut()
        return prod(self.sizes[:axis]) * -(-self.sizes[axis] // width)

    def __getitem__(self, number: int) -> Unit:
        if not 0 <= number < len(self):
            raise IndexError(number)
        axis, width = self._cut()
        number, piece = divmod(number, -(-self.sizes[axis] // width))
        places = [range(piece * width, min((piece + 1) * width, self.sizes[axis]))]
        for size in reversed(self.sizes[:axis]):
            number, place = divmod(number, size)
            places.insert(0, range(place, place + 1))
        return (*places, *map(range, self.sizes[axis + 1 :]))
