"""What may be asked of one number, or of dice on the table: a row for each, with all that the notation knows of it.

The grammar has their words from here; reading, writing, bounds and trees look them up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from probcalc.exact.pools import matching_dice as matching
from probcalc.exact.pools import opposing_dice as opposing
from probcalc.exact.tree.steps import Tree


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


def _as_many(low: int, high: int, dice: int) -> tuple[int, int]:
    """Between which numbers a count of dice lies."""
    return 0, dice


def _apart(low: int, high: int, dice: int) -> tuple[int, int]:
    return 0, high - low


@dataclass(frozen=True, slots=True)
class Question:
    """A question about dice on the table.

    Attributes:
        tree: what it comes to: of the dice, and of those they are held against, or of the wild faces.
        is_against: whether it holds them against other dice.
        has_wild: whether faces may be wild.
        knows_all: whether all dice must be there, none of them taken away.
        bounds: between which numbers it lies, from the least and the highest face and the number of dice.
    """

    tree: Callable[..., Tree]
    is_against: bool = False
    has_wild: bool = False
    knows_all: bool = False
    bounds: Callable[[int, int, int], tuple[int, int]] = _as_many


def _against(tree: Callable[..., Tree], knows_all: bool = True) -> Question:
    return Question(tree, is_against=True, knows_all=knows_all)


QUESTIONS: dict[str, Question] = {
    "largest set": Question(matching.largest_set, has_wild=True),
    "pairs": Question(matching.sets),
    "different": Question(partial(matching.sets, least=1)),
    "straight": Question(matching.straight, has_wild=True),
    "spread": Question(matching.spread, bounds=_apart),
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


def _either(words: Any) -> str:
    # The longest first, so that "pairs won" is not read as "pairs".
    return "|".join(sorted(words, key=len, reverse=True))


TERMINALS = f"\nQUESTION: /{_either(QUESTIONS)}/\nFUNCTION: /{_either(FUNCTIONS)}/\n"
"""Their words in the grammar."""
WORDS = tuple(word for words in (*QUESTIONS, *FUNCTIONS) for word in words.split())
"""Each of their words alone."""
