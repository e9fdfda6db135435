"""What is asked of dice and cards on the table: the sum of some of them, what is kept and dropped, and counts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.law.orders import require_whole_numbers
from probcalc.exact.pools.faces import FaceByFace, Lot
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Shortcut, Tally, Tree

_MOST_PLACES = 10_000
"""As many combinations of counts are worked out side by side, those that cannot be as well; of more only those met."""

Pool: TypeAlias = "OnTable | Sequence[Lot]"
"""Dice side by side, equal or different: pairs of a die and how many of it; cards of a deck; or several such pools."""


def total_of_state(state: Any, total: Any) -> Any:
    """What was added up, whatever the last state is."""
    return total


def sum_of_ranks(pool: Pool, ranks: Iterable[int], from_lowest: bool = False) -> FaceByFace:
    """The sum of the dice at the given ranks, 1 the highest, or the lowest, of dice that need not be equal.

    A rank that nothing is left for, where dice were taken away, counts 0.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> d4, d6 = faces("d4", 4), faces("d6", 6)
    >>> law_of(sum_of_ranks([(d4, 1), (d6, 1)], [1])).mean  # the better of d4 and d6
    Fraction(47, 12)

    Raises:
        ValueError: when a rank is not 1 to the number of dice, or stands twice.
    """
    lying = OnTable.of(pool)
    up_to = _up_to(lying, ranks)
    return lying.asked(
        0,
        partial(_next_ranks, up_to),
        total_of_state,
        rising=from_lowest,
        settled=partial(_are_all_kept, up_to, up_to[-1]),
        require=require_whole_numbers,
    )


def _are_all_kept(up_to: tuple[int, ...], wanted: int, above: int) -> bool:
    return up_to[above] == wanted


def _up_to(lying: OnTable, ranks: Iterable[int]) -> tuple[int, ...]:
    """How many of the ranks wanted lie among the first so many."""
    listed = sorted(ranks)
    dice = lying.most
    if len(set(listed)) < len(listed) or not all(1 <= rank <= dice for rank in listed):
        raise WrongValue(f"the ranks of {dice} dice are 1 to {dice}, each at most once, not {listed}")
    return tuple(bisect_right(listed, first) for first in range(dice + 1))


def _next_ranks(up_to: tuple[int, ...], above: int, face: int, counts: tuple[int, ...]) -> tuple[int, int]:
    so_far = above + counts[0]
    return so_far, face * (up_to[so_far] - up_to[above])


def sums_kept_and_dropped(pool: Pool, ranks: Iterable[int], from_lowest: bool = False) -> FaceByFace:
    """The sum of the dice at the given ranks and the sum of the others, together: pairs (kept, dropped).

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(sums_kept_and_dropped([(faces("d2", 2), 2)], [1]))
    Distribution((1, 1): 1/4, (2, 1): 1/2, (2, 2): 1/4)

    Raises:
        ValueError: when a rank is not 1 to the number of dice, or stands twice.
    """
    lying = OnTable.of(pool)
    spans = partial(_ends_of_sums, lying.most)
    kept = partial(_keep_or_drop, _up_to(lying, ranks))
    return lying.asked(0, kept, total_of_state, rising=from_lowest, spans=spans, require=require_whole_numbers)


def _ends_of_sums(dice: int, lowest: int, highest: int) -> tuple[tuple[int, int], ...]:
    ends = min(0, dice * lowest), max(0, dice * highest)
    return ends, ends


def _keep_or_drop(
    up_to: tuple[int, ...], above: int, face: int, counts: tuple[int, ...]
) -> tuple[int, tuple[int, int]]:
    so_far = above + counts[0]
    kept = up_to[so_far] - up_to[above]
    return so_far, (face * kept, face * (counts[0] - kept))


def sum_of_worths(pool: Pool, worth: Callable[[Any], int]) -> FaceByFace:
    """The sum over all dice of what each face is worth; faces may be names.

    >>> from probcalc.exact.pools.hands import Hand
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(sum_of_worths([Hand({"red": 3, "blue": 2}, 2)], {"red": 1, "blue": 0}.__getitem__))
    Distribution(0: 1/10, 1: 3/5, 2: 3/10)
    """
    return OnTable.of(pool).asked(0, partial(_of_worth, worth), total_of_state, named=True)


def _of_worth(worth: Callable[[Any], int], state: Any, face: Any, counts: tuple[int, ...]) -> tuple[int, int]:
    return 0, counts[0] and counts[0] * worth(face)


def counts_of(pool: Pool, faces: Sequence[Collection[Any]]) -> Shortcut:
    """How many dice show a face of each of several groups, together: a tuple of numbers.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(counts_of([(faces("d6", 6), 2)], [{6}, {1, 2}]))[1, 1]
    Fraction(1, 9)
    """
    lying = OnTable.of(pool)
    groups = tuple(map(frozenset, faces))
    kinds = _Kinds(groups, lying.is_plain)
    if (lying.most + 1) ** len(groups) > _MOST_PLACES:
        start = (0,) * len(groups)
        asked = lying.asked(start, kinds.add_up, named=True, alike=kinds, all_counts=True)
        lots = lying.pools[0]
        if lying.is_plain and len(lots) == 1 and len(frozenset().union(*groups)) == sum(map(len, groups)):
            return asked if isinstance(lots[0], Hand) else _Multinomial(asked, *lots[0], groups)
        return asked
    spans = partial(_ends_of_counts, lying.most, len(groups))
    return lying.asked(0, kinds.each, total_of_state, spans=spans, named=True, alike=kinds)


@immutable
class _Multinomial(Shortcut):
    """Counts of equal dice in groups that have no face in common: n! / (k1! k2! ...) p1**k1 p2**k2 ..."""

    asked: FaceByFace
    die: Tree
    number: int
    groups: tuple[frozenset[Any], ...]

    def weighted(self, reader: Any) -> Weighted:
        """The law, each outcome by one product."""
        rest = len(self.groups)
        place = {face: number for number, group in enumerate(self.groups) for face in group}
        tally = Tally(self.die.map(lambda face: place.get(face, rest)), self.number, tuple(range(rest + 1)))
        # Read but not kept: what is asked for is as long.
        weights, total = reader.read[Tally](reader, tally)
        return {counts[:-1]: weight for counts, weight in weights.items()}, total

    def plain(self) -> Tree:
        """As any question about dice."""
        return self.asked.plain()

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every die, as often as it is rolled."""
        return self.asked.made_of(reader)


