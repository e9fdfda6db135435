"""Two laws side by side, against their definitions: pair by pair, threshold by threshold, area by area."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.dice.dice import d
from probcalc.exact.law.comparison import compare, dominates, dominates_second_order
from probcalc.exact.law.distribution import Distribution

LAWS = st.dictionaries(st.integers(-3, 4), st.integers(1, 5), min_size=1, max_size=4).map(Distribution.from_weights)


def shortfall(law, threshold):
    """E[max(0, threshold - X)], the area under the law's running sum."""
    return sum((p * max(0, threshold - x) for x, p in law.items()), Fraction(0))


@given(first=LAWS, second=LAWS)
def test_wins_ties_and_losses_are_those_of_every_pair(first, second):
    signs = {-1: Fraction(0), 0: Fraction(0), 1: Fraction(0)}
    for x, p in first.items():
        for y, q in second.items():
            signs[(x > y) - (x < y)] += p * q
    assert compare(first, second) == (signs[1], signs[0], signs[-1])


@given(first=LAWS, second=LAWS)
def test_second_order_dominance_is_never_a_greater_shortfall(first, second):
    expected = all(shortfall(first, t) <= shortfall(second, t) for t in range(-4, 7))
    assert dominates_second_order(first, second) == expected
    assert not dominates(first, second) or dominates_second_order(first, second)


@given(law=LAWS)
def test_a_law_dominates_itself(law):
    assert dominates(law, law)
    assert dominates_second_order(law, law)


def test_the_mean_beyond_doubt_is_no_worse_than_the_die():
    sure = Distribution({3: Fraction(1, 2), 4: Fraction(1, 2)})
    assert dominates_second_order(sure, d(6))
    assert not dominates_second_order(d(6), sure)
    assert not dominates(sure, d(6))
