"""Round after round until it is over: in which round that is, and what is left then, read from one play.

Unlike `Turns`, play may come into positions that it never leaves: they count as ended "never", with what is left there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.exact.arithmetic import Collected, Weighted
from probcalc.exact.bounds import MAX_STATES, STEPS_PER_TURN, TooLarge
from probcalc.exact.chains import visited
from probcalc.exact.distribution import Distribution
from probcalc.exact.steps import Constant, Follow, Outcome, Shortcut, Tree, Turns
from probcalc.exact.weights import over_one_total

MOST_COUNTED = 20
"""Rounds that are told apart in play to the end; what is over after them is over "later"."""

LATER, NEVER = "later", "never"


@dataclass(frozen=True, slots=True, eq=False)
class Rounds(Shortcut):
    """Rounds until it is over; the outcome is the pair of the round, and `left` of the state in which it ended.

    `step(state)` leads to the next state, `over` says when there is none. `rounds` is the most that are played, None
    for play to the end. The round is a number from 1 on, or "later" (not over by then; in play to the end, over after
    round 20), or "never": play has come to states that can change, if at all, only into each other. `left` has to be
    the same for all states of such a set.

    >>> from probcalc.exact.checks import roll_under
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
            raise ValueError(f"{self.name}: 0 rounds or more, or None for play to the end, not {self.rounds}")

    def weighted(self, reader: Any) -> Weighted:
        """The weights of the outcomes and their total."""
        course = Course(self, reader)
        for _ in course.played(MOST_COUNTED if self.rounds is None else self.rounds):
            pass
        found = {
            (number, left): dict(parts) for number, ended in enumerate(course.ended) for left, parts in ended.items()
        }
        if self.rounds is not None:
            for state, weight in course.going.items():
                _collect(found, (LATER, self.left(state)), course.total, weight)
        elif course.going:
            remaining = Turns(self.name, _Reached(course.going, course.total), course.follow, None, self.over)
            for when, parts in zip((LATER, NEVER), reader.arithmetic.settled(remaining, reader), strict=True):
                for state, shares in parts.items():
                    for total, weight in shares.items():
                        _collect(found, (when, self.left(state)), total, weight)
        law: Weighted = reader.arithmetic.reduce(*over_one_total(found))
        return law

    def plain(self) -> Tree:
        """The same as turns that count themselves."""
        numbered = partial(_counted, self.step, None if self.rounds is not None else MOST_COUNTED + 1)
        start = self.start if isinstance(self.start, Tree) else Constant(self.start)
        caught = frozenset() if self.rounds is not None else self.caught()

        def ended(counted: tuple[Any, int]) -> bool:
            return self.over(counted[0]) or counted[0] in caught

        def read(counted: tuple[Any, int]) -> Outcome:
            state, number = counted
            if self.over(state):
                return (LATER if number > MOST_COUNTED else number), self.left(state)
            return (LATER if self.rounds is not None else NEVER), self.left(state)

        return Turns(self.name, start.map(lambda state: (state, 0)), numbered, self.rounds, ended).map(read)

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The rounds played from each state, with the expected number of times; where nothing can change, one round."""
        parts: list[tuple[Tree, Any]] = [(self.start, 1)] if isinstance(self.start, Tree) else []
        if self.rounds is None:
            start = _Reached(*reader.weighted(self.start))
            times = visited(Turns(self.name, start, self.step, None, self.over), reader)
            return parts + [(follow, t) for state, t in times.items() if isinstance(follow := self.step(state), Tree)]
        course = Course(self, reader)
        played: dict[Any, Fraction] = {}
        for _ in range(self.rounds):
            for state, weight in course.going.items():
                played[state] = played.get(state, Fraction(0)) + Fraction(weight, course.total)
            if not course.play():
                break
        return parts + [(follow, t) for s, t in played.items() if isinstance(follow := course.follow(s), Tree)]

    def caught(self) -> frozenset[Any]:
        """The states that can be reached and from which it is never over."""
        from probcalc.exact.readings.law import Law

        course = Course(self, Law())
        before: dict[Any, list[Any]] = {}
        waiting, seen = list(course.going), set(course.going)
        open_ways: list[Any] = []
        for state in waiting:
            if self.over(state):
                open_ways.append(state)
                continue
            for after in course.reader.weighted(course.follow(state))[0]:
                before.setdefault(after, []).append(state)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        leading = set(open_ways)
        for state in open_ways:
            for earlier in before.get(state, ()):
                if earlier not in leading:
                    leading.add(earlier)
                    open_ways.append(earlier)
        return frozenset(seen - leading)


class Course:
    """One play of rounds, a round at a time: what is still going on, and what was over after each round."""

    def __init__(self, rounds: Rounds, reader: Any) -> None:
        self.rounds, self.reader = rounds, reader
        weights, self.total = reader.weighted(rounds.start)
        self.going: dict[Any, Any] = {}
        self.ended: list[Collected] = []
        self._branches: dict[Any, Follow] = {}
        self._part(weights)

    def _part(self, weights: dict[Any, Any]) -> None:
        """Tell what is over from what goes on."""
        ended: Collected = {}
        self.going = {}
        over, left = self.rounds.over, self.rounds.left
        for state, weight in weights.items():
            if over(state):
                _collect(ended, left(state), self.total, weight)
            else:
                self.going[state] = weight
        self.ended.append(ended)

    def follow(self, state: Any) -> Any:
        """What a state leads to, made once."""
        if state not in self._branches:
            if len(self._branches) == MAX_STATES:
                raise TooLarge(f"{self.rounds.name}, round after round", MAX_STATES + 1, MAX_STATES, "states")
            self._branches[state] = self.rounds.step(state)
        return self._branches[state]

    def play(self) -> bool:
        """One more round, if anything still goes on."""
        if not self.going:
            return False
        bits = self.total.bit_length() if type(self.total) is int else 64
        self.reader.spend(STEPS_PER_TURN + len(self.going), bits)
        weights, self.total = self.reader.mixed(self.going, self.total, self.follow)
        self._part(weights)
        return True

    def played(self, rounds: int) -> Iterator[int]:
        """The numbers of the rounds, each when it has been played."""
        for number in range(1, rounds + 1):
            if not self.play():
                return
            yield number


def after_each_round(rounds: Rounds, reader: Any, most: int = MOST_COUNTED) -> Iterator[tuple[Fraction, Distribution]]:
    """The chance that it is over by then, and the law of what is left, after each round until all is over.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import Law
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Rounds("Falls", 2, lambda left: test.count("failure").map(lambda lost: left - lost), None,
    ...                lambda left: left == 0, lambda left: left)
    >>> [(str(over), str(left.mean)) for over, left in after_each_round(falls, Law(), 2)]
    [('0', '4/3'), ('4/9', '2/3')]
    """
    course = Course(rounds, reader)
    found: Collected = {}
    over = Fraction(0)
    for number in course.played(most):
        for left, parts in course.ended[number].items():
            for total, weight in parts.items():
                _collect(found, left, total, weight)
                over += Fraction(weight, total)
        standing = {left: dict(parts) for left, parts in found.items()}
        for state, weight in course.going.items():
            _collect(standing, rounds.left(state), course.total, weight)
        yield over, Distribution._made(*reader.arithmetic.reduce(*over_one_total(standing)))


@dataclass(frozen=True, slots=True, eq=False)
class _Reached(Shortcut):
    """States that play has come to, with their weights."""

    weights: dict[Any, Any]
    total: Any

    def weighted(self, reader: Any) -> Weighted:
        return self.weights, self.total


def _collect(collected: Collected, outcome: Any, total: Any, weight: Any) -> None:
    parts = collected.setdefault(outcome, {})
    parts[total] = parts[total] + weight if total in parts else weight


def _counted(step: Callable[[Any], Follow], most: int | None, counted: tuple[Any, int]) -> Tree:
    state, number = counted
    follow = step(state)
    after = number + 1 if most is None else min(number + 1, most)
    return (follow if isinstance(follow, Tree) else Constant(follow)).map(lambda state: (state, after))
