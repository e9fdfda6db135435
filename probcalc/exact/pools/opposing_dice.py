"""Two pools of dice against each other: put in order, the highest against the highest, or held against the highest."""

from __future__ import annotations

from functools import partial
from operator import not_
from typing import Literal, TypeAlias

from probcalc.exact.errors import WrongValue
from probcalc.exact.pools.dice_questions import Pool, size, total_of_state
from probcalc.exact.pools.faces import FaceByFace, Lot
from probcalc.exact.pools.on_table import OnTable, number_of

Pairs: TypeAlias = Literal["won", "lost", "tied", "ahead"]


def sorted_pairs(first: Pool, second: Pool, what: Pairs) -> FaceByFace:
    """Two pools put in order, the highest against the highest: how many pairs the first has won, lost or tied.

    Dice without an opposite count for nothing. "ahead" is the number won less the number lost.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(sorted_pairs([(d6, 3)], [(d6, 2)], "won"))[2]  # three attackers win both pairs against two
    Fraction(1445, 3888)
    """
    lots = tuple(_lots(pool) for pool in (first, second))
    dice = tuple(sum(map(number_of, pool)) for pool in lots)
    counted = {"won": (1, 0, 0), "lost": (0, 1, 0), "tied": (0, 0, 1), "ahead": (1, -1, 0)}[what]
    return FaceByFace(
        lots,
        (0, 0),
        partial(_pair_off, min(dice), counted),
        total_of_state,
        settled=partial(_are_all_paired, min(dice)),
    )


def each_pair(first: Pool, second: Pool) -> FaceByFace:
    """Two pools put in order, the highest against the highest: how many pairs the first has won, lost and tied.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(each_pair([(faces("d2", 2), 1)], [(faces("d2", 2), 1)]))
    Distribution((0, 0, 1): 1/2, (0, 1, 0): 1/4, (1, 0, 0): 1/4)
    """
    lots = _lots(first), _lots(second)
    pairs = min(sum(map(number_of, pool)) for pool in lots)
    settled = partial(_are_all_paired, pairs)
    return FaceByFace(
        lots, (0, 0), partial(_each, pairs), total_of_state, spans=partial(_up_to, pairs), settled=settled
    )


def _up_to(pairs: int, lowest: int, highest: int) -> tuple[tuple[int, int], ...]:
    return ((0, pairs),) * 3


def _each(
    pairs: int, placed: tuple[int, int], face: int, counts: tuple[int, ...]
) -> tuple[tuple[int, int], tuple[int, int, int]]:
    after, won = _pair_off(pairs, (1, 0, 0), placed, face, counts)
    lost = _pair_off(pairs, (0, 1, 0), placed, face, counts)[1]
    return after, (won, lost, max(0, min(after) - max(placed)))


def _are_all_paired(pairs: int, placed: tuple[int, int]) -> bool:
    return placed[0] == pairs and placed[1] == pairs


def _lots(pool: Pool) -> tuple[Lot, ...]:
    lying = OnTable.of(pool)
    if not lying.is_plain:
        raise WrongValue("dice are put in order against others before some are taken away, not after")
    return lying.pools[0]


def _pair_off(
    pairs: int, counted: tuple[int, int, int], placed: tuple[int, int], face: int, counts: tuple[int, ...]
) -> tuple[tuple[int, int], int]:
    """Ranks up to `pairs` are compared as soon as the later of the two dice is known."""
    first, second = placed
    then, there = first + counts[0], second + counts[1]
    if then > pairs:
        then = pairs
    if there > pairs:
        there = pairs
    # What the other side has already placed higher is decided by the dice that come now.
    if first > second:
        worth = counted[0] * ((there if there < first else first) - second)
    else:
        worth = counted[1] * ((then if then < second else second) - first)
    if counted[2]:
        worth += counted[2] * max(0, min(then, there) - max(first, second))
    return (then, there), worth


def reaching_highest(first: Pool, second: Pool) -> FaceByFace:
    """How many dice of the first pool are at least as high as the highest of the second.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(reaching_highest([(d6, 1)], [(d6, 1)]))[1]
    Fraction(7, 12)
    """
    return FaceByFace((_lots(first), _lots(second)), True, _while_above, total_of_state, settled=not_)


def _while_above(above: bool, face: int, counts: tuple[int, ...]) -> tuple[bool, int]:
    return above and not counts[1], counts[0] if above else 0


def left_after_cancelling(first: Pool, second: Pool) -> FaceByFace:
    """How many dice of the first pool are left when equal dice of both cancel one by one.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(left_after_cancelling([(d6, 1)], [(d6, 1)]))
    Distribution(0: 1/6, 1: 5/6)
    """
    return size(OnTable.of(first).without(OnTable.of(second)))


def in_both(first: Pool, second: Pool) -> FaceByFace:
    """How many pairs of equal dice there are, one of each pool, no die in two of them.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d6 = faces("d6", 6)
    >>> law_of(in_both([(d6, 2)], [(d6, 1)]))[1]
    Fraction(11, 36)
    """
    return size(OnTable.of(first).common_dice(OnTable.of(second)))
