"""Where conditions on a free probability hold: ends that belong to it and ends that do not, exact and irrational."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Poly, Symbol, diff

from probcalc.analysis.formulas.formula import formula
from probcalc.analysis.formulas.roots import where

P = Symbol("p")
HALF = Poly(2 * P - 1, P)
CUBIC = Poly(P**3 - P**2 - 2 * P + 1, P)
INSIDE = Poly((4 * P - 1) * (4 * P - 3), P)


def said(truth, *polys):
    return [str(interval) for interval in where(truth, list(polys))]


@pytest.mark.parametrize(
    ("truth", "expected"),
    [
        (lambda sign: sign > 0, ["above 1/2 to 1"]),
        (lambda sign: sign >= 0, ["from 1/2 to 1"]),
        (lambda sign: sign < 0, ["from 0 to below 1/2"]),
        (lambda sign: sign <= 0, ["from 0 to 1/2"]),
        (lambda sign: sign == 0, ["1/2"]),
        (lambda sign: sign != 0, ["from 0 to below 1/2", "above 1/2 to 1"]),
        (lambda sign: True, ["from 0 to 1"]),
        (lambda sign: False, []),
    ],
)
def test_an_end_belongs_to_it_or_not(truth, expected):
    assert said(lambda signs: truth(signs[HALF]), HALF) == expected


def test_between_two_roots():
    assert said(lambda signs: signs[INSIDE] < 0, INSIDE) == ["above 1/4 to below 3/4"]
    assert said(lambda signs: signs[INSIDE] >= 0, INSIDE) == ["from 0 to 1/4", "from 3/4 to 1"]


def test_an_irrational_end_names_its_polynomial():
    (below,) = where(lambda signs: signs[CUBIC] > 0, [CUBIC])
    assert str(below) == "from 0 to below 0.445041... (root of p^3 - p^2 - 2*p + 1)"
    assert below.high.fraction is None
    assert Fraction(445_041, 10**6) in below
    assert Fraction(445_042, 10**6) not in below


@given(
    roots=st.lists(st.fractions(-1, 2, max_denominator=6), min_size=1, max_size=3),
    at=st.fractions(0, 1, max_denominator=24),
    strict=st.booleans(),
)
def test_a_fraction_lies_in_it_when_the_condition_holds_there(roots, at, strict):
    poly = Poly(1, P)
    for root in roots:
        poly *= Poly(root.denominator * P - root.numerator, P)
    found = where(lambda signs: signs[poly] > 0 if strict else signs[poly] >= 0, [poly])
    value = poly.eval(at.numerator) if at.denominator == 1 else poly.as_expr().subs(P, f"{at}")
    assert any(at in interval for interval in found) == bool(value > 0 if strict else value >= 0)


@given(st.fractions(Fraction(1, 9), 1, max_denominator=9))
def test_the_derivative_of_a_rational_function_is_that_of_its_expression(w):
    law = formula("tide_of_battle.rally", {}, free=["w = Will save"])["turns_if_rallies"]
    for value in (law.mean, law[2]):
        slope = diff(value.expr, Symbol("w")).subs("w", f"{w}")
        assert value.derivative("w").subs(w=w) == Fraction(int(slope.p), int(slope.q))
