"""Sums of a random number of terms, against the same sums written out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.steps import Known

LAWS = st.dictionaries(st.integers(-3, 5), st.integers(1, 9), min_size=1, max_size=5).map(Distribution.from_weights)


@given(LAWS, LAWS, st.integers(0, 3), st.integers(1, 4))
def test_horners_scheme_gives_the_law_written_out(first, one, shift, divisor):
    compound = CompoundSum(Known(first), Known(one), lambda x: abs(x + shift) // divisor)
    assert law_of(compound) == law_of(compound.plain())


@given(LAWS)
def test_no_copies_leave_the_step_as_it_is(first):
    assert law_of(CompoundSum(Known(first), Known(first), lambda x: 0)) == first


def test_too_many_copies_are_refused_with_the_bound():
    long = Known(Distribution.from_weights(dict.fromkeys(range(40_000), 1)))
    save = roll_under("Save", 6, 3).count("success")
    with pytest.raises(TooLarge, match="limit 50,000,000"):
        law_of(CompoundSum(long, save, lambda x: 2000))
