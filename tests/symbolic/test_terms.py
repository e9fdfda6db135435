"""Polynomials by packed exponents against SymPy's, and what keeps exponents apart."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import ZZ, grlex
from sympy.polys.rings import ring

from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.sympy_ring import SmallRing, exact_quotient, factorize, without_common_factor
from probcalc.symbolic.ring.terms import (
    HIGHEST_DEGREE,
    degree,
    derivative,
    exponent_of,
    factors,
    pack,
    places,
    plus,
    power,
    power_of,
    scaled,
    times,
)
from probcalc.symbolic.ring.weights import Chance

RING, *_ = ring("x0:4", ZZ, grlex)
MONOMIALS = st.tuples(*[st.integers(0, 5)] * 4)
POLYNOMIALS = st.dictionaries(MONOMIALS, st.integers(-9, 9).filter(bool), max_size=8)
LONG = st.lists(st.integers(-(10**12), 10**12), min_size=30, max_size=60)


def terms(written):
    return {pack((i, e) for i, e in enumerate(exponents) if e): c for exponents, c in written.items()}


def element(polynomial):
    return RING.from_dict({tuple(exponent_of(m, i) for i in range(4)): c for m, c in polynomial.items()})


@given(POLYNOMIALS, POLYNOMIALS, st.integers(0, 4), st.integers(-3, 3), st.integers(0, 3))
def test_every_operation_is_that_of_sympy(first, second, n, number, place):
    a, b = terms(first), terms(second)
    x, y = element(a), element(b)
    assert element(plus(a, b)) == x + y
    assert element(times(a, b)) == x * y
    assert element(power(a, n)) == (x**n if n else 1)
    assert element(scaled(a, number)) == x * number
    assert element(derivative(a, place)) == x.diff(RING.gens[place])
    assert all(plus(a, b).values())
    assert all(times(a, b).values())
    assert degree(a) == max((sum(exponents) for exponents in first), default=0)
    assert places(a, b) == sorted({i for row in (*first, *second) for i, e in enumerate(row) if e})


@given(LONG, LONG, st.integers(1, 3), st.integers(1, 2))
def test_long_rows_are_multiplied_as_their_terms_are(first, second, place, step):
    a, b = ({power_of(place, step * i): c for i, c in enumerate(row) if c} for row in (first, second))
    assume(a and b)
    assert element(times(a, b)) == element(a) * element(b)


@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS)
def test_what_divides_is_found_by_sympy(first, second, third):
    a, b, c = terms(first), terms(second), terms(third)
    assume(a and b and c)
    assert exact_quotient(times(a, b), b) == a
    top, bottom = without_common_factor(times(a, b), times(a, c))
    assert times(top, c) == times(bottom, b)
    number, parts = factorize(a)
    found = {0: number}
    for part, exponent in parts:
        found = times(found, power(part, exponent))
    assert found == a


def test_monomials_are_read_as_they_were_written():
    written = ((0, 3), (5, HIGHEST_DEGREE), (63, 1))
    assert factors(pack(written)) == written
    assert factors(0) == ()
    assert [exponent_of(pack(written), place) for place in (0, 1, 5, 63)] == [3, 0, HIGHEST_DEGREE, 1]
    ring = SmallRing({pack(written): 2})
    assert ring.polynomial(ring.element({pack(written): 2})) == {pack(written): 2}


def test_exponents_never_run_into_one_another():
    p = Algebra().generator(Chance("p"))
    high = p**HIGHEST_DEGREE
    assert high.places() == [0]
    for too_high in (lambda: high * p, lambda: high**2, lambda: (high + 1) * (p + 1), lambda: power(high.packed, 2)):
        with pytest.raises(TooLarge, match="factors"):
            too_high()
