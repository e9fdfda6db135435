"""Round after round until it is over: in which round that is, and what is left then, read from one play.

Unlike `Turns`, play may come into positions that it never leaves: they count as ended "never", with what is left there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import metered
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.kernels.weights import over_one_total, reduce_weights
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.play.course import Collected, Course, collect
from probcalc.exact.play.exploring import Explored
from probcalc.exact.play.turns import TurnByTurn
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader
from probcalc.exact.tree.steps import Follow, Outcome, Shortcut, Tree, Turns, step_of

MOST_COUNTED = 20
"""Rounds that are told apart in play to the end; what is over after them is over "later"."""

LATER, NEVER = "later", "never"


@immutable
class Rounds(Shortcut):
    """Rounds until it is over; the outcome is the pair of the round, and `left` of the state in which it ended.

    `step(state)` leads to the next state, `over` says when there is none. `rounds` is the most that are played, None
    for play to the end. The round is a number from 1 on, or "later" (not over by then; in play to the end, over after
    round 20), or "never": play has come to states that can change, if at all, only into each other. `left` has to be
    the same for all states of such a set.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Rounds("Falls", 2, lambda left: test.count("failure").map(lambda lost: left - lost), 3,
    ...                lambda left: left == 0, lambda left: left)
    >>> law_of(falls)
    Distribution((2, 0): 4/9, (3, 0): 8/27, ('later', 2): 1/27, ('later', 1): 2/9)

    Raises:
        ValueError: when there are fewer than 0 rounds.
    """

    name: str
    start: Any
    step: Callable[[Any], Follow]
    rounds: int | None
    over: Callable[[Any], bool]
    left: Callable[[Any], Outcome]

    def __post_init__(self) -> None:
        if self.rounds is not None and self.rounds < 0:
            raise WrongValue(f"{self.name}: 0 rounds or more, or None for play to the end, not {self.rounds}")

    def weighted(self, reader: Any) -> Weighted:
        """The weights of the outcomes and their total."""
        places = Places(self, reader)
        course = places.course()
        most = MOST_COUNTED if self.rounds is None else self.rounds
        found: Collected = {}

        def count(when: Any, states: Mapping[int, Any], total: int) -> None:
            for place, weight in states.items():
                collect(found, (when, places.what_is_left(place)), total, weight)

        count(0, course.ended, course.total)
        while course.turn < most and course.going:
            going = len(course.going)
            course.play()
            course.foresee(most, going)
            count(course.turn, course.ended, course.total)
        if self.rounds is not None:
            count(LATER, course.going, course.total)
        elif course.going:
            start = course.going, course.total
            rest = AbsorbingChain(reader, self.name, start, course.follow, places.is_over, _to_one_total(found))
            ended, caught, total = rest.settle()
            for when, arrived in ((LATER, ended), (NEVER, caught)):
                for place, weight in arrived.items():
                    collect(found, (when, places.what_is_left(place)), total, weight)
        reduced: Weighted = reader.arithmetic.reduce(*over_one_total(found))
        return reduced

    def plain(self) -> Tree:
        """The same as turns that count themselves."""
        numbered = partial(_count_round, self.step, None if self.rounds is not None else MOST_COUNTED + 1)
        start = step_of(self.start)
        caught = frozenset() if self.rounds is not None else self.endless_states()

        def is_over(counted: tuple[Any, int]) -> bool:
            return self.over(counted[0]) or counted[0] in caught

        def read(counted: tuple[Any, int]) -> Outcome:
            state, number = counted
            if self.over(state):
                late = self.rounds is None and number > MOST_COUNTED
                return (LATER if late else number), self.left(state)
            return (LATER if self.rounds is not None else NEVER), self.left(state)

        return Turns(self.name, start.map(lambda state: (state, 0)), numbered, self.rounds, is_over).map(read)

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The rounds played from each state, with the expected number of times; where nothing can change, one round."""
        parts: list[tuple[Tree, Any]] = [(step_of(self.start), 1)] if isinstance(self.start, NoOutcome) else []
        if self.rounds is None:
            chain = AbsorbingChain(reader, self.name, reader.weighted(self.start), self.step, self.over)
            visits = chain.visits(caught=True)
        else:
            play = Turns(self.name, self.start, self.step, self.rounds, self.over)
            visits = TurnByTurn(reader, play, counted=True).visits(self.rounds)
        return parts + [(visit.step, visit.times) for visit in visits if isinstance(visit.step, Tree)]

    def endless_states(self) -> frozenset[Any]:
        """The states that lead only to each other, so that it is never over."""
        from probcalc.exact.readings.law import LawReader

        reader = LawReader()
        return Explored(reader, self.name, reader.weighted(self.start), self.step, self.over).endless()


