"""Two totals against each other, where only the class of their difference matters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any

from probcalc.exact.immutable import immutable
from probcalc.exact.law.orders import require_no_names
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Mapped, Outcome, Shortcut, Then, Tree


@immutable
class Margin(Shortcut):
    """A first total and a second one, which may depend on the first; the outcome is the class of the pair.

    `second(x)` is the second step when the first gave x, `limits(x)` are ascending, and a result y that reaches k of
    them makes the outcome `label(x, k)`. With F the running sums of the second law,

        P(label) = sum over x of P(x) (F(limit k+1) - F(limit k)),

    so the cost is that of the two laws, not of their product. Give the same object for equal second steps.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> one, other = faces("one", 6), faces("other", 6)
    >>> law_of(Margin(one, lambda x: other, lambda x: (x, x + 1), lambda x, k: 1 - k))
    Distribution(-1: 5/12, 0: 1/6, 1: 5/12)

    Raises:
        ValueError: when an outcome of the second step is a name.
    """

    first: Tree
    second: Callable[[Any], Tree]
    limits: Callable[[Any], Sequence[int]]
    label: Callable[[Any, int], Outcome]

    def weighted(self, reader: Any) -> Weighted:
        """The law by running sums of each second law."""
        weights, total = reader.weighted(self.first)
        alike: dict[int, tuple[Tree, list[Any]]] = {}
        for x in weights:
            tree = self.second(x)
            alike.setdefault(id(tree), (tree, []))[1].append(x)
        laws = [reader.weighted(tree) for tree, _ in alike.values()]
        multiple, factors = reader.arithmetic.common([t for _, t in laws])
        merged: dict[Any, Any] = {}
        for (_, given), (law, whole), factor in zip(alike.values(), laws, factors, strict=True):
            require_no_names(law)
            outcomes = sorted(law)
            running = list(accumulate((law[y] for y in outcomes), initial=0))
            here: dict[Any, Any] = {}
            work = len(outcomes)
            for x in given:
                edges = [0, *(bisect_left(outcomes, limit) for limit in self.limits(x)), len(outcomes)]
                work += len(edges)
                for k, (low, high) in enumerate(pairwise(edges)):
                    if low < high:
                        label = self.label(x, k)
                        here[label] = here.get(label, 0) + weights[x] * (running[high] - running[low])
            reader.spend(work, *([whole.bit_length(), total.bit_length()] if isinstance(total, int) else []))
            for label, weight in here.items():
                merged[label] = merged.get(label, 0) + weight * factor
        reduced: Weighted = reader.arithmetic.reduce(merged, total * multiple)
        return reduced

    def plain(self) -> Tree:
        """The first step, then the second read by the limits."""

        def follow(x: Any) -> Tree:
            limits = self.limits(x)
            return Mapped(self.second(x), lambda y: self.label(x, bisect_right(limits, y)))

        return Then(self.first, follow)
