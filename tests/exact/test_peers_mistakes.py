"""Wrong answers that other dice calculators have given, each as a question with its right answer."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

import probcalc
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.dice.dice import d, keep_highest, opposed
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.explosions import exploding
from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.readings.law import law_of, probability_of
from probcalc.exact.readings.sample import sample
from probcalc.exact.tree.checks import roll_over
from probcalc.exact.tree.steps import Constant, Known, Roll, Turns
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios.registry import size_in_bits


def roll_again(step, *outcomes):
    """A step that is done again, once, when one of the outcomes comes up; the last result stands."""
    return step.then(lambda outcome: step if outcome in outcomes else outcome)


def test_exploding_on_every_face_is_refused_in_one_line_instead_of_dividing_by_zero():
    with pytest.raises(ValueError, match=r"^[^\n]*never ends[^\n]*$"):
        probcalc.explode(d(6), lambda face: True)


def test_ten_dice_keep_their_rarest_outcomes_10_and_60():
    law = 10 @ d(6)
    assert law.outcomes == tuple(range(10, 61))
    assert law[10] == law[60] == Fraction(1, 6**10)
    assert "60" in str(probcalc.roll("10d6").to_json()["results"])


def test_at_least_is_exact_far_out_in_a_tail():
    law = 100 @ d(6)
    assert law.at_least(598) == Fraction(1 + 100 + comb(101, 2), 6**100)
    assert law.tails()[599] == Fraction(101, 6**100)
    # The running sum loses nothing against the complement.
    assert law.at_least(598) == 1 - law.at_most(597)


def test_every_row_of_a_distribution_adds_up_to_one():
    laws = [
        d(7),
        50 @ d(10),
        keep_highest(20, d(6), 5),
        opposed(3 @ d(6), 4 @ d(4)),
        exploding(d(10), lambda face: face == 10, 8),
    ]
    assert [sum(law.values()) for law in laws] == [1] * len(laws)


def test_an_explosion_cut_off_says_what_lies_beyond_instead_of_dropping_it():
    assert exploding(d(6), lambda face: face == 6, 2)["more"] == Fraction(1, 216)


def test_a_chance_that_is_not_nothing_is_not_shown_as_nothing():
    assert percent(Fraction(1, 10**9)) != percent(Fraction(0))
    assert percent(1 - Fraction(1, 10**9)) != percent(Fraction(1))


def test_what_is_kept_for_reuse_has_a_bound():
    answer = probcalc.odds("chronopia.armour", damage=7)
    kept = BoundedStore(10 * size_in_bits(answer), size_in_bits)
    for damage in range(100):
        kept.keep(damage, answer)
    assert sum(kept.get(damage) is not None for damage in range(100)) == 10


def test_an_answer_too_large_to_keep_drives_nothing_out():
    small = probcalc.odds("chronopia.armour", damage=7)
    kept = BoundedStore(20 * size_in_bits(small), size_in_bits)
    kept.keep("small", small)
    large = probcalc.odds("custom.roll", roll="300d20")
    assert size_in_bits(large) > 20 * size_in_bits(small)
    kept.keep("large", large)
    assert kept.get("large") is None
    assert kept.get("small") is small
    kept.clear()
    assert kept.get("small") is None


# -- criticals: 36 dice that hit on 3 or more, every die but a 6 rolled again; a 6 wounds by itself --------

HIT = Roll("Hit", 6, {"miss": 2, "hit": 3, "six": 1})
WOUND = roll_over("Wound", 6, 5).count("success")


def fishing_for_sixes(extra_hits):
    """One of the dice: the wounds of its hit, and of the extra hits that a six scores."""
    rolled = roll_again(HIT, "miss", "hit")
    return rolled.then(miss=0, hit=WOUND, six=WOUND.times(extra_hits) + 1)


def test_36_dice_with_sixes_that_wound_by_themselves_wound_16_times():
    law = law_of(fishing_for_sixes(0).times(36))
    assert law.mean == 16
    # 11 of 36 become sixes, 15 plain hits, and a third of those wound.
    assert law_of(roll_again(HIT, "miss", "hit")).weights == {"miss": 10, "hit": 15, "six": 11}
    assert law == law_of(fishing_for_sixes(0)).repeat(36)


def test_rerolling_only_the_misses_wounds_16_times_as_well():
    attack = roll_again(HIT, "miss").then(miss=0, hit=WOUND, six=1)
    assert law_of(attack.times(36)).mean == 16


def test_extra_hits_of_criticals_do_not_inherit_the_automatic_wound():
    attack = fishing_for_sixes(1)
    wounds = Counter()
    for first, second, wound, extra in product(range(1, 7), repeat=4):
        face = first if first == 6 else second
        by_itself, rolls = (1, (extra,)) if face == 6 else (0, (wound,) if face >= 3 else ())
        wounds[by_itself + sum(roll >= 5 for roll in rolls)] += 1
    assert law_of(attack) == Distribution.from_weights(wounds)
    # 11 by themselves, and a third of 15 hits and 11 extra hits; inherited wounds would make it 27.
    assert law_of(attack.times(36)).mean == 11 + Fraction(26, 3)


# -- overkill: 6 attacks, 3 or more to hit and to wound, d6 damage on models of 2 wounds -------------------


def test_damage_that_does_not_carry_over_kills_877724512_in_387420489():
    attack = roll_over("Hit", 6, 3).then(
        success=roll_over("Wound", 6, 3).then(success=Known(d(6), "Damage"), failure=0), failure=0
    )

    def suffer(state):
        attacks, killed, left = state
        return attack.map(
            lambda damage: (attacks - 1, killed + 1, 2) if damage >= left else (attacks - 1, killed, left - damage)
        )

    play = Turns("Attacks", Constant((6, 0, 2)), suffer, 6, lambda state: state[0] == 0)
    killed = law_of(play).map(lambda state: state[1])
    assert killed.mean == Fraction(877724512, 387420489)
    assert killed.total == 27**6
    # Pouring all damage into one sum would kill far more.
    assert law_of(attack.times(6)).map(lambda damage: damage // 2).mean > 4


# -- samples and limits ------------------------------------------------------------------------------------


def test_an_answer_that_takes_others_seconds_is_exact_and_whole():
    law = 300 @ d(20)
    assert law.mean == 3150
    assert law.total == 20**300
    assert len(law) == 5701


def test_a_sample_never_stands_for_the_answer():
    rare = roll_over("Rare", 1000, 1000).count("success").times(2)
    assert set(sample(rare, 200, seed=1)) <= {0, 1, 2}
    assert probability_of(rare.at_least(2)) == Fraction(1, 10**6)


def test_the_reroll_of_a_few_failures_does_not_reroll_them_all():
    hit = roll_over("Hit", 6, 4)
    pool = LimitedRerolls(hit, 10, 6, ("failure",), {"success": 1, "failure": 0}, hit.count("success"))
    law = law_of(pool)
    assert law.mean < 10 * Fraction(3, 4)
    assert law.mean == 5 + sum(min(6, k) * Fraction(comb(10, k), 2**10) for k in range(11)) / 2
