"""What the match-up and the unit cards are drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Control


class Party(TypedDict):
    """One who takes part: the list to pick it from, and what it bears, in words or as a second list."""

    pick: Control
    second: NotRequired[Control]
    bears: NotRequired[str]


class Match(TypedDict):
    """Who acts and whom they meet; without a right side there is nobody to face."""

    left: Party
    right: NotRequired[Party]
    verb: NotRequired[str]
    verbs: NotRequired[Control | None]


class Unit(TypedDict):
    """One of two units: who it is, how many, what they roll, and the stats that count."""

    side: str
    title: str
    pick: Control | None
    count: Control | None
    strikes: str
    facts: Sequence[str]


class Met(TypedDict):
    """Two units face to face, and what stands between them."""

    sides: Sequence[Unit]
    middle: Sequence[Control]
    verb: str
