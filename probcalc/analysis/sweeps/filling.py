"""A block of cells and its numbers, every different one once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

NO_NUMBER = -1


@dataclass(slots=True)
class Column:
    """One wanted number of every cell of a block.

    Attributes:
        numbers: the different numbers, as numerators and denominators in lowest terms.
        places: for each cell the place of its number, `NO_NUMBER` where it has none; a list or an array.
    """

    numbers: list[tuple[int, int]]
    places: Any

    def fractions(self) -> list[Fraction | None]:
        """The number of each cell."""
        exact = [*(Fraction(*number) for number in self.numbers), None]
        return [exact[place] for place in self.places]


@dataclass(slots=True)
class Block:
    """Cells in order, the last axis running fastest.

    Attributes:
        values: the values along each axis.
        columns: the wanted numbers.
        chosen: for each cell whether it is wanted; None when all are.
        answered: how many cells were answered one by one.
    """

    values: tuple[tuple[Any, ...], ...]
    columns: list[Column]
    chosen: Sequence[bool] | None = None
    answered: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """How many values each axis has."""
        return tuple(map(len, self.values))

    @property
    def cells(self) -> int:
        """How many cells there are, wanted or not."""
        return prod(self.shape)


class Filling:
    """A block while its numbers come in."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._known: list[dict[tuple[int, int], int]] = [{} for _ in block.columns]

    def number(self, column: int, exact: tuple[int, int]) -> int:
        """The place of a number among the different ones of a column."""
        known = self._known[column]
        return known.setdefault(exact, len(known))

    def put(self, column: int, place: int, exact: Fraction) -> None:
        """The number of one cell."""
        found = self.block.columns[column]
        if found.places is None:
            found.places = [NO_NUMBER] * self.block.cells
        found.places[place] = self.number(column, (exact.numerator, exact.denominator))

    def array(self, column: int) -> Any:
        """The places of a column's numbers as an array in the shape of the block, to be written to."""
        import numpy as np

        found = self.block.columns[column]
        if found.places is None:
            found.places = np.full(self.block.cells, NO_NUMBER, np.int32)
        elif isinstance(found.places, list):
            found.places = np.array(found.places, np.int32)
        return found.places.reshape(self.block.shape)

    def finish(self) -> Block:
        """The block with all its numbers."""
        for column, known in zip(self.block.columns, self._known, strict=True):
            column.numbers = list(known)
            if column.places is None:
                column.places = [NO_NUMBER] * self.block.cells
        return self.block
