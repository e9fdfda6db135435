"""The ring of one reading: polynomials with integer coefficients, in a ring that grows with what is unknown.

A generator of the ring stands for one unknown: a free parameter, a limited count, a free probability, or a weight
that was given a name so that it is never multiplied out. The products are `sympy.polys.rings`; the work is counted, and
refused beyond its bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sympy import ZZ
from sympy.polys.orderings import grlex
from sympy.polys.rings import PolyRing

from probcalc.exact.bounds import TooLarge
from probcalc.symbolic.counts.atoms import Atom, Limited
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.ring.polynomials import Polynomial
from probcalc.symbolic.ring.unknowns import Inverse, Named, Unknown
from probcalc.symbolic.ring.weights import Scalar, Weight

Exponents: TypeAlias = "tuple[int, ...]"

MOST_PRODUCTS = 400_000
MOST_UNKNOWNS = 64
_SMALLEST_RING = 4


@lru_cache(maxsize=16)
def ring_of(size: int) -> Any:
    """The ring of polynomials in so many generators with integer coefficients."""
    return PolyRing([f"x{i}" for i in range(size)], ZZ, grlex)


class Algebra:
    """The unknowns of one reading, and a ring with a generator for each of them.

    >>> from probcalc.symbolic.counts.forms import unknown
    >>> algebra = Algebra()
    >>> hit = algebra.count(unknown("cc", range(1, 31)).lowest(19).highest(1))
    >>> ((20 - hit) * (20 - hit)).evaluate({"cc": 25})
    1
    """

    __slots__ = ("_flat", "_most", "_others", "_places", "labels", "ring", "spent", "unknowns")

    def __init__(self, most_products: int = MOST_PRODUCTS) -> None:
        self._most = most_products
        self.ring = ring_of(_SMALLEST_RING)
        self.unknowns: list[Unknown] = []
        self.labels: list[str] = []
        self.spent = 0
        self._places: dict[Hashable, int] = {}
        self._others: dict[tuple[Algebra, int], int | None] = {}
        self._flat: dict[Hashable, tuple[int, int, int]] = {}

    def charge(self, products: int) -> None:
        """Count products of terms against the bound of a reading."""
        self.spent += products
        if self.spent > self._most:
            raise TooLarge("this formula", self.spent, self._most, "products")

    def generator(self, unknown: Unknown, label: str = "") -> Weight:
        """The weight that is just this unknown; `label` says what it counts."""
        place = self._places.get(unknown.key)
        if place is None:
            place = len(self.unknowns)
            if place >= MOST_UNKNOWNS:
                raise TooLarge("this formula", place + 1, MOST_UNKNOWNS, "unknowns")
            if place >= self.ring.ngens:
                self.ring = ring_of(2 * self.ring.ngens)
            self.unknowns.append(unknown)
            self.labels.append(label)
            self._places[unknown.key] = place
        return self.to_the(place, 1)

    def count(self, count: Any, label: str = "") -> Scalar:
        """The weight that a count stands for."""
        if not isinstance(count, Form):
            return int(count)
        weight: Scalar = count.constant
        for atom, coefficient in count.terms:
            weight = weight + self._atom(atom, label) * coefficient
        return weight

    def _atom(self, atom: Atom, label: str) -> Scalar:
        if not isinstance(atom, Limited):
            return self.generator(atom, label)
        # clamp(20 - t, 1, 19) is 20 - clamp(t, 1, 19): one generator serves both.
        sign = 1 if atom.of.terms[0][1] > 0 else -1
        ends = [None if end is None else sign * (end - atom.of.constant) for end in (atom.low, atom.high)]
        low, high = ends if sign > 0 else reversed(ends)
        flat = ((atom.of - atom.of.constant) * sign).key, low, high
        known = self._flat.get(flat)
        if known is None:
            weight = self.generator(atom, label)
            self._flat[flat] = self._places[atom.key], sign, atom.of.constant
            return weight
        place, its_sign, its_constant = known
        its = self.to_the(place, 1)
        turned: Scalar = atom.of.constant + (its - its_constant) * (sign * its_sign)
        return turned

    def polynomial(self, weight: Polynomial) -> Any:
        """The weight's polynomial in the present ring, which may have grown since it was made."""
        poly = weight.poly
        missing = self.ring.ngens - poly.ring.ngens
        if missing == 0:
            return poly
        more = (0,) * missing
        return self.ring.from_dict({exponents + more: c for exponents, c in poly.items()})

    def total(self, weights: Iterable[Scalar]) -> Scalar:
        """The sum of many weights."""
        weights = list(weights)
        if len(weights) == 1:
            return weights[0]
        constant = 0
        found: dict[Exponents, int] = {}
        for weight in weights:
            if isinstance(weight, int):
                constant += weight
                continue
            self.charge(len(weight))
            for exponents, c in self.polynomial(weight).items():
                found[exponents] = found.get(exponents, 0) + c
        return self.of_terms(found) + constant

    def terms_of(self, weight: Scalar) -> Mapping[Exponents, int]:
        """The coefficients by the exponents of the generators."""
        if isinstance(weight, int):
            return {self.ring.zero_monom: ZZ(weight)}
        terms: Mapping[Exponents, int] = self.polynomial(weight)
        return terms

    def of_terms(self, terms: Mapping[Exponents, int]) -> Scalar:
        """The weight with these terms, of which some may cancel."""
        poly = self.ring.zero
        poly.update((exponents, c) for exponents, c in terms.items() if c)
        return Weight(self, poly)._made(poly)

    def product(self, monomial: Iterable[tuple[int, int]]) -> Scalar:
        """The product of generators, by number, to their exponents; 1 of none."""
        found: Scalar = 1
        for place, exponent in monomial:
            found = self.to_the(place, exponent) * found
        return found

    def to_the(self, place: int, exponent: int) -> Weight:
        """A generator to an exponent of at least 1."""
        if exponent < _SMALLEST_RING:
            return Weight(self, None, place, [0] * exponent + [1])
        return Weight(self, self.ring.gens[place] ** exponent)

    def ring_element(self, place: int, row: Sequence[int]) -> Any:
        """The polynomial in one generator with these coefficients, from the constant on."""
        before, after = (0,) * place, (0,) * (self.ring.ngens - place - 1)
        return self.ring.from_dict({(*before, i, *after): c for i, c in enumerate(row) if c})

    def adopt(self, weight: Scalar) -> Scalar:
        """The same weight of another reading, in this one."""
        if isinstance(weight, int) or weight.algebra is self:
            return weight
        places = {place: self._adopted(weight.algebra, place) for place in weight.places()}
        if None in places.values():
            return weight.replaced(self, {})[0]
        if weight.row is not None:
            return Weight(self, None, places[weight.place] or 0, list(weight.row))
        terms: dict[Exponents, int] = {}
        for monomial, c in weight.terms():
            exponents = [0] * self.ring.ngens
            for place, exponent in monomial:
                exponents[places[place] or 0] += exponent
            terms[tuple(exponents)] = ZZ(c)
        return self.of_terms(terms)

    def _adopted(self, algebra: Algebra, place: int) -> int | None:
        """The generator that another reading's generator is here; None when it is not just one."""
        # The other algebra is kept with it: its place in memory may be another's once it is gone.
        key = algebra, place
        if key not in self._others:
            there = algebra.to_the(place, 1).replaced(self, {})[0]
            is_one = isinstance(there, Weight) and there.row == [0, 1]
            self._others[key] = there.place if isinstance(there, Weight) and is_one else None
        return self._others[key]


def named(algebra: Algebra, numerator: Scalar, denominator: int, label: str = "") -> tuple[Scalar, int]:
    """A weight over a whole number as one unknown, unless it is so simple that a name gains nothing."""
    if isinstance(numerator, int) or (denominator == 1 and _is_generator(numerator)):
        return numerator, denominator
    return algebra.generator(Named(numerator, denominator), label), 1


def _is_generator(weight: Weight) -> bool:
    ((monomial, coefficient), *more) = weight.terms()
    return not more and coefficient == 1 and len(monomial) == 1 and monomial[0][1] == 1


def inverse(algebra: Algebra, of: Scalar) -> Weight:
    """1 / of as one unknown."""
    if isinstance(of, int):
        raise ValueError("a known total is no unknown")
    return algebra.generator(Inverse(of))
