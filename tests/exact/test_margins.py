"""Two totals compared by running sums, against the same comparison written out."""

from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.margins import Margin
from probcalc.exact.tree.steps import Known

LAWS = st.dictionaries(st.integers(-5, 9), st.integers(1, 9), min_size=1, max_size=6).map(Distribution.from_weights)
LIMITS = st.lists(st.integers(-6, 6), max_size=4).map(sorted)


@given(LAWS, st.lists(LAWS, min_size=1, max_size=3), LIMITS, st.integers(-5, 12))
def test_running_sums_give_the_law_written_out(first, seconds, offsets, fixed):
    answers = [Known(law) for law in seconds]
    margin = Margin(
        Known(first),
        lambda x: answers[x % len(answers)],
        lambda x: sorted([*(x + offset for offset in offsets), fixed]),
        lambda x, reached: (x % 2, reached),
    )
    assert law_of(margin) == law_of(margin.plain())


def test_no_limits_leave_one_class():
    die = Known(Distribution.from_weights({1: 1, 2: 1}))
    assert law_of(Margin(die, lambda x: die, lambda x: (), lambda x, k: k)) == Distribution.constant(0)
