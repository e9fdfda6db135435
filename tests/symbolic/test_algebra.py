"""Polynomial weights: the work is bounded, and every operation agrees with numbers."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.steps import Constant, Then, Turns
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.counts.needs import NeedsValue
from probcalc.symbolic.reading.arithmetic import Polynomials
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.replacing import adopt, replace_unknowns
from probcalc.symbolic.ring.weights import Chance

CC = range(1, 31)


def free(*names):
    algebra = Algebra()
    return algebra, [algebra.generator(Chance(name)) for name in names]


def test_the_binomial_of_forty_has_all_its_terms():
    algebra, (p,) = free("p")
    law, total = Polynomials(algebra).write_out({0: 1 - p, 1: p}, 1, 40)
    assert total == 1
    assert sum(len(weight) for weight in law.values()) == 861
    third = Fraction(1, 3)
    assert all(w.evaluate({"p": third}) == comb(40, k) * third**k * (1 - third) ** (40 - k) for k, w in law.items())


def test_ten_attacks_with_three_probabilities_have_506_terms():
    algebra, (hit, wound, save) = free("p", "q", "r")
    chance = hit * wound * (1 - save)
    law, _ = Polynomials(algebra).write_out({0: 1 - chance, 1: chance}, 1, 10)
    assert sum(len(weight) for weight in law.values()) == 506


@given(st.integers(1, 8), st.fractions(0, 1, max_denominator=7), st.fractions(0, 1, max_denominator=7))
def test_a_power_is_the_same_with_and_without_names(n, p, q):
    algebra, (one, other) = free("p", "q")
    law = {0: 3 - one - one * other, 1: one, 2: 2 * one * other, 5: 3 - one * other}
    total = 6
    arithmetic = Polynomials(algebra)
    short, short_total = arithmetic.power(law, total, n)
    long, long_total = Polynomials(algebra).write_out(law, total, n)
    point = {"p": p, "q": q}

    def value(weight, whole):
        return Fraction(weight.evaluate(point) if hasattr(weight, "evaluate") else weight) / whole

    assert {k: value(w, short_total) for k, w in short.items()} == {k: value(w, long_total) for k, w in long.items()}


def test_there_may_be_many_unknowns():
    _, weights = free(*(f"p{i}" for i in range(20)))
    product = 1
    for weight in weights:
        product = product * (1 + weight)
        if len(product) > 4000:
            break
    assert weights[0] * weights[19] == weights[19] * weights[0]


def test_the_work_of_one_formula_is_bounded():
    _algebra, weights = free("p", "q", "r")
    with pytest.raises(TooLarge, match="products"):
        (1 + weights[0] + weights[1] + weights[2]) ** 200


def test_unknowns_of_one_formula_are_bounded():
    with pytest.raises(TooLarge, match="unknowns"):
        free(*(f"p{i}" for i in range(65)))


def test_limits_turned_round_share_one_unknown():
    algebra = Algebra()
    cc = unknown("cc", CC)
    hit = algebra.count((cc - 2).lowest(19).highest(1))
    miss = algebra.count((22 - cc).lowest(19).highest(1))
    assert hit + miss == 20
    assert len(algebra.unknowns) == 1


def test_weights_of_two_readings_do_not_mix():
    one, (p,) = free("p")
    _other, (q,) = free("q")
    with pytest.raises(ValueError, match="two readings"):
        p * q
    assert adopt(one, q).evaluate({"q": 3}) == 3


@given(st.sampled_from(CC), st.fractions(0, 1, max_denominator=9))
def test_replacing_is_evaluating_later(cc, chance):
    algebra = Algebra()
    hit = algebra.count(unknown("cc", CC).lowest(19).highest(1))
    p = algebra.generator(Chance("p"))
    wound, _ = algebra.name_weight(hit * (20 - hit) * p, 400)
    weight = 3 * wound * wound + algebra.inverse(5 + hit) * wound + 7
    top, bottom = replace_unknowns(Algebra(), weight, {("parameter", "cc"): cc})
    assert Fraction(top.evaluate({"p": chance})) / bottom == weight.evaluate({"cc": cc, "p": chance})
    top, bottom = replace_unknowns(Algebra(), weight, {}, written_out=True)
    assert Fraction(top.evaluate({"cc": cc, "p": chance})) / bottom == weight.evaluate({"cc": cc, "p": chance})
    top, bottom = replace_unknowns(Algebra(), weight, {("chance", "p"): chance})
    value = top if isinstance(top, int) else top.evaluate({"cc": cc})
    assert Fraction(value) / bottom == weight.evaluate({"cc": cc, "p": chance})


def test_which_polynomial_is_greater_is_a_question_to_the_parameters():
    algebra = Algebra()
    cc = algebra.count(unknown("cc", CC))
    assert cc * cc >= cc
    with pytest.raises(NeedsValue) as need:
        bool(cc * cc > 10 * cc)
    assert need.value.parts == (range(1, 11), range(11, 31))


def test_a_free_probability_settles_nothing():
    _, (p,) = free("p")
    with pytest.raises(NeedsValue) as need:
        bool(p > 1)
    assert need.value.name == ""


def duel(a, b):
    """Both strike at once until one of them hits."""
    first, second = roll_under("Blow of a", 6, a), roll_under("Blow of b", 6, b)
    both = Then(first, lambda x: second.map(lambda y: "a" if x == "success" else "b" if y == "success" else "on"))
    return Turns("Duel", Constant("on"), lambda state: both, None, lambda state: state != "on")


@given(st.integers(1, 5), st.integers(1, 5))
def test_play_until_it_ends_is_a_quotient_of_polynomials(a, b):
    algebra = Algebra()
    tree = duel(unknown("a", range(1, 6)), unknown("b", range(1, 6)))
    weights, total = LawReader(Polynomials(algebra)).weighted(tree)
    found = {o: Fraction(w.evaluate({"a": a, "b": b})) / total for o, w in weights.items()}
    assert found == dict(law_of(duel(a, b)).items())


def course(targets, leads, ends):
    """Play on numbered states that leads upwards, or leaves everything as it is."""
    rolls = [roll_under(f"Roll {state}", 6, target) for state, target in enumerate(targets)]

    def step(state):
        on, off = leads[state]
        return rolls[state].then(success=state + on, failure=state + off)

    return Turns("Course", Constant(0), step, None, lambda state: state >= len(targets) or state in ends)


@given(
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)) | st.tuples(st.integers(1, 3), st.integers(0, 3)),
             min_size=4, max_size=4),
    st.sets(st.integers(1, 3)),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
)  # fmt: skip
def test_play_until_it_ends_is_the_same_in_formulas_and_in_numbers(kinds, leads, ends, point):
    a, b = unknown("a", range(1, 6)), unknown("b", range(1, 6))
    weights, total = LawReader(Polynomials(Algebra())).weighted(course([(3, a, b)[k] for k in kinds], leads, ends))
    values = {"a": point[0], "b": point[1]}
    found = {o: Fraction(w.evaluate(values) if hasattr(w, "evaluate") else w) / total for o, w in weights.items()}
    there = course([(3, *point)[k] for k in kinds], leads, ends)
    assert {o: chance for o, chance in found.items() if chance} == dict(law_of(there).items())


def test_circles_that_are_known_are_solved_among_formulas():
    coin, roll = roll_under("Coin", 2, 1), roll_under("Step", 6, unknown("a", range(1, 6)))

    def step(state):
        if state == "start":
            return roll.then(success=1, failure="lost")
        return coin.then(success=state + 1, failure=state - 1)

    walk = Turns("Walk", Constant("start"), step, None, lambda x: x in ("lost", 0, 3))
    weights, total = LawReader(Polynomials(Algebra())).weighted(walk)
    for a in range(1, 6):
        won = Fraction(a, 6) / 3
        found = {o: Fraction(w.evaluate({"a": a}), total) for o, w in weights.items()}
        assert found == {3: won, 0: 2 * won, "lost": 1 - 3 * won}


def test_play_in_circles_is_left_to_numbers():
    roll = roll_under("Step", 6, unknown("a", range(1, 6)))
    walk = Turns(
        "Walk",
        Constant(1),
        lambda x: roll.map(lambda o: x + (1 if o == "success" else -1)),
        None,
        lambda x: x in (0, 3),
    )
    with pytest.raises(NeedsValue):
        LawReader(Polynomials(Algebra())).weighted(walk)


def test_products_that_are_refused_are_not_counted():
    algebra = Algebra(most_products=100)
    algebra.charge(60)
    with pytest.raises(TooLarge, match=r"about 10,060 products .limit 100"):
        algebra.charge(10_000)
    assert algebra.spent == 60


def test_products_of_long_coefficients_are_counted_as_long_as_they_take():
    algebra = Algebra()
    long = sum((3**4000 + i) * algebra.generator(Chance("p")) ** i for i in range(1, 101))
    before = algebra.spent
    long * (long + 1)
    # As many products, whatever the coefficients, and a step for every hundred digits or so of each.
    assert algebra.spent - before == 100 * 101
    assert algebra.on_long > 100 * 10_000
    with pytest.raises(TooLarge, match=r"this formula is too large: about [\d,]+ steps .limit 3,000,000"):
        (long * 7) * (long * 11)
    short = sum(i * algebra.generator(Chance("p")) ** i for i in range(1, 101))
    before = algebra.on_long
    short * (short + 1)
    assert algebra.on_long == before


def test_pairs_of_weights_are_counted_when_laws_are_added():
    budget = Budget()
    algebra = Algebra()
    numbers = dict.fromkeys(range(300), 1)
    p = algebra.generator(Chance("p"))
    with metered(budget):
        assert Polynomials(algebra).add(numbers, numbers)[300] == 299
        Polynomials(algebra).add({0: p, 1: 1}, dict.fromkeys(range(1000), 1))
    assert budget.spent >= 4 * 2000
    with pytest.raises(TooLarge, match="this formula is too large"), metered(Budget(1000)):
        Polynomials(algebra).add({0: p, 1: 1}, dict.fromkeys(range(1000), 1))


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-9, 9)), min_size=1, max_size=6),
    st.permutations([0, 1, 2]),
)
def test_the_same_polynomial_has_the_same_key_whatever_came_first(terms, order):
    names = ["p", "q", "r"]
    first, second = Algebra(), Algebra()
    for place in order:
        second.generator(Chance(names[place]))

    def polynomial(algebra):
        p, q = algebra.generator(Chance("p")), algebra.generator(Chance("q"))
        return sum((c * p**a * q**b for a, b, c in terms), start=algebra.generator(Chance("r")))

    assert polynomial(first).key() == polynomial(second).key()
    assert polynomial(first).key() != (polynomial(second) + 1).key()
    assert polynomial(first).key() != (polynomial(second) + second.generator(Chance("q")) ** 7).key()


def test_common_factors_of_long_numbers_are_counted():
    budget = Budget()
    common = 3**60_000
    with metered(budget):
        reduced = Polynomials(Algebra()).reduce({0: common, 1: 5 * common}, 6 * common)
    assert reduced == ({0: 1, 1: 5}, 6)
    assert budget.spent > 1000
