"""Best, worst and kept dice against every row of dice."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.dice.dice import best_of, d, die, keep, keep_highest, keep_lowest, worst_of
from probcalc.exact.kernels.order_statistics import weights_at_ranks, weights_of_highest
from probcalc.exact.law.distribution import Distribution

FACES = st.lists(st.integers(-4, 7), min_size=1, max_size=4)


def rows(faces, n, value):
    """The law of value(row) over all rows of n dice with these faces."""
    counted = {}
    for row in product(faces, repeat=n):
        outcome = value(sorted(row, reverse=True))
        counted[outcome] = counted.get(outcome, 0) + 1
    return Distribution.from_weights(counted)


@given(FACES, st.integers(1, 4))
def test_the_best_and_the_worst_of_several(faces, n):
    assert best_of(n, die(faces)) == rows(faces, n, lambda row: row[0])
    assert worst_of(n, die(faces)) == rows(faces, n, lambda row: row[-1])


@given(FACES, st.integers(0, 5), st.data())
def test_the_highest_and_the_lowest_kept(faces, n, data):
    k = data.draw(st.integers(0, n))
    assert keep_highest(n, die(faces), k) == rows(faces, n, lambda row: sum(row[:k]))
    assert keep_lowest(n, die(faces), k) == rows(faces, n, lambda row: sum(row[n - k :]))


@given(FACES, st.integers(1, 5), st.data())
def test_dice_kept_by_rank(faces, n, data):
    ranks = data.draw(st.lists(st.integers(1, n), unique=True))
    assert keep(n, die(faces), ranks) == rows(faces, n, lambda row: sum(row[rank - 1] for rank in ranks))
    marked = tuple(rank in ranks for rank in range(1, n + 1))
    assert Distribution.from_weights(weights_at_ranks(die(faces).weights, n, marked)) == keep(n, die(faces), ranks)


@given(st.integers(1, 5), st.integers(1, 3), st.integers(-4, 4), st.integers(1, 5), st.data())
def test_the_highest_kept_of_dice_with_faces_in_a_row(sides, apart, low, n, data):
    k = data.draw(st.integers(1, n))
    faces = range(low, low + sides * apart, apart)
    law = rows(faces, n, lambda row: sum(row[:k]))
    ways = weights_of_highest(dict.fromkeys(faces, 1), n, k)
    assert list(ways) == sorted(ways)
    assert Distribution.from_weights(ways, sides**n) == law


@given(st.integers(1, 9), st.integers(1, 25), st.data())
def test_faces_in_a_row_are_kept_like_any_others(sides, n, data):
    k = data.draw(st.integers(1, n))
    # Twice as many of every face is the same die, but one that is not counted by running sums.
    twice = weights_of_highest(dict.fromkeys(range(1, sides + 1), 2), n, k)
    assert twice == {total: ways * 2**n for total, ways in weights_of_highest(d(sides).weights, n, k).items()}


@given(st.integers(2, 40), st.integers(2, 12), st.data())
def test_kept_dice_of_large_pools_have_the_sum_of_their_ranks_as_mean(n, sides, data):
    k = data.draw(st.integers(1, n - 1))
    highest, lowest = keep_highest(n, d(sides), k), keep_lowest(n, d(sides), n - k)
    assert highest.mean + lowest.mean == n * d(sides).mean
    assert highest == keep_lowest(n, d(sides), k).map(lambda total: k * (sides + 1) - total)


def test_four_dice_keep_three_is_the_known_table():
    ways = [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]
    assert keep_highest(4, d(6), 3).weights == dict(zip(range(3, 19), ways, strict=True))


def test_the_best_of_three_d20_is_20_in_1141_of_8000():
    assert best_of(3, d(20))[20] == Fraction(1141, 8000)


def test_faces_may_be_anything_each_as_often_as_it_is_listed():
    assert die(["blank", "hit", "hit", "crit"])["hit"] == Fraction(1, 2)
    assert best_of(2, die([Fraction(1, 2), 3]))[3] == Fraction(3, 4)
    assert d(1) == Distribution.constant(1)


@pytest.mark.parametrize(
    "question",
    [
        lambda: d(0),
        lambda: d(-6),
        lambda: die([]),
        lambda: best_of(0, d(6)),
        lambda: worst_of(0, d(6)),
        lambda: keep_highest(3, d(6), 4),
        lambda: keep_highest(3, d(6), -1),
        lambda: keep_lowest(2, d(6), 3),
        lambda: keep(3, d(6), [0]),
        lambda: keep(3, d(6), [4]),
        lambda: keep(3, d(6), [2, 2]),
        lambda: keep_highest(2, die(["a", "b"]), 1),
        lambda: keep(2, die([Fraction(1, 2)]), [1]),
    ],
)
def test_dice_that_cannot_be_rolled_or_kept_are_refused_in_one_line(question):
    with pytest.raises(ValueError) as caught:
        question()
    assert "\n" not in str(caught.value)
