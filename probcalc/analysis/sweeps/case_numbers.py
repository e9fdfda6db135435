"""The results of one case of a formula, so that numbers are made of them as of the results of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.formula_reading import Content
from probcalc.exact.law.orders import ENDS, Order, are_numbers
from probcalc.scenarios.scenario import Result, Scenario
from probcalc.symbolic.formulas.case_laws import FormulaLaw
from probcalc.symbolic.ring.shares import Share, in_one_algebra
from probcalc.symbolic.ring.weights import lowest_terms


@dataclass(frozen=True, slots=True, eq=False)
class CaseNumber:
    """A probability, mean or number in one case; sums and products with numbers and with each other.

    >>> half = CaseNumber(Share(1, 2))
    >>> (1 - half * Fraction(1, 3)).share
    Share(weight=5, total=6)
    """

    share: Share

    def __add__(self, other: Any) -> CaseNumber:
        one, two = in_one_algebra(self.share, _share(other))
        return CaseNumber(one.plus(two))

    def __mul__(self, other: Any) -> CaseNumber:
        one, two = in_one_algebra(self.share, _share(other))
        return CaseNumber(Share(*lowest_terms(one.weight * two.weight, one.total * two.total)))

    def __neg__(self) -> CaseNumber:
        return CaseNumber(Share(-self.share.weight, self.share.total))

    def __sub__(self, other: Any) -> CaseNumber:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> CaseNumber:
        return (-self).__add__(other)

    __radd__ = __add__
    __rmul__ = __mul__


def _share(number: Any) -> Share:
    if isinstance(number, CaseNumber):
        return number.share
    exact = Fraction(number)
    return Share(exact.numerator, exact.denominator)


@dataclass(frozen=True, slots=True)
class CaseLaw:
    """A law in one case, with what conditions ask of laws."""

    law: FormulaLaw
    order: Order

    def __iter__(self) -> Iterator[Any]:
        return iter(self.law.weights)

    def __getitem__(self, outcome: Any) -> CaseNumber:
        return CaseNumber(self.law.share(outcome))

    @property
    def is_numeric(self) -> bool:
        """Whether every outcome is a number."""
        return are_numbers(self.law.weights.keys())

    @property
    def has_order(self) -> bool:
        """Whether every outcome is a number or a name with a place."""
        return all(map(self.order.holds, self.law.weights))

    @property
    def mean(self) -> CaseNumber:
        """The mean."""
        return CaseNumber(self.law.mean())

    @property
    def variance(self) -> CaseNumber:
        """The variance."""
        return CaseNumber(self.law.variance())

    def at_least(self, least: Any) -> CaseNumber:
        """P(X >= least)."""
        return self._chance(self.order.reaching(least))

    def at_most(self, most: Any) -> CaseNumber:
        """P(X <= most)."""
        place, highest = self.order.place, self.order.threshold(most)
        return self._chance(lambda outcome: place(outcome) <= highest)

    def _chance(self, condition: Callable[[Any], bool]) -> CaseNumber:
        return CaseNumber(self.law.of(lambda outcome: int(condition(outcome))))


def case_results(model: type[Scenario], contents: Mapping[str, Content]) -> dict[str, Any]:
    """What stands for each result in one case."""
    declared = {result.name: result for result in model.results}
    return {name: _of(content, declared.get(name)) for name, content in contents.items()}


def _of(content: Content, declared: Result | None) -> Any:
    if content.kind == "law":
        order = declared.outcome_order if declared is not None else None
        return CaseLaw(content.value, order or ENDS)
    return CaseNumber(Share(*content.value)) if content.kind != "list" else list(content.value)
