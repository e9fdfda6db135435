"""What lies on the table: pools of dice and hands of cards, put together, taken from each other, or both looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from probcalc.exact.arguments import brief
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.pools.faces import STEPS_PER_TRANSITION, Advance, FaceByFace, Lot, Spans, first_of
from probcalc.exact.pools.hands import Hand
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Then, Tree, step_of

MOST_DICE = 100_000

Merge: TypeAlias = Callable[["tuple[int, ...]"], int]
"""How many dice show a face in the end, from how many of each pool do."""


@immutable
class OnTable:
    """Pools with what becomes of equal faces in them: several pools that are asked like one, of `most` dice in the end.

    >>> from probcalc.exact.tree.checks import faces
    >>> six = faces("d6", 6)
    >>> OnTable.of([(six, 3)]).without(OnTable.of([(six, 2)])).most
    3
    """

    pools: tuple[tuple[Lot, ...], ...]
    most: int
    merge: Merge | None = None

    @classmethod
    def of(cls, lots: OnTable | Sequence[Lot]) -> OnTable:
        """Dice and cards side by side; what lies on the table already, as it is."""
        if isinstance(lots, OnTable):
            return lots
        dice = sum(map(number_of, lots))
        if dice > MOST_DICE:
            raise TooLarge("a question about dice", dice, MOST_DICE, "dice")
        return OnTable((tuple(lots),), dice)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is taken away, so that the number of dice is known."""
        return self.merge is None

    def beside(self, other: OnTable) -> OnTable:
        """All dice of both."""
        if self.merge is None and _table(other).merge is None:
            return OnTable.of((*self.pools[0], *other.pools[0]))
        return self._with(other, _add, self.most + _table(other).most)

    def without(self, other: OnTable) -> OnTable:
        """The dice left when every die of the other takes away one that shows the same."""
        return self._with(other, _less, self.most)

    def unlike(self, other: OnTable) -> OnTable:
        """The dice that show what none of the other shows."""
        return self._with(other, _unlike, self.most)

    def common_dice(self, other: OnTable) -> OnTable:
        """The dice that both have: of three and two that show the same, two."""
        return self._with(_table(other), min, min(self.most, other.most))

    def either(self, other: OnTable) -> OnTable:
        """Each face as often as the one shows it that shows it more often."""
        return self._with(other, max, self.most + _table(other).most)

    def _with(self, other: OnTable, both: Callable[[int, int], int], most: int) -> OnTable:
        merge = partial(_merge, both, self.merge, _table(other).merge, len(self.pools))
        return OnTable((*self.pools, *other.pools), most, merge)

    def faces(self) -> set[Any]:
        """Every face that a die may show in the end, when nothing that may be taken away from it is.

        >>> from probcalc.exact.tree.checks import faces
        >>> OnTable.of([(faces("d4", 4), 3)]).unlike(OnTable.of([(faces("d6", 6), 2)])).faces()
        {1, 2, 3, 4}
        """
        held = [{face for lot in pool for face in _faces_of(lot)} for pool in self.pools]
        numbers = [sum(map(number_of, pool)) for pool in self.pools]
        return {face for face in set().union(*held) if self._may_show([face in has for has in held], numbers)}

    def _may_show(self, have: Sequence[bool], numbers: Sequence[int]) -> bool:
        if self.merge is None:
            return have[0]
        choices = product(*((0, number) if has else (0,) for has, number in zip(have, numbers, strict=True)))
        return any(self.merge(counts) > 0 for counts in choices)

    def asked(
        self,
        start: Any,
        advance: Advance,
        finish: Callable[[Any, Any], Any] = first_of,
        rising: bool = False,
        spans: Spans | None = None,
        named: bool = False,
        settled: Callable[[Any], bool] | None = None,
        effort: int = STEPS_PER_TRANSITION,
        alike: Callable[[Any], Any] | None = None,
        all_counts: bool = False,
        require: Callable[[Collection[Any]], None] | None = None,
    ) -> FaceByFace:
        """A question about these dice as one pool, face by face."""
        if self.merge is not None:
            advance = partial(_advance, self.merge, advance)
        asked = (start, advance, finish, rising, spans, named, settled, effort, alike, all_counts, require)
        return FaceByFace(self.pools, *asked)

    def all_faces(self) -> FaceByFace:
        """All that these dice show, from the lowest to the highest."""
        return self.asked((), _with_more, first_of, rising=True)


