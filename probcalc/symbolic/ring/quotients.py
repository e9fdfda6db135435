"""Weights as quotients of polynomials in lowest terms, with nothing left of the factors 1 / total."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from probcalc.symbolic.ring.sympy_ring import without_common_factor
from probcalc.symbolic.ring.terms import (
    Terms,
    constant,
    degree,
    exponent_of,
    places,
    plus,
    power,
    power_of,
    require_degree,
    times,
)
from probcalc.symbolic.ring.weights import Inverse, Named, Scalar, Weight


def without_inverses(weight: Scalar) -> tuple[Terms, Terms]:
    """Numerator and denominator of a weight, every factor 1 / total brought below the line."""
    if isinstance(weight, int):
        return constant(weight), constant(1)
    algebra = weight.algebra
    top, bottom = weight.packed, constant(1)
    while True:
        inverses = [place for place in places(top) if isinstance(algebra.unknowns[place], Inverse)]
        if not inverses:
            break
        # The latest was made of earlier ones.
        place = max(inverses)
        unknown = algebra.unknowns[place]
        assert isinstance(unknown, Inverse)
        under, over = without_inverses(unknown.of)
        # 1 / (under / over) = over / under, for each of the exponents.
        most = max(exponent_of(monomial, place) for monomial in top)
        require_degree(degree(top) + most * (degree(under) + degree(over)))
        require_degree(degree(bottom) + most * degree(under))
        cleared: Terms = {}
        for monomial, coefficient in top.items():
            exponent = exponent_of(monomial, place)
            rest = {monomial - power_of(place, exponent): coefficient}
            part = times(times(rest, power(over, exponent)), power(under, most - exponent))
            cleared = plus(cleared, part)
        top, bottom = cleared, times(bottom, power(under, most))
    return top, bottom


def cancel(top: Terms, bottom: Terms, whole: int) -> tuple[Terms, Terms, int]:
    """The quotient top / (whole * bottom) in lowest terms, the whole number apart."""
    if len(bottom) > 1 or 0 not in bottom:
        top, bottom = without_common_factor(top, bottom)
    inside = gcd(*bottom.values())
    bottom = {m: c // inside for m, c in bottom.items()}
    whole *= inside
    shared = gcd(whole, *top.values())
    return {m: c // shared for m, c in top.items()}, bottom, whole // shared


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
