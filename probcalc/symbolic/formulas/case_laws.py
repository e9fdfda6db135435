"""`FormulaLaw`: the weights of the outcomes in one case of a formula, and their moments."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from probcalc.exact.arguments import require_exact, require_outcome
from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.replacing import adopt, replace_unknowns
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Named, Scalar, Weight, lowest_terms

_MOST_WRITTEN_OUT = 4_000
_MANY_OUTCOMES = 8


class FormulaLaw(NamedTuple):
    """The weights of the outcomes over one total in one case; `one` when it is the sum of n equal laws."""

    weights: Mapping[Any, Scalar]
    total: int
    one: FormulaLaw | None = None
    n: int = 1

    def key(self) -> Hashable:
        """The same for the same law."""
        weights = {o: w if isinstance(w, int) else w.key() for o, w in self.weights.items()}
        return frozenset(weights.items()), self.total

    def sum_key(self) -> Hashable:
        """The same for the same law among sums of equal laws: a long one is known by one of them and their number."""
        if self.one is not None and len(self.weights) > _MANY_OUTCOMES:
            return self.one.key(), self.n
        return self.key()

    def share(self, outcome: Any) -> Share:
        """The probability of an outcome."""
        return Share(*lowest_terms(self.weights.get(require_outcome(outcome), 0), self.total))

    def of(self, value: Callable[[Any], Any]) -> Share:
        """The expectation of value(outcome).

        Raises:
            ValueError: when that is no whole number and no fraction.
        """
        factors = {outcome: Fraction(require_exact("what is expected", value(outcome))) for outcome in self.weights}
        whole = prod({factor.denominator for factor in factors.values()})
        weight: Scalar = 0
        algebra = next((w.algebra for w in self.weights.values() if isinstance(w, Weight)), None)
        if algebra is None:
            weight = sum(int(self.weights[o]) * int(f * whole) for o, f in factors.items())
        else:
            # Made anew, so that reading a law twice costs nobody twice.
            fresh = Algebra()
            weight = fresh.total(adopt(fresh, self.weights[o]) * int(f * whole) for o, f in factors.items() if f)
        return Share(*_shorter(*lowest_terms(weight, self.total * whole)))

    def sums_to_one(self, box: Box, domain: Domain) -> bool:
        """Whether the chances sum to one, at a point of the box where they depend on what is free."""
        if all(isinstance(weight, int) for weight in self.weights.values()):
            return sum(self.weights.values()) == self.total
        point = domain.middle(box)
        if not box.holds(point):
            return True
        try:
            found = sum(w if isinstance(w, int) else w.evaluate(point) for w in self.weights.values())
        except ZeroDivisionError:
            # What is known to have happened cannot happen at this point.
            return True
        return bool(found == self.total)

    def mean(self) -> Share:
        """The mean; of n equal laws n times that of one."""
        one = self.one or self
        return one.of(lambda o: o) * (self.n if self.one else 1)

    def variance(self) -> Share:
        """The variance; of n equal laws n times that of one."""
        one = self.one or self
        mean = one.of(lambda o: o)
        return (one.of(lambda o: o * o) - mean * mean) * (self.n if self.one else 1)


def _shorter(weight: Scalar, total: int) -> tuple[Scalar, int]:
    """A quotient with its names multiplied out where that is shorter: the chances of one die add up to 1."""
    if isinstance(weight, int) or len(weight) < 3 or not any(isinstance(one, Named) for one in weight.unknowns()):
        return weight, total
    try:
        written, whole = replace_unknowns(Algebra(_MOST_WRITTEN_OUT), weight, {}, written_out=True)
    except TooLarge:
        return weight, total
    if isinstance(written, Weight) and len(written) >= len(weight):
        return weight, total
    return lowest_terms(written, whole * total)
