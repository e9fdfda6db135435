"""A result as what is read off the outcome of the step that decides it.

Peel off what only names, counts or asks of an outcome: what is left is that step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from probcalc.exact.immutable import immutable
from probcalc.exact.kernels.weights import gather
from probcalc.exact.tree.steps import Event, Mapped, Tree, itself


@immutable
class ReadOff:
    """A result as something that is read off the outcome of a step.

    Attributes:
        source: the step that decides it.
        read: the result by the outcome of the step, or by what is seen of it.
        seen: what is seen of an outcome where that is not all of it.
    """

    source: Tree
    read: Callable[[Any], Any]
    seen: Callable[[Any], Any] | None = None

    def of(self, outcome: Any) -> Any:
        """The result by one outcome of the step."""
        return self.read(outcome if self.seen is None else self.seen(outcome))

    def over(self, outcomes: Iterable[Any]) -> Iterable[Any]:
        """The result by each of these outcomes of the step."""
        return map(self.read, outcomes if self.seen is None else map(self.seen, outcomes))

    def weights(self, weights: Mapping[Any, Any]) -> dict[Any, Any]:
        """The weights of the result, from those of the step; what is seen alike is read once.

        >>> from probcalc.exact.tree.steps import Constant
        >>> high = ReadOff(Constant((5, 1)), lambda face: face > 4, lambda faces: faces[0])
        >>> high.weights({(5, 1): 2, (2, 3): 1, (5, 0): 3})
        {True: 5, False: 1}
        """
        if self.seen is not None:
            weights = gather(map(self.seen, weights), weights.values())
        return gather(map(self.read, weights), weights.values()) if self.read is not itself else dict(weights)


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
        functions.append(lambda outcome: 1 if condition(outcome) else 0)
    while isinstance(tree, Mapped):
        functions.append(tree.function)
        tree = tree.source

    def read(outcome: Any) -> Any:
        for function in reversed(functions):
            outcome = function(outcome)
        return outcome

    return ReadOff(tree, functions[0] if len(functions) == 1 else read if functions else itself)
