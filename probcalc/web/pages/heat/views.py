"""What heat maps are drawn of: a number in each cell, two figures along the sides."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.analysis.measure import Kind
from probcalc.web.parts.controls import Control


class Cell(TypedDict):
    """The number with the two values of a cell, or why there is none, and the tap that sets them."""

    tap: str
    p: NotRequired[Fraction | None]
    why: NotRequired[str | None]


class Axis(TypedDict):
    """A side of the map: what varies, and its values."""

    title: str
    values: Sequence[str]


class Differences(TypedDict):
    """Whether the cells show differences to the present number, and the tap that changes it."""

    tap: str
    on: bool


class Heat(TypedDict):
    """A map; `now` is the cell of the present number, (-1, -1) where that is not shown."""

    sentence: str
    kind: Kind
    picks: Sequence[Control]
    rows: Axis
    columns: Axis
    cells: Sequence[Sequence[Cell]]
    now: tuple[int, int]
    value: Fraction
    present: str
    says: Sequence[str]
    change: Differences


class NamedMap(TypedDict):
    """One of two maps, with its letter and its name."""

    letter: str
    name: str
    card: Heat


class TwoMaps(TypedDict):
    """The same map by two rules, with what they say along the present row, and in all cells."""

    title: str
    lead: str
    says: str
    picks: Sequence[Control]
    maps: Sequence[NamedMap]


class SmallMap(TypedDict):
    """The map for one value of a third thing, the tap that takes that value over, and why its first cell is refused."""

    title: str
    tap: str
    on: bool
    cells: Sequence[Sequence[Fraction | None]]
    why: NotRequired[str]


class Multiples(TypedDict):
    """A map for each value; `now` is the cell of the present number, with -1 where that is not shown."""

    sentence: str
    kind: Kind
    picks: Sequence[Control]
    rows: Axis
    columns: Axis
    maps: Sequence[SmallMap]
    now: tuple[int, int]


class Pair(TypedDict):
    """The chance of one attack on one target, None where it may not be made; whether the plan makes it."""

    p: Fraction | None
    chosen: bool


class Pairs(TypedDict):
    """Every attack on every target, and the chance that each target is removed in the end."""

    title: str
    told: str
    attackers: Sequence[str]
    targets: Sequence[str]
    cells: Sequence[Sequence[Pair]]
    removed: Sequence[Fraction]
