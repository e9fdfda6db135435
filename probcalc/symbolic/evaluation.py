"""The exact values of weights at one point."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from probcalc.symbolic.algebra import Algebra, Scalar
from probcalc.symbolic.atoms import Atom
from probcalc.symbolic.unknowns import Chance, Named


class Evaluation:
    """The values of unknowns at one point, each computed once."""

    __slots__ = ("_algebra", "_known", "_values")

    def __init__(self, algebra: Algebra, values: Mapping[str, Any]) -> None:
        self._algebra, self._values = algebra, values
        self._known: dict[int, Any] = {}

    def of(self, weight: Scalar) -> Any:
        """The value of a weight."""
        if isinstance(weight, int):
            return weight
        total: Any = 0
        for monomial, coefficient in weight.terms():
            total += coefficient * self.monomial(monomial)
        return total

    def monomial(self, monomial: tuple[tuple[int, int], ...]) -> Any:
        """The value of a product of powers of unknowns."""
        found: Any = 1
        for place, exponent in monomial:
            found *= self._unknown(place) ** exponent
        return found

    def _unknown(self, place: int) -> Any:
        if place not in self._known:
            unknown = self._algebra.unknowns[place]
            if isinstance(unknown, Atom):
                value: Any = unknown.value(self._values)
            elif isinstance(unknown, Chance):
                value = self._values[unknown.name]
            elif isinstance(unknown, Named):
                value = Fraction(self.of(unknown.numerator)) / unknown.denominator
            else:
                value = Fraction(1) / self.of(unknown.of)
            self._known[place] = value
        return self._known[place]
