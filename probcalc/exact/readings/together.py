"""Results that one play decides together: which they are, and their law jointly.

Two results belong together when both are read off the outcome of one and the same step: peel off what only names,
counts or asks of an outcome, and the step that is left is the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.exact.steps import Constant, Event, Mapped, Repeated, Then, Tree


@dataclass(frozen=True, slots=True)
class ReadOff:
    """A result as something that is read off the outcome of a step.

    Attributes:
        source: the step that decides it.
        read: the result by the outcome of the step.
    """

    source: Tree
    read: Callable[[Any], Any]


def read_off(result: Tree | Event) -> ReadOff:
    """The step that decides a result, and how the result follows from it; an event is 1 when it happened, else 0.

    >>> from probcalc.exact.checks import roll_under
    >>> roll = roll_under("Hit", 20, 9)
    >>> wound = read_off(roll.count("success").at_least(1))
    >>> wound.source is roll, wound.read("success"), wound.read("failure")
    (True, 1, 0)
    """
    tree: Tree = result.source if isinstance(result, Event) else result
    functions: list[Callable[[Any], Any]] = []
    if isinstance(result, Event):
        condition = result.condition
        functions.append(lambda outcome: int(bool(condition(outcome))))
    while isinstance(tree, Mapped):
        functions.append(tree.function)
        tree = tree.source

    def read(outcome: Any) -> Any:
        for function in reversed(functions):
            outcome = function(outcome)
        return outcome

    return ReadOff(tree, read)


def joint_weights(weights: Mapping[Any, Any], *reads: Callable[[Any], Any]) -> dict[tuple[Any, ...], Any]:
    """The weights of several results together, from those of the step that decides them.

    >>> joint_weights({1: 2, 2: 3, 4: 1}, lambda face: face % 2, lambda face: face > 1)
    {(1, False): 2, (0, True): 4}
    """
    found: dict[tuple[Any, ...], Any] = {}
    for outcome, weight in weights.items():
        together = tuple(read(outcome) for read in reads)
        found[together] = found[together] + weight if together in found else weight
    return found


def with_first_roll(tree: Tree) -> Tree:
    """The same play, its outcome beside that of its first roll: the pair of both.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> hit = roll_under("Hit", 2, 1)
    >>> law_of(with_first_roll(hit.count("success").times(2)))
    Traceback (most recent call last):
        ...
    TypeError: a Mapped does not begin with a roll that is followed by something
    >>> law_of(with_first_roll(hit.then(success=1, failure=0).times(2)))
    Distribution(('failure', 0): 1/4, ('failure', 1): 1/4, ('success', 1): 1/4, ('success', 2): 1/4)

    Raises:
        TypeError: for a play that does not begin with a roll.
    """
    if isinstance(tree, Then):
        follow = tree.follow
        return Then(tree.source, lambda seen: beside(seen, follow(seen)))
    if isinstance(tree, Repeated):
        rest = tree.source.times(tree.n - 1)
        return with_first_roll(tree.source).then(lambda one: rest.map(lambda more: (one[0], one[1] + more)))
    raise TypeError(f"a {type(tree).__name__} does not begin with a roll that is followed by something")


def beside(seen: Any, follow: Any) -> Tree:
    """What was seen before beside what follows, as a pair.

    >>> beside("hit", 2)
    Constant(outcome=('hit', 2))
    """
    return follow.map(lambda outcome: (seen, outcome)) if isinstance(follow, Tree) else Constant((seen, follow))
