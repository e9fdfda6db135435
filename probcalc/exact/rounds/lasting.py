"""How long rounds last that are played until it is over, whatever comes of it or where something does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from probcalc.exact.budget.bounds import METER, metered
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.play.exploring import Explored
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.playthrough import Playthrough
from probcalc.exact.rounds.rounds import Places, Rounds
from probcalc.exact.tree.steps import Outcome


class Lasting:
    """Rounds that are played to the end, as a play that counts its turns; each position is worked out once.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Rounds("Falls", 2, lambda left: test.count("failure").map(lambda lost: left - lost), None,
    ...                lambda left: left == 0, lambda left: left)
    >>> Lasting(falls).through().turns.mean
    Fraction(3, 1)

    Raises:
        ValueError: for rounds that are not played to the end.
    """

    def __init__(self, rounds: Rounds) -> None:
        if rounds.rounds is not None:
            raise WrongValue(f"{rounds.name}: only {rounds.rounds} rounds are played")
        self._budget = METER.get()
        self._reader = LawReader()
        self._places = Places(rounds, self._reader)
        course = self._places.course()
        self._start = Distribution._make_reduced(course.weights, course.total)
        self._laws: dict[int, Distribution] = {}
        self._follow = course.follow

    def through(self, holds: Callable[[Outcome], bool] | None = None) -> Playthrough:
        """The play as far as it is ever over, and as `holds` of what is left then.

        Raises:
            ValueError: when that never happens.
            TooLarge: when the estimate exceeds the bound.
        """
        places, caught = self._places, self._endless_places

        def is_kept(place: int) -> bool:
            if places.is_over(place):
                return holds is None or holds(places.what_is_left(place))
            return place not in caught

        given = is_kept if caught or holds is not None else None
        with metered(self._budget):
            return Playthrough(self._start, self._law, places.is_over, given)

    def _law(self, place: int) -> Distribution:
        if place not in self._laws:
            self._laws[place] = self._reader.distribution(self._follow(place))
        return self._laws[place]

    @cached_property
    def _endless_places(self) -> frozenset[int]:
        """The places that lead only to each other, and never to an end."""
        start: Any = dict(self._start.weights), self._start.total
        return Explored(self._reader, self._places.rounds.name, start, self._law, self._places.is_over).endless()
