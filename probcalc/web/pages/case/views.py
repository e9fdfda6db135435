"""What the card of inputs is drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Action, Group, Turn


class Figure(TypedDict):
    """A stat as it is read."""

    label: str
    value: str
    changed: bool


class Figures(TypedDict):
    """The stats of one side in a line."""

    of: str
    items: Sequence[Figure]


class Case(TypedDict):
    """Circumstances first, then the stats in one line behind whose they are, and what else can be done."""

    title: str
    groups: Sequence[Group]
    figures: Sequence[Figures]
    actions: Sequence[Action]
    opened: NotRequired[Sequence[Group]]
    more: NotRequired[Turn]
    change: NotRequired[Turn]
