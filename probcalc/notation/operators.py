"""What may stand between rolls, or be asked of one number or of dice on the table.

There is a row for each, with all that the notation knows of it. The grammar has their signs and words from here;
reading, writing, bounds and trees look them up.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from math import prod
from typing import Any, Literal, TypeAlias

from probcalc.exact.pools import matching_dice as matching
from probcalc.exact.pools import opposing_dice as opposing
from probcalc.exact.tree.steps import Tree

Ends: TypeAlias = tuple[int, int]
"""The least and the greatest of some numbers."""


class Precedence(IntEnum):
    """How firmly what is written holds together: within a firmer place it needs parentheses."""

    WHOLE = 0
    FLOW = 1
    ANY = 2
    ALL = 3
    STEP = 4
    SUM = 5
    PRODUCT = 6
    SIGNED = 7
    VALUE = 8


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator between two rolls, or more; the first of several is done first.

    Attributes:
        of: its value, of two numbers.
        place: how firmly it binds: as a product does, or as "and" or "or" between conditions.
        also: its other spellings.
        each: what it takes each roll for; None for the number that it is.
        by_number: whether what follows it is a number of 1 or more, and no roll.
        ends: between which numbers it lies, of two numbers that lie between such; None where it is least and greatest
            at their ends.
        needed: up to which number a roll without an end matters, so that what comes out is right below a number, from
            that number and those beside the roll; None where it does not say.
    """

    of: Callable[[int, int], int]
    place: Precedence = Precedence.PRODUCT
    also: tuple[str, ...] = ()
    each: Callable[[int], int] | None = None
    by_number: bool = False
    ends: Callable[[Ends, Ends], Ends] | None = None
    needed: Callable[..., int | None] | None = None

    @property
    def is_condition(self) -> bool:
        """Whether it holds or does not."""
        return self.place < Precedence.STEP

    def bounds(self, first: Ends, second: Ends) -> Ends:
        """Between which numbers it lies, of two numbers that lie between such.

        >>> OPERATORS["*"].bounds((-1, 6), (1, 4)), OPERATORS["or"].bounds((0, 6), (2, 3))
        ((-4, 24), (0, 1))
        """
        if self.each is not None:
            return 0, 1
        if self.ends is not None:
            return self.ends(first, second)
        corners = [self.of(x, y) for x in first for y in second]
        return min(corners), max(corners)


def _holds(result: int) -> int:
    return int(result != 0)


def _share_out(most: int, *numbers: int) -> int | None:
    return -(-most // prod(numbers)) if min(numbers) > 0 else None


OPERATORS = {
    "*": Operator(operator.mul, also=("×",), needed=_share_out),
    "/": Operator(operator.floordiv, by_number=True, needed=operator.mul),
    "and": Operator(min, Precedence.ALL, each=_holds),
    "or": Operator(max, Precedence.ANY, each=_holds),
}
"""The operators between rolls by their signs; sums and differences are added up by the engine itself."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two numbers.

    Attributes:
        holds: whether it holds of them.
        mirrored: the same comparison with the two numbers in each other's place, or of both with the sign turned.
        also: its other spellings.
        is_upward: whether it holds of all that is greater than what it holds of.
    """

    holds: Callable[[int, int], bool]
    mirrored: Literal["<", "<=", "=", ">=", ">"]
    also: tuple[str, ...] = ()
    is_upward: bool = False


COMPARISONS = {
    ">=": Comparison(operator.ge, "<=", ("=>", "≥"), is_upward=True),
    "<=": Comparison(operator.le, ">=", ("=<", "≤")),
    ">": Comparison(operator.gt, "<", is_upward=True),
    "<": Comparison(operator.lt, ">"),
    "=": Comparison(operator.eq, "=", ("==",)),
}
"""The comparisons by their signs."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of one number, written with parentheses.

    Attributes:
        of: its value.
        bounds: between which numbers its values lie, of a number between two.
    """

    of: Callable[[int], int]
    bounds: Callable[[int, int], tuple[int, int]]


def _of_size(low: int, high: int) -> tuple[int, int]:
    return 0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))


