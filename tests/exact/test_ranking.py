"""Ranked results against the same dice written out, and the likeliest of options against looking at each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import MAX_STEPS, TooLarge
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.ranking import Ranking
from probcalc.exact.tree.steps import Constant

FOLDS = {
    "order": ((), lambda state, group: (*state, group), lambda state: False),
    "leaders": ((), lambda state, group: group, lambda state: True),
    "tie": (False, lambda state, group: len(group) > 1, lambda state: state),
    "best two": ((), lambda state, group: (*state, *group), lambda state: len(state) >= 2),
}

dice = st.lists(st.tuples(st.integers(1, 5), st.integers(-3, 3)), min_size=1, max_size=4)


@pytest.mark.parametrize("fold", FOLDS)
@settings(max_examples=40)
@given(dice=dice)
def test_the_scan_gives_what_all_dice_together_give(fold, dice):
    steps = tuple(faces(f"die {n}", sides) + more for n, (sides, more) in enumerate(dice))
    ranking = Ranking(steps, *FOLDS[fold])
    assert law_of(ranking) == law_of(ranking.plain())


def test_a_step_without_luck_is_ranked_too():
    order = FOLDS["order"]
    assert law_of(Ranking((Constant(2), Constant(2), Constant(5)), *order)).outcomes == (((2,), (0, 1)),)


def test_the_scan_counts_against_the_bound_of_the_question():
    reader = LawReader()
    reader.spend(MAX_STEPS - 1000, bits=0)
    with pytest.raises(TooLarge):
        reader.distribution(Ranking((faces("die", 20),) * 6, *FOLDS["order"]))


@given(needed=st.lists(st.integers(0, 6), min_size=1, max_size=8))
def test_the_likeliest_option_is_the_first_of_the_best(needed):
    rolls = [roll_under("Test", 6, n).among("success") for n in needed]
    assert Likeliest(lambda: enumerate(rolls)).read(LawReader()) == needed.index(max(needed))


def test_no_option_at_all_is_an_error():
    with pytest.raises(ValueError, match="no option"):
        Likeliest(tuple).read(LawReader())
