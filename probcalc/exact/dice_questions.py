"""What is asked of dice on the table: ranks, sets, straights, and two pools against each other, dice by dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias

from probcalc.exact.faces import Dice, FaceByFace

Pool: TypeAlias = Sequence[Dice]
"""Dice side by side, equal or different: pairs of a die and how many of it."""

Pairs: TypeAlias = Literal["won", "lost", "tied", "ahead"]


def added(state: Any, total: int) -> int:
    """What was added up, whatever the last state is."""
    return total


# -- one pool -----------------------------------------------------------------------------------------------------


def sum_of_ranks(pool: Pool, ranks: Iterable[int]) -> FaceByFace:
    """The sum of the dice at the given ranks, 1 the highest, of dice that need not be equal.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d4, d6 = faces("d4", 4), faces("d6", 6)
    >>> law_of(sum_of_ranks([(d4, 1), (d6, 1)], [1])).mean  # the better of d4 and d6
    Fraction(47, 12)

    Raises:
        ValueError: when a rank is not 1 to the number of dice, or stands twice.
    """
    listed = sorted(ranks)
    dice = sum(n for _, n in pool)
    if len(set(listed)) < len(listed) or not all(1 <= rank <= dice for rank in listed):
        raise ValueError(f"the ranks of {dice} dice are 1 to {dice}, each at most once, not {listed}")
    # How many of the ranks wanted lie among the first so many.
    up_to = tuple(sum(rank <= first for rank in listed) for first in range(dice + 1))
    return FaceByFace((tuple(pool),), 0, partial(_next_ranks, up_to), added)


def _next_ranks(up_to: tuple[int, ...], above: int, face: int, counts: tuple[int, ...]) -> tuple[int, int]:
    so_far = above + counts[0]
    return so_far, face * (up_to[so_far] - up_to[above])


def largest_set(pool: Pool) -> FaceByFace:
    """How many dice show the face that most of them show.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(largest_set([(faces("d6", 6), 5)])).at_least(3)
    Fraction(23, 108)
    """
    return FaceByFace((tuple(pool),), 0, _larger)


def _larger(largest: int, face: int, counts: tuple[int, ...]) -> tuple[int, int]:
    return max(largest, counts[0]), 0


def sets(pool: Pool, least: int = 2) -> FaceByFace:
    """How many faces are shown by at least so many dice: the pairs and better.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(sets([(faces("d6", 6), 4)]))[2]
    Fraction(5, 72)
    """
    return FaceByFace((tuple(pool),), 0, partial(_one_more, least), added)


def _one_more(least: int, state: int, face: int, counts: tuple[int, ...]) -> tuple[int, int]:
    return 0, int(counts[0] >= least)


def sizes_of_sets(pool: Pool, least: int = 2) -> FaceByFace:
    """The sizes of all sets of at least so many dice, the largest first.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(sizes_of_sets([(faces("d6", 6), 3)]))
    Distribution((): 5/9, (2,): 5/12, (3,): 1/36)
    """
    return FaceByFace((tuple(pool),), (), partial(_with_set, least))


def _with_set(least: int, found: tuple[int, ...], face: int, counts: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    if counts[0] < least:
        return found, 0
    return tuple(sorted((*found, counts[0]), reverse=True)), 0


def straight(pool: Pool) -> FaceByFace:
    """How many faces in a row are shown, the most there are.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(straight([(faces("d6", 6), 5)]))[5]
    Fraction(5, 162)
    """
    return FaceByFace((tuple(pool),), (0, 0, None), _in_a_row, _longest)


def _in_a_row(state: tuple[int, int, Any], face: int, counts: tuple[int, ...]) -> tuple[tuple[int, int, Any], int]:
    longest, run, last = state
    if not counts[0]:
        return state, 0
    run = run + 1 if last is not None and last - face == 1 else 1
    return (max(longest, run), run, face), 0


def _longest(state: tuple[int, int, Any], total: int) -> int:
    return state[0]


def spread(pool: Pool) -> FaceByFace:
    """The highest die less the lowest.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(spread([(faces("d6", 6), 2)]))[5]
    Fraction(1, 18)
    """
    return FaceByFace((tuple(pool),), None, _ends, _between)


def _ends(state: tuple[int, int] | None, face: int, counts: tuple[int, ...]) -> tuple[tuple[int, int] | None, int]:
    if not counts[0]:
        return state, 0
    return (face if state is None else state[0], face), 0


def _between(state: tuple[int, int], total: int) -> int:
    return state[0] - state[1]


# -- two pools ----------------------------------------------------------------------------------------------------


def sorted_pairs(first: Pool, second: Pool, what: Pairs) -> FaceByFace:
    """Two pools put in order, the highest against the highest: how many pairs the first has won, lost or tied.

    Dice without an opposite count for nothing. "ahead" is the number won less the number lost.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(sorted_pairs([(d6, 3)], [(d6, 2)], "won"))[2]  # three attackers win both pairs against two
    Fraction(1445, 3888)
    """
    dice = tuple(sum(n for _, n in pool) for pool in (first, second))
    counted = {"won": (1, 0, 0), "lost": (0, 1, 0), "tied": (0, 0, 1), "ahead": (1, -1, 0)}[what]
    return FaceByFace((tuple(first), tuple(second)), (0, 0), partial(_paired, min(dice), counted), added)


def _paired(
    pairs: int, counted: tuple[int, int, int], placed: tuple[int, int], face: int, counts: tuple[int, ...]
) -> tuple[tuple[int, int], int]:
    """Ranks up to `pairs` are compared as soon as the later of the two dice is known."""
    before = min(placed[0], pairs), min(placed[1], pairs)
    after = min(placed[0] + counts[0], pairs), min(placed[1] + counts[1], pairs)
    # What the other side has already placed higher is decided by the dice that come now.
    won = max(0, min(after[1], before[0]) - before[1])
    lost = max(0, min(after[0], before[1]) - before[0])
    tied = max(0, min(after) - max(before))
    worth = won * counted[0] + lost * counted[1] + tied * counted[2]
    return after, worth


def reaching_highest(first: Pool, second: Pool) -> FaceByFace:
    """How many dice of the first pool are at least as high as the highest of the second.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(reaching_highest([(d6, 1)], [(d6, 1)]))[1]
    Fraction(7, 12)
    """
    return FaceByFace((tuple(first), tuple(second)), True, _while_above, added)


def _while_above(above: bool, face: int, counts: tuple[int, ...]) -> tuple[bool, int]:
    return above and not counts[1], counts[0] if above else 0


def left_after_cancelling(first: Pool, second: Pool) -> FaceByFace:
    """How many dice of the first pool are left when equal dice of both cancel one by one.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(left_after_cancelling([(d6, 1)], [(d6, 1)]))
    Distribution(0: 1/6, 1: 5/6)
    """
    return FaceByFace((tuple(first), tuple(second)), 0, _less, added)


def _less(state: int, face: int, counts: tuple[int, ...]) -> tuple[int, int]:
    return 0, max(0, counts[0] - counts[1])


def in_both(first: Pool, second: Pool) -> FaceByFace:
    """How many pairs of equal dice there are, one of each pool, no die in two of them.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(in_both([(d6, 2)], [(d6, 1)]))[1]
    Fraction(11, 36)
    """
    return FaceByFace((tuple(first), tuple(second)), 0, _shared, added)


def _shared(state: int, face: int, counts: tuple[int, ...]) -> tuple[int, int]:
    return 0, min(counts)
