"""What the picture behind a number is drawn of."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.web.pages.answer.views import After, Contest, Facing
from probcalc.web.pages.why.flow_drawn import StepLaw, UnitFlow


class Square(TypedDict):
    """Two equal tries: the chance of each, what they are, and what both together come to."""

    p: Fraction
    title: str
    both: str


class Several(TypedDict, total=False):
    """Several runs of one kind: two as a square, more as the laws of two, three and all of them."""

    square: Square
    laws: Sequence[StepLaw]


class Faced(TypedDict):
    """Two sides facing each other, who is ahead how often, and the law of what decides."""

    facing: Facing
    contest: Contest
    decides: NotRequired[StepLaw]


class Sum(TypedDict):
    """The number that the picture arrives at, as it is written, with the parts that it is added up of."""

    value: str
    sentence: str
    fraction: str
    parts: NotRequired[Sequence[str]]


class Picture(TypedDict):
    """The picture that arrives at the number."""

    units: Sequence[UnitFlow]
    square: NotRequired[Square]
    laws: NotRequired[Sequence[StepLaw]]
    facing: NotRequired[Facing]
    contest: NotRequired[Contest]
    decides: NotRequired[StepLaw]
    after: NotRequired[After]
    sum: NotRequired[Sum]


class Told(TypedDict):
    """A step in words: its title, how it is rolled, its target in parts, and its bands."""

    title: str
    told: str
    terms: Sequence[tuple[str, str]]
    bands: Sequence[tuple[str, str, str]]
    needed: NotRequired[str]
    note: NotRequired[str]


class Words(TypedDict):
    """Every roll in words, and what is to be said of all of them."""

    title: str
    steps: Sequence[Told]
    closing: Sequence[str]
