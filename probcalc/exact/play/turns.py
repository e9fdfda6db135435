"""Play over so many turns, or until everything has ended."""

from __future__ import annotations

from fractions import Fraction
from operator import index

from probcalc.exact.kernels.weights import over_one_total
from probcalc.exact.play.chains import AbsorbingChain, PlayedFrom
from probcalc.exact.play.course import Collected, Course, collect
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader
from probcalc.exact.tree.steps import Turns


def law_at_end(reader: Reader, turns: Turns) -> Weighted:
    """The law of the state in which play ends.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> from probcalc.exact.tree.steps import Constant
    >>> test = roll_under("Test", 6, 2).count("success")
    >>> law_at_end(LawReader(), Turns("Two tries", Constant(0), lambda won: test, 2, lambda won: won == 1))
    ({1: 5, 0: 4}, 9)
    """
    if turns.turns is None:
        return _chain(reader, turns).law()
    play = TurnByTurn(reader, turns)
    return reader.plays(play) if reader.plays is not None else play.after(index(turns.turns))


def visits(reader: Reader, turns: Turns) -> list[PlayedFrom]:
    """How often each state that has not ended is played from on average.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> from probcalc.exact.tree.steps import Constant
    >>> test = roll_under("Test", 6, 2).count("success")
    >>> [visit.times for visit in visits(LawReader(), Turns("Two tries", Constant(0), lambda won: test, 2, bool))]
    [Fraction(5, 3)]
    >>> [visit.times for visit in visits(LawReader(), Turns("Tries", Constant(0), lambda won: test, None, bool))]
    [Fraction(3, 1)]
    """
    if turns.turns is None:
        return _chain(reader, turns).visits()
    return TurnByTurn(reader, turns, counted=True).visits(index(turns.turns))


def _chain(reader: Reader, turns: Turns) -> AbsorbingChain:
    return AbsorbingChain(reader, turns.name, reader.weighted(turns.start), turns.step, turns.ended)


class TurnByTurn:
    """Play over so many turns; what has ended waits, by state and total, and is brought to one total when it is asked.

    Attributes:
        turns: the step that is played.
        start: the law of the state before the first turn.
    """

    def __init__(self, reader: Reader, turns: Turns, counted: bool = False) -> None:
        self.turns, self.start = turns, reader.weighted(turns.start)
        self._reader = reader
        self._course = Course(reader, turns.name, self.start, turns.step, turns.ended)
        self._ended: Collected = {}
        self._left: Collected | None = {} if counted else None
        self._is_still = False

    def after(self, number: int) -> Weighted:
        """The law of the state after so many turns, no fewer than were asked for before."""
        self._go_on(number)
        weights, total = self._course.weights, self._course.total
        if not self._ended:
            return weights, total
        collected = {state: dict(parts) for state, parts in self._ended.items()}
        for state, weight in weights.items():
            collect(collected, state, total, weight)
        return self._reader.arithmetic.reduce(*over_one_total(collected))

    def visits(self, number: int) -> list[PlayedFrom]:
        """How often each state is played from within so many turns, on average; of a play that is counted."""
        self._go_on(number)
        assert self._left is not None
        course = self._course
        if more := number - course.turn:
            # What a turn leaves as it is is played from once more in each of the turns that are left.
            for state, weight in course.going.items():
                collect(self._left, state, course.total, weight * more)
        return [
            PlayedFrom(
                state, course.follow(state), sum((Fraction(w, total) for total, w in parts.items()), Fraction(0))
            )
            for state, parts in self._left.items()
        ]

    def _go_on(self, number: int) -> None:
        """Play until so many turns have been played in all, or nothing changes any more."""
        course = self._course
        while course.turn < number and course.going and not self._is_still:
            for state, weight in course.ended.items():
                collect(self._ended, state, course.total, weight)
            if self._left is not None:
                for state, weight in course.going.items():
                    collect(self._left, state, course.total, weight)
            # A law that a turn leaves as it is stays for ever.
            going = len(course.going)
            self._is_still = not course.play()
            if not self._is_still:
                course.foresee(number, going)