def _with_more(seen: tuple[Any, ...], face: Any, counts: tuple[int, ...]) -> tuple[tuple[Any, ...], int]:
    return seen + (face,) * counts[0], 0


def dealt(cards: Mapping[int, int], *numbers: int) -> Tree:
    """Hands of one deck, none put back: of each what its cards show, from the lowest to the highest.

    >>> LawReader().distribution(dealt({1: 1, 2: 2}, 1, 1))
    Distribution(((1,), (2,)): 1/3, ((2,), (1,)): 1/3, ((2,), (2,)): 1/3)
    """

    def further(hands: tuple[tuple[int, ...], ...]) -> Any:
        if len(hands) == len(numbers):
            return hands
        if not (number := numbers[len(hands)]):
            return further((*hands, ()))
        left = {card: copies - sum(hand.count(card) for hand in hands) for card, copies in cards.items()}
        return Then(OnTable.of([Hand(left, number)]).all_faces(), lambda seen: further((*hands, seen)))

    return step_of(further(()))


def ask_of_several(
    several: Sequence[OnTable],
    start: Any,
    advance: Callable[..., tuple[Any, Any]],
    finish: Callable[[Any, Any], Any] = first_of,
    rising: bool = False,
) -> FaceByFace:
    """A question about several pools at once; `advance(state, face, *counts)` is told how many of each show a face."""
    ends = _ends([len(lying.pools) for lying in several])
    told = partial(_tell, tuple(lying.merge for lying in several), ends, advance)
    return FaceByFace(tuple(pool for lying in several for pool in lying.pools), start, told, finish, rising)


def _ends(lengths: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple((sum(lengths[:i]), sum(lengths[: i + 1])) for i in range(len(lengths)))


def _tell(
    merges: tuple[Merge | None, ...],
    ends: tuple[tuple[int, int], ...],
    advance: Callable[..., tuple[Any, Any]],
    state: Any,
    face: Any,
    counts: tuple[int, ...],
) -> tuple[Any, Any]:
    parts = [counts[first:last] for first, last in ends]
    return advance(state, face, *(p[0] if m is None else m(p) for m, p in zip(merges, parts, strict=True)))


def number_of(lot: Lot) -> int:
    """How many dice or cards a lot has."""
    return lot.number if isinstance(lot, Hand) else lot[1]


def _faces_of(lot: Lot) -> Collection[Any]:
    if isinstance(lot, Hand):
        return [card for card, copies in lot.cards.items() if copies]
    faces: Collection[Any] = LawReader().weighted(lot[0])[0]
    return faces


def _merge(
    both: Callable[[int, int], int], first: Merge | None, second: Merge | None, places: int, counts: tuple[int, ...]
) -> int:
    mine, theirs = counts[:places], counts[places:]
    return both(mine[0] if first is None else first(mine), theirs[0] if second is None else second(theirs))


def _advance(merge: Merge, advance: Advance, state: Any, face: Any, counts: tuple[int, ...]) -> tuple[Any, Any]:
    return advance(state, face, (merge(counts),))


def _add(first: int, second: int) -> int:
    return first + second


def _less(first: int, second: int) -> int:
    return max(0, first - second)


def _unlike(first: int, second: int) -> int:
    return 0 if second else first


def _table(other: Any) -> OnTable:
    """What dice on the table are put together with."""
    if not isinstance(other, OnTable):
        raise WrongValue(f"dice on the table are put together with others, not with {brief(other)}")
    return other
