"""What everybody against everybody is drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Control, Turn


class Entry(TypedDict):
    """One of all: its rank and its average, its share in perfect play, and with points its cost and its fair price."""

    name: str
    short: str
    tap: str
    rank: int
    mean: Fraction
    share: str
    cost: NotRequired[str]
    price: NotRequired[str]
    verdict: NotRequired[str]


class Fight(TypedDict):
    """How often the row wins, ties counted half, how often neither does, and the tap that opens the fight."""

    p: Fraction
    t: Fraction
    tap: str


class Everybody(TypedDict):
    """Who beats whom; `ties` on shows how often neither wins, a `circle` has each with how often it beats the next."""

    sentence: str
    value: Fraction
    words: str
    says: Sequence[str]
    circle: Sequence[tuple[str, Fraction]]
    ties: bool
    by_rank: bool
    tie_tap: str
    sort_tap: str
    entries: Sequence[Entry]
    cells: Sequence[Sequence[Fight]]


class One(TypedDict):
    """One of them: what is told of it, with what is said beside, and its average for each number of it.

    Those of a fair price lie between `fewest` and `most`.
    """

    name: str
    facts: Sequence[tuple[str, str, str]]
    price: str
    strip: Sequence[tuple[int, Fraction]]
    now: int | None
    fewest: int
    most: int | None


class Fold(Turn):
    """A chip that opens a list, and what it says at present."""

    value: str


class Opened(TypedDict):
    """What a chip opens: a control for each entry, and a text for all of them."""

    title: str
    items: Sequence[Control]
    typed: Control


class Settings(TypedDict):
    """What is asked of everybody."""

    folds: Sequence[Fold]
    items: Sequence[Control]
    opened: Opened | None
