"""Independent results put in order, the greatest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from math import prod
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.law.orders import require_no_names
from probcalc.exact.tree.steps import Joint, Shortcut, Tree

_STEPS_PER_GROUP = 40


@immutable
class Ranking(Shortcut):
    """Several independent steps ranked: a fold over the groups of equal results, the greatest result first.

    A group is the tuple of the numbers of those steps that show the same result. `advance(state, group)` takes the
    next group into the state, which begins as `start`; the outcome is the state after the last group, or the first
    state of which `settled` holds, whatever comes below it.

    With p(i, v) the chance that step i shows v, the values are scanned once from the greatest down. The group S
    takes v with the product of p(i, v) over S, and everybody not yet placed stays below it.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> dice = (faces("First", 6), faces("Second", 6) + 1)
    >>> law_of(Ranking(dice, (), lambda state, group: group, lambda state: True))
    Distribution((0,): 5/18, (0, 1): 5/36, (1,): 7/12)

    Raises:
        ValueError: when there is no step, or an outcome is a name.
    """

    steps: tuple[Tree, ...]
    start: Any
    advance: Callable[[Any, tuple[int, ...]], Any]
    settled: Callable[[Any], bool]

    def __post_init__(self) -> None:
        if not self.steps:
            raise WrongValue("a ranking has at least one step")

    def weighted(self, reader: Any) -> tuple[dict[Any, Any], Any]:
        """The law of the last state, by one scan of the values."""
        laws = [reader.weighted(step) for step in self.steps]
        for weights, _ in laws:
            require_no_names(weights)
        below = [total for _, total in laws]
        law: dict[Any, Any] = {}
        waiting: dict[tuple[tuple[int, ...], Any], Any] = {(tuple(range(len(laws))), self.start): 1}
        for value in sorted({v for weights, _ in laws for v in weights}, reverse=True):
            showing = [weights.get(value, 0) for weights, _ in laws]
            below = [less - here for less, here in zip(below, showing, strict=True)]
            still: dict[tuple[tuple[int, ...], Any], Any] = {}
            for (left, state), weight in waiting.items():
                reader.spend(_STEPS_PER_GROUP << len(left))
                for group in _groups(left, showing):
                    rest = tuple(i for i in left if i not in group)
                    room = prod(below[i] for i in rest)
                    if not room:
                        continue
                    ways = weight * prod(showing[i] for i in group)
                    reached = self.advance(state, group) if group else state
                    if not rest or (group and self.settled(reached)):
                        law[reached] = law.get(reached, 0) + ways * room
                    else:
                        still[rest, reached] = still.get((rest, reached), 0) + ways
            waiting = still
        ranked: tuple[dict[Any, Any], Any] = reader.arithmetic.reduce(law, prod(total for _, total in laws))
        return ranked

    def plain(self) -> Tree:
        """All steps side by side, and the fold over what they show."""
        return Joint(self.steps, self._scan)

    def _scan(self, *results: Any) -> Any:
        state = self.start
        for value in sorted(set(results), reverse=True):
            state = self.advance(state, tuple(i for i, result in enumerate(results) if result == value))
            if self.settled(state):
                break
        return state


def _groups(left: tuple[int, ...], showing: list[Any]) -> Iterable[tuple[int, ...]]:
    """Every set of those left that may show the value together, the empty one included."""
    able = [i for i in left if showing[i]]
    for size in range(len(able) + 1):
        yield from combinations(able, size)
