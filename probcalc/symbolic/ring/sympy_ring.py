"""What SymPy is asked for: greatest common divisors, exact quotients, and irreducible factors of polynomials."""

from __future__ import annotations

from typing import Any

from probcalc.symbolic.ring.terms import Terms, factors, pack, places


class SmallRing:
    """A ring with a generator for each unknown that stands in some polynomials."""

    def __init__(self, *polynomials: Terms) -> None:
        # Loaded here: most readings never divide, and are done before SymPy is imported.
        from sympy import ZZ
        from sympy.polys.orderings import grlex
        from sympy.polys.rings import PolyRing

        self.places = places(*polynomials)
        self.ring = PolyRing([f"x{i}" for i in self.places] or ["x"], ZZ, grlex)

    def element(self, polynomial: Terms) -> Any:
        """A polynomial as an element of the ring."""
        size = max(len(self.places), 1)
        index = {place: i for i, place in enumerate(self.places)}
        terms: dict[tuple[int, ...], int] = {}
        for monomial, coefficient in polynomial.items():
            exponents = [0] * size
            for place, exponent in factors(monomial):
                exponents[index[place]] = exponent
            terms[tuple(exponents)] = coefficient
        return self.ring.from_dict(terms)

    def polynomial(self, element: Any) -> Terms:
        """An element of the ring as a polynomial."""
        return {
            pack((self.places[i], e) for i, e in enumerate(exponents) if e): int(c) for exponents, c in element.items()
        }


def without_common_factor(top: Terms, bottom: Terms) -> tuple[Terms, Terms]:
    """Two polynomials divided by their greatest common divisor, but for numbers."""
    ring = SmallRing(top, bottom)
    a, b = ring.element(top), ring.element(bottom)
    common = a.gcd(b)
    if common.is_ground:
        return top, bottom
    return ring.polynomial(a.exquo(common)), ring.polynomial(b.exquo(common))


def exact_quotient(top: Terms, bottom: Terms) -> Terms | None:
    """Top / bottom; None where it does not go in whole."""
    ring = SmallRing(top, bottom)
    quotient, rest = divmod(ring.element(top), ring.element(bottom))
    return None if rest else ring.polynomial(quotient)


def factorize(polynomial: Terms) -> tuple[int, list[tuple[Terms, int]]]:
    """A number and irreducible polynomials with their exponents, of which a polynomial is the product."""
    ring = SmallRing(polynomial)
    coefficient, found = ring.element(polynomial).factor_list()
    return int(coefficient), [(ring.polynomial(element), exponent) for element, exponent in found]
