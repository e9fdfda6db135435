"""Formulas evaluated for all cells of a part of a block at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from probcalc.analysis.sweeps.filling import NO_NUMBER, Filling
from probcalc.analysis.sweeps.regions import Piece
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.counts.arrays import Integers, form_array
from probcalc.symbolic.ring.many_points import values_of
from probcalc.symbolic.ring.shares import Share

_UNDEFINED = -2


def fill(
    filling: Filling,
    names: Sequence[str],
    places: Sequence[Sequence[int]],
    fixed: Mapping[str, Any],
    pieces: list[Piece],
) -> list[int]:
    """Put the numbers of all pieces in place; the cells that have to be answered, by where they stand in the block.

    `places` says along each axis which values of the block belong to the part; `fixed` names those that are no free
    numbers.
    """
    values = [
        None if name in fixed else np.array([side[at] for at in along], np.int64)
        for name, side, along in zip(names, filling.block.values, places, strict=True)
    ]
    standing = [np.array(along, np.int64) for along in places]
    asked: list[int] = []
    for piece in pieces:
        within = _Within(names, values, standing, piece.box)
        if not within.is_empty:
            asked += within.fill(filling, piece.shares)
    return asked


class _Within:
    """The cells of a part that lie in one box."""

    def __init__(
        self, names: Sequence[str], values: Sequence[Integers | None], standing: Sequence[Integers], box: Box
    ) -> None:
        self.parameters: dict[str, Integers] = {}
        self.along: list[Integers] = []
        for axis, (name, numbers, where) in enumerate(zip(names, values, standing, strict=True)):
            if numbers is not None:
                side = box.sides[name]
                inside = np.flatnonzero((numbers >= side[0]) & (numbers <= side[-1]))
                shape = [1] * len(names)
                shape[axis] = len(inside)
                self.parameters[name] = numbers[inside].reshape(shape)
                where = where[inside]
            self.along.append(where)
        self.shape = tuple(map(len, self.along))
        self.is_empty = 0 in self.shape
        self.mask = None if self.is_empty or not box.sums else self._in_sums(box)

    def _in_sums(self, box: Box) -> Integers:
        inside: Any = np.True_
        for name, form in box.sums.items():
            total, side = form_array(form, self.parameters), box.sides[name]
            inside = inside & (total >= side[0]) & (total <= side[-1])
        return np.broadcast_to(inside, self.shape)

    def fill(self, filling: Filling, shares: tuple[Share | None, ...] | None) -> list[int]:
        """Put the numbers in place; the cells that have to be answered."""
        if shares is None:
            inside = np.ones(self.shape, bool) if self.mask is None else self.mask
            return self._cells(inside, filling.block.shape)
        asked: set[int] = set()
        place = np.ix_(*self.along)
        for column, share in enumerate(shares):
            if share is None:
                continue
            found = values_of(share, self.parameters)
            fractions = zip(found.numerators.tolist(), found.denominators.tolist(), strict=True)
            numbers = [filling.number(column, exact) if exact[1] else _UNDEFINED for exact in fractions]
            reached = np.broadcast_to(np.array(numbers, np.int32)[found.places], self.shape)
            target = filling.array(column)
            if self.mask is not None:
                reached = np.where(self.mask, reached, target[place])
            if _UNDEFINED in numbers:
                asked.update(self._cells(reached == _UNDEFINED, filling.block.shape))
                reached = np.where(reached == _UNDEFINED, NO_NUMBER, reached)
            target[place] = reached
        return sorted(asked)

    def _cells(self, inside: Integers, shape: tuple[int, ...]) -> list[int]:
        """Where these cells stand in the block."""
        rows = np.nonzero(inside)
        where = [along[row] for along, row in zip(self.along, rows, strict=True)]
        found: list[int] = np.ravel_multi_index(tuple(where), shape).tolist()
        return found
