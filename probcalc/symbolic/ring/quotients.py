"""Weights as quotients of polynomials in lowest terms, with nothing left of the factors 1 / total."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any, TypeAlias

from sympy import ZZ
from sympy.polys.orderings import grlex
from sympy.polys.rings import PolyRing

from probcalc.symbolic.ring.unknowns import Inverse, Named
from probcalc.symbolic.ring.weights import Scalar, Weight

Terms: TypeAlias = "dict[tuple[tuple[int, int], ...], int]"
"""Terms by monomial: ((generator, exponent), ...) to an integer coefficient."""


def without_inverses(weight: Scalar) -> tuple[Terms, Terms]:
    """Numerator and denominator of a weight, every factor 1 / total brought below the line."""
    if isinstance(weight, int):
        return ({(): weight} if weight else {}), {(): 1}
    algebra = weight.algebra
    top: Terms = dict(weight.terms())
    bottom: Terms = {(): 1}
    while True:
        places = [p for m in top for p, _ in m if isinstance(algebra.unknowns[p], Inverse)]
        if not places:
            break
        # The latest was made of earlier ones.
        place = max(places)
        unknown = algebra.unknowns[place]
        assert isinstance(unknown, Inverse)
        under, over = without_inverses(unknown.of)
        # 1 / (under / over) = over / under, for each of the exponents.
        most = max(dict(m).get(place, 0) for m in top)
        cleared: Terms = {}
        for monomial, coefficient in top.items():
            exponent = dict(monomial).get(place, 0)
            rest = {tuple((p, e) for p, e in monomial if p != place): coefficient}
            part = times(times(rest, power(over, exponent)), power(under, most - exponent))
            cleared = plus(cleared, part)
        top, bottom = cleared, times(bottom, power(under, most))
    return top, bottom


def plus(a: Terms, b: Terms) -> Terms:
    """The sum of two polynomials."""
    found = dict(a)
    for monomial, coefficient in b.items():
        found[monomial] = found.get(monomial, 0) + coefficient
    return {m: c for m, c in found.items() if c}


def times(a: Terms, b: Terms) -> Terms:
    """The product of two polynomials."""
    found: Terms = {}
    for one, c in a.items():
        for other, d in b.items():
            exponents = dict(one)
            for place, exponent in other:
                exponents[place] = exponents.get(place, 0) + exponent
            monomial = tuple(sorted(exponents.items()))
            found[monomial] = found.get(monomial, 0) + c * d
    return found


def power(a: Terms, n: int) -> Terms:
    """A polynomial to the n."""
    found: Terms = {(): 1}
    for _ in range(n):
        found = times(found, a)
    return found


class SmallRing:
    """A ring with a generator for each unknown that stands in some polynomials."""

    def __init__(self, *polynomials: Terms) -> None:
        self.places = sorted({place for p in polynomials for monomial in p for place, _ in monomial})
        self.ring = PolyRing([f"x{i}" for i in self.places] or ["x"], ZZ, grlex)

    def element(self, polynomial: Terms) -> Any:
        """A polynomial as an element of the ring."""
        size = max(len(self.places), 1)
        index = {place: i for i, place in enumerate(self.places)}
        terms: dict[tuple[int, ...], int] = {}
        for monomial, coefficient in polynomial.items():
            exponents = [0] * size
            for place, exponent in monomial:
                exponents[index[place]] = exponent
            terms[tuple(exponents)] = coefficient
        return self.ring.from_dict(terms)

    def polynomial(self, element: Any) -> Terms:
        """An element of the ring as a polynomial."""
        return {
            tuple((self.places[i], e) for i, e in enumerate(exponents) if e): int(c) for exponents, c in element.items()
        }


def cancelled(top: Terms, bottom: Terms, whole: int) -> tuple[Terms, Terms, int]:
    """The quotient top / (whole * bottom) in lowest terms, the whole number apart."""
    if len(bottom) > 1 or () not in bottom:
        ring = SmallRing(top, bottom)
        a, b = ring.element(top), ring.element(bottom)
        common = a.gcd(b)
        if not common.is_ground:
            a, b = a.exquo(common), b.exquo(common)
        top, bottom = ring.polynomial(a), ring.polynomial(b)
    inside = gcd(*bottom.values())
    bottom = {m: c // inside for m, c in bottom.items()}
    whole *= inside
    shared = gcd(whole, *top.values())
    return {m: c // shared for m, c in top.items()}, bottom, whole // shared


def places(polynomial: Terms) -> Sequence[int]:
    """The generators that stand in a polynomial."""
    return sorted({place for monomial in polynomial for place, _ in monomial})


def definitions(weights: Sequence[Scalar]) -> list[int]:
    """The generators that stand in the weights, or in what those are made of, by number."""
    found: set[int] = set()
    waiting = [weight for weight in weights if isinstance(weight, Weight)]
    while waiting:
        weight = waiting.pop()
        for place in weight.places():
            if place not in found:
                found.add(place)
                unknown = weight.algebra.unknowns[place]
                if isinstance(unknown, Named):
                    waiting.append(unknown.numerator)
                elif isinstance(unknown, Inverse):
                    waiting.append(unknown.of)
    return sorted(found)
