"""Pools of dice counted, rolled again and exploding, against every row of dice."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.bounds import TooLarge
from probcalc.exact.checks import roll_over, roll_under
from probcalc.exact.dice import d, die
from probcalc.exact.distribution import Distribution
from probcalc.exact.pools import by_tiers, exploding, exploding_pool, hits, rerolled, rerolled_dice, roll_again
from probcalc.exact.readings.law import law_of

FACES = st.lists(st.integers(0, 6), min_size=1, max_size=4)
KEPT = st.sets(st.integers(0, 6))


def law_over(rows):
    """The law of (outcome, chance) pairs."""
    counted = {}
    for outcome, chance in rows:
        counted[outcome] = counted.get(outcome, 0) + chance
    return Distribution(counted)


def dice(faces, n):
    """Every row of n dice, with its chance."""
    return ((row, Fraction(1, len(faces) ** n)) for row in product(faces, repeat=n))


@given(FACES, st.integers(0, 4), st.integers(0, 7))
def test_successes_counted(faces, n, target):
    expected = law_over((sum(face >= target for face in row), chance) for row, chance in dice(faces, n))
    assert hits(n, die(faces), lambda face: int(face >= target)) == expected


@given(st.integers(1, 12), st.integers(0, 4), st.integers(0, 3), st.integers(-2, 3), st.integers(1, 12))
def test_tiers_count_one_hit_for_each_full_step(target, step, most, bonus, face):
    expected = 0
    reached = target
    while face + bonus >= reached and expected < most:
        expected += 1
        reached = reached + step if step else 99
    assert by_tiers(target, step, most, bonus)(face) == expected


@pytest.mark.parametrize("tiers", [{"step": -1}, {"most": -1}])
def test_tiers_below_zero_are_refused(tiers):
    with pytest.raises(ValueError, match="0 or more"):
        by_tiers(4, **tiers)


@given(FACES, KEPT, st.integers(0, 3))
def test_a_die_rolled_again_so_many_times(faces, again, times):
    def last_of(row):
        return next((face for face in row if face not in again), row[-1])

    expected = law_over((last_of(row), chance) for row, chance in dice(faces, times + 1))
    assert rerolled(die(faces), again.__contains__, times) == expected


@given(FACES, KEPT)
def test_a_die_rolled_again_as_often_as_it_takes_is_conditioned(faces, again):
    kept = [face for face in faces if face not in again]
    if kept:
        assert rerolled(die(faces), again.__contains__, None) == die(kept)
    else:
        with pytest.raises(ValueError, match="never ends"):
            rerolled(die(faces), again.__contains__, None)


def test_a_negative_number_of_times_is_refused():
    with pytest.raises(ValueError, match="0 or more"):
        rerolled(d(6), lambda face: True, -1)
    with pytest.raises(ValueError, match="0 or more"):
        roll_again(roll_under("Hit", 6, 3), "failure", times=-1)


@given(st.integers(0, 6), st.integers(0, 5))
def test_a_step_done_again_agrees_with_the_die_rolled_again(target, times):
    tree = roll_again(roll_over("Hit", 6, target), "failure", times=times)
    plain = rerolled(d(6), lambda face: face < target, times)
    assert law_of(tree).get("success", 0) == plain.at_least(target)


@given(FACES, st.integers(0, 3), st.integers(0, 4), st.data())
def test_at_most_so_many_dice_rolled_again_in_an_order(faces, n, most, data):
    order = data.draw(st.lists(st.sampled_from(faces), unique=True))

    def totals():
        for row, chance in dice(faces, n):
            left = list(row)
            again = []
            for face in order:
                while face in left and len(again) < most:
                    left.remove(face)
                    again.append(face)
            for second, share in dice(faces, len(again)):
                yield sum(left) + sum(second), chance * share

    assert rerolled_dice(n, die(faces), most, order) == law_over(totals())


def test_faces_that_the_die_does_not_have_may_stand_in_the_order():
    assert rerolled_dice(2, d(6), 1, [9, 1]) == rerolled_dice(2, d(6), 1, [1])


def test_a_face_that_stands_twice_in_the_order_is_refused():
    with pytest.raises(ValueError, match="named once"):
        rerolled_dice(2, d(6), 1, [1, 1])


@given(FACES, KEPT, st.integers(0, 3), st.sampled_from(["more", "stands"]))
def test_a_die_that_explodes_so_many_times(faces, on, most, last):
    def totals():
        for row, chance in dice(faces, most + 1):
            stop = next((i for i, face in enumerate(row) if face not in on), None)
            if stop is None:
                yield ("more" if last == "more" else sum(row)), chance
            else:
                yield sum(row[: stop + 1]), chance

    assert exploding(die(faces), on.__contains__, most, last) == law_over(totals())


@pytest.mark.parametrize(("most", "last"), [(-1, "more"), (2, "sum")])
def test_an_explosion_without_a_meaning_is_refused(most, last):
    with pytest.raises(ValueError, match="more"):
        exploding(d(6), lambda face: face == 6, most, last)


def unending(n, law, on, worth, limit):
    """Dice thrown one after the other until the worth exceeds the limit: g = stop + earn g, solved step by step."""
    one = {}
    loop = law.chance(lambda face: on(face) and worth(face) == 0)
    for k in range(limit + 1):
        here = law.chance(lambda face, k=k: not on(face) and worth(face) == k)
        for v in range(1, k + 1):
            here += law.chance(lambda face, v=v: on(face) and worth(face) == v) * one[k - v]
        one[k] = here / (1 - loop)
    totals = {0: Fraction(1)}
    for _ in range(n):
        longer = {}
        for x, p in totals.items():
            for y, q in one.items():
                if x + y <= limit:
                    longer[x + y] = longer.get(x + y, 0) + p * q
        totals = longer
    return Distribution(totals | {"more": 1 - sum(totals.values())})


@given(FACES, KEPT, st.integers(0, 4), st.integers(0, 6), st.integers(1, 3))
def test_pools_that_explode_without_end(faces, on, n, limit, divisor):
    law = die(faces)
    if on.issuperset(faces):
        with pytest.raises(ValueError, match="never ends"):
            exploding_pool(n, law, on.__contains__, lambda face: face // divisor, limit)
        return
    found = exploding_pool(n, law, on.__contains__, lambda face: face // divisor, limit)
    assert found == unending(n, law, on.__contains__, lambda face: face // divisor, limit)


def test_an_answer_without_end_is_refused_and_a_finite_one_is_given():
    with pytest.raises(ValueError, match="give a limit"):
        exploding_pool(2, d(6), lambda face: face == 6, lambda face: 1)
    # A 6 earns a die and is worth nothing itself: only the other five faces remain.
    once = exploding_pool(3, d(6), lambda face: face == 6, lambda face: int(face == 5))
    assert once == hits(3, d(5), lambda face: int(face == 5))


def test_worths_below_zero_and_counts_below_zero_are_refused():
    with pytest.raises(ValueError, match="0 or more"):
        exploding_pool(1, d(6), lambda face: face == 6, lambda face: -face, 3)
    with pytest.raises(ValueError, match="0 or more"):
        exploding_pool(-1, d(6), lambda face: face == 6, lambda face: face, 3)
    with pytest.raises(ValueError, match="0 or more"):
        exploding_pool(1, d(6), lambda face: face == 6, lambda face: face, -3)


def test_a_step_done_again_beyond_the_bound_is_refused():
    with pytest.raises(TooLarge, match="limit 200"):
        roll_again(roll_under("Hit", 6, 3), "failure", times=100_000)
