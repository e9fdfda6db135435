"""What a law refuses, what it says of itself, and the laws that laws obey."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from probcalc.exact.dice.dice import d, die
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.moments import SquareRoot

HALF = Fraction(1, 2)
LAWS = st.dictionaries(st.integers(-9, 12), st.integers(1, 30), min_size=1, max_size=7).map(Distribution.from_weights)
LONG = st.dictionaries(st.integers(-9, 12), st.integers(1, 10**30), min_size=1, max_size=4).map(
    Distribution.from_weights
)


def is_in_lowest_terms(law):
    weights = law.weights.values()
    return sum(weights) == law.total and min(weights) > 0 and Distribution.from_weights(law.weights).total == law.total


# -- construction ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "probabilities",
    [
        {},
        {0: HALF},
        {0: HALF, 1: Fraction(2, 3)},
        {0: Fraction(3, 2), 1: -HALF},
        {0: Fraction(0)},
        {0: 0.5, 1: 0.5},
        {0: 1.0},
        {0: 1, 1: 0.0},
        {0: float("inf")},
        {0: float("nan"), 1: 1},
    ],
)
def test_what_is_no_law_is_refused_in_one_line(probabilities):
    with pytest.raises(ValueError) as caught:
        Distribution(probabilities)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("weights", [{}, {0: 0}, {0: 2, 1: -1}])
def test_weights_that_make_no_law_are_refused(weights):
    with pytest.raises(ValueError, match="weights of a Distribution"):
        Distribution.from_weights(weights)


def test_weights_must_sum_to_the_total_they_claim():
    assert Distribution.from_weights({0: 1, 1: 3}, 4)[1] == Fraction(3, 4)
    with pytest.raises(ValueError, match="sum to their total"):
        Distribution.from_weights({0: 1, 1: 3}, 5)


def test_what_cannot_happen_is_no_outcome_and_has_probability_zero():
    law = Distribution({0: Fraction(0), 1: Fraction(1)})
    assert law.outcomes == (1,)
    assert law[0] == law["anything"] == 0
    assert 0 not in law
    assert Distribution.from_weights({0: 0, 1: 5, 2: 0}) == law


def test_outcomes_stand_in_order_numbers_first_and_names_as_listed():
    third = Fraction(1, 3)
    assert Distribution({3: third, -1: third, 2: third}).outcomes == (-1, 2, 3)
    assert Distribution({"more": third, 2: third, 0: third}).outcomes == (0, 2, "more")
    assert Distribution({"miss": third, "hit": third, "critical": third}).outcomes == ("miss", "hit", "critical")
    assert Distribution({(1, 2): third, (0, 9): third, (1, 0): third}).outcomes == ((0, 9), (1, 0), (1, 2))
    assert Distribution({(1, 2): third, ("a", 9): third, (1, 0): third}).outcomes == ((1, 2), ("a", 9), (1, 0))


# -- reading -----------------------------------------------------------------------------------------------


def test_two_dice_are_at_least_ten_in_one_of_six():
    law = d(6) + d(6)
    assert law.at_least(10) == Fraction(1, 6)
    assert law.at_most(4) == Fraction(1, 6)
    assert law.exactly(7) == law[7] == Fraction(1, 6)
    assert law.chance(lambda total: total % 2 == 0) == HALF


def test_quantiles_are_the_smallest_outcome_that_reaches_the_share():
    law = die([1, 1, 2, 7])
    assert law.median == 1
    assert [law.quantile(Fraction(n, 4)) for n in range(1, 5)] == [1, 1, 2, 7]
    for share in (0, Fraction(-1, 2), Fraction(5, 4)):
        with pytest.raises(ValueError, match="above 0 and at most"):
            law.quantile(share)


def test_the_mode_is_every_most_probable_outcome():
    assert (d(6) + d(6)).mode == (7,)
    assert die([1, 1, 4, 5, 5]).mode == (1, 5)


def test_a_standard_deviation_is_a_fraction_or_an_exact_root():
    assert die([0, 4]).standard_deviation == 2
    root = d(6).standard_deviation
    assert root == SquareRoot(Fraction(35, 12))
    assert root.rounded_down(6) == Fraction(1707825, 10**6)
    with pytest.raises(AttributeError):
        root.squared = Fraction(1)


NAMES = Distribution.from_weights({1: 1, "more": 1})


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (lambda: d(6) + 0.5, "fractions, not decimals"),
        (lambda: d(6).scale(0.1), "fractions, not decimals"),
        (lambda: d(6).map(lambda face: face / 2), "fractions, not decimals"),
        (lambda: Distribution({0.5: HALF, "none": HALF}), "fractions, not decimals"),
        (lambda: Distribution.from_weights({1: HALF, 2: HALF}), "weights .* are whole numbers"),
        (lambda: Distribution.mixture([(0.5, d(6)), (0.5, d(4))]), "shares of a mixture are exact"),
        (lambda: d(6).quantile(0.5), "an exact fraction, not a decimal"),
        (lambda: NAMES.mean, "only numbers have a mean, and the outcome 'more' is none"),
        (lambda: NAMES.standard_deviation, "only numbers have a variance, and the outcome 'more' is none"),
    ],
)
def test_what_is_inexact_or_no_number_is_refused_in_one_line(question, reason):
    with pytest.raises(ValueError, match=reason) as caught:
        question()
    assert "\n" not in str(caught.value)


def test_whether_outcomes_are_numbers():
    assert d(6).is_numeric
    assert d(6).map(lambda face: Fraction(face, 2)).is_numeric
    assert not d(2).map(lambda face: "heads" if face == 1 else "tails").is_numeric


def test_a_repr_is_short_and_can_be_read():
    assert repr(d(2)) == "Distribution(1: 1/2, 2: 1/2)"
    assert repr(d(100)).endswith("8: 1/100, and 92 more)")
    long = repr(Distribution({0: Fraction(1, 7**3000), 1: 1 - Fraction(1, 7**3000)}))
    assert len(long) < 200
    assert "(2536 digits)" in long


def test_a_law_cannot_be_changed():
    law = d(6)
    with pytest.raises(TypeError):
        law[1] = Fraction(1)
    for name in ("total", "mean", "anything"):
        with pytest.raises(AttributeError):
            setattr(law, name, 1)
    law.weights[1] = 100
    assert law == d(6)


def test_equal_laws_are_equal_and_hash_alike_whatever_they_were_made_of():
    laws = [
        d(2) + d(2),
        2 @ d(2),
        Distribution.from_weights({4: 50, 2: 50, 3: 100}),
        Distribution({2: Fraction(1, 4), 3: HALF, 4: Fraction(1, 4)}),
    ]
    assert len(set(laws)) == 1
    assert laws[0] != d(2)
    assert laws[0] != dict(laws[0])


def test_a_sample_repeats_with_its_seed_and_follows_the_law():
    law = die([0, 0, 0, 5, 7])
    drawn = law.sample(6000, seed=3)
    assert drawn == law.sample(6000, seed=3)
    assert drawn != law.sample(6000, seed=4)
    assert law.sample(np.int64(5), seed=np.int32(3)) == law.sample(5, seed=3)
    counted = Counter(drawn)
    assert set(counted) == set(law)
    for outcome, chance in law.items():
        assert abs(counted[outcome] - 6000 * chance) < 6 * sqrt(6000 * chance * (1 - chance))


# -- laws of laws ------------------------------------------------------------------------------------------


@given(LAWS | LONG)
def test_the_mass_is_one_and_the_terms_are_lowest(law):
    assert sum(law.values()) == 1
    assert is_in_lowest_terms(law)


@given(LAWS | LONG, LAWS | LONG)
def test_means_and_variances_of_independent_outcomes_add_up(a, b):
    assert (a + b).mean == a.mean + b.mean
    assert (a - b).mean == a.mean - b.mean
    assert (a + b).variance == (a - b).variance == a.variance + b.variance
    assert is_in_lowest_terms(a + b)


@given(LAWS, LAWS)
def test_a_sum_holds_every_pair(a, b):
    pairs = {}
    for (x, p), (y, q) in product(a.items(), b.items()):
        pairs[x + y] = pairs.get(x + y, 0) + p * q
    assert a + b == Distribution(pairs)
    assert a - b == a + -b == a.combine(b, lambda x, y: x - y)
    assert a.combine(b, max).at_most(3) == a.at_most(3) * b.at_most(3)


@given(LAWS, LAWS)
def test_a_joint_law_has_its_parts_as_marginals(a, b):
    pair = a.joint(b)
    assert pair.marginal(0) == a
    assert pair.marginal(1) == b
    assert all(pair[x, y] == a[x] * b[y] for x in a for y in b)


@given(LAWS, st.integers(0, 6))
def test_n_copies_are_n_sums(law, n):
    total = Distribution.constant(0)
    for _ in range(n):
        total += law
    assert n @ law == law.repeat(n) == total


@given(LAWS, st.integers(-4, 4), st.fractions(-3, 3, max_denominator=5))
def test_shifts_and_scales_move_the_figures_with_them(law, shift, factor):
    assert (law + shift).mean == (shift + law).mean == law.mean + shift
    assert (law - shift).variance == law.variance
    assert law.scale(factor).mean == factor * law.mean
    assert law.scale(factor).variance == factor**2 * law.variance
    assert is_in_lowest_terms(law.scale(factor))


@given(LAWS, LAWS, st.fractions(0, 1, max_denominator=12))
def test_a_mixture_weighs_its_parts(a, b, share):
    mixed = Distribution.mixture([(share, a), (1 - share, b)])
    assert is_in_lowest_terms(mixed)
    assert mixed.mean == share * a.mean + (1 - share) * b.mean
    assert all(mixed[x] == share * a[x] + (1 - share) * b[x] for x in {*a, *b})


@pytest.mark.parametrize("shares", [[], [HALF], [HALF, HALF, HALF], [Fraction(3, 2), -HALF]])
def test_shares_of_a_mixture_that_are_no_law_are_refused(shares):
    with pytest.raises(ValueError, match="shares of a mixture"):
        Distribution.mixture([(share, d(6)) for share in shares])


@given(LAWS)
def test_a_second_stage_that_repeats_the_first_changes_nothing(law):
    assert law.then(Distribution.constant) == law
    assert law.then(lambda x: law) == law


@given(LAWS, st.integers(-9, 12))
def test_what_is_given_is_rescaled(law, least):
    assume(law.at_least(least))
    known = law.given(lambda x: x >= least)
    assert is_in_lowest_terms(known)
    assert all(known[x] == law[x] / law.at_least(least) for x in known)
    assert min(known) >= least


def test_what_never_happens_cannot_be_given():
    with pytest.raises(ValueError, match="never holds"):
        d(6).given(lambda face: face > 6)


@given(LAWS, st.integers(1, 4))
def test_a_function_of_the_outcome_collects_equal_images(law, modulus):
    images = law.map(lambda x: x % modulus)
    assert is_in_lowest_terms(images)
    assert all(images[r] == law.chance(lambda x, r=r: x % modulus == r) for r in range(modulus))


@given(LAWS | LONG)
def test_tails_agree_with_at_least_and_their_sum_with_the_mean(law):
    tails = law.tails()
    assert list(tails) == list(law)
    assert all(chance == law.at_least(x) for x, chance in tails.items())
    lowest = min(law)
    assert law.mean == lowest + sum(law.at_least(x) for x in range(lowest + 1, max(law) + 1))


@given(LAWS, st.fractions(0, 1, max_denominator=20).filter(bool))
def test_a_quantile_is_reached_and_nothing_below_it_is(law, share):
    x = law.quantile(share)
    assert law.at_most(x) >= share
    assert law.at_most(x) - law[x] < share


@given(LAWS, LAWS)
def test_two_laws_compared_hold_every_pair(a, b):
    compared = a.compare(b)
    difference = a - b
    assert compared == (difference.at_least(1), difference[0], difference.at_most(-1))


def test_numbers_are_repeated_and_never_less_than_no_time():
    with pytest.raises(ValueError, match="0 or more"):
        d(6).repeat(-1)
    with pytest.raises(ValueError, match="only numbers"):
        2 @ Distribution.from_weights({"won": 1, "lost": 2})
    uneven = Distribution.from_weights({HALF: 1, 2: 3, HALF / 3: 2})
    assert 3 @ uneven == uneven + uneven + uneven


@given(
    st.dictionaries(st.integers(-3, 6) | st.sampled_from([Fraction(1, 2)]), st.integers(1, 40), min_size=1, max_size=3),
    st.lists(st.integers(0, 70), max_size=4),
)
@settings(max_examples=60, deadline=None)
def test_many_numbers_of_copies_at_once_are_each_of_them(weights, numbers):
    law = Distribution.from_weights(weights)
    assert [(dict(found), list(found)) for found in law.repeats(numbers)] == [
        (dict(n @ law), list(n @ law)) for n in numbers
    ]


def test_wrong_numbers_of_copies_are_refused_like_one_of_them():
    with pytest.raises(ValueError, match="the number of copies is 0 or more, not -1"):
        Distribution.from_weights({0: 1, 1: 1}).repeats([1, -1])
    with pytest.raises(ValueError, match="only numbers can be added up"):
        Distribution.from_weights({"a": 1, "b": 1}).repeats([2])
