"""What a comparison is drawn of: which set-up is best, and their laws below and over each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypedDict

from probcalc.analysis.measure import Kind
from probcalc.present.table import Shown
from probcalc.web.pages.answer.views import Contest
from probcalc.web.parts.controls import Control


class Verdict(TypedDict):
    """Which is best, and what all share."""

    best: str
    rest: str
    shared: str


class Ridge(TypedDict):
    """A set-up: its letter, its name, its number, and its law where all have one of one kind, or its contest."""

    tag: str
    name: str
    note: str
    value: Fraction
    contest: Contest | None
    law: Sequence[Fraction]
    counted: Sequence[bool]


class Ridges(TypedDict):
    """The laws below each other, all on the scale of the highest."""

    title: str
    kind: Kind
    best: Fraction
    outcomes: Sequence[str]
    sets: Sequence[Ridge]


class Compared(TypedDict):
    """A comparison; `start` is the outcome from which on counts."""

    start: str | None
    verdict: Verdict
    ridges: Ridges


class Line(TypedDict):
    """A law as a line, with its letter."""

    tag: str
    name: str
    values: Sequence[Fraction]


class Curves(TypedDict):
    """The laws of several set-ups in one picture; `start` is the outcome from which on counts."""

    title: str
    counts: str
    unit: str
    way: Shown
    ordered: bool
    outcomes: Sequence[str]
    sets: Sequence[Line]
    picks: Sequence[Control]
    start: str | None
