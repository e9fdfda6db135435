"""The exact values of weights at one point."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from probcalc.symbolic.counts.atoms import Atom, FreeParameter
from probcalc.symbolic.ring.unknowns import Chance, Named

if TYPE_CHECKING:
    from probcalc.symbolic.ring.algebra import Algebra
    from probcalc.symbolic.ring.weights import Scalar


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

    def _count(self, atom: Atom) -> Any:
        return atom.value(self._values)

    def _unknown(self, place: int) -> Any:
        if place not in self._known:
            unknown = self._algebra.unknowns[place]
            if isinstance(unknown, Atom):
                value: Any = self._count(unknown)
            elif isinstance(unknown, Chance):
                value = self._values[unknown.name]
            elif isinstance(unknown, Named):
                value = Fraction(self.of(unknown.numerator)) / unknown.denominator
            else:
                value = Fraction(1) / self.of(unknown.of)
            self._known[place] = value
        return self._known[place]


class Middle(Evaluation):
    """Values near the middle of what the unknowns may be; a limited count is in the middle of its limits.

    The counts are no longer those of one point: what matters is the sign that a factor has nearly everywhere.
    """

    def _count(self, atom: Atom) -> Any:
        if isinstance(atom, FreeParameter):
            return super()._count(atom)
        low, high = atom.bounds()
        return Fraction(low + high, 2)
