"""Play a turn at a time: what still goes on, and what has ended."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import lcm
from typing import Any, TypeAlias

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import MAX_STATES, STEPS_PER_TURN, TooLarge
from probcalc.exact.kernels.weights import LONG
from probcalc.exact.law.outcomes import parts_of, require_short
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader, steps_to_mix

_WORTH_FORESEEING = 20
_TURNS_AHEAD = 10
_WORTH_LOOKING = 20_000
_STATES_LOOKED_AT = 8
_FEW = 2

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
        self._spent = 0
        self._counted_long: bool | None = None
        self._arrive(start)

    def _arrive(self, law: Weighted) -> None:
        self.weights, self.total = law
        self.going: dict[Any, Any] = {}
        self.ended: dict[Any, Any] = {}
        for state, weight in self.weights.items():
            goes_on = state in self._branches or not self._is_over(state)
            (self.going if goes_on else self.ended)[state] = weight

    def play(self) -> bool:
        """One more turn, if anything goes on; whether it changed anything."""
        if not self.going:
            return False
        self.reader.spend(STEPS_PER_TURN + len(self.going), self.total.bit_length())
        before = self.going, self.total
        spent = self.reader.budget.spent
        self.turn += 1
        # Long totals that divide one another are brought to the last of them without a common divisor.
        lowest = self.total.bit_length() <= LONG or not self.reader.arithmetic.is_whole
        self._arrive(self.reader.mix(self.going, self.total, self.follow, lowest=lowest))
        self._spent += self.reader.budget.spent - spent
        return (self.weights, self.total) != before

    def foresee(self, turns: int, going: int) -> None:
        """Refuse play of so many turns when a few of its states show that the next ones will be too much.

        As long as no fewer states go on than the `going` before the last turn, each turn costs no less than the one
        before it, as the fractions grow by as much with each; but what follows a state is read only once.

        Raises:
            TooLarge: when so much will be spent.
        """
        most = self.reader.budget.most
        ahead = min(turns - self.turn, max(self.turn, _TURNS_AHEAD))
        if ahead < 1 or len(self.going) < going:
            return
        is_near = self._spent > most // _WORTH_FORESEEING
        if is_near or len(self.going) * self.total.bit_length() > _WORTH_LOOKING:
            read, mixed, goes_on = self._next_turn()
            if not goes_on:
                ahead = 1
            played = read + ahead * mixed + ahead * (ahead - 1) // 2 * mixed // (self.turn + 1)
            self._require(ahead, played + self._to_one_total(ahead))
        # States that become evenly more make what is spent grow as the square of the turns.
        if is_near and len(self.going) > going and self._spent * turns**2 > most * self.turn**2:
            self._count_ahead(turns)

    def _require(self, ahead: int, steps: int) -> None:
        self.reader.budget.foresee(f"{self.name}, {self.turn + ahead} turns", steps)

    def _count_ahead(self, turns: int) -> None:
        """Refuse play whose states alone show that it will be too much, as long as each turn comes to other states.

        A turn that comes to the same may leave their law as it is, and that is the end of it. No more is counted than
        will be spent: short fractions may become shorter, and long ones grow by the laws of each turn.
        """
        is_long = self.reader.arithmetic.is_whole and self.total.bit_length() > LONG
        if is_long is self._counted_long:
            return
        self._counted_long = is_long
        number = {state: place for place, state in enumerate(self.going)}
        laws: list[tuple[set[int], int, int]] = []
        here, before = set(number.values()), set[int]()
        parts, steps, whole = MAX_STATES, 0, self.total if is_long else 1
        for turn in range(self.turn + 1, turns + 1):
            if not here or here == before:
                return
            for state in list(islice(number, len(laws), None)):
                weights, total = self.reader.weighted(self.follow(state))
                after = {
                    number.setdefault(there, len(number))
                    for there in weights
                    if there in number or not self._is_over(there)
                }
                laws.append((after, len(weights), total))
                parts = min(parts, parts_of(state) if isinstance(state, tuple) else 0)
            read = [laws[place] for place in here]
            moves = sum([length for _, length, _ in read if length > 1])
            steps += costs.steps(STEPS_PER_TURN + len(here), whole.bit_length())
            if len(here) > 1:
                steps += steps_to_mix(len(here), moves, parts)
            if is_long:
                steps += costs.steps(moves, 1, whole.bit_length())
                whole *= lcm(*{total for _, _, total in read})
            self._require(turn - self.turn, steps)
            before, here = here, set[int]().union(*[after for after, _, _ in read])

    def _to_one_total(self, ahead: int) -> int:
        """What it takes to bring all that ends to the total of the last turn, and to say one chance in lowest terms.

        As if as much ended in each turn as in this one.
        """
        last = self.turn + ahead
        if not self.ended or not self.reader.arithmetic.is_whole:
            return 0
        bits = self.total.bit_length() // max(1, self.turn)
        ended = sum(costs.steps(len(self.ended), turn * bits, (last - turn) * bits) for turn in range(self.turn, last))
        return ended + costs.common_divisor(last * bits) // costs.NANOSECONDS_PER_STEP

    def _next_turn(self) -> tuple[int, int, bool]:
        """What the next turn costs, from a few of its states, to read and to mix; and whether as many go on from it."""
        # Only long play needs a random generator.
        from random import Random

        going, budget = list(self.going), self.reader.budget
        budget.settle()
        spent, mixed, read = budget.spent, 0, 0
        after: set[Any] = set()
        # Any of them: the first are mostly those from which most can happen.
        asked = Random(0).sample(going, min(len(going), _STATES_LOOKED_AT))
        for number, state in enumerate(asked, 1):
            weights, total = self.reader.weighted(self.follow(state))
            budget.settle()
            after.update(weights)
            mixed += costs.steps(len(weights), total.bit_length(), self.total.bit_length())
            if number > _FEW or number == len(asked):
                # Most laws take about as long as these; what they took is spent.
                read = int((budget.spent - spent) * (len(going) - number) / number)
                self._require(1, read + mixed * len(going) // number)
        goes_on = sum(not self._is_over(state) for state in after) * 2 > len(going)
        return read, mixed * len(going) // len(asked), goes_on

    def follow(self, state: Any) -> Any:
        """What a state leads to, made once."""
        if state not in self._branches:
            if len(self._branches) == MAX_STATES:
                raise TooLarge(f"{self.name}, turn after turn", MAX_STATES + 1, MAX_STATES, "states")
            require_short(f"{self.name}, a state", state)
            self._branches[state] = self._step(state)
        return self._branches[state]


def collect(collected: Collected, outcome: Any, total: int, weight: Any) -> None:
    """Add a weight over a total to what an outcome has over that total."""
    parts = collected.setdefault(outcome, {})
    parts[total] = parts[total] + weight if total in parts else weight
