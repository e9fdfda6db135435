"""The states that play comes to, found breadth first, with the moves from each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import Any, TypeAlias

from probcalc.exact.arguments import brief
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import ProbcalcError, WrongValue
from probcalc.exact.law.outcomes import NoOutcome, require_outcomes, require_short
from probcalc.exact.play.components import components
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader

Moves: TypeAlias = "dict[int, Any]"
"""The weights of what follows a state, by number, without the state itself."""

# A move is found once and kept until the end, at about a hundred bytes.
_STEPS_PER_MOVE = 10


class NeverEnds(ProbcalcError, ValueError):
    """Play that is caught in a state for ever.

    >>> str(NeverEnds("Rounds", (1, 1)))
    'Rounds: play never ends once it has come to (1, 1)'
    """

    def __init__(self, name: str, state: Any) -> None:
        super().__init__(f"{name}: play never ends once it has come to {brief(state)}")
        self.state = state


class Letters(ProbcalcError, ValueError):
    """A chance that is an expression in free letters, which takes formulas."""


class Graph:
    """States by number, with the weights of the moves from each.

    Attributes:
        states: all states; `start` are the weights of the first of them, over `total`.
        steps: what follows each, None where play has ended.
        moves: for each state the weights of those that it leads to, without itself.
        staying: the weight with which each state follows itself, `leaving` what it has besides.
    """

    def __init__(self, name: str, start: Weighted) -> None:
        self.name = name
        weights, self.total = start
        self.states: list[Any] = list(weights)
        self.start: dict[int, Any] = dict(enumerate(weights.values()))
        self.steps: list[Any] = []
        self.moves: list[Moves] = []
        self.leaving: list[Any] = []
        self.staying: list[Any] = []

    def add(self, step: Any, moves: Moves, leaving: Any, staying: Any) -> None:
        """What follows the next state."""
        self.steps.append(step)
        self.moves.append(moves)
        self.leaving.append(leaving)
        self.staying.append(staying)

    def row(self, state: int) -> Moves:
        """The weights of all that a state leads to, of itself too, over `whole(state)`."""
        return {**self.moves[state], state: self.staying[state]} if self.staying[state] else self.moves[state]

    def whole(self, state: int) -> Any:
        """The sum of the weights by which a state is followed."""
        return self.leaving[state] + self.staying[state]

    def never_ends(self, number: int) -> ValueError:
        """The refusal of play that is caught in a state."""
        return NeverEnds(self.name, self.states[number])

    def is_never_left(self, circle: list[int]) -> bool:
        """Whether play that has come to these states goes on among them for ever."""
        inside = set(circle)
        return self.steps[circle[0]] is not None and all(inside.issuperset(self.moves[state]) for state in circle)

    def endless(self) -> frozenset[Any]:
        """The states that lead only to each other, and never to an end."""
        circles = filter(self.is_never_left, components(self.start, self.moves))
        return frozenset(self.states[i] for circle in circles for i in circle)

    def circles(self) -> list[list[int]]:
        """The states that lead to each other, each circle before all that it leads to.

        Raises:
            ValueError: when play may come to states from which it never ends.
        """
        found = components(self.start, self.moves)
        for circle in found:
            if self.is_never_left(circle):
                raise self.never_ends(circle[0])
        return found


class Explored(Graph):
    """The states that play comes to, by number in the order in which they are found, with the moves from each.

    `step(state)` is a step, a law, a plain mapping of states to their chances, or the next state itself.

    Raises:
        ValueError: when chances do not sum to one.
        TooLarge: when too many states can be reached.
    """

    def __init__(
        self, reader: Reader, name: str, start: Weighted, step: Callable[[Any], Any], is_over: Callable[[Any], bool]
    ) -> None:
        super().__init__(name, start)
        self.reader = reader
        number = {state: i for i, state in enumerate(self.states)}
        most = reader.arithmetic.most_states
        for here, state in enumerate(self.states):
            # The list grows while it is walked: states are found breadth first.
            if is_over(state):
                self.add(None, {}, 1, 0)
                continue
            require_short(f"{self.name}, a state", state)
            follow = step(state)
            law, total = read_law(reader, f"the chances from {brief(state)}", follow)
            moves = by_number(law, number, self.states)
            staying = moves.pop(here, 0)
            reader.spend(_STEPS_PER_MOVE * len(law))
            self.add(follow, moves, total - staying, staying)
            if len(self.states) > most:
                raise TooLarge(f"{self.name}, played until it ends", len(self.states), most, "states")


def ending(over: Callable[[Any], bool], given: Callable[[Any], bool] | None) -> tuple[Callable[[Any], bool], set[Any]]:
    """Whether play is over in a state, and the states that it was asked of and in which it is thrown away."""
    thrown: set[Any] = set()

    def is_over(state: Any) -> bool:
        if given is not None and not given(state):
            thrown.add(state)
            return True
        return bool(over(state))

    return is_over, thrown


def by_number(law: Mapping[Any, Any], number: dict[Any, int], states: list[Any]) -> Moves:
    """The weights of states by their numbers; those that nobody came to before are numbered and listed."""
    moves: Moves = {}
    for after, weight in law.items():
        there = number.get(after)
        if there is None:
            there = number[after] = len(states)
            states.append(after)
        moves[there] = weight
    return moves


def read_law(reader: Reader, what: str, follow: Any) -> Weighted:
    """The weights and total of a law, a step, a plain mapping of outcomes to chances, or of what is certain."""
    if isinstance(follow, Mapping) and not isinstance(follow, NoOutcome):
        return weighted_chances(what, follow)
    if not isinstance(follow, NoOutcome):
        require_state(follow)
    return reader.weighted(follow)


def require_state(value: Any) -> None:
    """Refuse what cannot be told from others: a list, or anything else that may change.

    >>> require_state([1, 2])
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: a state is a number, a name or a tuple of such, not [1, 2]

    Raises:
        ValueError: when it cannot be hashed.
    """
    try:
        hash(value)
    except TypeError:
        raise WrongValue(f"a state is a number, a name or a tuple of such, not {brief(value)}") from None


def weighted_chances(what: str, chances: Mapping[Any, Any]) -> Weighted:
    """The weights and total of a mapping of outcomes to exact chances.

    >>> weighted_chances("the chances", {"a": Fraction(1, 2), "b": Fraction(1, 3), "c": Fraction(1, 6), "d": 0})
    ({'a': 3, 'b': 2, 'c': 1}, 6)

    Raises:
        ValueError: when one is negative or no exact number, or they do not sum to one.
        Letters: when one is an expression.
    """
    exact: dict[Any, int | Fraction] = {}
    for outcome, chance in chances.items():
        if isinstance(outcome, NoOutcome):
            require_outcomes((outcome,))
        kind = type(chance)
        if kind is not Fraction and kind is not int:
            chance = exact_number(what, chance)
        if chance < 0:
            raise WrongValue(f"{what} are not negative, and that of {brief(outcome)} is {chance}")
        if chance:
            exact[outcome] = chance
    total = lcm(*[chance.denominator for chance in exact.values()])
    weights = {outcome: chance.numerator * (total // chance.denominator) for outcome, chance in exact.items()}
    if (whole := sum(weights.values())) != total:
        raise WrongValue(f"{what} sum to {Fraction(whole, total)}, not to 1")
    return weights, total


def exact_number(what: str, value: Any) -> int | Fraction:
    """A number of any kind that is exact.

    >>> exact_number("a worth", True), exact_number("a worth", Fraction(4, 2))
    (1, Fraction(2, 1))

    Raises:
        ValueError: when it is none.
        Letters: when it is an expression.
    """
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if getattr(value, "free_symbols", None):
        raise Letters(f"{what}: numbers are meant here, and {brief(value)} has letters in it")
    raise WrongValue(f"{what}: whole numbers and fractions are exact, and {brief(value)} is neither")
