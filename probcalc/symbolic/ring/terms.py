"""Polynomials as they are computed with: coefficients by monomial, the exponents of a monomial packed in one integer.

The exponent of generator 0 stands in the lowest bits, that of generator 1 above it, and so on: to multiply monomials is
to add integers, and a monomial stays the same however many generators there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add, or_
from typing import TypeAlias

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.kernels.powers import polynomial_power

Terms: TypeAlias = "dict[int, int]"
"""A polynomial: monomials to their coefficients, none of them 0."""

Factors: TypeAlias = "tuple[tuple[int, int], ...]"
"""A monomial written out: generators by number, each with its exponent of at least 1."""

_BITS = 20
_MASK = (1 << _BITS) - 1
HIGHEST_DEGREE = _MASK
_LONG = 32
_WIDEST_GAPS = 8


def power_of(place: int, exponent: int) -> int:
    """The monomial that is a power of one generator.

    >>> factors(power_of(1, 3) + power_of(0, 2))
    ((0, 2), (1, 3))
    """
    return exponent << _BITS * place


def factors(monomial: int) -> Factors:
    """The generators of a monomial by number, each with its exponent."""
    found = []
    while monomial:
        place = ((monomial & -monomial).bit_length() - 1) // _BITS
        exponent = monomial >> _BITS * place & _MASK
        found.append((place, exponent))
        monomial -= exponent << _BITS * place
    return tuple(found)


def pack(written: Iterable[tuple[int, int]]) -> int:
    """The monomial with these factors."""
    return sum(exponent << _BITS * place for place, exponent in written)


def exponent_of(monomial: int, place: int) -> int:
    """The exponent that a generator has in a monomial."""
    return monomial >> _BITS * place & _MASK


def places(*polynomials: Iterable[int]) -> list[int]:
    """The generators that stand in polynomials, by number."""
    # Every exponent is at most the union of all of them.
    return [place for place, _ in factors(reduce(or_, (m for terms in polynomials for m in terms), 0))]


def renumber(terms: Mapping[int, int], order: Sequence[int]) -> Mapping[int, int]:
    """The polynomial with the generators of these numbers, which are all that stand in it, as 0, 1 and so on.

    >>> renumber({power_of(2, 3): 5, power_of(1, 1): 7}, [2, 1]) == {power_of(0, 3): 5, power_of(1, 1): 7}
    True
    """
    if list(order) == list(range(len(order))):
        return terms
    shifts = [(_BITS * place, _BITS * there) for there, place in enumerate(order)]
    return {sum((m >> here & _MASK) << there for here, there in shifts): c for m, c in terms.items()}


def degree(terms: Iterable[int]) -> int:
    """The greatest sum of exponents of a monomial; 0 of none."""
    return max((sum(exponent for _, exponent in factors(monomial)) for monomial in terms), default=0)


def require_degree(highest: int) -> None:
    """Refuse exponents that would run into one another.

    Raises:
        TooLarge: when a degree is too high.
    """
    if highest > HIGHEST_DEGREE:
        raise TooLarge("a product of unknowns", highest, HIGHEST_DEGREE, "factors")


def constant(number: int) -> Terms:
    """A number as a polynomial."""
    return {0: number} if number else {}


def plus(a: Mapping[int, int], b: Mapping[int, int]) -> Terms:
    """The sum of two polynomials.

    >>> plus({0: 1, 1: 2}, {1: -2})
    {0: 1}
    """
    shorter, longer = (a, b) if len(a) < len(b) else (b, a)
    found = dict(longer)
    for monomial, coefficient in shorter.items():
        if total := found.get(monomial, 0) + coefficient:
            found[monomial] = total
        else:
            del found[monomial]
    return found


def scaled(a: Mapping[int, int], number: int) -> Terms:
    """A polynomial times a number."""
    return {monomial: coefficient * number for monomial, coefficient in a.items()} if number else {}


def times(a: Mapping[int, int], b: Mapping[int, int]) -> Terms:
    """The product of two polynomials, whose degrees have to be low enough.

    >>> p = {power_of(0, 1): 1, 0: -1}
    >>> {factors(monomial): c for monomial, c in times(p, p).items()}
    {((0, 2),): 1, ((0, 1),): -2, (): 1}
    """
    shorter, longer = (a, b) if len(a) < len(b) else (b, a)
    if len(shorter) == 1:
        ((monomial, coefficient),) = shorter.items()
        return {monomial + other: coefficient * c for other, c in longer.items()}
    if len(shorter) >= _LONG and (place := _only_place(shorter, longer)) is not None:
        return _of_row(_row_product(_row(shorter, place), _row(longer, place)), place)
    found: Terms = {}
    get = found.get
    for monomial, coefficient in shorter.items():
        for other, c in longer.items():
            there = monomial + other
            found[there] = get(there, 0) + coefficient * c
    if 0 in found.values():
        return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}
    return found


def power(a: Mapping[int, int], n: int) -> Terms:
    """A polynomial to the n.

    Raises:
        TooLarge: when its degree would be too high.
    """
    require_degree(degree(a) * n)
    if len(a) == 1:
        ((monomial, coefficient),) = a.items()
        return {monomial * n: coefficient**n}
    if len(a) == 2 and n:
        # The binomial theorem, whatever the two monomials are.
        (first, c), (second, d) = a.items()
        return {(n - k) * first + k * second: weight for k, weight in enumerate(polynomial_power([c, d], n))}
    found = constant(1)
    for digit in f"{n:b}":
        found = times(found, found)
        if digit == "1":
            found = times(found, a)
    return found


def derivative(a: Mapping[int, int], place: int) -> Terms:
    """The derivative of a polynomial by one generator."""
    one = power_of(place, 1)
    return {m - one: c * exponent for m, c in a.items() if (exponent := exponent_of(m, place))}


# -- in one generator, as lists of coefficients from the constant on -------------------------------------------------


def _only_place(a: Mapping[int, int], b: Mapping[int, int]) -> int | None:
    """The one generator of two polynomials whose powers lie close; None where there is none such."""
    union = reduce(or_, a) | reduce(or_, b)
    place = ((union & -union).bit_length() - 1) // _BITS
    highest = union >> _BITS * place
    return place if highest <= min(_MASK, _WIDEST_GAPS * len(a)) else None


def _row(a: Mapping[int, int], place: int) -> list[int]:
    row = [0] * ((max(a) >> _BITS * place) + 1)
    for monomial, coefficient in a.items():
        row[monomial >> _BITS * place] = coefficient
    return row


def _of_row(row: list[int], place: int) -> Terms:
    return {exponent << _BITS * place: coefficient for exponent, coefficient in enumerate(row) if coefficient}


def _row_product(shorter: list[int], longer: list[int]) -> list[int]:
    span = len(longer)
    found = [0] * (span + len(shorter) - 1)
    for i, coefficient in enumerate(shorter):
        if coefficient:
            products = [coefficient * c for c in longer]
            found[i : i + span] = map(add, found[i : i + span], products)
    return found
