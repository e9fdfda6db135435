"""Play until it ends, with polynomial weights: possible where no state is come back to from another.

A state that may lead to itself is left by its other outcomes in the end, so its moves are divided by what is left of
the total: that is where a formula becomes a quotient of polynomials.
"""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from probcalc.exact.bounds import MAX_STATES, TooLarge
from probcalc.exact.steps import Turns
from probcalc.symbolic.counts.needs import NeedsValue
from probcalc.symbolic.ring.algebra import Algebra, inverse
from probcalc.symbolic.ring.weights import Scalar, Weight, content

if TYPE_CHECKING:
    from probcalc.exact.readings.law import Law

_MOST_STATES = 2000


def absorbed(turns: Turns, reader: Law, algebra: Algebra) -> tuple[dict[Any, Scalar], int]:
    """The weights of the states in which play without a limit of turns ends, and their total.

    Raises:
        NeedsValue: when states lead to each other in circles, which only numbers can resolve.
        TooLarge: when too many states can be reached.
    """
    start, whole = reader.weighted(turns.start)
    moves: dict[Any, dict[Any, Scalar]] = {}
    totals: dict[Any, Any] = {}
    waiting = list(start)
    while waiting:
        state = waiting.pop()
        if state in moves or turns.ended(state):
            continue
        law, total = reader.weighted(turns.step(state))
        totals[state] = total - law.get(state, 0)
        moves[state] = {after: weight for after, weight in law.items() if after != state}
        waiting.extend(moves[state])
        if len(moves) > _MOST_STATES:
            raise TooLarge(turns.name, len(moves), _MOST_STATES, "states")
    arrived: dict[Any, tuple[Scalar, int]] = {state: (weight, whole) for state, weight in start.items()}
    for state in _order(list(start), moves):
        if state not in moves:
            continue
        mass, over = arrived.pop(state)
        leaving = totals[state]
        if isinstance(leaving, Weight):
            divisor = gcd(leaving.content(), *(content(weight) for weight in moves[state].values()))
            mass = mass * inverse(algebra, leaving // divisor)
            leaving = divisor
        for after, weight in moves[state].items():
            there, so_far = arrived.get(after, (0, 1))
            common = lcm(so_far, over * leaving)
            arrived[after] = there * (common // so_far) + mass * weight * (common // (over * leaving)), common
    common = lcm(*(over for _, over in arrived.values()))
    return {state: weight * (common // over) for state, (weight, over) in arrived.items()}, common


def require_known(turns: Turns, reader: Law) -> None:
    """Refuse play in which a step has a weight that is not known: whether it can ever end may hang on it.

    Raises:
        NeedsValue: when there is one.
        TooLarge: when too many states can be reached.
    """
    start, _ = reader.weighted(turns.start)
    found, waiting = set(start), list(start)
    for state in waiting:
        if turns.ended(state):
            continue
        law, _ = reader.weighted(turns.step(state))
        if any(isinstance(weight, Weight) for weight in law.values()):
            raise NeedsValue("")
        waiting.extend(after for after in law if after not in found)
        found |= law.keys()
        if len(found) > MAX_STATES:
            raise TooLarge(turns.name, len(found), MAX_STATES, "states")


def _order(start: list[Any], moves: dict[Any, dict[Any, Scalar]]) -> list[Any]:
    """The states, each before all that it leads to."""
    done: list[Any] = []
    open_states: set[Any] = set()
    closed: set[Any] = set()
    for root in start:
        path = [(root, iter(moves.get(root, ())))] if root not in closed else []
        open_states |= {root}
        while path:
            state, ahead = path[-1]
            after = next(ahead, _END)
            if after is _END:
                path.pop()
                open_states.discard(state)
                closed.add(state)
                done.append(state)
            elif after in open_states:
                raise NeedsValue("")
            elif after not in closed:
                open_states.add(after)
                path.append((after, iter(moves.get(after, ()))))
    return done[::-1]


_END = object()
