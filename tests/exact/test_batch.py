"""Many questions together are the same questions one by one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.batch import compare_grid, repeat_each
from probcalc.exact.dice import d
from probcalc.exact.distribution import Distribution

LAWS = st.dictionaries(st.integers(-4, 12), st.integers(1, 6), min_size=1, max_size=5).map(Distribution.from_weights)


@given(st.lists(st.tuples(LAWS, st.lists(st.integers(0, 30), min_size=1, max_size=6)), min_size=1, max_size=4))
def test_each_sum_is_the_one_asked_for(questions):
    asked = [(law, n) for law, counts in questions for n in counts]
    assert repeat_each(asked) == [law.repeat(n) for law, n in asked]


@given(LAWS, st.integers(0, 12))
def test_sums_stand_in_order(law, n):
    (found,) = repeat_each([(law, n)])
    assert list(found) == sorted(found)


def test_equal_questions_are_answered_once():
    first, again = repeat_each([(d(6), 40), (Distribution.from_weights(dict.fromkeys(range(1, 7), 7)), 40)])
    assert first is again


@pytest.mark.parametrize(
    ("law", "n"), [(d(6), -1), (Distribution({Fraction(1, 2): 1}), 2), (Distribution({"a": 1}), 2)]
)
def test_what_cannot_be_added_up_is_refused(law, n):
    with pytest.raises(ValueError, match=r"0 or more|only integer"):
        repeat_each([(law, n)])


@given(st.lists(LAWS, max_size=3), st.lists(LAWS, max_size=3))
def test_a_grid_holds_every_pair(firsts, seconds):
    grid = compare_grid(firsts, seconds)
    assert [[cell.chances for cell in row] for row in grid] == [[a.compare(b) for b in seconds] for a in firsts]
