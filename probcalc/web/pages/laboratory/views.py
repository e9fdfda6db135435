"""What the laboratory is drawn of: one question by the rules as printed, A, and by other rules, B."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.analysis.measure import Kind
from probcalc.present.reports.two_rules import Breakpoints as Row
from probcalc.web.parts.controls import Control, Group, Turn


class Rule(TypedDict):
    """The number by one of both rules, or why there is none; its name is the way to the question by that rule."""

    letter: str
    name: str
    value: Fraction | None
    why: str
    href: str


class ByRules(TypedDict):
    """One number by both rules, and by how much they differ."""

    sentence: str
    setup: str
    kind: Kind
    rows: Sequence[Rule]
    lead: str
    notes: Sequence[str]
    back: str


class Rules(TypedDict):
    """What rule B changes: `numbers` of the rules are folded away, `counts` is what both are looked at for."""

    title: str
    groups: Sequence[Group]
    numbers: Sequence[Control]
    counts: NotRequired[Sequence[Control]]
    more: NotRequired[Turn]


class Figure(TypedDict):
    """A row of the maps as two lines, A and B, and the places where they reach one half."""

    title: str
    present: bool
    lines: Sequence[Sequence[Fraction | None]]
    halves: Sequence[int | None]


class Along(TypedDict):
    """Rows of the maps along the same number."""

    title: str
    kind: Kind
    top: Fraction
    heads: Sequence[str]
    figures: Sequence[Figure]


class Breakpoints(TypedDict):
    """Those of all rows; without the heading `half`, or `step`, there are no such columns."""

    rows: str
    half: str
    step: str
    kind: Kind
    each: Sequence[Row]
    present: int
