"""What everybody against everybody is drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Control, Turn


class Beats(TypedDict):
    """One of a circle, and how often it beats the next."""

    name: str
    p: Fraction


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
    """Who beats whom; `ties` on shows how often neither wins."""

    sentence: str
    value: Fraction
    words: str
    says: Sequence[str]
    circle: Sequence[Beats]
    ties: bool
    by_rank: bool
    tie_tap: str
    sort_tap: str
    entries: Sequence[Entry]
    cells: Sequence[Sequence[Fight]]


class Fact(TypedDict):
    """A number of one of them, and what is said beside it."""

    label: str
    value: str
    small: str


class Count(TypedDict):
    """The average with so many of it."""

    n: int
    p: Fraction


class One(TypedDict):
    """One of them, with its result for each number of it; `fewest` and `most` are those of a fair price."""

    name: str
    facts: Sequence[Fact]
    price: str
    strip: Sequence[Count]
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
