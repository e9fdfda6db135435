"""Questions about what lies on the table: pools of equal or different dice, and hands of cards, read face by face.

A question about a pool seldom needs every roll: it is enough to go through the faces once, from the highest down or
from the lowest up, and to be told how many dice of each pool show the present one. What is remembered in between is a
small state, so that eleven dice against eleven are some thousand steps in place of 6 ** 22 rolls. What only adds up on
the way, a sum or a number of wins, is no part of the state: all its values are carried along in one long integer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import comb, prod
from operator import add
from typing import Any, TypeAlias

from probcalc.exact.budget import costs
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.kernels.sums import Listed, Packed, Sums
from probcalc.exact.law.orders import require_no_names
from probcalc.exact.numbers.positional import Positional
from probcalc.exact.pools.dice_left import DealtCards, DiceLeft, EqualDice, ToBeAsked, Waiting
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.sum_widths import SumWidths
from probcalc.exact.tree.arithmetic import Integers, Weighted
from probcalc.exact.tree.steps import Joint, Shortcut, Tree, itself

Advance: TypeAlias = Callable[[Any, Any, tuple[int, ...]], "tuple[Any, Any]"]
"""The next state and what it adds, from the state so far, a face, and how many dice of each pool show it."""

Lot: TypeAlias = "tuple[Tree, int] | Hand"
"""A die and how many of it, or cards of a deck."""

Spans: TypeAlias = "Callable[[Any, Any], tuple[tuple[int, int], ...]]"
"""Between which ends each of several sums lies, from the lowest face and the highest."""

STEPS_PER_TRANSITION = 12
_STEPS_PER_WAY = 3
_SMALL = 1 << 16


def first_of(state: Any, added: int) -> Any:
    """The state alone."""
    return state


@immutable
class FaceByFace(Shortcut):
    """Pools of dice, each a tuple of (die, how many) or hands of cards; the outcome is `finish(last state, sum)`.

    The state begins as `start` and the sum as 0. For each face in order, the highest first unless `rising`,
    `advance(state, face, counts)` gives the next state and what is added, from the number of dice of every pool that
    show this face; what is added must not depend on what was added before. With r dice of one kind left, each of which
    shows the face with weight w, k of them do in C(r, k) w**k ways; of c equal cards k are dealt in C(c, k) ways.

    With `spans` several sums are added up at once: what is added, and the sum, are tuples. With `named` faces may be
    names, which are asked in any order. Where `settled` holds of a state, the faces that follow change nothing. An
    `advance` that takes long says so in `effort`, in steps of the bounds. Faces that `alike` gives one name are one
    face, asked by that name. With `all_counts` the state tells how many showed each face so far, or nearly. `require`
    refuses faces that cannot be asked.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> def largest(state, face, counts):
    ...     return max(state, counts[0]), 0
    >>> law_of(FaceByFace((((faces("Die", 6), 3),),), 0, largest))  # the largest set of three dice
    Distribution(1: 5/9, 2: 5/12, 3: 1/36)
    >>> law_of(FaceByFace(((Hand({1: 2, 2: 2}, 3),),), 0, largest))  # of three cards out of 1, 1, 2, 2
    Distribution(2: 1)

    Raises:
        ValueError: when there is no die, or a face is a name.
        TooLarge: when the estimate exceeds the bound.
    """

    pools: tuple[tuple[Lot, ...], ...]
    start: Any
    advance: Advance
    finish: Callable[[Any, Any], Any] = first_of
    rising: bool = False
    spans: Spans | None = None
    named: bool = False
    settled: Callable[[Any], bool] | None = None
    effort: int = STEPS_PER_TRANSITION
    alike: Callable[[Any], Any] | None = None
    all_counts: bool = False
    require: Callable[[Collection[Any]], None] | None = None

    def __post_init__(self) -> None:
        dice = [lot[1] for pool in self.pools for lot in pool if not isinstance(lot, Hand)]
        if not any(self.pools) or any(n < 0 for n in dice):
            raise WrongValue("a question about dice has at least one die, and none a negative number of times")

    def weighted(self, reader: Any) -> Weighted:
        """The law, by one sweep of the faces."""
        places = [place for place, pool in enumerate(self.pools) for _ in pool]
        kinds = [
            DealtCards(lot) if isinstance(lot, Hand) else EqualDice(reader, *lot) for pool in self.pools for lot in pool
        ]
        if not self.named:
            for kind in kinds:
                require_no_names(kind.weights)
                if self.require is not None:
                    self.require(kind.weights)
        if self.alike is not None:
            for kind in kinds:
                kind.put_together(self.alike)
        self._require_affordable(kinds)
        total: Any = prod(kind.ways() for kind in kinds)
        sums: Sums = Packed(total.bit_length()) if isinstance(reader.arithmetic, Integers) else Listed()
        faces = _in_order({face for kind in kinds for face in kind.weights}, self.rising, self.named)
        several = Positional(self.spans(min(faces), max(faces))) if self.spans is not None else None
        widths = None
        if several is not None:
            memory = several.most * _bytes_of(total)
            require_steps("a law of several sums at once", 0, memory)
            # Sums in a dictionary take no room for those that cannot be.
            if memory > _SMALL and isinstance(sums, Packed):
                widths = SumWidths(self.advance, several, _bytes_of(total))
        for kind in kinds:
            kind.begin(faces)
        left = DiceLeft(kinds, places, len(self.pools))
        waiting: Waiting = {left.all: {self.start: sums.none()}}
        ended: dict[Any, Any] = {}
        asked = ToBeAsked(kinds, left, faces, self.effort)
        for face in faces:
            if widths is not None:
                widths.require_affordable(waiting, face, left, asked)
            before = sum(map(len, waiting.values()))
            waiting = self._sweep(waiting, ended, face, left, sums, several, reader)
            asked.go_on(face)
            if sum(map(len, waiting.values())) >= before:
                asked.require_affordable(waiting, sums)
        found: dict[Any, Any] = {}
        # All dice have shown a face in the end, or what they show changes nothing.
        for state, worths in (*waiting.get(0, {}).items(), *ended.items()):
            for worth, weight in sums.each(worths):
                outcome = self.finish(state, worth if several is None else several.digits(worth))
                found[outcome] = found.get(outcome, 0) + weight
        law: Weighted = reader.arithmetic.reduce(found, total)
        return law

    def _require_affordable(self, kinds: Sequence[EqualDice | DealtCards]) -> None:
        """Refuse too many dice, with one state for each number of dice left; more states are counted on the way."""
        faces = len({face for kind in kinds for face in kind.weights})
        rests = [(kind.number + 1) * (kind.number + 2) // 2 for kind in kinds]
        transitions = STEPS_PER_TRANSITION * max(0, faces - 2) * prod(rests) + _STEPS_PER_WAY * sum(rests)
        if self.all_counts and len(kinds) == 1:
            # C(n + i, i) ways to share out at most n dice among i faces; the last face takes all that are left.
            number = kinds[0].number
            shared = (min(i, faces - 1) for i in range(1, faces + 1))
            transitions += self.effort * sum(comb(number + i, i) for i in shared)
        bits = sum(kind.bits for kind in kinds)
        require_steps(
            "a question about dice", costs.steps(transitions, bits // 2), sum(rests) * bits // 16, is_ahead=True
        )

    def _sweep(
        self,
        waiting: Waiting,
        ended: dict[Any, Any],
        face: Any,
        left: DiceLeft,
        sums: Sums,
        several: Positional | None,
        reader: Any,
    ) -> Waiting:
        """All states after a face: so many of the dice left show it, and what is alike goes on together."""
        advance, put, settled = self.advance, sums.put, self.settled
        found: Waiting = {}
        memory = 0
        for before, showing, states in left.choices(face, waiting):
            choices, bits = sum(map(len, showing.values())), sums.bits(states.values())
            reader.spend(self.effort * choices * len(states), bits)
            memory += len(states) * bits // 8
            require_steps("a question about dice", 0, memory)
            for counts, ways in showing.items():
                for state, worths in states.items():
                    reached, worth = advance(state, face, counts)
                    if several is not None:
                        worth = several.number(worth)
                    if settled is not None and settled(reached):
                        put(ended, reached, worths, worth, left.ways_of_all(face, before, ways))
                        continue
                    for fewer, factor in ways:
                        target = found.get(before - fewer)
                        if target is None:
                            target = found[before - fewer] = {}
                        put(target, reached, worths, worth, factor)
        return found

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every die, as often as it is rolled, and one card for every one that is dealt."""
        lots = [lot for pool in self.pools for lot in pool]
        return [(lot.single(), lot.number) if isinstance(lot, Hand) else lot for lot in lots]

    def plain(self) -> Tree:
        """All dice and hands side by side, and the sweep over what they show."""
        dice = [
            (place, tree, isinstance(lot, Hand))
            for place, pool in enumerate(self.pools)
            for lot in pool
            for tree in ([lot.one_by_one()] if isinstance(lot, Hand) else [lot[0]] * lot[1])
        ]
        swept = _Swept(self, tuple(place for place, _, _ in dice), tuple(is_hand for _, _, is_hand in dice))
        return Joint(tuple(tree for _, tree, _ in dice), swept)


