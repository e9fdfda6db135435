"""Play a turn at a time: what still goes on, and what has ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from probcalc.exact.arithmetic import Weighted
from probcalc.exact.bounds import MAX_STATES, STEPS_PER_TURN, TooLarge
from probcalc.exact.reader import Reader

_WORTH_FORESEEING = 20
_TURNS_AHEAD = 10

Collected: TypeAlias = "dict[Any, dict[int, Any]]"
"""Weights by outcome and the total over which they are."""


class Course:
    """One play, a turn at a time, from the law of the states before the first turn.

    Attributes:
        weights: the states after the turns played so far, without those that ended before the last of them.
        going: those of them from which play goes on.
        ended: those of them that have ended.
        total: what the weights are over.
        turn: how many turns have been played.
    """

    def __init__(
        self, reader: Reader, name: str, start: Weighted, step: Callable[[Any], Any], is_over: Callable[[Any], bool]
    ) -> None:
        self.reader, self.name = reader, name
        self._step, self._is_over = step, is_over
        self._branches: dict[Any, Any] = {}
        self.turn = 0
        self._cost = self._spent = 0
        self._arrive(start)

    def _arrive(self, law: Weighted) -> None:
        self.weights, self.total = law
        self.going: dict[Any, Any] = {}
        self.ended: dict[Any, Any] = {}
        for state, weight in self.weights.items():
            (self.ended if self._is_over(state) else self.going)[state] = weight

    def play(self) -> bool:
        """One more turn, if anything goes on; whether it changed anything."""
        if not self.going:
            return False
        self.reader.spend(STEPS_PER_TURN + len(self.going), self.total.bit_length())
        before = self.going, self.total
        spent = self.reader.budget.spent
        self.turn += 1
        self._arrive(self.reader.mixed(self.going, self.total, self.follow))
        self._cost = self.reader.budget.spent - spent
        self._spent += self._cost
        return (self.weights, self.total) != before

    def foresee(self, turns: int, going: int) -> None:
        """Refuse play of so many turns when those played so far show that the next few will be too much.

        As long as no fewer states go on than the `going` before the last turn, the next turn costs more than the last:
        the fractions grow by as much with each.

        Raises:
            TooLarge: when so much will be spent.
        """
        budget = self.reader.budget
        if len(self.going) < going or self._spent < budget.most // _WORTH_FORESEEING:
            return
        ahead = min(turns - self.turn, max(self.turn, _TURNS_AHEAD))
        whole = budget.spent + ahead * self._cost + ahead * (ahead + 1) // 2 * self._cost // self.turn
        if whole > budget.most:
            raise TooLarge(f"{self.name}, {self.turn + ahead} turns", whole, budget.most, "steps")

    def follow(self, state: Any) -> Any:
        """What a state leads to, made once."""
        if state not in self._branches:
            if len(self._branches) == MAX_STATES:
                raise TooLarge(f"{self.name}, turn after turn", MAX_STATES + 1, MAX_STATES, "states")
            self._branches[state] = self._step(state)
        return self._branches[state]


def collect(collected: Collected, outcome: Any, total: int, weight: Any) -> None:
    """Add a weight over a total to what an outcome has over that total."""
    parts = collected.setdefault(outcome, {})
    parts[total] = parts[total] + weight if total in parts else weight
