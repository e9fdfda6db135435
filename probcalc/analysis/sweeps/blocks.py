"""The units of a sweep, computed: by formula where there is one, cell by cell everywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from probcalc.analysis.sweeps.answering import Answering
from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import cell_at
from probcalc.analysis.sweeps.filling import Block, Column, Filling
from probcalc.analysis.sweeps.regions import Regions, is_free
from probcalc.analysis.sweeps.units import Unit

_FREE = object()


class Blocks:
    """Computes units of a sweep, in any order.

    Unless cells are answered `one_by_one` where there is no formula, they stay without a number.

    >>> from probcalc.analysis.sweeps.asked import question
    >>> asked = question("chronopia.armour", {"damage": 10}, ["armour=20..22"], ["any_wound"])
    >>> Blocks(asked).of((range(0, 3),)).columns[0].fractions()
    [Fraction(1, 2), Fraction(9, 20), Fraction(2, 5)]
    """

    def __init__(self, asked: Question, *, one_by_one: bool = True) -> None:
        self.asked = asked
        self._one_by_one = one_by_one
        self._regions = Regions(asked)
        self._answering = Answering(asked.scenario_id, asked.given, asked.results)

    def of(self, unit: Unit) -> Block:
        """The cells of a unit with their numbers."""
        values = tuple(
            tuple(axis.values[place] for place in places) for axis, places in zip(self.asked.axes, unit, strict=True)
        )
        block = Block(values, [Column([], None) for _ in self.asked.results], self._choice(values))
        filling = Filling(block)
        for part in self._parts(values):
            pieces = self._regions.pieces(part.fixed)
            if pieces is None:
                self._answer(filling, _cells_of(part.places, block.shape))
                continue
            from probcalc.analysis.sweeps.arrays import fill

            self._answer(filling, fill(filling, self.asked.names, part.places, part.fixed, pieces))
        return filling.finish()

    def _choice(self, values: Sequence[Sequence[Any]]) -> list[bool] | None:
        where = self.asked.where
        if where is None:
            return None
        named = [values[axis] for axis in where.axes]
        known = dict(zip(product(*(range(len(side)) for side in named)), where.table(named), strict=True))
        cells = product(*(range(len(side)) for side in values))
        return [known[tuple(cell[axis] for axis in where.axes)] for cell in cells]

    def _parts(self, values: Sequence[Sequence[Any]]) -> Iterator[_Part]:
        """The block divided so that names, flags and what is absent are fixed in each part."""
        sides: list[list[tuple[Any, list[int]]]] = []
        for axis, side in zip(self.asked.axes, values, strict=True):
            numbers = [place for place, value in enumerate(side) if is_free(axis, value)]
            others = [(value, [place]) for place, value in enumerate(side) if not is_free(axis, value)]
            sides.append([*others, (_FREE, numbers)] if numbers else others)
        for row in product(*sides):
            names = zip(self.asked.names, row, strict=True)
            fixed = {name: value for name, (value, _) in names if value is not _FREE}
            yield _Part(fixed, tuple(places for _, places in row))

    def _answer(self, filling: Filling, cells: Iterable[int]) -> None:
        """Answer cells one by one, those that are wanted."""
        block = filling.block
        for place in cells if self._one_by_one else ():
            if block.chosen is not None and not block.chosen[place]:
                continue
            block.answered += 1
            for number, exact in enumerate(self._answering.numbers(cell_at(self.asked.names, block.values, place))):
                if exact is not None:
                    filling.put(number, place, exact)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a block: what is fixed in it by name, and the places of its values along each axis."""

    fixed: Mapping[str, Any]
    places: tuple[Sequence[int], ...]


def _cells_of(places: Sequence[Sequence[int]], shape: Sequence[int]) -> Iterator[int]:
    """Where the cells with these places along each axis stand in the block."""
    for row in product(*places):
        found = 0
        for at, size in zip(row, shape, strict=True):
            found = found * size + at
        yield found
