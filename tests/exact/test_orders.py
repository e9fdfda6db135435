"""What a law's outcomes are: numbers, numbers with an end beyond them, names in an order, and names without one."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.exact.dice.contests import compare_in_order, opposed
from probcalc.exact.dice.dice import best_of, d, die, keep, keep_highest, keep_lowest, worst_of
from probcalc.exact.law.comparison import compare, dominates
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import ENDS, Order, common_order
from probcalc.exact.law.outcomes import require_outcomes
from probcalc.exact.pools.dice_pool import pool
from probcalc.exact.readings.law import LawReader, law_of, probability_of
from probcalc.exact.readings.sample import sample
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Constant, Event, Known, Roll, Sum, step_of

HALF = Fraction(1, 2)
EVENT = faces("a", 6).among(6)
MORALE = ("passed", "disordered", "broken")
NAMES = Distribution.from_weights({"won": 1, "lost": 2})
LATER = Distribution.from_weights({1: 1, 2: 1, "later": 1, "never": 1})
RANKED = Distribution.from_weights({"broken": 1, "passed": 2}).ranked(*MORALE)
PAIRS = Distribution.from_weights({(1, 1): 1, (1, 2): 2})


# -- the four kinds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "numeric", "extended", "ordered"),
    [
        (d(6), True, True, True),
        (Distribution({HALF: 1}), True, True, True),
        (LATER, False, True, True),
        (Distribution.constant("never"), False, True, True),
        (Distribution.from_weights({1: 1, "lost": 1}), False, False, False),
        (Distribution.from_weights({1: 1, "lost": 1}).ranked("lost"), False, True, True),
        (RANKED, False, False, True),
        (NAMES, False, False, False),
        (PAIRS, False, False, False),
    ],
)
def test_a_law_says_itself_what_its_outcomes_are(law, numeric, extended, ordered):
    assert (law.is_numeric, law.is_extended, law.has_order) == (numeric, extended, ordered)


def test_an_end_lies_above_every_number():
    assert LATER.at_least(2) == Fraction(3, 4)
    assert LATER.at_least(10**9) == HALF
    assert LATER.at_least("later") == HALF
    assert LATER.at_least("never") == Fraction(1, 4)
    assert LATER.at_most(10**9) == HALF
    assert LATER.at_most("never") == 1
    assert LATER.tails() == {1: 1, 2: Fraction(3, 4), "later": HALF, "never": Fraction(1, 4)}
    assert LATER.median == 2
    assert LATER.quantile(Fraction(3, 5)) == "later"
    assert best_of(2, LATER)["never"] == 1 - Fraction(3, 4) ** 2
    assert worst_of(2, LATER)["never"] == Fraction(1, 16)
    assert d(6).at_most("never") == 1
    assert d(6).at_least("never") == 0
    assert compare(d(2), LATER) == (Fraction(1, 8), Fraction(1, 4), Fraction(5, 8))
    assert dominates(LATER, d(2))
    assert not dominates(d(2), LATER)


def test_names_in_an_order_stand_in_it_however_they_are_listed():
    assert list(RANKED) == ["broken", "passed"]
    assert RANKED.median == "passed"
    assert RANKED.quantile(1) == "broken"
    assert RANKED.at_least("disordered") == Fraction(1, 3)
    assert RANKED.at_most("disordered") == Fraction(2, 3)
    assert RANKED.tails() == {"broken": Fraction(1, 3), "passed": 1}
    best = Distribution({"broken": Fraction(5, 9), "passed": Fraction(4, 9)})
    assert best_of(2, RANKED) == best.ranked(*MORALE) != best
    assert best_of(2, RANKED).median == "broken"
    assert RANKED.given(lambda name: name != "broken").at_least("passed") == 1
    assert Distribution.mixture([(HALF, RANKED), (HALF, Distribution.constant("broken").ranked(*MORALE))]).has_order
    assert compare(RANKED, RANKED) == (Fraction(2, 9), Fraction(5, 9), Fraction(2, 9))
    assert opposed(RANKED, RANKED, ties="reroll")["a"] == HALF


def test_a_morale_test_is_even_against_itself_and_a_winner_is_neither_high_nor_low():
    morale = probcalc.odds("oathmark.morale")["outcome"]
    even = (Fraction(84, 625), Fraction(457, 625), Fraction(84, 625))
    assert morale.compare(morale) == even
    assert tuple(opposed(morale, morale).values()) == even
    winner = probcalc.odds("oathmark.combat")["winner"]
    with pytest.raises(ValueError, match="nothing says whether the outcome 'a' is high or low"):
        winner.compare(winner)
    with pytest.raises(ValueError, match="nothing says whether the outcome 'a' is high or low"):
        assert winner.median


def test_a_result_declares_the_order_of_its_names():
    assert probcalc.odds("oathmark.morale")["outcome"].order == Order(MORALE)
    assert probcalc.odds("mechanics.test")["outcome"].at_least("success") == probcalc.odds("mechanics.test")["success"]
    first_failure = probcalc.odds("thud_and_blunder.trial")["first_failure"]
    assert first_failure.at_least(3) == 1 - first_failure[1] - first_failure[2]
    recovers = probcalc.odds("chronopia.panic")["turns"]
    assert recovers.at_least(2) == 1 - recovers[1]
    assert recovers.at_least("lost") == recovers["lost"]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        (lambda: NAMES.at_least(1), "'won'"),
        (lambda: NAMES.at_most(1), "'won'|1"),
        (lambda: NAMES.at_least("won"), "'won'"),
        (lambda: NAMES.tails(), "'won'"),
        (lambda: NAMES.median, "'won'"),
        (lambda: NAMES.quantile(HALF), "'won'"),
        (lambda: NAMES.compare(NAMES), "'won'"),
        (lambda: NAMES.mean, "'won'"),
        (lambda: NAMES.scale(2), "'won'"),
        (lambda: NAMES + NAMES, "'won'"),
        (lambda: NAMES + 1, "'won'"),
        (lambda: 1 + NAMES, "'won'"),
        (lambda: NAMES - 1, "'won'"),
        (lambda: d(6) - NAMES, "'won'"),
        (lambda: -NAMES, "'won'"),
        (lambda: 2 @ NAMES, "'won'"),
        (lambda: best_of(2, NAMES), "'won'"),
        (lambda: worst_of(2, NAMES), "'won'|'lost'"),
        (lambda: keep_highest(2, NAMES, 1), "'won'"),
        (lambda: keep_lowest(2, LATER, 1), "'later'"),
        (lambda: keep(3, NAMES, [2]), "'won'"),
        (lambda: opposed(NAMES, d(6)), "'won'"),
        (lambda: compare_in_order(d(6), 2, NAMES, 2), "'won'"),
        (lambda: dominates(NAMES, NAMES), "'won'"),
        (lambda: LATER.mean, "'later'"),
        (lambda: LATER + 1, "'later'"),
        (lambda: LATER.scale(2), "'later'"),
        (lambda: LATER.at_least("lost"), "'lost'"),
        (lambda: LATER.at_least(2.5), "2.5"),
        (lambda: d(6).at_most(2.5), "2.5"),
        (lambda: RANKED.at_least(3), "3"),
        (lambda: RANKED.at_least("steady"), "'steady'"),
        (lambda: RANKED.compare(d(6)), "[1-6]"),
        (lambda: RANKED.compare(NAMES), "'won'"),
        (lambda: RANKED.compare(RANKED.ranked(*reversed(MORALE))), "'broken'|'passed'"),
        (lambda: RANKED.ranked("passed"), "'broken'"),
        (lambda: NAMES.ranked("won", "lost", "won"), "won"),
        (lambda: PAIRS + PAIRS, r"\(1, 1\)"),
        (lambda: PAIRS.scale(2), r"\(1, 1\)"),
        (lambda: 2 @ PAIRS, r"\(1, 1\)"),
        (lambda: PAIRS.at_least(1), r"\(1, 1\)"),
        (lambda: PAIRS.marginal(2), r"\(1, 1\)"),
        (lambda: d(6).marginal(0), "1"),
    ],
)
def test_a_method_that_needs_an_order_or_numbers_refuses_in_one_line_that_names_the_outcome(question, named):
    with pytest.raises(ValueError, match=named) as caught:
        question()
    assert "\n" not in str(caught.value)


def test_steps_keep_to_the_same_rule():
    pairs, names = Known(PAIRS), Known(NAMES)
    for step in (
        pairs + pairs,
        Sum((pairs, pairs)),
        pairs.times(2),
        names + names,
        names.times(2),
        names + 1,
        pairs + 1,
    ):
        with pytest.raises(ValueError, match="only numbers can be added up"):
            law_of(step)
    with pytest.raises(ValueError, match="only numbers can be added up"):
        LawReader().mean(names)
    with pytest.raises(ValueError, match="nothing says whether the outcome 'won'"):
        probability_of(names.at_least(2))
    assert probability_of(Known(LATER).at_least(2)) == Fraction(3, 4)


def test_laws_of_the_same_names_are_equal_where_they_rank_them_alike():
    coin = Distribution.from_weights({"heads": 1, "tails": 1})
    up, down = coin.ranked("heads", "tails"), coin.ranked("tails", "heads")
    assert up != down
    assert coin not in (up, down)
    assert len({up: 1, down: 2, coin: 3}) == 3
    # Names that cannot come say nothing of those that can.
    assert up == coin.ranked("heads", "edge", "tails")
    assert hash(up) == hash(coin.ranked("heads", "edge", "tails"))
    assert Distribution.constant("heads") == Distribution.constant("heads").ranked("heads")
    assert LATER.in_the_order(Order(("later", "never"), beyond=True)) == LATER


def test_a_cap_follows_the_order_of_names():
    assert RANKED.capped("disordered") == Distribution.from_weights({"disordered": 1, "passed": 2}).ranked(*MORALE)
    assert RANKED.capped("disordered").median == "passed"
    with pytest.raises(ValueError, match="nothing says whether the outcome 'lost'"):
        NAMES.capped("lost")


def test_laws_agree_on_an_order_or_are_not_compared():
    lost = Order(("lost",), beyond=True)
    assert common_order([1, 2], ENDS, [2, "lost"], lost) == lost
    assert common_order([2, "lost"], lost, [1, 2], ENDS) == lost
    assert common_order([1, "never"], ENDS, [1, "never"], ENDS) == ENDS
    with pytest.raises(ValueError, match=r"'never'|'lost'"):
        common_order([1, "never"], ENDS, [1, "lost"], lost)


def test_laws_that_disagree_about_a_few_of_their_names_are_not_compared():
    three = Distribution.from_weights({"a": 1, "b": 1, "c": 1}).ranked("a", "b", "c")
    two = Distribution.from_weights({"a": 1, "b": 1})
    assert three.compare(two.ranked("a", "b", "d")).wins == HALF
    for question in (three.compare, lambda other: other.compare(three)):
        with pytest.raises(ValueError, match="do not agree whether 'a' is high or low"):
            question(two.ranked("b", "a"))


PLACED = st.dictionaries(st.sampled_from([0, 1, 2, "more", "later", "never"]), st.integers(1, 4), min_size=1)


@given(first=PLACED, second=PLACED)
def test_every_figure_of_a_law_with_an_end_is_that_of_numbers_beyond_all_others(first, second):
    """The plain twin: the ends as three great numbers."""
    great = {"more": 1000, "later": 2000, "never": 3000}
    laws = [Distribution.from_weights(weights) for weights in (first, second)]
    plain = [law.map(lambda o: great.get(o, o)) for law in laws]
    assert compare(*laws) == compare(*plain)
    assert dominates(*laws) == dominates(*plain)
    for law, twin in zip(laws, plain, strict=True):
        assert {great.get(o, o): p for o, p in law.tails().items()} == twin.tails()
        assert great.get(law.median, law.median) == twin.median
        for n in (1, 3):
            assert best_of(n, law).map(lambda o: great.get(o, o)) == best_of(n, twin)
            assert worst_of(n, law).map(lambda o: great.get(o, o)) == worst_of(n, twin)
        for least in (0, 1, 2, 3, *great):
            assert law.capped(least).map(lambda o: great.get(o, o)) == twin.capped(great.get(least, least))
            assert law.at_least(least) == twin.at_least(great.get(least, least))
            assert law.at_most(least) == twin.at_most(great.get(least, least))


# -- an outcome is never a law -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        lambda: Distribution({d(6): 1}),
        lambda: Distribution.from_weights({faces("a", 6): 1}),
        lambda: Distribution.constant(d(6)),
        lambda: d(6).map(lambda face: d(6)),
        lambda: d(6).combine(d(6), lambda x, y: d(6)),
        lambda: d(6).map(lambda face: (face, (1, d(6)))),
        lambda: d(6).then(lambda face: (face, d(6))),
        lambda: law_of(faces("a", 6).then(lambda face: (face, faces("b", 6)))),
        lambda: law_of(faces("a", 6).map(lambda face: d(6))),
        lambda: law_of(faces("a", 6).map(lambda face: faces("b", 6)).map(lambda face: 1)),
        lambda: probability_of(faces("a", 6).map(lambda face: d(6)).among(3)),
        lambda: Constant(d(6)),
        lambda: law_of(Roll("a", 1, {d(6): 1})),
        lambda: require_outcomes([1, d(6)]),
        lambda: Distribution({EVENT: 1}),
        lambda: law_of(EVENT),
        lambda: law_of(Constant(EVENT)),
        lambda: law_of(faces("a", 6).then(lambda face: EVENT).count(1)),
        lambda: law_of(faces("a", 6).map(lambda face: EVENT).count(1)),
        lambda: EVENT + faces("a", 6),
    ],
)
def test_no_outcome_is_ever_itself_a_law(question):
    with pytest.raises(ValueError, match="an outcome is a number or a name, and never a"):
        question()


NONE = Distribution.from_weights({2: 1, None: 1})
TWINS = d(2).map(lambda face: (face, face))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (lambda: -NONE, "None is none"),
        (lambda: abs(NONE), "None is none"),
        (lambda: NONE + 1, "None is none"),
        (lambda: 2 @ NONE, "None is none"),
        (lambda: NONE > 1, "None is none"),
        (lambda: pool(2, NONE).highest(), "high or low"),
        (lambda: pool(2, die([HALF, 2])).highest(), "1/2 is none"),
        (lambda: pool(2, die([HALF, 2])).kept_and_dropped(1), "1/2 is none"),
        (lambda: pool(2, die([HALF, 2])).straight(), "1/2 is none"),
        (lambda: pool(2, die([(0, 2), (1, 1)])).lowest(), "is none"),
        (lambda: pool(2, die([(0, 2), (1, 1)])).best_set_sum(), "is none"),
        (lambda: pool(2, die([(0, 2), (1, 1)])).spread(), "is none"),
        (lambda: Distribution({1: (1,)}), "exact fraction"),
        (lambda: Distribution.mixture([("x", d(6))]), "exact fraction"),
        (lambda: TWINS.covariance(0, None), "whole number"),
        (lambda: TWINS.marginal(0.5), "whole number"),
    ],
)
def test_what_is_no_number_where_one_is_meant_is_refused_in_one_line(question, said):
    with pytest.raises(ValueError, match=said) as caught:
        question()
    assert "\n" not in str(caught.value)


def test_faces_that_do_not_compare_are_counted_and_not_put_in_order():
    mixed = die([(1, "a"), (1, (2, 3))])
    assert pool(2, mixed).size()[2] == 1
    assert pool(2, mixed).counts({(1, "a")})[1] == HALF
    with pytest.raises(ValueError, match="which of the faces"):
        pool(2, mixed).widest_set()


def test_fractions_are_still_compared_and_added_up_where_they_can_be():
    assert pool(2, die([HALF, 2])).best_set_sum()[4] == Fraction(1, 4)
    assert pool(2, die([HALF, 2])).spread()[Fraction(3, 2)] == HALF


@pytest.mark.parametrize(
    "question",
    [
        lambda: best_of(2, 6),
        lambda: best_of(2, faces("a", 6)),
        lambda: best_of(d(6), 2),
        lambda: worst_of(2.5, d(6)),
        lambda: keep_highest(2, 6, 1),
        lambda: keep_lowest(2, d(6), 1.0),
        lambda: d(6).compare(6),
        lambda: opposed(d(6), 6),
        lambda: compare_in_order(6, 1, d(6), 1),
        lambda: d(6).joint(6),
        lambda: d(6).then(lambda face: faces("b", 6)),
        lambda: Distribution.mixture([(1, 6)]),
        lambda: faces("a", 6).times(d(6)),
        lambda: faces("a", 6).times(2.5),
        lambda: faces("a", 6).times(None),
        lambda: d(2.0),
        lambda: 1.5 @ d(6),
        lambda: d(6).sample(-1, 1),
        lambda: d(6).sample(1, None),
        lambda: sample(faces("a", 6), -1, 1),
        lambda: d("6"),
        lambda: die(5),
        lambda: keep(2, d(6), 5),
        lambda: keep(2, d(6), ["x"]),
        lambda: d(6).higher(faces("a", 6)),
        lambda: d(6).lower(faces("a", 6)),
        lambda: d(6).same_as(faces("a", 6)),
        lambda: Known(faces("a", 6)),
        lambda: Known(3),
    ],
)
def test_what_is_no_law_or_no_number_is_refused_in_one_line(question):
    with pytest.raises(ValueError, match=r"law|whole number|known|0 or more|list") as caught:
        question()
    assert "\n" not in str(caught.value)


def test_a_law_is_the_step_that_it_is_known_to_be():
    assert law_of(d(6)) == d(6)
    assert law_of(faces("a", 6).then(lambda x: d(6) if x == 6 else x))[3] == Fraction(7, 36)
    assert law_of(faces("a", 6) + d(6))[7] == Fraction(1, 6)
    assert law_of(d(6) + faces("a", 6))[7] == Fraction(1, 6)
    assert law_of(sum([d(6), faces("a", 6), 1])) == d(6) + d(6) + 1
    assert type(step_of(d(6))) is Known
    assert law_of(faces("a", 6).then(d(4))) == law_of(faces("a", 6).then(faces("b", 4))) == d(4)


def test_a_law_of_a_class_of_its_own_is_a_step_too():
    own = Own({1: HALF, 5: HALF})
    assert law_of(faces("a", 6).then({6: own}, otherwise=0).count(5))[1] == Fraction(1, 12)
    assert probability_of(Event(own, lambda face: face == 5)) == HALF


class Own(Distribution):
    __slots__ = ()


@pytest.mark.parametrize(
    "question",
    [
        lambda: faces("a", 6).map(d(6)),
        lambda: faces("a", 6).map(faces("b", 6)),
        lambda: faces("a", 6).map(3),
        lambda: faces("a", 6).then(3),
        lambda: faces("a", 6).then(d(6), success=1),
        lambda: probability_of(faces("a", 6)),
    ],
)
def test_a_step_where_a_function_or_an_event_is_meant_is_refused_in_one_line(question):
    with pytest.raises(ValueError, match=r"function of the outcome|of an event") as caught:
        question()
    assert "\n" not in str(caught.value)