def _bytes_of(total: Any) -> int:
    return 1 + total.bit_length() // 8 if isinstance(total, int) else 1


def _in_order(faces: set[Any], rising: bool, named: bool) -> list[Any]:
    try:
        if named:
            return sorted(faces, key=lambda face: (type(face).__name__, face))
        return sorted(faces, reverse=not rising)
    except TypeError:
        if named:
            # Any order does, as long as it is always the same.
            return sorted(faces, key=repr)
        raise WrongValue(
            f"nothing says which of the faces {', '.join(sorted(map(repr, faces)))} is the higher"
        ) from None


@dataclass(frozen=True, slots=True)
class _Swept:
    """The outcome for what all dice and cards show."""

    question: FaceByFace
    places: tuple[int, ...]
    hands: tuple[bool, ...]

    def __call__(self, *shown: Any) -> Any:
        question = self.question
        lying = [
            (place, face)
            for place, die, hand in zip(self.places, shown, self.hands, strict=True)
            for face in map(question.alike or itself, die if hand else (die,))
        ]
        state: Any = question.start
        added: Any = None
        for face in _in_order({face for _, face in lying}, question.rising, question.named):
            counts = [0] * len(question.pools)
            for place, die in lying:
                counts[place] += die == face
            state, worth = question.advance(state, face, tuple(counts))
            several = isinstance(worth, tuple)
            added = worth if added is None else tuple(map(add, added, worth)) if several else added + worth
        if added is None:
            added = 0 if question.spans is None else tuple(0 for _ in question.spans(0, 0))
        return question.finish(state, added)
