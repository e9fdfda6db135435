"""Weights that are polynomials with integer coefficients, in a ring that grows with what is unknown.

A generator of the ring stands for one unknown: a free parameter, a limited count, a free probability, or a weight
that was given a name so that it is never multiplied out. The products are `sympy.polys.rings`; the work is counted, and
refused beyond its bound.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd
from typing import Any, TypeAlias, TypeVar

from sympy import ZZ
from sympy.polys.orderings import grlex
from sympy.polys.rings import PolyRing

from probcalc.exact.bounds import TooLarge
from probcalc.symbolic.atoms import Atom, Key, Limited
from probcalc.symbolic.counts import Form
from probcalc.symbolic.needs import NeedsValue, Values, settle
from probcalc.symbolic.unknowns import Chance, Inverse, Named, Unknown

T = TypeVar("T")
Scalar: TypeAlias = "Weight | int"
MOST_PRODUCTS = 400_000
MOST_UNKNOWNS = 64
_SMALLEST_RING = 4


@lru_cache(maxsize=16)
def ring_of(size: int) -> Any:
    """The ring of polynomials in so many generators with integer coefficients."""
    return PolyRing([f"x{i}" for i in range(size)], ZZ, grlex)


class Algebra:
    """The unknowns of one reading, and a ring with a generator for each of them.

    >>> from probcalc.symbolic.counts import unknown
    >>> algebra = Algebra()
    >>> hit = algebra.count(unknown("cc", range(1, 31)).lowest(19).highest(1))
    >>> ((20 - hit) * (20 - hit)).evaluate({"cc": 25})
    1
    """

    __slots__ = ("_flat", "_most", "_places", "labels", "ring", "spent", "unknowns")

    def __init__(self, most_products: int = MOST_PRODUCTS) -> None:
        self._most = most_products
        self.ring = ring_of(_SMALLEST_RING)
        self.unknowns: list[Unknown] = []
        self.labels: list[str] = []
        self.spent = 0
        self._places: dict[Hashable, int] = {}
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
        return Weight(self, self.ring.gens[place])

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
        its = Weight(self, self.ring.gens[place])
        turned: Scalar = atom.of.constant + (its - its_constant) * (sign * its_sign)
        return turned

    def polynomial(self, weight: Weight) -> Any:
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
        found: dict[tuple[int, ...], int] = {}
        for weight in weights:
            if isinstance(weight, int):
                constant += weight
                continue
            self.charge(len(weight))
            for exponents, c in self.polynomial(weight).items():
                found[exponents] = found.get(exponents, 0) + c
        poly = self.ring.from_dict({exponents: c for exponents, c in found.items() if c})
        return Weight(self, poly)._made(poly + constant)

    def product(self, monomial: Iterable[tuple[int, int]]) -> Scalar:
        """The product of generators, by number, to their exponents; 1 of none."""
        found: Scalar = 1
        for place, exponent in monomial:
            found = Weight(self, self.ring.gens[place] ** exponent) * found
        return found

    def adopt(self, weight: Scalar) -> Scalar:
        """The same weight of another reading, in this one."""
        return weight if isinstance(weight, int) or weight.algebra is self else weight.replaced(self, {})[0]


class Weight:
    """A polynomial that is not constant; constants are plain integers."""

    __slots__ = ("_product", "_terms", "algebra", "poly")

    def __init__(self, algebra: Algebra, poly: Any) -> None:
        self.algebra, self.poly = algebra, poly
        # The latest product: a state is often multiplied by the same weight for one outcome after another.
        self._product: tuple[Any, Any] = (None, None)
        self._terms: list[tuple[tuple[tuple[int, int], ...], int]] | None = None

    def _made(self, poly: Any) -> Scalar:
        if not poly:
            return 0
        return int(poly.LC) if poly.is_ground else Weight(self.algebra, poly)

    def partial(self, place: int) -> Scalar:
        """The derivative by one generator."""
        return self._made(self.poly.diff(place))

    def _pair(self, other: Weight) -> tuple[Any, Any]:
        if other.algebra is not self.algebra:
            raise ValueError("weights of two readings; one has to adopt the other")
        return self.algebra.polynomial(self), self.algebra.polynomial(other)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            return self._made(self.poly + other) if other else self
        if not isinstance(other, Weight):
            return NotImplemented
        a, b = self._pair(other)
        self.algebra.charge(len(b))
        return self._made(a + b)

    __radd__ = __add__

    def __neg__(self) -> Weight:
        return Weight(self.algebra, -self.poly)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int):
            return self if other == 1 else Weight(self.algebra, self.poly.mul_ground(other)) if other else 0
        if not isinstance(other, Weight):
            return NotImplemented
        known, product = self._product
        if known is not other:
            a, b = self._pair(other)
            self.algebra.charge(len(a) * len(b))
            product = self._made(a * b)
            self._product = other, product
        return product

    __rmul__ = __mul__

    def __pow__(self, n: int) -> Any:
        if n < 2:
            return self if n else 1
        terms = len(self.poly)
        self.algebra.charge(comb(n + terms - 1, terms - 1))
        return self._made(self.poly**n)

    def __floordiv__(self, other: Any) -> Any:
        """Exact division; what does not go in whole has to be known."""
        if isinstance(other, int) and not self.content() % other:
            return self._made(self.poly.quo_ground(other))
        if isinstance(other, Weight):
            a, b = self._pair(other)
            self.algebra.charge(len(a) * len(b))
            quotient, rest = divmod(a, b)
            if not rest:
                return self._made(quotient)
        elif not isinstance(other, int):
            return NotImplemented
        return self._settled(other, operator.floordiv)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        """Whether they are the same polynomial."""
        if not isinstance(other, Weight):
            return False
        return self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __len__(self) -> int:
        return len(self.poly)

    def content(self) -> int:
        """The greatest common divisor of the coefficients."""
        return int(self.poly.content())

    def terms(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        """Each term as ((generator, exponent), ...) and its coefficient."""
        if self._terms is None:
            self._terms = [
                (tuple((i, e) for i, e in enumerate(exponents) if e), int(coefficient))
                for exponents, coefficient in self.poly.items()
            ]
        return self._terms

    def places(self) -> list[int]:
        """The generators that stand in it, by number."""
        return sorted({place for monomial, _ in self.terms() for place, _ in monomial})

    def unknowns(self) -> list[Unknown]:
        """The unknowns that stand in it."""
        return [self.algebra.unknowns[place] for place in self.places()]

    def key(self) -> Hashable:
        """The same for the same polynomial in the same unknowns, whatever the reading."""
        unknowns = self.algebra.unknowns
        return frozenset((frozenset((unknowns[i].key, e) for i, e in monomial), c) for monomial, c in self.terms())

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
        from probcalc.symbolic.evaluation import Evaluation

        return Evaluation(self.algebra, values).of(self)

    def replaced(self, algebra: Algebra, changes: Mapping[Key, Any], written_out: bool = False) -> tuple[Scalar, int]:
        """The weight in another algebra, over a whole number, with unknowns replaced by what their keys name."""
        from probcalc.symbolic.replacing import Replacing

        return Replacing(self.algebra, algebra, changes, written_out).of(self)

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


def content(weight: Scalar) -> int:
    """The greatest common divisor of the coefficients."""
    return weight if isinstance(weight, int) else weight.content()


def lowest_terms(weight: Scalar, whole: int) -> tuple[Scalar, int]:
    """The quotient weight / whole with common factors taken out."""
    common = gcd(content(weight), whole)
    return (weight, whole) if common == 1 else (weight // common, whole // common)
