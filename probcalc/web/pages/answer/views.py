"""What the parts of an answer are drawn of: its number, its law, and two sides of it, exact until they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NotRequired, TypeAlias, TypedDict

from probcalc.analysis.measure import Kind
from probcalc.present.verdict import Verdict
from probcalc.web.parts.controls import Action
from probcalc.web.parts.rows import Bar

Chance: TypeAlias = tuple[str, Fraction]
"""An outcome in words, and its chance."""
Read: TypeAlias = tuple[str, str, str]
"""An outcome with its own chance and that of it or more, in per cent."""


class Law(TypedDict, total=False):
    """A law over numbers: up to 40 outcomes one by one, or more of them as one outline.

    What counts is what is `counted`, or all `from_` an outcome on. `titled` is a law of something else than the number
    above it. `count` is the result whose threshold a tap on a bar sets. Bars are as high as `highest`, of several laws
    the same, or else their own. Heights are thousandths of the highest, places shares of the width.
    """

    result: str
    title: str
    unit: str
    mean: Fraction | None
    titled: bool
    count: str
    outcomes: Sequence[Chance]
    highest: Fraction
    from_: str
    counted: Sequence[str]
    event: str
    ordered: bool
    heights: Sequence[int]
    low: Any
    top: Any
    high: Any
    top_at: Fraction
    between: tuple[Fraction, Fraction]
    mean_at: Fraction | None
    left_out: int
    reads: Sequence[Read]


class Names(TypedDict):
    """A law over names as rows, in the order of the rule; with `amounts` the rows are averages, without a whole.

    `raw` are the names as an address has them, which a tap on a row counts.
    """

    title: str
    counted: Sequence[str]
    outcomes: Sequence[Chance]
    result: NotRequired[str]
    raw: NotRequired[Sequence[str]]
    count: NotRequired[str]
    amounts: NotRequired[bool]


class After(Names):
    """The number after each turn or round."""

    heading: str


class SidePart(TypedDict):
    """The part of a side's share that counts: a major victory."""

    side: str
    name: str
    p: Fraction


class Contest(TypedDict):
    """Win, tie and loss, named in this order; `count` is what a tap on each of them counts."""

    a: Fraction
    tie: Fraction
    b: Fraction
    names: Sequence[str]
    counted: NotRequired[SidePart]
    count: NotRequired[dict[str, str]]


class SideFact(TypedDict):
    """Another number that is asked at once, as it is written."""

    value: str
    label: str


class Behind(TypedDict, total=False):
    """The law behind a number, over numbers or over names."""

    law: Law
    names: Names


class Result(TypedDict):
    """The result card: one sentence, the number, what it means, and one law behind it.

    Of a mean `spread` says between which outcomes most tries end; `of` is the time of the tap that it answers.
    """

    sentence: str
    value: Fraction
    kind: Kind
    fraction: NotRequired[str]
    unit: NotRequired[str]
    spread: NotRequired[str]
    verdict: NotRequired[Verdict]
    law: NotRequired[Law]
    names: NotRequired[Names]
    contest: NotRequired[Contest]
    side_facts: NotRequired[Sequence[SideFact]]
    of: NotRequired[int]


class Line(TypedDict):
    """An answer in one line, with its law or its contest very small."""

    value: str
    sentence: str
    spark: NotRequired[Sequence[Bar]]


class Losses(TypedDict):
    """One side's law and mean, to face the other's."""

    outcomes: Sequence[Chance]
    mean: Fraction


class Facing(TypedDict):
    """Two laws on one scale."""

    title: str
    unit: str
    names: Sequence[str]
    a: Losses
    b: Losses
    foot: NotRequired[str]


Piece: TypeAlias = tuple[str, Fraction, str]
"""A fate in words, its chance, and its look."""


class Fate(TypedDict):
    """What becomes of one side."""

    name: str
    side: str
    outcomes: Sequence[Piece]


class Fates(TypedDict):
    """What becomes of each side."""

    title: str
    rows: Sequence[Fate]


class NamedLaw(TypedDict):
    """A law over names below its title: of two sides who wins, of a few names one bar of 100%, of more their rows."""

    title: str
    contest: NotRequired[Contest]
    names: NotRequired[Names]
    side: NotRequired[str]
    outcomes: NotRequired[Sequence[Piece]]


class Refused(TypedDict):
    """No answer, and why; what would do instead."""

    reason: str
    offers: Sequence[Action]
    pointer: NotRequired[str]
    of: NotRequired[int]
