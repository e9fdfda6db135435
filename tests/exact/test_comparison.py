"""Two laws side by side, against their definitions: pair by pair, threshold by threshold, area by area."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.law.comparison import compare, dominates
from probcalc.exact.law.distribution import Distribution

LAWS = st.dictionaries(st.integers(-3, 4), st.integers(1, 5), min_size=1, max_size=4).map(Distribution.from_weights)


@given(first=LAWS, second=LAWS)
def test_wins_ties_and_losses_are_those_of_every_pair(first, second):
    signs = {-1: Fraction(0), 0: Fraction(0), 1: Fraction(0)}
    for x, p in first.items():
        for y, q in second.items():
            signs[(x > y) - (x < y)] += p * q
    assert compare(first, second) == (signs[1], signs[0], signs[-1])


@given(law=LAWS)
def test_a_law_dominates_itself(law):
    assert dominates(law, law)
