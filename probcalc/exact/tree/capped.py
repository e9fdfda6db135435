"""Sums that count up to a limit only: hit points that are lost, when there are no more to lose."""

from __future__ import annotations

from functools import cache
from operator import index
from typing import Any

from probcalc.exact.budget.requirements import require_affordable_powers
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.kernels.powers import dense_power
from probcalc.exact.law.orders import require_addends
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Constant, Shortcut, Tree


@immutable
class CappedSum(Shortcut):
    """The sum of n independent copies of a step with integer outcomes, or `most` when it is more.

    Only the weights of the sums below `most` are computed; what is left over is the weight of `most`.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(CappedSum(faces("Damage", 6), 3, 5))
    Distribution(3: 1/216, 4: 1/72, 5: 53/54)

    Raises:
        ValueError: when n is negative, or an outcome is no number.
    """

    source: Tree
    n: int
    most: int

    def __post_init__(self) -> None:
        if isinstance(self.n, int) and self.n < 0:
            raise WrongValue(f"a sum has 0 or more terms, not {self.n}")

    def weighted(self, reader: Any) -> Weighted:
        """The law by the lowest weights of a power; with unknowns among the weights, in halves."""
        weights, total = reader.weighted(self.source)
        require_addends(weights)
        n, most = index(self.n), index(self.most)
        if not all(type(weight) is int for weight in weights.values()):
            law: Weighted = reader.weighted(self._halves() if n and min(weights) >= 0 else self.plain())
            return law
        least = n * min(weights)
        if not n or least >= most:
            return {min(least, most): 1}, 1
        require_affordable_powers("a sum with a limit", 1, n * total.bit_length())
        lowest = dense_power(weights, n, first=most - least)
        whole = total**n
        found = {least + k: weight for k, weight in enumerate(lowest) if weight}
        if rest := whole - sum(lowest):
            found[most] = rest
        reduced: Weighted = reader.arithmetic.reduce(found, whole)
        return reduced

    def _halves(self) -> Tree:
        """Half of the copies and the others, each cut off: what is never negative is never given back."""

        @cache
        def of(copies: int) -> Tree:
            if copies == 1:
                return self.source.map(self._cut_off)
            return (of(copies // 2) + of(copies - copies // 2)).map(self._cut_off)

        return of(index(self.n))

    def _cut_off(self, outcome: Any) -> int:
        return min(int(outcome), index(self.most))

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every copy."""
        return [(self.source, index(self.n))]

    def plain(self) -> Tree:
        """The whole sum, then the limit."""
        return self.source.times(index(self.n)).map(self._cut_off) if index(self.n) else Constant(min(0, self.most))
