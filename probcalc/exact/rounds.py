"""Round after round until it is over: in which round that is, and what is left then, read from one play.

Unlike `Turns`, play may come into positions that it never leaves: they count as ended "never", with what is left there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.exact.arithmetic import Weighted
from probcalc.exact.distribution import Distribution
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.play.course import Collected, Course, collect
from probcalc.exact.play.turns import Play
from probcalc.exact.reader import Reader
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
        course = self.course(reader)
        most = MOST_COUNTED if self.rounds is None else self.rounds
        found: Collected = {}
        self._count(found, course)
        while course.turn < most and course.going:
            course.play()
            self._count(found, course)
        if self.rounds is not None:
            for state, weight in course.going.items():
                collect(found, (LATER, self.left(state)), course.total, weight)
        elif course.going:
            rest = AbsorbingChain(reader, self.name, (course.going, course.total), course.follow, self.over)
            for when, parts in zip((LATER, NEVER), rest.settled(), strict=True):
                for state, shares in parts.items():
                    for total, weight in shares.items():
                        collect(found, (when, self.left(state)), total, weight)
        reduced: Weighted = reader.arithmetic.reduce(*over_one_total(found))
        return reduced

    def course(self, reader: Reader) -> Course:
        """The play of the rounds, one at a time."""
        return Course(reader, self.name, reader.weighted(self.start), self.step, self.over)

    def _count(self, found: Collected, course: Course) -> None:
        for state, weight in course.ended.items():
            collect(found, (course.turn, self.left(state)), course.total, weight)

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
                late = self.rounds is None and number > MOST_COUNTED
                return (LATER if late else number), self.left(state)
            return (LATER if self.rounds is not None else NEVER), self.left(state)

        return Turns(self.name, start.map(lambda state: (state, 0)), numbered, self.rounds, ended).map(read)

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The rounds played from each state, with the expected number of times; where nothing can change, one round."""
        parts: list[tuple[Tree, Any]] = [(self.start, 1)] if isinstance(self.start, Tree) else []
        if self.rounds is None:
            chain = AbsorbingChain(reader, self.name, reader.weighted(self.start), self.step, self.over)
            visits = chain.visits(caught=True)
        else:
            play = Turns(self.name, self.start, self.step, self.rounds, self.over)
            visits = Play(reader, play, counted=True).visits(self.rounds)
        return parts + [(visit.step, visit.times) for visit in visits if isinstance(visit.step, Tree)]

    def caught(self) -> frozenset[Any]:
        """The states that can be reached and from which it is never over."""
        from probcalc.exact.readings.law import LawReader

        course = self.course(LawReader())
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


def after_each_round(rounds: Rounds, reader: Any, most: int = MOST_COUNTED) -> Iterator[tuple[Fraction, Distribution]]:
    """The chance that it is over by then, and the law of what is left, after each round until all is over.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Rounds("Falls", 2, lambda left: test.count("failure").map(lambda lost: left - lost), None,
    ...                lambda left: left == 0, lambda left: left)
    >>> [(str(over), str(left.mean)) for over, left in after_each_round(falls, LawReader(), 2)]
    [('0', '4/3'), ('4/9', '2/3')]
    """
    course = rounds.course(reader)
    found: Collected = {}
    over = Fraction(sum(course.ended.values()), course.total)
    while course.turn < most and course.going:
        for state, weight in course.ended.items():
            collect(found, rounds.left(state), course.total, weight)
        course.play()
        over += Fraction(sum(course.ended.values()), course.total)
        standing = {left: dict(parts) for left, parts in found.items()}
        for state, weight in course.weights.items():
            collect(standing, rounds.left(state), course.total, weight)
        yield over, Distribution._made(*reader.arithmetic.reduce(*over_one_total(standing)))


def _counted(step: Callable[[Any], Follow], most: int | None, counted: tuple[Any, int]) -> Tree:
    state, number = counted
    follow = step(state)
    after = number + 1 if most is None else min(number + 1, most)
    return (follow if isinstance(follow, Tree) else Constant(follow)).map(lambda state: (state, after))
