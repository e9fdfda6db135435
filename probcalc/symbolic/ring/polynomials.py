"""Polynomials with integer coefficients in the unknowns of an algebra."""

from __future__ import annotations

from collections.abc import Hashable
from math import comb, gcd
from typing import Any, Protocol, Self

from probcalc.symbolic.ring import terms as arithmetic
from probcalc.symbolic.ring.sympy_ring import exact_quotient
from probcalc.symbolic.ring.terms import Factors, Terms

_MANY = 256


class Ring(Protocol):
    """What polynomials ask of the ring that they belong to.

    Attributes:
        unknowns: what its generators stand for, each with a key.
    """

    unknowns: list[Any]

    def charge(self, products: int, bits: int = 0, other: int = 0) -> None:
        """Count products of terms, whose coefficients have so many bits, against the bound of a reading."""


class Polynomial:
    """A polynomial that is not constant; constants are plain integers.

    Attributes:
        algebra: what its generators stand for.
        packed: its coefficients by monomial.
        degree: a bound of the exponents that stand in it.
    """

    __slots__ = ("_factors", "_key", "_product", "algebra", "degree", "packed")

    def __init__(self, algebra: Ring, packed: Terms, degree: int) -> None:
        if degree > arithmetic.HIGHEST_DEGREE:
            arithmetic.require_degree(degree)
        self.algebra, self.packed, self.degree = algebra, packed, degree
        # The latest product: a state is often multiplied by the same weight for one outcome after another.
        self._product: tuple[Any, Any] = (None, None)
        self._factors: list[tuple[Factors, int]] | None = None
        self._key: Hashable = None

    def _make(self, packed: Terms, degree: int) -> Self | int:
        if len(packed) > 1 or (packed and 0 not in packed):
            return type(self)(self.algebra, packed, degree)
        return packed.get(0, 0)

    def _bits(self) -> int:
        return max(map(int.bit_length, self.packed.values()))

    def partial(self, place: int) -> Self | int:
        """The derivative by one generator."""
        return self._make(arithmetic.derivative(self.packed, place), self.degree)

    def _require_same(self, other: Polynomial) -> None:
        if other.algebra is not self.algebra:
            raise ValueError("weights of two readings; one has to adopt the other")

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return self._make(arithmetic.plus(self.packed, {0: other}), self.degree) if other else self
        if not isinstance(other, Polynomial):
            return NotImplemented
        if other.algebra is not self.algebra:
            self._require_same(other)
        self.algebra.charge(min(len(self.packed), len(other.packed)))
        return self._make(arithmetic.plus(self.packed, other.packed), max(self.degree, other.degree))

    __radd__ = __add__

    def __neg__(self) -> Self:
        turned: Self = self * -1
        return turned

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int):
            if other in (0, 1):
                return self if other else 0
            return type(self)(self.algebra, arithmetic.scaled(self.packed, other), self.degree)
        if not isinstance(other, Polynomial):
            return NotImplemented
        known, product = self._product
        if known is not other:
            if other.algebra is not self.algebra:
                self._require_same(other)
            products = len(self.packed) * len(other.packed)
            if products < _MANY:
                self.algebra.charge(products)
            else:
                self.algebra.charge(products, self._bits(), other._bits())
            degree = self.degree + other.degree
            if degree > arithmetic.HIGHEST_DEGREE:
                arithmetic.require_degree(degree)
            product = self._make(arithmetic.times(self.packed, other.packed), degree)
            self._product = other, product
        return product

    __rmul__ = __mul__

    def __pow__(self, n: int) -> Any:
        if n < 2:
            return self if n else 1
        terms = len(self.packed)
        bits = self._bits()
        self.algebra.charge(comb(n + terms - 1, terms - 1), (n - 1) * bits, bits)
        return self._make(arithmetic.power(self.packed, n), self.degree * n)

    def quotient(self, other: Any) -> Any:
        """Itself divided by a number or polynomial that goes in whole; None where it does not."""
        if isinstance(other, int):
            if self.content() % other:
                return None
            return type(self)(self.algebra, {m: c // other for m, c in self.packed.items()}, self.degree)
        self._require_same(other)
        self.algebra.charge(len(self.packed) * len(other.packed))
        found = exact_quotient(self.packed, other.packed)
        return None if found is None else self._make(found, self.degree)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        """Whether they are the same polynomial."""
        if not isinstance(other, Polynomial):
            return False
        if other.algebra is self.algebra:
            return self.packed == other.packed
        return self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __len__(self) -> int:
        return len(self.packed)

    def __repr__(self) -> str:
        """Its terms, generator i as xi.

        >>> from probcalc.symbolic.ring.algebra import Algebra
        >>> from probcalc.symbolic.ring.weights import Chance
        >>> p = Algebra().generator(Chance("p"))
        >>> (2 * p - 1) * p + 3
        <2*x0**2 - x0 + 3>
        """
        text = ""
        for monomial, c in sorted(self.terms(), key=lambda term: -sum(e for _, e in term[0])):
            names = [f"x{place}" + (f"**{exponent}" if exponent > 1 else "") for place, exponent in monomial]
            parts = [str(abs(c))] if abs(c) != 1 or not names else []
            text += f" {'-' if c < 0 else '+'} {'*'.join([*parts, *names])}"
        return f"<{text[3:] if text[1] == '+' else '-' + text[3:]}>"

    def content(self) -> int:
        """The greatest common divisor of the coefficients."""
        return gcd(*self.packed.values())

    def terms(self) -> list[tuple[Factors, int]]:
        """Each term as ((generator, exponent), ...) and its coefficient."""
        if self._factors is None:
            self._factors = [(arithmetic.factors(monomial), c) for monomial, c in self.packed.items()]
        return self._factors

    def places(self) -> list[int]:
        """The generators that stand in it, by number."""
        return arithmetic.places(self.packed)

    def key(self) -> Hashable:
        """The same for the same polynomial in the same unknowns, whatever the reading."""
        if self._key is None:
            keys = {place: self.algebra.unknowns[place].key for place in self.places()}
            # Equal unknowns have equal hashes in every reading.
            order = sorted(keys, key=lambda place: hash(keys[place]))
            terms = arithmetic.renumber(self.packed, order)
            self._key = tuple(keys[place] for place in order), frozenset(terms.items())
        return self._key
