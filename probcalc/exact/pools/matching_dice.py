"""Dice and cards on the table that match: sets, straights, and what is wanted of them, with wild faces."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, TypeAlias

from probcalc.exact.law.orders import require_addends, require_whole_numbers
from probcalc.exact.pools.dice_questions import Pool, total_of_state
from probcalc.exact.pools.faces import STEPS_PER_TRANSITION, FaceByFace
from probcalc.exact.pools.on_table import OnTable


def largest_set(pool: Pool, wild: Collection[Any] = ()) -> FaceByFace:
    """How many dice show the face that most of them show; those on a wild face count as whatever is wanted.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(largest_set([(faces("d6", 6), 5)])).at_least(3)
    Fraction(23, 108)
    >>> law_of(largest_set([(faces("d6", 6), 2)], wild={1}))[2]
    Fraction(4, 9)
    """
    return OnTable.of(pool).asked((0, 0), partial(_larger, _few(wild)), _add_both, named=True)


def _few(wild: Collection[Any]) -> Collection[Any]:
    """Wild faces as they are looked up: a range, which may be long, by its ends."""
    return wild if isinstance(wild, range) else frozenset(wild)


def _larger(
    wild: Collection[Any], state: tuple[int, int], face: Any, counts: tuple[int, ...]
) -> tuple[tuple[int, int], int]:
    largest, jokers = state
    return ((largest, jokers + counts[0]) if face in wild else (max(largest, counts[0]), jokers)), 0


def _add_both(state: tuple[int, int], total: int) -> int:
    return sum(state)


def sets(pool: Pool, least: int = 2) -> FaceByFace:
    """How many faces are shown by at least so many dice: the pairs and better.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(sets([(faces("d6", 6), 4)]))[2]
    Fraction(5, 72)
    """
    return OnTable.of(pool).asked(0, partial(_one_more, least), total_of_state, named=True)


def _one_more(least: int, state: int, face: Any, counts: tuple[int, ...]) -> tuple[int, int]:
    return 0, int(counts[0] >= least)


def sizes_of_sets(pool: Pool, least: int = 2) -> FaceByFace:
    """The sizes of all sets of at least so many dice, the largest first.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(sizes_of_sets([(faces("d6", 6), 3)]))
    Distribution((): 5/9, (2,): 5/12, (3,): 1/36)
    """
    return OnTable.of(pool).asked((), partial(_add_set, least), named=True)


def _add_set(least: int, found: tuple[int, ...], face: Any, counts: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    if counts[0] < least:
        return found, 0
    return tuple(sorted((*found, counts[0]), reverse=True)), 0


def widest_set(pool: Pool) -> FaceByFace:
    """The largest set with its face, the higher of two: pairs (how many dice, the face); (0, 0) when nothing is left.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(widest_set([(faces("d2", 2), 2)]))
    Distribution((1, 2): 1/2, (2, 1): 1/4, (2, 2): 1/4)
    """
    return OnTable.of(pool).asked((0, 0), _wider)


def _wider(widest: tuple[int, Any], face: Any, counts: tuple[int, ...]) -> tuple[tuple[int, Any], int]:
    return max(widest, (counts[0], face), key=_how_wide), 0


def _how_wide(found: tuple[int, Any]) -> int:
    return found[0]


def largest_sum_of_a_set(pool: Pool) -> FaceByFace:
    """The greatest sum of dice that show the same face; 0 when nothing is left.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(largest_sum_of_a_set([(faces("d4", 4), 2)]))[8]
    Fraction(1, 16)
    """
    return OnTable.of(pool).asked(None, _greater_sum, _zero_for_none, require=require_addends)


def _greater_sum(greatest: int | None, face: int, counts: tuple[int, ...]) -> tuple[int | None, int]:
    if not counts[0]:
        return greatest, 0
    here = face * counts[0]
    return here if greatest is None else max(greatest, here), 0


def _zero_for_none(state: int | None, total: int) -> int:
    return state or 0


def straight(pool: Pool, wild: Collection[int] = ()) -> FaceByFace:
    """How many faces in a row are shown, the most there are; dice on a wild face stand for any that the dice have.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(straight([(faces("d6", 6), 5)]))[5]
    Fraction(5, 162)
    >>> law_of(straight([(faces("d4", 4), 3)], wild={1}))[3]
    Fraction(17, 32)
    """
    lying = OnTable.of(pool)
    jokers = _few(wild)
    # What dice on a wild face may stand for, the highest first.
    fillable = tuple(sorted(lying.faces(), reverse=True)) if jokers else ()
    # With each number of jokers used: the run up to the last face, and the longest run so far.
    start = ((0,) * (lying.most + 1 if jokers else 1),) * 2
    # Every number of jokers is followed by itself.
    effort = STEPS_PER_TRANSITION + len(start[0])
    return lying.asked(
        (*start, 0, None),
        partial(_in_a_row, jokers, fillable),
        partial(_longest, fillable),
        effort=effort,
        require=require_whole_numbers,
    )


_Runs: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...], int, int | None]"


def _in_a_row(
    wild: Collection[int], fillable: tuple[int, ...], state: _Runs, face: int, counts: tuple[int, ...]
) -> tuple[_Runs, int]:
    if wild and face not in fillable:
        return state, 0
    runs, longest, last = _pass_face(fillable, state, face)
    if last is not None and last - face > 1:
        runs = (0,) * len(runs)
    runs = _runs_after(runs, counts[0] > 0 and face not in wild)
    return (runs, tuple(map(max, longest, runs)), state[2] + (counts[0] if face in wild else 0), face), 0


def _pass_face(
    fillable: tuple[int, ...], state: _Runs, face: int | None
) -> tuple[tuple[int, ...], tuple[int, ...], int | None]:
    """The runs after the faces between that nobody shows, down to the face or the last."""
    runs, longest, _, last = state
    for between in fillable:
        if (last is None or between < last) and (face is None or between > face):
            if last is not None and last - between > 1:
                runs = (0,) * len(runs)
            runs, last = _runs_after(runs, False), between
            longest = tuple(map(max, longest, runs))
    return runs, longest, last


def _runs_after(runs: tuple[int, ...], shown: bool) -> tuple[int, ...]:
    """The runs with the next face in them: shown, or filled by one joker more."""
    return tuple(run + 1 for run in runs) if shown else (0, *(run + 1 for run in runs[:-1]))


def _longest(fillable: tuple[int, ...], state: _Runs, total: int) -> int:
    _, longest, _ = _pass_face(fillable, state, None)
    return longest[state[2] if len(longest) > 1 else 0]


def spread(pool: Pool) -> FaceByFace:
    """The highest die less the lowest; 0 when nothing is left.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(spread([(faces("d6", 6), 2)]))[5]
    Fraction(1, 18)
    """
    return OnTable.of(pool).asked(None, _ends, _between, require=require_addends)


def _ends(state: tuple[int, int] | None, face: int, counts: tuple[int, ...]) -> tuple[tuple[int, int] | None, int]:
    if not counts[0]:
        return state, 0
    return (face if state is None else state[0], face), 0


def _between(state: tuple[int, int] | None, total: int) -> int:
    return 0 if state is None else state[0] - state[1]


def missing(pool: Pool, wanted: Mapping[Any, int]) -> FaceByFace:
    """How many dice or cards of those wanted are not there: 0 where all of them are.

    >>> from probcalc.exact.pools.hands import Hand
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(missing([Hand({"A": 2, "B": 2, "C": 1}, 3)], {"A": 1, "B": 1}))[0]
    Fraction(4, 5)
    """
    return OnTable.of(pool).asked(sum(wanted.values()), partial(_there, wanted), _still_missing, named=True)


def _there(wanted: Mapping[Any, int], state: Any, face: Any, counts: tuple[int, ...]) -> tuple[Any, int]:
    return state, min(counts[0], wanted.get(face, 0))


def _still_missing(state: int, total: int) -> int:
    return state - total
