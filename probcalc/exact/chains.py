"""Turn after turn: absorbing Markov chains, solved exactly.

Play that goes on until it has ended is swept state by state. A state that may lead to itself is left by its other
outcomes in the end, so "nothing happened" is conditioned away; states that lead to each other in circles form a
component, whose expected visits v solve v (I - Q) = entries, by elimination without fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from probcalc.exact import costs
from probcalc.exact.bounds import MAX_STATES, TooLarge, require_steps
from probcalc.exact.elimination import solved
from probcalc.exact.steps import Constant, Tree, Turns
from probcalc.exact.weights import over_one_total

if TYPE_CHECKING:
    from probcalc.exact.readings.law import Law

Moves: TypeAlias = "list[tuple[int, int]]"
Collected: TypeAlias = "dict[Any, dict[int, int]]"
"""Weights by state and the total that they are over."""

# A move is found once and kept until the end, at about a hundred bytes.
_STEPS_PER_MOVE = 10


def absorbed(turns: Turns, reader: Law) -> tuple[dict[Any, int], int]:
    """The weights of the states in which play without a limit of turns ends, and their total.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import Law
    >>> test = roll_under("Test", 6, 2)
    >>> play = Turns("Three tries", Constant(0), lambda won: test.map(lambda o: won + 1 if o == "success" else won),
    ...              None, lambda won: won == 3)
    >>> absorbed(play, Law())
    ({3: 1}, 1)

    Raises:
        ValueError: when a state can never end.
        TooLarge: when too many states can be reached, or a circle of them is too long.
    """
    chain = _Chain(turns, reader)
    ended, caught = chain.swept()
    chain.require_ending(caught)
    return reader.arithmetic.reduce(*over_one_total(ended))


def settled(turns: Turns, reader: Law) -> tuple[Collected, Collected]:
    """The states in which play without a limit of turns ends, and those in which it is caught for ever.

    Each has its weights by total. Of states that lead only to each other the first stands for all.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.law import Law
    >>> from probcalc.exact.steps import Known
    >>> die = faces("Die", 6)
    >>> play = Turns("A coin or a wall", die, lambda face: face if face == 1 else die, None, lambda face: face == 6)
    >>> settled(play, Law())
    ({6: {30: 15}}, {1: {30: 15}})

    Raises:
        TooLarge: when too many states can be reached, or a circle of them is too long.
    """
    return _Chain(turns, reader).swept()


def visits(turns: Turns, reader: Law) -> dict[Any, Fraction]:
    """How often each state that has not ended is played from, on average, in play without a limit of turns.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import Law
    >>> test = roll_under("Test", 6, 2)
    >>> play = Turns("A try", Constant(0), lambda won: test.count("success"), None, lambda won: won == 1)
    >>> visits(play, Law())
    {0: Fraction(3, 1)}

    Raises:
        ValueError: when a state can never end.
        TooLarge: when too many states can be reached, or a circle of them is too long.
    """
    chain = _Chain(turns, reader)
    _, caught = chain.swept()
    chain.require_ending(caught)
    return {chain.states[i]: Fraction(*counted) for i, counted in sorted(chain.played.items())}


def visited(turns: Turns, reader: Law) -> dict[Any, Fraction]:
    """The same where play may be caught for ever: a state that stands for a set never left counts once."""
    chain = _Chain(turns, reader)
    _, caught = chain.swept()
    times = {chain.states[i]: Fraction(*counted) for i, counted in sorted(chain.played.items())}
    for state, parts in caught.items():
        times[state] = Fraction(*_together(parts))
    return times


class _Chain:
    """The reachable states by number: the moves from each, and its total."""

    def __init__(self, turns: Turns, reader: Law) -> None:
        self.name = turns.name
        start, self.total = reader.weighted(turns.start)
        self.states: list[Any] = list(start)
        self.start: dict[int, int] = dict(enumerate(start.values()))
        self.moves: list[Moves | None] = []
        self.totals: list[int] = []
        self.stays: list[int] = []
        self.played: dict[int, tuple[int, int]] = {}
        number = {state: i for i, state in enumerate(self.states)}
        for here, state in enumerate(self.states):
            # The list grows while it is walked: states are found breadth first.
            if turns.ended(state):
                self.moves.append(None)
                self.totals.append(1)
                self.stays.append(0)
                continue
            law, total = reader.weighted(turns.step(state))
            moves: Moves = []
            staying = 0
            for after, weight in law.items():
                there = number.get(after)
                if there is None:
                    there = number[after] = len(self.states)
                    self.states.append(after)
                if there == here:
                    staying = weight
                else:
                    moves.append((there, weight))
            reader.spend(_STEPS_PER_MOVE * len(law))
            self.moves.append(moves)
            self.totals.append(total - staying)
            self.stays.append(staying)
            if len(self.states) > MAX_STATES:
                raise TooLarge(f"{self.name}, played until it ends", len(self.states), MAX_STATES, "states")
        self.reader = reader

    def order(self) -> list[list[int]]:
        """The components of states that lead to each other, each before all that it leads to (Tarjan's algorithm)."""
        count = len(self.states)
        index = [-1] * count
        low = [0] * count
        waiting: list[int] = []
        is_waiting = [False] * count
        components: list[list[int]] = []
        found = 0
        for root in self.start:
            if index[root] >= 0:
                continue
            index[root] = low[root] = found
            found += 1
            waiting.append(root)
            is_waiting[root] = True
            path = [(root, iter(self.moves[root] or ()))]
            while path:
                here, ahead = path[-1]
                for there, _ in ahead:
                    if index[there] < 0:
                        index[there] = low[there] = found
                        found += 1
                        waiting.append(there)
                        is_waiting[there] = True
                        path.append((there, iter(self.moves[there] or ())))
                        break
                    if is_waiting[there] and index[there] < low[here]:
                        low[here] = index[there]
                else:
                    path.pop()
                    if path and low[here] < low[path[-1][0]]:
                        low[path[-1][0]] = low[here]
                    if low[here] == index[here]:
                        component: list[int] = []
                        while not component or component[-1] != here:
                            component.append(waiting.pop())
                            is_waiting[component[-1]] = False
                        components.append(component)
        components.reverse()
        return components

    def require_ending(self, caught: Collected) -> None:
        """Refuse play that is caught in states which it never leaves."""
        for state in caught:
            raise ValueError(f"{self.name}: play never ends once it has come to {state!r}")

    def swept(self) -> tuple[Collected, Collected]:
        """Carry the weights forward; each state collects them by denominator and brings them together once.

        What has arrived in the states where play ends, and in those where it is caught.
        """
        arrived: list[dict[int, int]] = [{} for _ in self.states]
        for state, weight in self.start.items():
            arrived[state][self.total] = weight
        caught: Collected = {}
        for component in self.order():
            if len(component) == 1:
                here = component[0]
                moves = self.moves[here]
                if moves is not None and not moves:
                    caught[self.states[here]] = arrived[here]
                elif moves is not None:
                    mass, over = _together(arrived[here])
                    arrived[here] = {}
                    self.reader.spend(len(moves) + 1, over.bit_length(), over.bit_length())
                    self.pass_on(arrived, here, moves, mass, over * self.totals[here])
            elif self.is_closed(component):
                collected = caught[self.states[component[0]]] = {}
                for state in component:
                    for total, weight in arrived[state].items():
                        collected[total] = collected.get(total, 0) + weight
            else:
                self.circle(arrived, component)
        return {self.states[i]: arrived[i] for i, moves in enumerate(self.moves) if moves is None}, caught

    def is_closed(self, component: list[int]) -> bool:
        """Whether nothing leads out of some states that lead to each other."""
        inside = set(component)
        return all(there in inside for state in component for there, _ in self.moves[state] or ())

    def pass_on(self, arrived: list[dict[int, int]], here: int, moves: Moves, mass: int, over: int) -> None:
        """Spread a mass over the states that follow: its expected visits are mass / over times the state's total."""
        self.played[here] = mass * (self.totals[here] + self.stays[here]), over
        for there, weight in moves:
            place = arrived[there]
            place[over] = place.get(over, 0) + mass * weight

    def circle(self, arrived: list[dict[int, int]], component: list[int]) -> None:
        """Solve a component for its expected visits, and pass on what leaves it."""
        size = len(component)
        inside = {state: i for i, state in enumerate(component)}
        bits = max(self.totals[state].bit_length() for state in component)
        # Every entry is a minor: two products of two of them, and a division.
        one = 2 * costs.product(size * bits // 2, size * bits // 2) + costs.quotient(size * bits, size * bits // 2)
        steps = (size**3 // 3 + size) * one // costs.NANOSECONDS_PER_STEP
        require_steps(
            f"{self.name}: a circle of {size} states", steps, size * size * size * bits // 8, self.reader.budget
        )
        entries = [_together(arrived[state]) if arrived[state] else (0, 1) for state in component]
        over = lcm(*(total for _, total in entries))
        # Column i of the matrix is state i: its total on the diagonal, less what it sends to each other state.
        matrix = [[0] * (size + 1) for _ in component]
        for i, state in enumerate(component):
            matrix[i][i] = self.totals[state]
            for there, weight in self.moves[state] or ():
                if there in inside:
                    matrix[inside[there]][i] -= weight
            matrix[i][size] = entries[i][0] * (over // entries[i][1])
        visits, determinant = solved(matrix)
        for state, visit in zip(component, visits, strict=True):
            arrived[state] = {}
            outside = [(there, weight) for there, weight in self.moves[state] or () if there not in inside]
            self.pass_on(arrived, state, outside, visit, over * determinant)


def _together(collected: dict[int, int]) -> tuple[int, int]:
    """Weights over several totals as one weight over a common total."""
    if len(collected) == 1:
        ((over, mass),) = collected.items()
        return mass, over
    over = lcm(*collected)
    return sum(mass * (over // total) for total, mass in collected.items()), over


def turn_of(
    steps: Sequence[Tree],
    happens: Callable[[Any], bool],
    rest: Literal["never", "later"] = "never",
    name: str = "Turns",
) -> Tree:
    """The number of the first step, counted from 1, at which something happens; `rest` when at none of them.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Test", 6, 2)
    >>> law_of(turn_of([test] * 2, lambda outcome: outcome == "success", rest="later"))
    Distribution(1: 1/3, 2: 2/9, later: 4/9)
    """
    start: tuple[int, bool] = (1, False)
    played = Turns(name, Constant(start), partial(_tried, steps, happens), len(steps), _has_happened)
    return played.map(partial(_turn, rest))


def _tried(steps: Sequence[Tree], happens: Callable[[Any], bool], state: tuple[int, bool]) -> Tree:
    turn = state[0]
    return steps[turn - 1].map(lambda outcome: (turn, True) if happens(outcome) else (turn + 1, False))


def _has_happened(state: tuple[int, bool]) -> bool:
    return state[1]


def _turn(rest: str, state: tuple[int, bool]) -> int | str:
    return state[0] if state[1] else rest
