"""Sums with a limit are the whole sum, cut off, by whatever way they are computed."""

from fractions import Fraction

from hypothesis import example, given, settings
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import Budget
from probcalc.exact.kernels import powers
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.capped import CappedSum
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.steps import Known
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.reading.arithmetic import Polynomials
from probcalc.symbolic.ring.algebra import Algebra
from tests.counted import reader_in

WEIGHTS = st.one_of(st.integers(1, 9), st.integers(2**200, 2**210))


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.integers(-4, 9), WEIGHTS, min_size=1, max_size=5), st.integers(0, 6), st.integers(-9, 60))
@example({1: 1}, 0, -3)
def test_a_sum_with_a_limit_is_the_sum_cut_off(weights, n, most):
    capped = CappedSum(Known(Distribution.from_weights(weights)), n, most)
    assert law_of(capped) == law_of(capped.plain())


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=6).filter(lambda row: row[0] and row[-1]),
    st.integers(2, 9),
    st.integers(1, 60),
)
def test_the_lowest_weights_of_a_power_are_those_of_the_whole(row, n, first):
    whole = powers.polynomial_power(row, n)
    assert powers.polynomial_power(row, n, first=first) == whole[:first]
    assert powers._power_by_squares(row, n, sum(row).bit_length(), most=min(first, len(whole))) == whole[:first]
    assert powers.dense_power({k: w for k, w in enumerate(row) if w}, n, first=first) == whole[:first]


def test_the_limit_and_not_the_sum_says_what_it_costs():
    damage = Known(Distribution.from_weights({0: 10**30, 7: 3, 90: 10**29}))
    few, many = Budget(), Budget()
    reader_in(few).weighted(CappedSum(damage, 100, 20))
    reader_in(many).weighted(damage.times(100))
    assert few.spent * 10 < many.spent


def test_a_sum_with_a_limit_is_a_formula_too():
    hit = roll_under("Hit", 20, unknown("cc", range(1, 20))).then(success=faces("Damage", 3), failure=0)
    weights, total = LawReader(Polynomials(Algebra())).weighted(CappedSum(hit, 3, 4))
    law = law_of(CappedSum(roll_under("Hit", 20, 7).then(success=faces("Damage", 3), failure=0), 3, 4))
    assert {o: Fraction(w.evaluate({"cc": 7}), total) for o, w in weights.items()} == dict(law)
