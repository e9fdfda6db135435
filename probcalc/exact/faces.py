"""Questions about what lies on the table: pools of equal or different dice, and hands of cards, read face by face.

A question about a pool seldom needs every roll: it is enough to go through the faces once, from the highest down or
from the lowest up, and to be told how many dice of each pool show the present one. What is remembered in between is a
small state, so that eleven dice against eleven are some thousand steps in place of 6 ** 22 rolls. What only adds up on
the way, a sum or a number of wins, is no part of the state: all its values are carried along in one long integer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from math import comb, prod
from operator import add, mul
from typing import Any, TypeAlias

from probcalc.exact import costs
from probcalc.exact.arithmetic import Integers, Weighted
from probcalc.exact.bounds import Budget, TooLarge, require_steps
from probcalc.exact.hands import Hand
from probcalc.exact.immutable import immutable
from probcalc.exact.orders import require_no_names
from probcalc.exact.positional import Positional
from probcalc.exact.steps import Joint, Shortcut, Tree
from probcalc.exact.sums import Listed, Packed, Sums

Advance: TypeAlias = Callable[[Any, Any, tuple[int, ...]], "tuple[Any, Any]"]
"""The next state and what it adds, from the state so far, a face, and how many dice of each pool show it."""

Lot: TypeAlias = "tuple[Tree, int] | Hand"
"""A die and how many of it, or cards of a deck."""

Spans: TypeAlias = "Callable[[Any, Any], tuple[tuple[int, int], ...]]"
"""Between which ends each of several sums lies, from the lowest face and the highest."""

STEPS_PER_TRANSITION = 12
_STEPS_PER_WAY = 3
_Waiting: TypeAlias = "dict[int, dict[Any, Any]]"


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
    `advance` that takes long says so in `effort`, in steps of the bounds.

    >>> from probcalc.exact.checks import faces
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

    def __post_init__(self) -> None:
        dice = [lot[1] for pool in self.pools for lot in pool if not isinstance(lot, Hand)]
        if not any(self.pools) or any(n < 0 for n in dice):
            raise ValueError("a question about dice has at least one die, and none a negative number of times")

    def weighted(self, reader: Any) -> Weighted:
        """The law, by one sweep of the faces."""
        places = [place for place, pool in enumerate(self.pools) for _ in pool]
        kinds = [_Cards(lot) if isinstance(lot, Hand) else _Equal(reader, *lot) for pool in self.pools for lot in pool]
        if not self.named:
            for kind in kinds:
                require_no_names(kind.weights)
        self._require_affordable(kinds)
        total: Any = reduce(mul, (kind.ways() for kind in kinds), 1)
        sums: Sums = Packed(total.bit_length()) if isinstance(reader.arithmetic, Integers) else Listed()
        faces = _in_order({face for kind in kinds for face in kind.weights}, self.rising, self.named)
        several = Positional(self.spans(min(faces), max(faces))) if self.spans is not None else None
        if several is not None:
            require_steps("several sums at once", 0, several.most * _bytes_of(total))
        for kind in kinds:
            kind.begin(faces)
        left = _Left(kinds, places, len(self.pools))
        waiting: _Waiting = {left.all: {self.start: sums.none()}}
        ended: dict[Any, Any] = {}
        asked = _ToBeAsked(kinds, left, faces, self.effort)
        for face in faces:
            before = sum(map(len, waiting.values()))
            waiting = self._swept(waiting, ended, face, left, sums, several, reader)
            asked.go_on(face)
            if sum(map(len, waiting.values())) >= before:
                asked.require_affordable(waiting, sums, reader.budget)
        found: dict[Any, Any] = {}
        # All dice have shown a face in the end, or what they show changes nothing.
        for state, worths in (*waiting.get(0, {}).items(), *ended.items()):
            for worth, weight in sums.each(worths):
                outcome = self.finish(state, worth if several is None else several.digits(worth))
                found[outcome] = found.get(outcome, 0) + weight
        law: Weighted = reader.arithmetic.reduce(found, total)
        return law

    def _require_affordable(self, kinds: Sequence[_Equal | _Cards]) -> None:
        """Refuse too many dice, with one state for each number of dice left; more states are counted on the way."""
        faces = len({face for kind in kinds for face in kind.weights})
        rests = [(kind.number + 1) * (kind.number + 2) // 2 for kind in kinds]
        transitions = STEPS_PER_TRANSITION * max(0, faces - 2) * reduce(mul, rests, 1) + _STEPS_PER_WAY * sum(rests)
        bits = sum(kind.bits for kind in kinds)
        require_steps("a question about dice", costs.steps(transitions, bits // 2), sum(rests) * bits // 16)

    def _swept(
        self,
        waiting: _Waiting,
        ended: dict[Any, Any],
        face: Any,
        left: _Left,
        sums: Sums,
        several: Positional | None,
        reader: Any,
    ) -> _Waiting:
        """All states after a face: so many of the dice left show it, and what is alike goes on together."""
        advance, put, settled = self.advance, sums.put, self.settled
        found: _Waiting = {}
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
            (place, tree)
            for place, pool in enumerate(self.pools)
            for lot in pool
            for tree in ([lot.one_by_one()] if isinstance(lot, Hand) else [lot[0]] * lot[1])
        ]
        hands = [isinstance(lot, Hand) for pool in self.pools for lot in pool for _ in range(_trees(lot))]
        swept = _Swept(self, tuple(place for place, _ in dice), tuple(hands))
        return Joint(tuple(tree for _, tree in dice), swept)


def _bytes_of(total: Any) -> int:
    return 1 + total.bit_length() // 8 if isinstance(total, int) else 1


def _trees(lot: Lot) -> int:
    return 1 if isinstance(lot, Hand) else lot[1]


def _in_order(faces: set[Any], rising: bool, named: bool) -> list[Any]:
    if named:
        return sorted(faces, key=lambda face: (type(face).__name__, face))
    return sorted(faces, reverse=not rising)


class _Equal:
    """Equal dice: each face with its weight."""

    def __init__(self, reader: Any, tree: Tree, number: int) -> None:
        self.weights, whole = reader.weighted(tree)
        self.number = number
        self.bits = number * whole.bit_length()
        self._whole = whole
        self.last: Any = None
        self._after: dict[Any, Any] = {}

    def ways(self) -> Any:
        """In how many ways all of them fall."""
        return self._whole**self.number

    def begin(self, faces: Sequence[Any]) -> None:
        """Be told the faces in the order in which they are asked for."""
        self.last = next((face for face in reversed(faces) if face in self.weights), None)
        after: Any = 0
        for face in reversed(faces):
            self._after[face] = after
            after = after + self.weights.get(face, 0)

    def is_open(self, face: Any) -> bool:
        """Whether the dice that are left may show the face or one that comes after it."""
        return face in self.weights and face != self.last

    def of_rest(self, face: Any, number: int) -> Any:
        """In how many ways so many dice may show what comes after a face."""
        return self._after[face] ** number

    def of_face(self, face: Any, most: int) -> list[Sequence[tuple[int, Any]]]:
        """For so many dice left, and fewer: how many may show the face, in how many ways; all of them in the end."""
        weight = self.weights[face]
        if face == self.last:
            return [((rest, weight**rest if rest else 1),) for rest in range(most + 1)]
        powers = [1]
        for _ in range(most):
            powers.append(powers[-1] * weight)
        return [[(n, comb(rest, n) * powers[n]) for n in range(rest + 1)] for rest in range(most + 1)]


class _Cards:
    """A hand of cards: each card with how many there are."""

    def __init__(self, hand: Hand) -> None:
        self.weights = {card: copies for card, copies in hand.cards.items() if copies}
        self._hand, self.number = hand, hand.number
        self.bits = min(hand.number, hand.size - hand.number) * hand.size.bit_length()
        self._after: dict[Any, int] = {}

    def ways(self) -> int:
        """In how many ways the hand can be dealt."""
        return self._hand.ways

    def begin(self, faces: Sequence[Any]) -> None:
        """Be told the faces in the order in which they are asked for."""
        left = sum(self.weights.values())
        for face in faces:
            left -= self.weights.get(face, 0)
            self._after[face] = left

    def of_rest(self, face: Any, number: int) -> int:
        """In how many ways so many cards may be among those that come after one."""
        return comb(self._after[face], number)

    def of_face(self, face: Any, most: int) -> list[Sequence[tuple[int, Any]]]:
        """For so many cards to be dealt yet, and fewer: how many may be this one; as many as the others do not fill."""
        copies, after = self.weights[face], self._after[face]
        return [
            [(n, comb(copies, n)) for n in range(max(0, rest - after), min(rest, copies) + 1)]
            for rest in range(most + 1)
        ]


class _Left:
    """How many dice of each kind have not shown a face yet, as one number with a place for each kind."""

    def __init__(self, kinds: Sequence[_Equal | _Cards], pools: Sequence[int], number_of_pools: int) -> None:
        self._kinds, self._pools, self._of_pools = kinds, pools, number_of_pools
        self._places = list(accumulate((kind.number + 1 for kind in kinds), mul, initial=1))[:-1]
        self.all = sum(kind.number * place for kind, place in zip(kinds, self._places, strict=True))
        self._counts: dict[int, tuple[int, ...]] = {}
        # In how many ways the dice left may show what comes after the present face.
        self._rest: dict[int, Any] = {}

    def numbers(self, several: int) -> list[int]:
        """How many dice of each kind are left."""
        return [several // place % (kind.number + 1) for kind, place in zip(self._kinds, self._places, strict=True)]

    def _shown(self, several: int) -> tuple[int, ...]:
        """How many dice of each pool show a face, of so many dice of each kind."""
        counts = [0] * self._of_pools
        for pool, number in zip(self._pools, self.numbers(several), strict=True):
            counts[pool] += number
        self._counts[several] = tuple(counts)
        return self._counts[several]

    def ways_of_all(self, face: Any, before: int, ways: list[tuple[int, Any]]) -> Any:
        """In how many ways so many dice show a face, whatever the others show that come after it."""
        found: Any = 0
        rest = self._rest
        for fewer, factor in ways:
            after = rest.get(before - fewer)
            if after is None:
                after = rest[before - fewer] = self._ways_of_rest(face, before - fewer)
            found = found + factor * after
        return found

    def _ways_of_rest(self, face: Any, several: int) -> Any:
        found: Any = 1
        for kind, number in zip(self._kinds, self.numbers(several), strict=True):
            if number:
                found = found * kind.of_rest(face, number)
        return found

    def choices(
        self, face: Any, waiting: _Waiting
    ) -> Iterator[tuple[int, dict[tuple[int, ...], list[tuple[int, Any]]], dict[Any, Any]]]:
        """For each number of dice left: by how many of each pool show the face, in how many ways; and the states."""
        ways = [kind.of_face(face, kind.number) if kind.weights.get(face) else None for kind in self._kinds]
        counts = self._counts
        alone: list[tuple[int, Any]] = [(0, 1)]
        self._rest = {}
        for before, states in waiting.items():
            showing = alone
            for number, place, of_kind in zip(self.numbers(before), self._places, ways, strict=True):
                if of_kind is not None and number:
                    here = [(n * place, factor) for n, factor in of_kind[number]]
                    # Of the first kind nothing need be multiplied.
                    showing = [(a + b, v * w) for a, v in showing for b, w in here] if showing is not alone else here
            grouped: dict[tuple[int, ...], list[tuple[int, Any]]] = {}
            for choice in showing:
                shown = counts.get(choice[0]) or self._shown(choice[0])
                several = grouped.get(shown)
                if several is None:
                    grouped[shown] = [choice]
                else:
                    several.append(choice)
            yield before, grouped, states


class _ToBeAsked:
    """The faces that are still to come: of which kinds of dice any number may show each, and which have all fallen."""

    def __init__(self, kinds: Sequence[_Equal | _Cards], left: _Left, faces: Sequence[Any], effort: int) -> None:
        self._left, self._effort = left, effort
        dice = [(i, kind) for i, kind in enumerate(kinds) if isinstance(kind, _Equal)]
        fallen: frozenset[int] = frozenset()
        self._of: dict[Any, tuple[tuple[int, ...], frozenset[int]]] = {}
        for face in faces:
            # How many cards may be one of them is not foreseen.
            self._of[face] = tuple(i for i, kind in dice if kind.is_open(face)), fallen
            fallen |= {i for i, kind in dice if kind.last == face}
        self._several = Counter(self._of.values())

    def go_on(self, face: Any) -> None:
        """One of them has been asked for."""
        self._several[self._of[face]] -= 1

    def require_affordable(self, waiting: _Waiting, sums: Sums, budget: Budget) -> None:
        """Refuse what is too much even when no states are added: as long as they grow, each face takes as much.

        Raises:
            TooLarge: when it is more than what is left.
        """
        ahead = 0
        for before, states in waiting.items():
            numbers = self._left.numbers(before)
            choices = sum(
                several * prod(numbers[i] + 1 for i in kinds)
                for (kinds, fallen), several in self._several.items()
                if several > 0 and not any(numbers[i] for i in fallen)
            )
            ahead += costs.steps(self._effort * choices * len(states), sums.bits(states.values()))
        if (whole := budget.spent + ahead) > budget.most:
            raise TooLarge("a question about dice", whole, budget.most, "steps")


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
            for face in (die if hand else (die,))
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
