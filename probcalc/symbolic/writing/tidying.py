"""The form of a quotient of polynomials that reads best.

The forms tried are the product of irreducible factors, the same of the complement, and Horner's scheme in each unknown;
the shortest is kept. Signs are turned so that every factor is positive in the middle of the ranges.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import gcd, isqrt, prod
from typing import Any

from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.quotients import cancel, without_inverses
from probcalc.symbolic.ring.sympy_ring import factorize
from probcalc.symbolic.ring.terms import (
    Terms,
    constant,
    degree,
    exponent_of,
    factors,
    places,
    plus,
    power,
    power_of,
    require_degree,
    scaled,
    times,
)
from probcalc.symbolic.ring.weights import Middle, Named, Scalar

_MOST_FACTORED = 40
_MOST_NESTED = 12
_HIGHEST_FACTORED = 14
_MOST_EFFORT = 6000
_LONGEST_FACTORED = 600
"""In bits: the longest coefficient of what is factored."""
_WORTH_OF_A_PRODUCT = 4
_WORTH_OF_A_NUMBER = 3
_WORTH_OF_A_LETTER = 6


@dataclass(frozen=True, slots=True)
class SumForm:
    """constant + sum of coefficient * product of (generator or part) ** exponent."""

    terms: tuple[ProductForm, ...]


@dataclass(frozen=True, slots=True)
class ProductForm:
    """coefficient * product of factors, each a generator's number or a sum, with its exponent."""

    coefficient: int
    factors: tuple[tuple[int | SumForm, int], ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """top / (whole * bottom), or one minus that."""

    top: SumForm
    whole: int
    bottom: SumForm | None = None
    from_one: bool = False


class Tidier:
    """Finds the form of a quotient that reads best.

    Args:
        algebra: what the generators stand for.
        middle: a value of each parameter and free probability, near the middle of what it may be.

    Where very many formulas are written, or very long ones, those that come last keep the form that they have.
    """

    def __init__(self, algebra: Algebra, middle: Mapping[str, Any]) -> None:
        self._algebra = algebra
        self._middle = Middle(algebra.unknowns, middle)
        self._known: dict[Hashable, SumForm] = {}
        self._effort = 0

    def quotient(self, weight: Scalar, total: int) -> Quotient:
        """The quotient weight / total in the form that reads best."""
        top, bottom = without_inverses(weight)
        plain = self._quotient(top, bottom, total)
        whole = self._without_rests(top)
        if whole is None:
            return plain
        other = self._quotient(whole, bottom, total)
        return other if _length(other.top) <= _length(plain.top) + _WORTH_OF_A_LETTER else plain

    def _without_rests(self, polynomial: Terms) -> Terms | None:
        """The polynomial with 1 - w in place of what is named so, where that is not too long."""
        found = polynomial
        for place in sorted(places(polynomial), reverse=True):
            unknown = self._algebra.unknowns[place]
            if not isinstance(unknown, Named) or unknown.denominator != 1 or len(unknown.numerator) > 2:
                continue
            rest = unknown.numerator.packed
            if max(exponent_of(m, place) for m in found) > _HIGHEST_FACTORED:
                return None
            require_degree(degree(found) + _HIGHEST_FACTORED * degree(rest))
            replaced: Terms = {}
            for monomial, coefficient in found.items():
                exponent = exponent_of(monomial, place)
                others = {monomial - power_of(place, exponent): coefficient}
                replaced = plus(replaced, times(others, power(rest, exponent)))
            found = replaced
        return None if found is polynomial else found

    def _quotient(self, top: Terms, bottom: Terms, total: int) -> Quotient:
        top, bottom, whole = cancel(top, bottom, total)
        if self._value(bottom) < 0:
            top, bottom = scaled(top, -1), scaled(bottom, -1)
        below = None if bottom == constant(1) else self.sum(bottom)
        direct = Quotient(self.sum(top), whole, below)
        if below is not None or len(top) < 2:
            return direct
        rest = plus(constant(whole), scaled(top, -1))
        shared = gcd(whole, *rest.values())
        other = Quotient(self.sum({m: c // shared for m, c in rest.items()}), whole // shared, None, from_one=True)
        # One minus a negative number reads worse than the number itself.
        is_less = _is_product(other.top) and other.top.terms[0].coefficient > 0
        return other if is_less and _length(other.top) + 4 < _length(direct.top) else direct

    def sum(self, polynomial: Terms) -> SumForm:
        """A polynomial in the form that reads best."""
        key = frozenset(polynomial.items())
        if key not in self._known:
            self._known[key] = self._best(polynomial)
        return self._known[key]

    def _best(self, polynomial: Terms) -> SumForm:
        forms = [self._expand(polynomial)]
        if not 1 < len(polynomial) <= _MOST_FACTORED or degree(polynomial) > _HIGHEST_FACTORED:
            return forms[0]
        if not self._is_worth(polynomial):
            forms.append(self._without_number(polynomial))
        else:
            forms.append(self._factor(polynomial))
            if not _is_product(forms[-1]) and len(polynomial) <= _MOST_NESTED:
                forms += [self._horner(polynomial, place) for place in places(polynomial)]
        return min(forms, key=_length)

    def _is_worth(self, polynomial: Terms) -> bool:
        """Whether there is effort left to look for factors: it grows with the coefficients that there might be.

        The factors of long coefficients are sought for seconds, and nobody reads them.
        """
        if max(map(int.bit_length, polynomial.values())) > _LONGEST_FACTORED:
            return False
        coefficients = prod(1 + most for most in _exponents(polynomial).values())
        effort = isqrt(coefficients) + coefficients // 20
        if self._effort + effort > _MOST_EFFORT:
            return False
        self._effort += effort
        return True

    def _expand(self, polynomial: Terms) -> SumForm:
        written = [(factors(monomial), c) for monomial, c in polynomial.items()]
        terms = [ProductForm(c, monomial) for monomial, c in sorted(written, key=_rank)]
        # What is added comes before what is taken away.
        return SumForm(tuple(sorted(terms, key=lambda term: term.coefficient < 0)))

    def _without_number(self, polynomial: Terms) -> SumForm:
        """The greatest number that divides every coefficient, before the rest."""
        shared = gcd(*polynomial.values())
        if shared == 1:
            return self._expand(polynomial)
        rest = self._expand({monomial: c // shared for monomial, c in polynomial.items()})
        return SumForm((ProductForm(shared, ((rest, 1),)),))

    def _factor(self, polynomial: Terms) -> SumForm:
        sign, found = factorize(polynomial)
        if abs(sign) == 1 and len(found) == 1 and found[0][1] == 1:
            return self._expand(polynomial)
        parts: list[tuple[int | SumForm, int]] = []
        for factor, exponent in found:
            if len(factor) == 1:
                parts.append((places(factor)[0], exponent))
                continue
            if self._value(factor) < 0:
                factor = scaled(factor, -1)
                sign *= (-1) ** exponent
            parts.append((self._expand(factor) if len(found) == 1 and exponent == 1 else self.sum(factor), exponent))
        parts.sort(key=lambda part: _place(part[0]))
        return SumForm((ProductForm(sign, tuple(parts)),))

    def _value(self, polynomial: Terms) -> Any:
        return sum(c * self._middle.monomial(factors(m)) for m, c in polynomial.items())

    def _horner(self, polynomial: Terms, place: int) -> SumForm:
        """The polynomial by powers of one unknown, each with the best form of its coefficient."""
        by_power: dict[int, Terms] = {}
        for monomial, coefficient in polynomial.items():
            exponent = exponent_of(monomial, place)
            by_power.setdefault(exponent, {})[monomial - power_of(place, exponent)] = coefficient
        terms: list[ProductForm] = []
        for exponent in sorted(by_power, reverse=True):
            part = by_power[exponent]
            power: tuple[tuple[int | SumForm, int], ...] = ((place, exponent),) if exponent else ()
            best = self.sum(part)
            if len(best.terms) == 1 or not exponent:
                terms += [ProductForm(t.coefficient, power + t.factors) for t in best.terms]
            else:
                turned = self._value(part) < 0
                best = self.sum(scaled(part, -1)) if turned else best
                terms.append(ProductForm(-1 if turned else 1, (*power, (best, 1))))
        return SumForm(tuple(sorted(terms, key=lambda term: term.coefficient < 0)))


def _exponents(polynomial: Terms) -> dict[int, int]:
    """The highest exponent of each unknown."""
    found: dict[int, int] = {}
    for monomial in polynomial:
        for place, exponent in factors(monomial):
            found[place] = max(found.get(place, 0), exponent)
    return found


def _rank(item: tuple[tuple[tuple[int, int], ...], int]) -> tuple[int, tuple[tuple[int, int], ...]]:
    monomial, _ = item
    return -sum(e for _, e in monomial), tuple((p, -e) for p, e in monomial)


def _place(factor: int | SumForm) -> tuple[bool, int, list[int]]:
    """Where a factor stands in a product: letters first, then sums, the short before the long."""
    if isinstance(factor, int):
        return False, factor, []
    return True, _length(factor), sorted(places_in(factor))


def _length(form: SumForm) -> int:
    """About how many characters it takes to write; a product counts as shorter, because it says more."""
    turned = len(form.terms) > 1 and all(term.coefficient < 0 for term in form.terms)
    worth = _WORTH_OF_A_PRODUCT if _is_product(form) else _WORTH_OF_A_NUMBER if _has_number_before(form) else 0
    return _length_of(form) - worth + (_WORTH_OF_A_LETTER if turned else 0)


def _is_product(form: SumForm) -> bool:
    return len(form.terms) == 1 and sum(exponent for _, exponent in form.terms[0].factors) > 1


def _has_number_before(form: SumForm) -> bool:
    """Whether it is a number times a sum, as 27*(12 - x)."""
    if len(form.terms) != 1 or not form.terms[0].factors:
        return False
    (term,) = form.terms
    return abs(term.coefficient) != 1 and isinstance(term.factors[0][0], SumForm)


def _length_of(form: SumForm) -> int:
    size = 3 * (len(form.terms) - 1)
    for term in form.terms:
        size += len(term.factors) - 1
        size += len(str(term.coefficient)) + 1 if abs(term.coefficient) != 1 or not term.factors else 0
        for factor, exponent in term.factors:
            size += (1 if isinstance(factor, int) else 2 + _length_of(factor)) + (exponent > 1) * 2
    return size


def places_in(form: SumForm) -> set[int]:
    """The generators that stand in a form."""
    found: set[int] = set()
    for term in form.terms:
        for factor, _ in term.factors:
            found |= {factor} if isinstance(factor, int) else places_in(factor)
    return found