def _ends_of_counts(dice: int, groups: int, lowest: Any, highest: Any) -> tuple[tuple[int, int], ...]:
    return ((0, dice),) * groups


@dataclass(frozen=True, slots=True)
class _Kinds:
    """Faces by the groups in which they are; those in none come last, so that they take all dice that are left.

    Where dice take others away that show the same, only faces in no group are alike.
    """

    groups: tuple[frozenset[Any], ...]
    is_plain: bool

    def __call__(self, face: Any) -> tuple[int, str, Any, tuple[int, ...]]:
        within = tuple(int(face in group) for group in self.groups)
        if self.is_plain or not any(within):
            return 0 if any(within) else 1, "", 0, within
        return 0, type(face).__name__, face, within

    def each(self, state: Any, kind: Any, counts: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """So many more in each group."""
        return 0, tuple(counts[0] * one for one in kind[-1])

    def add_up(self, so_far: tuple[int, ...], kind: Any, counts: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """How many are in each group now."""
        return tuple(known + counts[0] * one for known, one in zip(so_far, kind[-1], strict=True)), 0


def size(pool: Pool) -> FaceByFace:
    """How many dice there are in the end.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> six = OnTable.of([(faces("d6", 6), 1)])
    >>> law_of(size(six.without(six)))
    Distribution(0: 1/6, 1: 5/6)
    """
    return OnTable.of(pool).asked(0, _count, total_of_state, named=True)


def _count(state: Any, face: Any, counts: tuple[int, ...]) -> tuple[int, int]:
    return 0, counts[0]