FUNCTIONS = {"abs": Function(abs, _of_size)}
"""The functions of one number by their words."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about dice on the table.

    Attributes:
        tree: what it comes to: of the dice, and of those they are held against, or of the wild faces.
        is_against: whether it holds them against other dice.
        has_wild: whether faces may be wild.
        knows_all: whether all dice must be there, none of them taken away.
        bounds: between which numbers it lies, from the least and the highest face and the number of dice; a count of
            dice without it.
    """

    tree: Callable[..., Tree]
    is_against: bool = False
    has_wild: bool = False
    knows_all: bool = False
    bounds: Callable[[int, int, int], tuple[int, int]] = lambda low, high, dice: (0, dice)


def _against(tree: Callable[..., Tree], knows_all: bool = True) -> Question:
    return Question(tree, is_against=True, knows_all=knows_all)


QUESTIONS: dict[str, Question] = {
    "largest set": Question(matching.largest_set, has_wild=True),
    "pairs": Question(matching.sets),
    "different": Question(partial(matching.sets, least=1)),
    "straight": Question(matching.straight, has_wild=True),
    "spread": Question(matching.spread, bounds=lambda low, high, dice: (0, high - low)),
    "pairs won": _against(partial(opposing.sorted_pairs, what="won")),
    "pairs lost": _against(partial(opposing.sorted_pairs, what="lost")),
    "pairs tied": _against(partial(opposing.sorted_pairs, what="tied")),
    "left": _against(opposing.left_after_cancelling, knows_all=False),
    "shared": _against(opposing.in_both, knows_all=False),
    "reaching": _against(opposing.reaching_highest),
}
"""The questions about dice on the table by their words."""

WITH_WILD = tuple(words for words, each in QUESTIONS.items() if each.has_wild)
"""The questions in which faces may be wild."""


def _usual(rows: dict[str, Any]) -> dict[str, str]:
    return {other: sign for sign, row in rows.items() for other in (sign, *row.also)}


USUAL = _usual(OPERATORS) | _usual(COMPARISONS)
"""The usual spelling of each operator and comparison, by every spelling."""


def _either(signs: Iterable[str]) -> str:
    # The longest first, so that "pairs won" is not read as "pairs".
    spelled = sorted(signs, key=len, reverse=True)
    return "|".join(re.escape(sign) + ("(?![a-z])" if sign[-1].isalpha() else "") for sign in spelled)


def _spellings(place: Precedence, by_number: bool = False) -> str:
    rows = (row for row in OPERATORS.items() if row[1].place is place and row[1].by_number is by_number)
    return _either(other for sign, row in rows for other in (sign, *row.also))


_COMPARED = _usual(COMPARISONS)
_TERMINALS = {
    "QUESTION": _either(QUESTIONS),
    "FUNCTION": _either(FUNCTIONS),
    "ANY": _spellings(Precedence.ANY),
    "ALL": _spellings(Precedence.ALL),
    "TIMES_SIGN": _spellings(Precedence.PRODUCT),
    "BY_SIGN": _spellings(Precedence.PRODUCT, by_number=True),
    # The equals sign alone stands behind the letter of a let too.
    "COMPARE": _either(set(_COMPARED) - {"="}),
    "CS": rf"cs(?=\s*({_either(_COMPARED)}))",
}
TERMINALS = "".join(f"\n{name}: /{pattern.replace('/', chr(92) + '/')}/" for name, pattern in _TERMINALS.items())
"""Their words in the grammar."""
WORDS = tuple(word for words in (*QUESTIONS, *FUNCTIONS, *USUAL) for word in words.split() if word.isalpha())
"""Each of their words alone."""
_ARITHMETIC = ("+", "-", *(sign for sign, row in OPERATORS.items() if not row.is_condition), *FUNCTIONS)
CALCULATED = f"{' '.join(_ARITHMETIC[:-1])} and {_ARITHMETIC[-1]}"
"""What numbers are calculated with, as a refusal names it."""
