"""Weights: polynomials in what is unknown of one reading, what their unknowns stand for, and what their values are."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, TypeAlias, TypeVar

from probcalc.symbolic.counts.linear import Atom, FreeParameter
from probcalc.symbolic.counts.needs import NeedsValue, Values, settle
from probcalc.symbolic.ring.polynomials import Polynomial

T = TypeVar("T")
Scalar: TypeAlias = "Weight | int"
Unknown: TypeAlias = "Atom | Chance | Named | Inverse"
"""What a generator stands for."""


class Chance:
    """A free probability, between 0 and 1."""

    __slots__ = ("key", "name")

    def __init__(self, name: str) -> None:
        self.name, self.key = name, ("chance", name)


class Letter(Chance):
    """A letter of which chances are made; whoever wrote it knows what it stands for."""

    __slots__ = ()


class Named:
    """A weight over a whole number under a name of its own: numerator / denominator."""

    __slots__ = ("denominator", "key", "numerator")

    def __init__(self, numerator: Weight, denominator: int) -> None:
        self.numerator, self.denominator = numerator, denominator
        self.key = ("named", numerator.key(), denominator)


class Inverse:
    """1 / of: what a law is multiplied by when something is known to have happened."""

    __slots__ = ("key", "of")

    def __init__(self, of: Weight) -> None:
        self.of = of
        self.key = ("inverse", of.key())


class Weight(Polynomial):
    """The weight of an outcome, unless it is a plain integer."""

    __slots__ = ()

    def __floordiv__(self, other: Any) -> Any:
        """Exact division; what does not go in whole has to be known."""
        if not isinstance(other, (int, Weight)):
            return NotImplemented
        quotient = self.quotient(other)
        return self._settle(other, operator.floordiv) if quotient is None else quotient

    def unknowns(self) -> list[Unknown]:
        """The unknowns that stand in it."""
        return [self.algebra.unknowns[place] for place in self.places()]

    def ranges(self) -> dict[str, range]:
        """The parameters that it depends on, with the values that they may take.

        >>> from probcalc.symbolic.counts.forms import unknown
        >>> from probcalc.symbolic.ring.algebra import Algebra
        >>> algebra = Algebra()
        >>> algebra.inverse(algebra.count(unknown("n", range(1, 9)))).ranges()
        {'n': range(1, 9)}
        """
        known: dict[str, range] = {}
        for unknown in self.unknowns():
            if isinstance(unknown, Atom):
                known |= {parameter.name: parameter.known for parameter in unknown.parameters()}
            elif isinstance(unknown, Named):
                known |= unknown.numerator.ranges()
            elif isinstance(unknown, Inverse):
                known |= unknown.of.ranges()
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
        return Evaluation(self.algebra.unknowns, values).of(self)

    # Which of two polynomials is greater is a question to their values.

    def _compare(self, other: Any, above: bool, equal: bool) -> Any:
        if not isinstance(other, (int, Fraction, Weight)):
            return NotImplemented

        return self._settle(other, lambda mine, theirs: equal if mine == theirs else (mine > theirs) == above)

    def _settle(self, other: Any, relation: Callable[[Any, Any], T]) -> T:
        known = self.ranges() | (other.ranges() if isinstance(other, Weight) else {})
        chances = self.chances() | (other.chances() if isinstance(other, Weight) else set())

        def at(values: Values) -> T:
            if chances:
                # However the parameters are divided, the free probabilities stay unknown.
                raise NeedsValue("")
            return relation(self.evaluate(values), other.evaluate(values) if isinstance(other, Weight) else other)

        return settle(known, at)

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, above=False, equal=False)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, above=False, equal=True)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, above=True, equal=False)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, above=True, equal=True)

    def __index__(self) -> int:
        return int(self._settle(1, operator.floordiv))


class Evaluation:
    """The values of unknowns at one point, each computed once."""

    __slots__ = ("_known", "_unknowns", "_values")

    def __init__(self, unknowns: Sequence[Unknown], values: Mapping[str, Any]) -> None:
        self._unknowns, self._values = unknowns, values
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
            found *= self._value(place) ** exponent
        return found

    def _count(self, atom: Atom) -> Any:
        return atom.value(self._values)

    def _value(self, place: int) -> Any:
        if place not in self._known:
            unknown = self._unknowns[place]
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


def content(weight: Scalar) -> int:
    """The greatest common divisor of the coefficients."""
    return weight if isinstance(weight, int) else weight.content()


def lowest_terms(weight: Scalar, whole: int) -> tuple[Scalar, int]:
    """The quotient weight / whole with common factors taken out."""
    common = gcd(content(weight), whole)
    return (weight, whole) if common == 1 else (weight // common, whole // common)
