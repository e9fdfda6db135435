"""Chances as text are in lowest terms, whatever primes the total is made of and however long it is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.numbers.lowest_terms import probability_texts
from probcalc.exact.numbers.numerals import fraction_text


@pytest.mark.parametrize("base", [6, 20, 97, 101, 2 * 101, 3 * 10_007], ids=str)
@given(data=st.data())
def test_every_chance_is_in_lowest_terms(base, data):
    total = base ** data.draw(st.sampled_from([1, 3, 700]))
    primes = st.lists(st.sampled_from([2, 3, 5, 97, 101, 10_007]), max_size=6)
    weights = {0: 1}
    for prime in data.draw(primes):
        weights[0] *= prime
    weights[1] = base ** data.draw(st.integers(0, 500))
    expected = {outcome: fraction_text(Fraction(weight, total)) for outcome, weight in weights.items()}
    assert dict(probability_texts(weights, total)) == expected


def test_a_weight_that_shares_many_twos_with_the_total():
    total = 2**5000
    assert dict(probability_texts({0: 3 * 2**4000, 1: total}, total)) == {
        0: fraction_text(Fraction(3, 2**1000)),
        1: "1",
    }
