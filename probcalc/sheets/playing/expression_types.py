"""What an expression gives: a number, a condition, a word, dice as they lie; between which ends it can lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import total_ordering
from typing import Any, Literal, TypeAlias

What: TypeAlias = Literal["number", "condition", "word", "faces", "symbols", "list", "dice", "rule", "die"]

FAR = 10**9
"""Beyond every number that is computed."""


@total_ordering
class Lacking:
    """A stat that is not there: of a stat of so much or more above every number, of so much or less below."""

    __slots__ = ("above",)

    def __init__(self, above: bool) -> None:
        self.above = above

    def __lt__(self, other: Any) -> bool:
        return not self.above and other is not self

    def __eq__(self, other: object) -> bool:
        return other is self

    def __hash__(self) -> int:
        return hash(("lacking", self.above))

    def __add__(self, other: Any) -> Lacking:
        return self

    __radd__ = __sub__ = __add__

    def __repr__(self) -> str:
        return "none"


ABOVE, BELOW = Lacking(True), Lacking(False)


@dataclass(frozen=True, slots=True)
class ExpressionType:
    """What an expression gives.

    Attributes:
        what: number, condition, word, faces, symbols, list, dice, rule or die.
        low, high: between which numbers it lies.
        lacking: whether it may be none, and on which side of all numbers that lies; "" where it may not.
        words: the words that it may be; None where they are not known.
        carried: the keys that rounds carry on whose words it may be too, as long as these are not known.
        check: "count" of dice held against a number, "single" of one roll.
        faces: which of crit and fumble its roll names.
        parts: what may be asked of it beside.
        letters: of symbols.
        dice: whether it is dice of a parameter.
    """

    what: What
    low: int = -FAR
    high: int = FAR
    lacking: Literal["", "above", "below"] = ""
    words: tuple[str, ...] | None = None
    check: Literal["", "count", "single"] = ""
    faces: frozenset[str] = frozenset()
    parts: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    dice: bool = False
    carried: frozenset[str] = frozenset()

    @property
    def may_be_below_one(self) -> bool:
        """Whether it is plainly not at least 1; how low what rounds carry on gets is seen as they are played."""
        return -FAR // 1_000 < self.low < 1


def number(low: int = -FAR, high: int = FAR) -> ExpressionType:
    """A number between two others."""
    return ExpressionType("number", max(-FAR, low), min(FAR, high))


CONDITION = ExpressionType("condition", 0, 1)


def either(first: ExpressionType, second: ExpressionType) -> ExpressionType:
    """What either of two may be."""
    words = None if first.words is None or second.words is None else tuple(dict.fromkeys(first.words + second.words))
    what = first.what if first.what == second.what else "number"
    return ExpressionType(
        what,
        min(first.low, second.low),
        max(first.high, second.high),
        first.lacking or second.lacking,
        words,
        letters=first.letters,
        carried=first.carried | second.carried,
    )
