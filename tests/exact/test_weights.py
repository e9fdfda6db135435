"""Kernels on weights: every fast way gives what the plain double loop gives."""

import random
from fractions import Fraction
from math import gcd, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.kernels import powers, products
from probcalc.exact.kernels import weights as kernels
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import faces, roll_under


def plain_convolution(a, b):
    result = {}
    for x, w in a.items():
        for y, v in b.items():
            result[x + y] = result.get(x + y, 0) + w * v
    return result


def plain_power(a, n):
    result = {0: 1}
    for _ in range(n):
        result = plain_convolution(result, a)
    return result


def random_weights(generator, size, spread, bits):
    outcomes = generator.sample(range(-spread, spread), size)
    return {o: generator.getrandbits(bits) + 1 for o in outcomes}


WEIGHTS = st.dictionaries(st.integers(-20, 20), st.integers(1, 10**25) | st.just(1), min_size=1, max_size=6)


@given(WEIGHTS, st.integers(0, 9))
def test_a_power_is_a_repeated_convolution(a, n):
    raised = powers.power(a, n)
    assert raised == plain_power(a, n)
    assert list(raised) == sorted(raised)


@given(st.integers(1, 12), st.integers(1, 4), st.integers(-30, 30), st.integers(1, 7), st.integers(0, 12))
def test_powers_of_equal_weights_at_equal_distances(sides, weight, low, stride, n):
    flat = {low + stride * i: weight for i in range(sides)}
    assert powers.power(flat, n) == plain_power(flat, n)


@given(st.lists(st.integers(0, 6), max_size=5), st.integers(1, 6), st.integers(1, 9))
def test_powers_that_read_the_same_backwards(middle, end, n):
    coefficients = [end, *middle, *reversed(middle), end]
    dense = powers.polynomial_power(coefficients, n)
    assert {k: c for k, c in enumerate(dense) if c} == plain_power({i: c for i, c in enumerate(coefficients) if c}, n)


@given(st.integers(1, 10**40), st.integers(1, 10**40), st.integers(1, 30))
def test_powers_of_two_outcomes(a, b, n):
    assert powers.power({-3: a, 4: b}, n) == plain_power({-3: a, 4: b}, n)


def test_a_negative_power_is_refused():
    for a in ({0: 3}, {0: 1, 1: 2}, {0: 1, 1: 2, 5: 1}):
        with pytest.raises(ValueError, match="0 or more"):
            powers.power(a, -1)


@given(WEIGHTS, WEIGHTS)
def test_a_convolution_of_short_laws(a, b):
    assert kernels.convolve(a, b) == plain_convolution(a, b)


