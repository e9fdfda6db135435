"""Pools with few re-rolls: the powers of short polynomials against every count of dice, and against every die."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import Budget, TooLarge
from probcalc.exact.kernels.reroll_polynomials import PoolPolynomials
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.steps import Constant, Known
from tests.counted import reader_in

KINDS = ("critical", "plain", "failed", "missed")
WORTH = st.dictionaries(st.integers(0, 3), st.integers(1, 4), min_size=1, max_size=3).map(Distribution.from_weights)


@st.composite
def pools(draw, fewest, most):
    weights = draw(st.lists(st.integers(0, 4), min_size=4, max_size=4).filter(any))
    source = Distribution.from_weights({kind: w for kind, w in zip(KINDS, weights, strict=True) if w})
    # Often several kinds are worth the same: neighbours of the same worth are computed as one.
    worths = draw(st.lists(WORTH, min_size=1, max_size=4))
    return LimitedRerolls(
        Known(source),
        draw(st.integers(fewest, most)),
        draw(st.integers(0, 3)),
        tuple(draw(st.permutations(KINDS)))[: draw(st.integers(0, 3))],
        {kind: Known(draw(st.sampled_from(worths))) for kind in KINDS},
        Known(draw(WORTH)),
    )


@settings(max_examples=40)
@given(pools(0, 6))
def test_few_dice_give_the_law_written_out(pool):
    assert law_of(pool) == law_of(pool.plain())


@pytest.mark.slow
@settings(max_examples=30)
@given(pools(13, 16))
def test_many_dice_give_the_law_written_out(pool):
    assert law_of(pool) == law_of(pool.plain())


def every_die(source, n, most, order, worth, again):
    """The mean over every row of dice, one after the other."""
    mean = Fraction(0)
    for row in product(source, repeat=n):
        chance = Fraction(1)
        for kind in row:
            chance *= source[kind]
        left = list(row)
        rolled = 0
        for kind in order:
            while rolled < most and kind in left:
                left.remove(kind)
                rolled += 1
        mean += chance * (rolled * again + sum(worth[kind] for kind in left))
    return mean


@pytest.mark.parametrize("order", [(), ("critical",), ("plain", "critical"), ("critical", "plain")])
@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_the_kinds_in_front_are_rolled_again_first(order, most):
    source = Distribution.from_weights({"critical": 1, "plain": 2, "failed": 3})
    worth = {"critical": 2, "plain": 1, "failed": 0}
    again = source.map(worth.__getitem__)
    pool = LimitedRerolls(Known(source), 5, most, order, {k: Constant(v) for k, v in worth.items()}, Known(again))
    assert law_of(pool).mean == every_die(dict(source), 5, most, order, worth, again.mean)


def test_what_is_rolled_again_brings_in_no_total_that_is_there_already():
    worth, again = 6**40, 100 * 6**40
    pool = PoolPolynomials(LawReader(), 2, 5, {0: again}, worth, again, {}, {})
    assert (pool.worth_total, pool.again_total) == (1, 100)


def test_long_totals_that_meet_are_counted_before_they_are_multiplied():
    law, other = (Distribution.from_weights({n: base**4000 + n for n in range(300)}) for base in (7, 11))
    pool = LimitedRerolls(
        Known(Distribution.from_weights({"hit": 1, "miss": 1})),
        1,
        1,
        ("miss",),
        {"hit": Known(law), "miss": 0},
        Known(other),
    )
    assert law_of(pool) == law_of(pool.plain())
    spent = Budget()
    reader_in(spent).weighted(pool)
    assert spent.spent > 2 * costs.steps(300, law.total.bit_length(), other.total.bit_length())
    with pytest.raises(TooLarge):
        reader_in(Budget(spent.spent // 2)).weighted(pool)
