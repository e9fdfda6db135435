"""Weights: polynomials in what is unknown of one reading, and what their values are or are not known to be."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from probcalc.symbolic.counts.atoms import Atom
from probcalc.symbolic.counts.needs import NeedsValue, Values, settle
from probcalc.symbolic.ring.evaluation import Evaluation
from probcalc.symbolic.ring.polynomials import Polynomial
from probcalc.symbolic.ring.unknowns import Chance, Inverse, Named

if TYPE_CHECKING:
    pass

T = TypeVar("T")
Scalar: TypeAlias = "Weight | int"


class Weight(Polynomial):
    """The weight of an outcome, unless it is a plain integer."""

    __slots__ = ()

    def __floordiv__(self, other: Any) -> Any:
        """Exact division; what does not go in whole has to be known."""
        if not isinstance(other, (int, Weight)):
            return NotImplemented
        quotient = self.quotient(other)
        return self._settled(other, operator.floordiv) if quotient is None else quotient

    def known(self) -> dict[str, range]:
        """The parameters that it depends on, with the values that they may take."""
        known: dict[str, range] = {}
        for unknown in self.unknowns():
            if isinstance(unknown, Atom):
                known |= {parameter.name: parameter.known for parameter in unknown.parameters()}
            elif isinstance(unknown, Named):
                known |= unknown.numerator.known()
            elif isinstance(unknown, Inverse):
                known |= unknown.of.known()
        return known

    def chances(self) -> set[str]:
        """The free probabilities that it depends on."""
        names: set[str] = set()
        for unknown in self.unknowns():
            if isinstance(unknown, Chance):
                names.add(unknown.name)
            elif isinstance(unknown, Named):
                names |= unknown.numerator.chances()
            elif isinstance(unknown, Inverse):
                names |= unknown.of.chances()
        return names

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """Its exact value where parameters and probabilities have these values.

        Raises:
            ZeroDivisionError: where something is taken as known that cannot happen there.
        """
        return Evaluation(self.algebra, values).of(self)

    # Which of two polynomials is greater is a question to their values.

    def _compared(self, other: Any, above: bool, equal: bool) -> Any:
        if not isinstance(other, (int, Fraction, Weight)):
            return NotImplemented

        return self._settled(other, lambda mine, theirs: equal if mine == theirs else (mine > theirs) == above)

    def _settled(self, other: Any, relation: Callable[[Any, Any], T]) -> T:
        known = self.known() | (other.known() if isinstance(other, Weight) else {})
        chances = self.chances() | (other.chances() if isinstance(other, Weight) else set())

        def at(values: Values) -> T:
            if chances:
                # However the parameters are divided, the free probabilities stay unknown.
                raise NeedsValue("")
            return relation(self.evaluate(values), other.evaluate(values) if isinstance(other, Weight) else other)

        return settle(known, at)

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, above=False, equal=False)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, above=False, equal=True)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, above=True, equal=False)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, above=True, equal=True)

    def __index__(self) -> int:
        return int(self._settled(1, operator.floordiv))


def content(weight: Scalar) -> int:
    """The greatest common divisor of the coefficients."""
    return weight if isinstance(weight, int) else weight.content()


def lowest_terms(weight: Scalar, whole: int) -> tuple[Scalar, int]:
    """The quotient weight / whole with common factors taken out."""
    common = gcd(content(weight), whole)
    return (weight, whole) if common == 1 else (weight // common, whole // common)