@pytest.mark.parametrize("bits", [1, 60, 4000])
@pytest.mark.parametrize(("size", "other", "spread"), [(20, 20, 20), (10, 60, 60), (25, 30, 400), (50, 50, 60)])
def test_long_laws_are_convolved_alike_in_every_way(size, other, spread, bits):
    generator = random.Random(bits + size)
    a = random_weights(generator, size, spread, bits)
    b = random_weights(generator, other, spread, max(1, bits // 3))
    expected = plain_convolution(a, b)
    assert kernels.convolve(a, b) == kernels.convolve(b, a) == expected
    assert products._packed_product(a, b) == expected
    assert products._rowwise_product(a, b) == expected


@given(WEIGHTS, WEIGHTS)
def test_a_quotient_takes_a_factor_out_again(a, b):
    assert kernels.quotient(plain_convolution(a, b), b) == a


@given(st.dictionaries(st.integers(), st.integers(0, 10**20), max_size=6), st.integers(1, 1000))
def test_reducing_keeps_the_shares_and_drops_what_cannot_happen(weights, factor):
    total = sum(weights.values())
    kept, whole = kernels.reduce_weights({o: w * factor for o, w in weights.items()}, total * factor or factor)
    assert all(kept.values())
    assert sum(kept.values()) == (whole if total else 0)
    assert all(kept.get(o, 0) * total == w * whole for o, w in weights.items())
    assert kernels.reduce_weights(kept, whole) == (kept, whole)


@pytest.mark.parametrize("common", [1, 2, 6**40, 7 * 2**900])
@pytest.mark.parametrize("odd_one", [0, 1, 3**30])
def test_many_long_weights_are_reduced_by_what_all_of_them_share(common, odd_one):
    generator = random.Random(common % 97 + odd_one)
    weights = {o: 6**30 * common * generator.getrandbits(2500) for o in range(100)} | {200: 0}
    weights[70] += odd_one * common
    total = sum(weights.values())
    shared = gcd(*weights.values())
    assert shared % common == 0
    expected = {o: w // shared for o, w in weights.items() if w}
    assert kernels.reduce_weights(weights, total) == (expected, total // shared)


@given(
    st.dictionaries(st.integers(), st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 90), st.integers(1, 10**9)
)
def test_small_factors_are_taken_out_of_long_numbers(weights, power, factor):
    long = {o: w * 6**power * factor for o, w in weights.items()}
    total = (sum(weights.values()) or 1) * 6**power * factor
    kept, whole = kernels.lighten(long, total)
    assert all(kept.get(o, 0) * total == w * whole for o, w in long.items())
    assert all(kept.values())
    # Nothing below a hundred is left that divides them all.
    assert gcd(whole, *kept.values(), kernels._SMALL_FACTORS) == 1
    assert kernels.reduce_weights(kept, whole) == kernels.reduce_weights(long, total)


@given(
    st.dictionaries(
        st.integers(0, 5),
        st.dictionaries(
            st.integers(1, 40) | st.sampled_from([6**60, 6**90, 2**30 * 3**5]), st.integers(0, 9), min_size=1
        ),
        min_size=1,
    )
)
def test_weights_over_several_totals_come_to_the_least_common_one(collected):
    weights, over = kernels.over_one_total(collected)
    assert over == lcm(*(total for parts in collected.values() for total in parts))
    for outcome, parts in collected.items():
        assert Fraction(weights[outcome], over) == sum(Fraction(w, total) for total, w in parts.items())


@given(st.lists(st.tuples(st.integers(1, 9), WEIGHTS | st.integers(-5, 5)), min_size=1, max_size=5))
def test_a_mixture_weighs_its_laws_whatever_their_totals(parts):
    laws = [law for _, law in parts]
    totals = [sum(law.values()) if isinstance(law, dict) else 1 for law in laws]
    shares = [share for share, _ in parts]
    expected = {}
    for share, law, whole in zip(shares, laws, totals, strict=True):
        for outcome, weight in (law if isinstance(law, dict) else {law: 1}).items():
            expected[outcome] = expected.get(outcome, 0) + Fraction(share * weight, whole * sum(shares))
    for mixture in (kernels.mixture, kernels._long_mixture):
        weights, total = mixture(shares, laws, totals, sum(shares))
        assert {outcome: Fraction(weight, total) for outcome, weight in weights.items()} == expected


def test_a_sum_beyond_the_bound_is_refused_before_it_is_begun():
    long = dict.fromkeys(range(100_000), 1)
    gaps = {i * i: 1 for i in range(10_000)}
    with pytest.raises(TooLarge, match="a sum of two laws"):
        kernels.convolve(gaps, {3 * o: 1 for o in gaps})
    with pytest.raises(TooLarge, match="the sum of 50 rolls"):
        powers.power(long, 50)


def test_a_second_step_with_long_totals_is_the_mixture_of_its_laws():
    dice = {n: roll_under("Hit", 6, 1 + n % 2).count("success").times(300 * n) for n in (1, 2, 3)}
    drawn = law_of(faces("Squads", 3).then(lambda n: dice[n]))
    assert drawn.total.bit_length() > 2 * kernels.LONG // 3
    laws = {n: law_of(tree) for n, tree in dice.items()}
    assert all(drawn[k] == sum(law.get(k, 0) for law in laws.values()) / 3 for k in range(901))
