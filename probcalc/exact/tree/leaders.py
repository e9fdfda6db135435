"""The greatest of several independent results, and how many share it."""

from __future__ import annotations

from math import comb
from typing import Any

from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.law.orders import require_no_names
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Joint, Shortcut, Tree


@immutable
class Leaders(Shortcut):
    """n independent copies of a step; the outcome is (the greatest result, how many of the n show it).

    P(v, j) = C(n, j) p(v)^j P(X < v)^(n - j).

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(Leaders(faces("Roll-off", 6), 2)).chance(lambda leaders: leaders[1] == 2)
    Fraction(1, 6)

    Raises:
        ValueError: when n is less than 1, or an outcome is a name.
    """

    source: Tree
    n: int

    def __post_init__(self) -> None:
        if self.n < 1:
            raise WrongValue(f"the greatest is of 1 or more results, not {self.n}")

    def weighted(self, reader: Any) -> Weighted:
        """The law by the formula above."""
        weights, total = reader.weighted(self.source)
        require_no_names(weights)
        half = self.n * total.bit_length() // 2 if isinstance(total, int) else 64
        cases = len(weights) * self.n
        require_affordable("the greatest of several", 3 * cases, half, cases, half)
        law: dict[Any, Any] = {}
        below: Any = 0
        for value in sorted(weights):
            weight = weights[value]
            for sharing in range(1, self.n + 1):
                rest = below ** (self.n - sharing) if sharing < self.n else 1
                if ways := comb(self.n, sharing) * weight**sharing * rest:
                    law[value, sharing] = ways
            below = below + weight
        found: Weighted = reader.arithmetic.reduce(law, total**self.n)
        return found

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The step, n times."""
        return [(self.source, self.n)]

    def plain(self) -> Tree:
        """Every result for itself."""
        return Joint((self.source,) * self.n, _greatest)


def _greatest(*results: Any) -> tuple[Any, int]:
    best = max(results)
    return best, results.count(best)