def _to_one_total(collected: Collected) -> Callable[[int], int]:
    """How many steps it takes to bring what is collected to a total of so many bits."""
    entries = Counter(total.bit_length() for parts in collected.values() for total in parts)
    return lambda bits: sum(costs.steps(count, own, max(0, bits - own)) for own, count in entries.items())


class Places:
    """The states of a play by number, in the order in which they are come to: numbers are compared at once.

    All states in which it is over and the same is left are one place.
    """

    def __init__(self, rounds: Rounds, reader: Reader) -> None:
        self.rounds, self.reader = rounds, reader
        self._number: dict[Any, int] = {}
        self._states: list[Any] = []
        self._ends: dict[Outcome, int] = {}
        self._left: dict[int, Outcome] = {}

    def course(self) -> Course:
        """The play from place to place, a round at a time."""
        start = self.by_number(self.reader.weighted(self.rounds.start))
        return Course(self.reader, self.rounds.name, start, self._step, self.is_over)

    def is_over(self, place: int) -> bool:
        """Whether there is no further round."""
        return self._states[place] is _OVER

    def what_is_left(self, place: int) -> Outcome:
        """What is left there."""
        if place not in self._left:
            self._left[place] = self.rounds.left(self._states[place])
        return self._left[place]

    def _step(self, place: int) -> Tree:
        return _Placed(self, self.rounds.step(self._states[place]))

    def by_number(self, law: Weighted) -> Weighted:
        """The same law of numbers."""
        weights, total = law
        placed: dict[int, Any] = {}
        for state, weight in weights.items():
            place = self._number.get(state)
            if place is None:
                place = self.number(state)
            placed[place] = placed[place] + weight if place in placed else weight
        return placed, total

    def number(self, state: Any) -> int:
        """The place of a state, a new one when play comes to it for the first time."""
        if state not in self._number:
            self._number[state] = self._new(state)
        return self._number[state]

    def _new(self, state: Any) -> int:
        place = len(self._states)
        if not self.rounds.over(state):
            self._states.append(state)
            return place
        left = self.rounds.left(state)
        if left not in self._ends:
            self._ends[left] = place
            self._left[place] = left
            self._states.append(_OVER)
        return self._ends[left]


_OVER = object()


@immutable
class _Placed(Shortcut):
    """A round, its outcomes by number."""

    places: Places
    step: Follow

    def weighted(self, reader: Any) -> Weighted:
        """The law of the round, by number."""
        return self.places.by_number(reader.weighted(self.step))

    def plain(self) -> Tree:
        """The round, each state by its number."""
        return step_of(self.step).map(self.places.number)


def after_each_round(rounds: Rounds, reader: Any, most: int = MOST_COUNTED) -> Iterator[tuple[Fraction, Distribution]]:
    """The chance that it is over by then, and the law of what is left, after each round until all is over.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Rounds("Falls", 2, lambda left: test.count("failure").map(lambda lost: left - lost), None,
    ...                lambda left: left == 0, lambda left: left)
    >>> [(str(over), str(left.mean)) for over, left in after_each_round(falls, LawReader(), 2)]
    [('0', '4/3'), ('4/9', '2/3')]
    """
    places = Places(rounds, reader)
    course = places.course()
    found: Collected = {}
    over = Fraction(sum(course.ended.values()), course.total)
    while course.turn < most and course.going:
        for place, weight in course.ended.items():
            collect(found, places.what_is_left(place), course.total, weight)
        going = len(course.going)
        course.play()
        course.foresee(most, going)
        over += Fraction(sum(course.ended.values()), course.total)
        standing = {left: dict(parts) for left, parts in found.items()}
        for place, weight in course.weights.items():
            collect(standing, places.what_is_left(place), course.total, weight)
        with metered(reader.budget):
            law = Distribution._make(*reduce_weights(*over_one_total(standing)))
        yield over, law


def _count_round(step: Callable[[Any], Follow], most: int | None, counted: tuple[Any, int]) -> Tree:
    state, number = counted
    follow = step(state)
    after = number + 1 if most is None else min(number + 1, most)
    return step_of(follow).map(lambda state: (state, after))
