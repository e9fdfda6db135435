"""Work on long numbers is estimated as what it is, and whichever way of doing it is faster gives the same law."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import MAX_STEPS, Budget, TooLarge, metered
from probcalc.exact.dice.dice import d, die, keep_highest
from probcalc.exact.kernels import powers, products, weights
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Constant, Known, Tally, Turns, together
from tests.counted import reader_in


def long_row(outcomes: int, bits: int, seed: int = 1) -> dict[int, int]:
    draw = random.Random(seed)
    return {o: draw.getrandbits(bits) | 1 for o in range(outcomes)}


def long_law(outcomes: int, bits: int, seed: int = 1) -> Distribution:
    return Distribution.from_weights(long_row(outcomes, bits, seed))


LONG = long_row(180, 6500)
LARGE = {
    "a dozen of long weights": lambda: powers.power(LONG, 12),
    "twenty of long weights": lambda: powers.power(long_row(60, 8000), 20),
    "a sum of two huge laws": lambda: products.convolve(long_row(3000, 30_000), long_row(3000, 30_000, 2)),
    "a few pairs of enormous weights": lambda: products.convolve(long_row(10, 10**7), long_row(10, 10**7, 2)),
    "a mixture over long totals": lambda: weights.mixture(
        long_row(60, 6500).values(), [long_row(2000, 4000)] * 60, [3**2600 + i for i in range(60)], 2**6500
    ),
    "eight d20 over twenty outcomes": lambda: LawReader().weighted(Tally(faces("Die", 20), 8, tuple(range(1, 21)))),
    "long laws side by side": lambda: LawReader().weighted(
        together(Known(long_law(2000, 3000)), Known(long_law(2000, 3000, 2)))
    ),
}


@pytest.mark.parametrize("work", LARGE.values(), ids=LARGE)
def test_long_times_long_is_refused_before_it_is_done(work):
    budget = Budget()
    with pytest.raises(TooLarge) as caught, metered(budget):
        work()
    assert caught.value.estimate > caught.value.bound
    assert budget.spent < MAX_STEPS


CHEAP = {
    "three sums of many dice": lambda: powers.power(long_row(1100, 500), 3),
    "ten dice with a thousand uneven faces": lambda: powers.power(long_row(1000, 10), 10),
    "two attacks of long weights": lambda: powers.power(LONG, 2),
    "five thousand dice": lambda: powers.power(d(6).weights, 5000),
}


@pytest.mark.slow
@pytest.mark.parametrize("work", CHEAP.values(), ids=CHEAP)
def test_what_is_cheap_one_way_costs_no_more(work):
    with metered(Budget(3 * 10**6)):
        work()


def test_ranks_of_uneven_faces_are_no_longer_than_the_engine_says():
    law = keep_highest(6, die([1, 2, 3, 4, 5, 6, 7, 8, 9, 1000]), 3)
    assert law[3000] == keep_highest(6, die([0] * 9 + [1]), 3)[3]


def test_work_is_counted_over_a_whole_request():
    budget = Budget(1_500_000)
    with metered(budget):
        powers.power(long_row(1100, 500), 2)
    first = budget.spent
    assert first
    with pytest.raises(TooLarge, match="limit 1,500,000"), metered(budget):
        powers.power(long_row(1100, 500), 3)
    # What is refused is not paid, and smaller work still finds its place.
    assert budget.spent == first
    with metered(budget):
        powers.power(d(6).weights, 200)


def test_what_watches_is_asked_whenever_work_is_counted():
    class Left(Exception):
        pass

    def gone() -> None:
        raise Left

    with pytest.raises(Left):
        reader_in(Budget(watch=gone)).distribution(faces("Die", 6).then(lambda x: faces("Other", 6)))


def test_longer_numbers_never_cost_less():
    for cost in (costs.product, costs.quotient):
        taken = [cost(bits, 3000) for bits in range(3000, 60_000, 500)]
        assert all(a <= b for a, b in pairwise(taken))


SMALL = st.lists(st.integers(0, 9), min_size=2, max_size=6).filter(lambda row: row[0] and row[-1])


@settings(max_examples=60)
@given(SMALL, st.integers(2, 9))
def test_both_ways_to_a_power_agree(row, n):
    bits = sum(row).bit_length()
    assert powers._power_by_squares(row, n, bits) == powers.polynomial_power(row, n)


@settings(max_examples=60)
@given(
    st.dictionaries(st.integers(-9, 9), st.integers(1, 10**40), min_size=1, max_size=8),
    st.dictionaries(st.integers(-9, 9), st.integers(1, 10**40), min_size=1, max_size=8),
)
def test_rows_and_packed_rows_agree(a, b):
    plain: dict[int, int] = {}
    for x, w in a.items():
        for y, v in b.items():
            plain[x + y] = plain.get(x + y, 0) + w * v
    assert products._packed_product(a, b) == products._rowwise_product(a, b) == plain
    bits = max(a.values()).bit_length(), max(b.values()).bit_length()
    assert products.convolve_rows(a, b, *bits) == products.convolve(a, b) == plain


def test_play_whose_fractions_grow_is_refused_long_before_the_bound():
    draw = random.Random(3)
    law = Distribution.from_weights({step: draw.getrandbits(4_000) | 1 for step in range(5)})
    walk = Turns("Walk", Constant(0), lambda x: Known(law.map(lambda y: (x + y) % 5)), 500, lambda x: False)
    budget = Budget(2_000_000)
    with pytest.raises(TooLarge, match=r"Walk, \d+ turns is too large"):
        reader_in(budget).weighted(walk)
    assert budget.spent < budget.most // 2


def test_play_is_refused_after_few_of_the_states_that_it_comes_to():
    draw = random.Random(5)
    law = Distribution.from_weights({step: draw.getrandbits(20_000) | 1 for step in range(100)})
    read: list[int] = []

    def step(x: int) -> Known:
        read.append(x)
        return Known(law.map(lambda y: (x + y) % 100))

    with pytest.raises(TooLarge, match=r"Walk, \d+ turns is too large"):
        reader_in(Budget(2_000_000)).weighted(Turns("Walk", Constant(0), step, 9, lambda x: False))
    assert len(read) < 20


def test_totals_that_divide_one_another_need_no_common_divisor():
    totals = [(6**5000) ** n for n in range(1, 21)]
    collected = {n: {total: 7} for n, total in enumerate(totals)}
    budget = Budget()
    with metered(budget):
        found, over = weights.over_one_total(collected)
    assert over == totals[-1]
    assert found[3] == 7 * 6**80_000
    found_one_by_one = sum(costs.common_divisor(total.bit_length()) for total in totals)
    assert budget.spent * 3 < found_one_by_one // costs.NANOSECONDS_PER_STEP


def test_play_that_comes_to_an_end_is_not_refused_for_its_beginning():
    hit = faces("Hit", 20)
    falls = Turns("Falls", Constant(60), lambda x: hit.map(lambda y: max(0, x - y)), 60, lambda x: x == 0)
    budget = Budget(400_000)
    weights, _ = reader_in(budget).weighted(falls)
    assert set(weights) == {0}
