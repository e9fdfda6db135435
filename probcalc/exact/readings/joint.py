"""Results that one play decides together: which they are, and their law jointly.

Two results belong together when both are read off the outcome of one and the same step: peel off what only names,
counts or asks of an outcome, and the step that is left is the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.exact.tree.steps import Event, Mapped, Tree


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

    >>> from probcalc.exact.tree.checks import roll_under
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
