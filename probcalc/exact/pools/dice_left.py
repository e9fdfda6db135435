"""What is left of dice and cards while the faces are gone through one by one: how many may show each, in how many ways.

Dice of one kind, and cards of one hand, are counted together; several kinds stand in one number with a place for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, repeat
from math import comb, prod
from operator import mul
from typing import Any, TypeAlias

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import meter
from probcalc.exact.kernels.sums import Sums
from probcalc.exact.kernels.weights import gather
from probcalc.exact.pools.hands import Hand
from probcalc.exact.tree.steps import Tree

Waiting: TypeAlias = "dict[int, dict[Any, Any]]"
"""By what is left: the states reached so far, each with its sums."""


class EqualDice:
    """Equal dice: each face with its weight."""

    def __init__(self, reader: Any, tree: Tree, number: int) -> None:
        self.weights, whole = reader.weighted(tree)
        self.number = number
        self.bits = number * whole.bit_length()
        self._whole = whole
        self.last: Any = None
        self._after: dict[Any, Any] = {}

    def put_together(self, alike: Callable[[Any], Any]) -> None:
        """Take faces for which the same is given as one."""
        self.weights = gather(map(alike, self.weights), self.weights.values())

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

    def of_face(self, face: Any, rest: int) -> Sequence[tuple[int, Any]]:
        """How many of the dice that are left may show the face, and in how many ways; all of them for the last face."""
        weight = self.weights[face]
        if face == self.last:
            return ((rest, weight**rest if rest else 1),)
        # Each from the one before it: from the start each would take as many steps as there are dice.
        ways = accumulate(range(rest), lambda ways, n: ways * (rest - n) // (n + 1), initial=1)
        powers = accumulate(repeat(weight, rest), mul, initial=1)
        return [(n, of_n * power) for n, (of_n, power) in enumerate(zip(ways, powers, strict=True))]


class DealtCards:
    """A hand of cards: each card with how many there are."""

    def __init__(self, hand: Hand) -> None:
        self.weights = {card: copies for card, copies in hand.cards.items() if copies}
        self._hand, self.number = hand, hand.number
        self.bits = min(hand.number, hand.size - hand.number) * hand.size.bit_length()
        self._after: dict[Any, int] = {}

    def put_together(self, alike: Callable[[Any], Any]) -> None:
        """Take cards for which the same is given as copies of one."""
        self.weights = gather(map(alike, self.weights), self.weights.values())

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

    def of_face(self, face: Any, rest: int) -> Sequence[tuple[int, Any]]:
        """How many of the cards still to be dealt may be this one, and in how many ways: the others fill the rest."""
        copies, after = self.weights[face], self._after[face]
        return [(n, comb(copies, n)) for n in range(max(0, rest - after), min(rest, copies) + 1)]


class DiceLeft:
    """How many dice of each kind have not shown a face yet, as one number with a place for each kind."""

    def __init__(self, kinds: Sequence[EqualDice | DealtCards], pools: Sequence[int], number_of_pools: int) -> None:
        self._kinds, self._pools, self._of_pools = kinds, pools, number_of_pools
        self._places = list(accumulate((kind.number + 1 for kind in kinds), mul, initial=1))[:-1]
        self.all = sum(kind.number * place for kind, place in zip(kinds, self._places, strict=True))
        self._counts: dict[int, tuple[int, ...]] = {}
        # In how many ways the dice left may show what comes after the present face.
        self._rest: dict[int, Any] = {}

    def numbers(self, several: int) -> list[int]:
        """How many dice of each kind are left."""
        return [several // place % (kind.number + 1) for kind, place in zip(self._kinds, self._places, strict=True)]

    def _counts_shown(self, several: int) -> tuple[int, ...]:
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
        self, face: Any, waiting: Waiting
    ) -> Iterator[tuple[int, dict[tuple[int, ...], list[tuple[int, Any]]], dict[Any, Any]]]:
        """For each number of dice left: by how many of each pool show the face, in how many ways; and the states."""
        # By kind, then by how many dice are left: only numbers that are left in some state are counted.
        ways: list[dict[int, Sequence[tuple[int, Any]]] | None]
        ways = [{} if kind.weights.get(face) else None for kind in self._kinds]
        counts = self._counts
        alone: list[tuple[int, Any]] = [(0, 1)]
        self._rest = {}
        for before, states in waiting.items():
            showing = alone
            for number, place, kind, of_kind in zip(self.numbers(before), self._places, self._kinds, ways, strict=True):
                if of_kind is not None and number:
                    if number not in of_kind:
                        of_kind[number] = kind.of_face(face, number)
                    here = [(n * place, factor) for n, factor in of_kind[number]]
                    # Of the first kind nothing need be multiplied.
                    showing = [(a + b, v * w) for a, v in showing for b, w in here] if showing is not alone else here
            grouped: dict[tuple[int, ...], list[tuple[int, Any]]] = {}
            for choice in showing:
                shown = counts.get(choice[0]) or self._counts_shown(choice[0])
                several = grouped.get(shown)
                if several is None:
                    grouped[shown] = [choice]
                else:
                    several.append(choice)
            yield before, grouped, states


class ToBeAsked:
    """The faces that are still to come: of which kinds of dice any number may show each, and which have all fallen."""

    def __init__(
        self, kinds: Sequence[EqualDice | DealtCards], left: DiceLeft, faces: Sequence[Any], effort: int
    ) -> None:
        self._left, self._effort = left, effort
        dice = [(i, kind) for i, kind in enumerate(kinds) if isinstance(kind, EqualDice)]
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

    def as_this_one(self, face: Any) -> int:
        """How many faces are still to come, with this one, that as many dice may show."""
        return self._several[self._of[face]]

    def require_affordable(self, waiting: Waiting, sums: Sums) -> None:
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
        meter().foresee("a question about dice", ahead)
