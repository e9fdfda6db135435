"""Polynomials with integer coefficients in the unknowns of an algebra: a list in one unknown, a ring's in several."""

from __future__ import annotations

import operator
from collections.abc import Hashable
from math import comb, gcd
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from probcalc.symbolic.ring.algebra import Algebra
    from probcalc.symbolic.ring.unknowns import Unknown

_LONG_ROW = 8


class Polynomial:
    """A polynomial that is not constant; constants are plain integers.

    In one unknown it is a list of integers, from the constant on; in several, or with wide gaps between the powers, an
    element of the algebra's ring.
    """

    __slots__ = ("_key", "_poly", "_product", "_terms", "algebra", "place", "row")

    def __init__(self, algebra: Algebra, poly: Any = None, place: int = -1, row: list[int] | None = None) -> None:
        self.algebra, self._poly, self.place, self.row = algebra, poly, place, row
        # The latest product: a state is often multiplied by the same weight for one outcome after another.
        self._product: tuple[Any, Any] = (None, None)
        self._terms: list[tuple[tuple[tuple[int, int], ...], int]] | None = None
        self._key: Hashable = None

    @property
    def poly(self) -> Any:
        """Itself in the algebra's ring."""
        if self._poly is None:
            self._poly = self.algebra.ring_element(self.place, self.row or [])
        return self._poly

    def _made(self, poly: Any) -> Self | int:
        if not poly:
            return 0
        return int(poly.LC) if poly.is_ground else type(self)(self.algebra, poly)

    def _of_row(self, row: list[int]) -> Self | int:
        while row and not row[-1]:
            row.pop()
        if len(row) < 2:
            return row[0] if row else 0
        if len(row) > _LONG_ROW and 2 * row.count(0) > len(row):
            return type(self)(self.algebra, self.algebra.ring_element(self.place, row))
        return type(self)(self.algebra, None, self.place, row)

    def _rows(self, other: Polynomial) -> tuple[list[int], list[int]] | None:
        """The coefficients of both, the shorter first, when they are lists in the same unknown."""
        mine, theirs = self.row, other.row
        if mine is None or theirs is None or self.place != other.place or self.algebra is not other.algebra:
            return None
        return (mine, theirs) if len(mine) < len(theirs) else (theirs, mine)

    def partial(self, place: int) -> Self | int:
        """The derivative by one generator."""
        if self.row is None:
            return self._made(self.poly.diff(place))
        return self._of_row([i * c for i, c in enumerate(self.row)][1:]) if place == self.place else 0

    def _pair(self, other: Polynomial) -> tuple[Any, Any]:
        if other.algebra is not self.algebra:
            raise ValueError("weights of two readings; one has to adopt the other")
        return self.algebra.polynomial(self), self.algebra.polynomial(other)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int):
            if self.row is None or not other:
                return self._made(self.poly + other) if other else self
            return type(self)(self.algebra, None, self.place, [self.row[0] + other, *self.row[1:]])
        if not isinstance(other, Polynomial):
            return NotImplemented
        if rows := self._rows(other):
            shorter, longer = rows
            self.algebra.charge(len(shorter))
            row = list(map(operator.add, shorter, longer))
            if len(shorter) < len(longer):
                row += longer[len(shorter) :]
            # The highest power goes only where it cancels.
            return type(self)(self.algebra, None, self.place, row) if row[-1] else self._of_row(row)
        a, b = self._pair(other)
        self.algebra.charge(len(b))
        return self._made(a + b)

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
            if self.row is None:
                return type(self)(self.algebra, self.poly.mul_ground(other))
            return type(self)(self.algebra, None, self.place, [c * other for c in self.row])
        if not isinstance(other, Polynomial):
            return NotImplemented
        known, product = self._product
        if known is not other:
            self.algebra.charge(len(self) * len(other))
            if rows := self._rows(other):
                product = self._of_row(_product(*rows))
            else:
                a, b = self._pair(other)
                product = type(self)(self.algebra, _monomial(a, b)) if len(a) == len(b) == 1 else self._made(a * b)
            self._product = other, product
        return product

    __rmul__ = __mul__

    def __pow__(self, n: int) -> Any:
        if n < 2:
            return self if n else 1
        terms = len(self)
        self.algebra.charge(comb(n + terms - 1, terms - 1))
        return self._made(self.poly**n)

    def quotient(self, other: Any) -> Any:
        """Itself divided by a number or polynomial that goes in whole; None where it does not."""
        if isinstance(other, int):
            if self.content() % other:
                return None
            if self.row is None:
                return self._made(self.poly.quo_ground(other))
            return type(self)(self.algebra, None, self.place, [c // other for c in self.row])
        a, b = self._pair(other)
        self.algebra.charge(len(a) * len(b))
        quotient, rest = divmod(a, b)
        return None if rest else self._made(quotient)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        """Whether they are the same polynomial."""
        if not isinstance(other, Polynomial):
            return False
        return self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __len__(self) -> int:
        return len(self.poly) if self.row is None else len(self.row) - self.row.count(0)

    def content(self) -> int:
        """The greatest common divisor of the coefficients."""
        return int(self.poly.content()) if self.row is None else gcd(*self.row)

    def terms(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        """Each term as ((generator, exponent), ...) and its coefficient."""
        if self._terms is None and self.row is not None:
            place = self.place
            self._terms = [(((place, i),) if i else (), c) for i, c in enumerate(self.row) if c]
        if self._terms is None:
            self._terms = [
                (tuple((i, e) for i, e in enumerate(exponents) if e), int(coefficient))
                for exponents, coefficient in self.poly.items()
            ]
        return self._terms

    def places(self) -> list[int]:
        """The generators that stand in it, by number."""
        if self.row is not None:
            return [self.place]
        return sorted({place for monomial, _ in self.terms() for place, _ in monomial})

    def unknowns(self) -> list[Unknown]:
        """The unknowns that stand in it."""
        return [self.algebra.unknowns[place] for place in self.places()]

    def key(self) -> Hashable:
        """The same for the same polynomial in the same unknowns, whatever the reading."""
        if self._key is None:
            unknowns = self.algebra.unknowns
            self._key = frozenset(
                (frozenset((unknowns[i].key, e) for i, e in monomial), c) for monomial, c in self.terms()
            )
        return self._key


def _monomial(a: Any, b: Any) -> Any:
    """The product of two polynomials of one term, without what the ring prepares for longer ones."""
    ((first, c),), ((second, d),) = a.items(), b.items()
    poly = a.ring.zero
    poly[tuple(map(operator.add, first, second))] = c * d
    return poly


def _product(shorter: list[int], longer: list[int]) -> list[int]:
    span = len(longer)
    found = [shorter[0] * y for y in longer] + [0] * (len(shorter) - 1)
    for i in range(1, len(shorter)):
        if c := shorter[i]:
            found[i : i + span] = [x + c * y for x, y in zip(found[i : i + span], longer, strict=True)]
    return found
