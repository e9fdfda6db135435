"""What a sweep will take, from a few of its cells, before time is spent on all."""

from __future__ import annotations

from contextlib import suppress
from math import prod
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.regions import Regions, is_free
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError

CELLS_BY_FORMULA = 1 << 16
CELLS_ONE_BY_ONE = 1 << 9
"""So many cells are computed at once, and lost at most when a sweep is interrupted."""
_SAMPLED = 6
_SECONDS_PER_CELL_BY_FORMULA = 3e-6


class Estimate(NamedTuple):
    """What a sweep will take.

    Attributes:
        cells: how many there are.
        by_formula: about which share of them is computed by formula.
        seconds: about how long it takes in one process.
    """

    cells: int
    by_formula: float
    seconds: float

    @property
    def cells_at_once(self) -> int:
        """How many cells are best computed at once."""
        return CELLS_BY_FORMULA if self.by_formula == 1 else CELLS_ONE_BY_ONE


def estimate(asked: Question) -> Estimate:
    """What a sweep will take, from a few of its names and flags, and a few cells where there is no formula.

    >>> from probcalc.analysis.sweeps.asked import question
    >>> found = estimate(question("chronopia.melee", {}, ["armour", "cc", "charging"], ["slain"]))
    >>> found.cells, found.by_formula
    (3060, 1.0)
    """
    regions, draw = Regions(asked), Random(0)
    by_formula, seconds = [], []
    names = _Names(asked)
    for _ in range(min(_SAMPLED, names.combinations)):
        fixed = names.draw_one(draw)
        begun = perf_counter()
        pieces = regions.pieces(fixed)
        reading = perf_counter() - begun
        cells = asked.cells / names.combinations
        share = 0.0 if pieces is None else sum(piece.shares is not None for piece in pieces) / len(pieces)
        one = _SECONDS_PER_CELL_BY_FORMULA if share == 1 else _answering(asked, fixed, draw)
        by_formula.append(share)
        seconds.append(reading + cells * (share * _SECONDS_PER_CELL_BY_FORMULA + (1 - share) * one))
    number = len(seconds)
    return Estimate(asked.cells, sum(by_formula) / number, sum(seconds) / number * names.combinations)


class _Names:
    """The combinations of names and flags of a sweep, each with a formula of its own."""

    def __init__(self, asked: Question) -> None:
        self._asked = asked
        self._groups = [
            [value for value in axis.values if not is_free(axis, value)]
            + [_FREE] * any(is_free(axis, value) for value in axis.values)
            for axis in asked.axes
        ]
        self.combinations = prod(map(len, self._groups))

    def draw_one(self, draw: Random) -> dict[str, Any]:
        """One of them."""
        row = zip(self._asked.names, map(draw.choice, self._groups), strict=True)
        return {name: value for name, value in row if value is not _FREE}


_FREE = object()


def _answering(asked: Question, fixed: dict[str, Any], draw: Random) -> float:
    """About the seconds of an answer."""
    taken = []
    for _ in range(2):
        cell = {axis.parameter.name: draw.choice(axis.values) for axis in asked.axes}
        begun = perf_counter()
        with suppress(InputError):
            registry.answer(asked.scenario_id, {**asked.given, **cell, **fixed})
        taken.append(perf_counter() - begun)
    return sum(taken) / len(taken)
