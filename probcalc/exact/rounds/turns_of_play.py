"""The law of the number of turns that a play takes, where it has no last one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import MOST_LISTED, RARE, EndlessLaw
from probcalc.exact.law.explosions import MORE
from probcalc.exact.law.open_ended import Unlisted, whole_number
from probcalc.exact.play.turn_counts import MOST_WORK, TurnCounts
from probcalc.exact.readings.law import LawReader

_MOST_SWEPT = 200_000
_IN_ALL = 2_000_000
"""Moves that are made for one chance of few turns, and for the turns that are listed."""


class TurnsOfPlay(EndlessLaw):
    """The number of turns of a play that may go on, found as far as it is asked.

    Mean and variance are those of the equations. The chance of a few turns is played out; the quotient N(x) / D(x) is
    made for what needs the rest, and above some hundred states turns are listed while they are not too rare.
    """

    __slots__ = ("_counts", "_mean", "_proof", "_variance")

    def __init__(
        self,
        counts: TurnCounts,
        mean: Callable[[], Fraction],
        variance: Callable[[], Fraction],
        proof: Callable[[], dict[str, Any]],
    ) -> None:
        self._counts, self._mean, self._variance, self._proof = counts, mean, variance, proof
        self._hash = None
        self._order = None

    def __getattr__(self, name: str) -> Any:
        # Only what is not there yet is looked for here; two threads that look at once find the same.
        if name in ("_low", "_top", "_bottoms"):
            top, bottom = self._counts.quotient(LawReader())
            low = next(k for k, weight in enumerate(top) if weight)
            self._low, self._top, self._bottoms = low, top[low:], (bottom,)
        elif name in ("_weights", "_total", "_reach"):
            self._list()
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return object.__getattribute__(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        # The play stays behind, with the functions that it is made of: the quotient is all of the law.
        if not self._has_quotient:
            raise WrongValue("the law of the turns of so large a play is not copied to another process")
        return EndlessLaw, (self._low, self._top, *self._bottoms)

    def __deepcopy__(self, memo: dict[int, Any]) -> TurnsOfPlay:
        return self

    def _list(self) -> None:
        if self._has_quotient:
            whole = EndlessLaw(self._low, self._top, *self._bottoms)
            self._weights, self._total, self._reach = whole._weights, whole._total, whole._reach
            return
        number = max(2, min(MOST_LISTED, _IN_ALL // (self._counts.entries + 1)))
        found: list[Fraction] = []
        left = Fraction(1)
        for chance in islice(self._counts.first(LawReader()), number):
            found.append(chance)
            left -= chance
            if left <= RARE:
                break
        self._reach = len(found)
        total = lcm(*[chance.denominator for chance in found])
        weights: dict[Any, int] = {
            n: chance.numerator * (total // chance.denominator) for n, chance in enumerate(found) if chance
        }
        if rest := total - sum(weights.values()):
            weights[MORE] = rest
        self._weights, self._total = weights, total

    def proof(self) -> dict[str, Any]:
        """The certificate of the law, with the play that it is of."""
        return self._proof()

    @property
    def quotient(self) -> tuple[list[int], list[int]] | None:
        """N and D, whole numbers with N(1) = D(1), where they are not out of reach."""
        return ([0] * self._low + self._top, self._bottoms[0]) if self._has_quotient else None

    @property
    def _has_quotient(self) -> bool:
        return self._counts.work <= MOST_WORK

    def _first_turns(self, number: int) -> list[Fraction] | None:
        """The chances of fewer turns than a number, where they are few or there is no other way."""
        if number * (self._counts.entries + 1) > (_MOST_SWEPT if self._has_quotient else _IN_ALL):
            if self._has_quotient:
                return None
            raise Unlisted(number, self._reach)
        found = list(islice(self._counts.first(LawReader()), max(0, number)))
        return found + [Fraction(0)] * (number - len(found))

    def __getitem__(self, outcome: Any) -> Fraction:
        number = whole_number(outcome)
        if number is None:
            return Distribution.__getitem__(self, outcome)
        found = self._first_turns(number + 1)
        return EndlessLaw.__getitem__(self, number) if found is None else found[-1] if number >= 0 else Fraction(0)

    def _below(self, number: int) -> Fraction:
        found = self._first_turns(number)
        return EndlessLaw._below(self, number) if found is None else sum(found, Fraction(0))

    def _weights_below(self, number: int) -> tuple[dict[Any, int], int]:
        found = self._first_turns(number)
        if found is None:
            return EndlessLaw._weights_below(self, number)
        total = lcm(*[chance.denominator for chance in found])
        return {n: chance.numerator * (total // chance.denominator) for n, chance in enumerate(found)}, total

    @property
    def mean(self) -> Fraction:
        """The mean number of turns."""
        return self._mean()

    @property
    def variance(self) -> Fraction:
        """The variance of the number of turns."""
        return self._variance()
