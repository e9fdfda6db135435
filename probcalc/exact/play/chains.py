"""Play until everything has ended: absorbing Markov chains, solved exactly.

Play is swept state by state. A state that may lead to itself is left by its other outcomes in the end, so "nothing
happened" is conditioned away: that is where a formula becomes a quotient of polynomials. States that lead to each
other in circles form a component, whose expected visits v solve v (I - Q) = entries, by elimination without fractions;
that takes numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.numbers.elimination import solve_rows
from probcalc.exact.play.circles import bareiss_bytes, bareiss_steps, solve
from probcalc.exact.play.components import components
from probcalc.exact.play.exploring import Explored
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader

_WORTH_FORESEEING = 20
_SHORT = 30
_FEW = 6


class PlayedFrom(NamedTuple):
    """A state that is played from, what it leads to, and how often it is played from on average."""

    state: Any
    step: Any
    times: Fraction


class AbsorbingChain(Explored):
    """The states that play comes to, and the weights of those in which it ends, carried forward.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> test = roll_under("Test", 6, 2)
    >>> once_more = lambda won: test.map(lambda o: won + 1 if o == "success" else won)
    >>> AbsorbingChain(LawReader(), "Three tries", ({0: 1}, 1), once_more, lambda won: won == 3).law()
    ({3: 1}, 1)

    `afterwards` says how many steps the reading of the ends will take when their total has so many bits.

    Raises:
        ValueError: when a state can never end.
        TooLarge: when too many states can be reached, or a circle of them is too long.
    """

    def __init__(
        self,
        reader: Reader,
        name: str,
        start: Weighted,
        step: Callable[[Any], Any],
        is_over: Callable[[Any], bool],
        afterwards: Callable[[int], int] | None = None,
    ) -> None:
        super().__init__(reader, name, start, step, is_over)
        self._afterwards = afterwards
        self._arrived: dict[int, Any] = {}
        self._over = self.total
        self._left: dict[int, tuple[Any, int]] = {}
        self._caught: list[int] = []

    def law(self) -> Weighted:
        """The weights of the states in which play ends, and their total.

        Raises:
            ValueError: when play may never end.
        """
        self._carry()
        self._require_an_end()
        return self.reader.arithmetic.reduce(self._weights_at_ends(), self._over)

    def settle(self) -> tuple[dict[Any, Any], dict[Any, Any], int]:
        """The weights of the states in which play ends, of those in which it is caught for ever, and their total.

        Of states that lead only to each other the first stands for all. Whether play can ever end may hang on a
        weight, so all of them have to be known.
        """
        for moves in self.moves:
            self.reader.arithmetic.numbers(moves.values())
        self._carry()
        return self._weights_at_ends(), {self.states[i]: self._arrived[i] for i in self._caught}, self._over

    def _weights_at_ends(self) -> dict[Any, Any]:
        return {self.states[i]: self._arrived.get(i, 0) for i, step in enumerate(self.steps) if step is None}

    def _require_an_end(self) -> None:
        for state in self._caught:
            raise self.never_ends(state)

    def visits(self, caught: bool = False) -> list[PlayedFrom]:
        """How often each state that has not ended is played from on average.

        With `caught` play may be caught for ever: a state that stands for states never left is played from once.

        Raises:
            ValueError: when play may never end, without `caught`.
        """
        self._carry()
        if not caught:
            self._require_an_end()
        found = [
            PlayedFrom(self.states[i], self.steps[i], Fraction(mass * self.whole(i), over))
            for i, (mass, over) in sorted(self._left.items())
        ]
        return found + [
            PlayedFrom(self.states[i], self.steps[i], Fraction(self._arrived[i], self._over)) for i in self._caught
        ]

    def _carry(self) -> None:
        """Carry the weights forward from state to state, each after all that lead to it.

        All are over one total, which grows where a state's share of it cannot be divided by what leaves the state.
        """
        with metered(self.reader.budget):
            self._carry_all()

    def _carry_all(self) -> None:
        arithmetic, spend = self.reader.arithmetic, self.reader.spend
        self._left, self._caught = {}, []
        waiting = dict(self.start)
        over = self.total
        begun, played = self.reader.budget.spent, 0
        going = sum(step is not None for step in self.steps)
        for component in components(self.start, self.moves):
            self._foresee(begun, played, going, over)
            here, *others = component
            moves = self.moves[here]
            if self.is_never_left(component):
                self._caught.append(here)
                waiting[here] = sum(waiting.pop(state, 0) for state in component)
                continue
            if others:
                visits, leaving = self._solve(component, [waiting.pop(state, 0) for state in component])
            elif moves:
                factor, leaving = arithmetic.factor_on_leaving(self.leaving[here], moves.values())
                mass = waiting.pop(here)
                visits = [mass if factor == 1 else mass * factor]
            else:
                continue
            played += len(component)
            shared = arithmetic.common_divisor(leaving, visits)
            growth = leaving // shared
            spend(len(waiting) if growth > 1 else 1, over.bit_length(), growth.bit_length())
            if growth > 1:
                waiting = {state: mass * growth for state, mass in waiting.items()}
                over *= growth
            inside = frozenset(others and component)
            get = waiting.get
            for state, visit in zip(component, visits, strict=True):
                mass = visit // shared
                self._left[state] = mass, over
                spend(len(self.moves[state]), over.bit_length(), self._bits(state))
                for there, weight in self.moves[state].items():
                    if there not in inside:
                        waiting[there] = get(there, 0) + mass * weight
        self._arrived, self._over = waiting, over

    def _foresee(self, begun: int, played: int, states: int, over: int) -> None:
        """Refuse what shows, after some of the states, to be too much for all: the numbers grow with every state."""
        budget = self.reader.budget
        spent = budget.spent - begun
        if played and spent > budget.most // _WORTH_FORESEEING:
            whole = begun + spent * states // played
            if self._afterwards is not None:
                before = self.total.bit_length()
                whole += self._afterwards(before + (over.bit_length() - before) * states // played)
            if whole > budget.most:
                raise TooLarge(f"{self.name}, played until it ends", whole, budget.most, "steps")

    def _bits(self, state: int) -> int:
        """How long the weights are by which a state is left."""
        leaving = self.leaving[state]
        return leaving.bit_length() if isinstance(leaving, int) else _SHORT

    def _solve(self, component: list[int], entries: list[Any]) -> tuple[list[Any], int]:
        """How often each state of a component is left on average, over a determinant, from what enters each."""
        size = len(component)
        inside = {state: i for i, state in enumerate(component)}
        numbers = self.reader.arithmetic.numbers
        leaving = numbers(self.leaving[state] for state in component)
        if self.reader.arithmetic.is_whole and size > _FEW:
            columns: list[dict[int, int]] = [{} for _ in component]
            for i, state in enumerate(component):
                for there, weight in self.moves[state].items():
                    if there in inside:
                        columns[inside[there]][i] = weight
            found = solve(self.name, leaving, columns, entries)
            over = lcm(*[value.denominator for value in found])
            return [value.numerator * (over // value.denominator) for value in found], over
        bits = max(total.bit_length() for total in leaving)
        steps, memory = bareiss_steps(size, bits), bareiss_bytes(size, bits)
        require_steps(f"{self.name}: a circle of {size} states", steps, memory)
        # Column i of the matrix is state i: its total on the diagonal, less what it sends to each other state.
        matrix: list[list[Any]] = [[0] * (size + 1) for _ in component]
        for i, state in enumerate(component):
            matrix[i][i] = leaving[i]
            moves = self.moves[state]
            for there, weight in zip(moves, numbers(moves.values()), strict=True):
                if there in inside:
                    matrix[inside[there]][i] -= weight
        # What enters may be unknown: it is only added up and multiplied by numbers.
        for row, mass in zip(matrix, entries, strict=True):
            row[size] = mass
        return solve_rows(matrix)
