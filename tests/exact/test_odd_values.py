"""Odd values of Python in the engine: a right law, or one line."""

from fractions import Fraction
from itertools import count

import numpy as np
import pytest

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.dice import best_of, d, die, keep
from probcalc.exact.dice.endless_dice import explode, turns_until
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.pools.deck import Deck
from probcalc.exact.pools.dice_pool import Pool, pool
from probcalc.exact.pools.vectors import symbol_die, symbols
from probcalc.exact.rounds.playing import play


def test_what_a_face_is_worth_is_not_cut():
    with pytest.raises(ValueError, match="the worth of the face 1 is a whole number, not Fraction"):
        pool(3, d(6)).total_of(lambda face: Fraction(face, 2))
    assert pool(3, d(6)).total_of(lambda face: Fraction(2 * face, 2)).mean == Fraction(21, 2)


def test_numbers_stay_ascending_however_they_are_listed():
    law = d(6).listed_in((3, 1))
    assert law.outcomes == (1, 2, 3, 4, 5, 6)
    assert law.quantile(Fraction(1, 3)) == 2
    assert law.compare(d(8)) == d(6).compare(d(8))
    assert die([3, 6, 9]).listed_in(range(10**9)) == die([3, 6, 9])


def test_numbers_of_another_library_do_not_overflow():
    law = Distribution({side: Fraction(np.int64(1 + side), np.int64(3)) for side in (0, 1)})
    assert best_of(60, law).mean == 1 - Fraction(1, 3**60)


def test_sums_of_faces_far_from_each_other_are_few():
    far = die([0, 1, 1, 10**20])
    assert 2 @ far == far + far
    assert 5 @ far == far + far + far + far + far
    assert (-3 * (3 @ die([0, 7, 10**9]))).outcomes[0] == -9 * 10**9


def test_what_has_no_chance_is_no_outcome():
    assert Distribution({1: "1", 2: "0"}).outcomes == (1,)


def test_laws_without_an_end_differ_beyond_what_they_list():
    near, far = (explode(die([1, 10**power])) for power in (5, 6))
    assert near != far
    assert len({near: 1, far: 2}) == 2
    assert far != Distribution({1: Fraction(1, 2), "more": Fraction(1, 2)})
    assert explode(die([1, 10**5])) == near
    assert explode(d(6)) + 1 == 1 + explode(d(6))


def test_odd_collections_of_ranks_and_faces_end():
    with pytest.raises(TooLarge, match="what is kept of several dice"):
        keep(2**63, d(6).map(lambda face: -face), [5, 2])
    with pytest.raises(ValueError, match="the ranks of 3 dice are 1 to 3, each at most once"):
        keep(3, d(6), count())
    assert pool(3, d(6)).largest_set(range(10**9)) == Distribution.constant(3)
    assert pool(2, d(6)).straight(range(2, 10**9)) == pool(2, d(6)).straight(range(2, 7))
    with pytest.raises(ValueError, match="a set is of 1 or more dice"):
        pool(3, d(10**5)).sizes_of_sets(-(10**5000))


REFUSED = [
    (lambda: pool(3, d(6)).in_pairs(7), "a pool, such as pool(3, d(6)), not 7"),
    (lambda: pool(3, d(6)).in_pairs(pool(3, d(6)), "x"), "pairs are counted as won, lost, tied, ahead, not as 'x'"),
    (lambda: pool(3, d(6)).counts(5), "the faces of a group are a list, a tuple or a set, not 5"),
    (lambda: pool(3, d(6)).ranks(["a"]), "a rank is a whole number, not 'a'"),
    (lambda: pool(3, d(6)).sets("a"), "the size of a set is a whole number, not 'a'"),
    (lambda: pool(3, d(6)).missing([1]), "a dict of faces with how many of each, not [1]"),
    (lambda: pool(3, d(6)).largest_set(5), "the wild faces are a list, a tuple or a set, not 5"),
    (lambda: pool(3, d(6)).law(0, lambda *told: 1), "the next state and what is added up, not 1"),
    (lambda: pool(-1, d(6)), "a pool is of 0 or more dice, not -1"),
    (lambda: Pool(d(6)), "a pool is made by pool(3, d(6))"),
    (lambda: Deck(5), "cards with the number of each, not of 5"),
    (lambda: Deck({1: "a"}), "the number of copies of a card is a whole number, not 'a'"),
    (lambda: symbols((-1, d(6))), "each of its faces is a tuple of counts"),
    (lambda: explode(d(6), worth=3), "what a face is worth takes a function, not 3"),
    (lambda: d(6).map(5), "map takes a function, not 5"),
    (lambda: d(6).then(5), "then takes a function, not 5"),
    (lambda: d(6)[[1]], "an outcome is a number, a name or a tuple of them, not [1]"),
    (lambda: [1] in d(6), "an outcome is a number, a name or a tuple of them, not [1]"),
    (lambda: Distribution.constant([1]), "an outcome is a number, a name or a tuple of them, not [1]"),
    (lambda: Distribution.mixture(5), "the parts of a mixture are a list, a tuple or a set, not 5"),
    (lambda: play([], lambda state: state, turns=2), "an outcome is a number, a name or a tuple of them, not []"),
    (lambda: play(0, lambda state: pool(3, d(6)), turns=1), "and never a Pool"),
    (lambda: d(6).then(lambda face: pool(3, d(6))), "Pool is no law of itself"),
    (lambda: die([(0.5, 1)]), "exact: fractions, not decimals"),
    (lambda: die([1, 1.0]), "a face is exact: fractions, not decimals such as 1.0"),
    (lambda: die(["a", 1]).in_the_order("a"), "an order is an Order of names, not 'a'"),
    (lambda: d(-(10**5000)), "a die has at least one face, not less than -10**4999"),
    (lambda: best_of("x" * 100_000, d(6)), "the number of dice is a whole number, not 'xxx"),
    (lambda: d(6).repeats(count()), "too large"),
    (lambda: (3 @ d(6)).repeats(d(10**5)), "too large"),
    (lambda: symbol_die("sa", 5), "the faces of a die are a list, a tuple or a set, not 5"),
    (lambda: die({1: 2, 6: 1}), "a die of your own is a list of its faces; with weights it is"),
    (lambda: die(best_of(2, d(6))), "a die of your own is a list of its faces; with weights it is"),
    (lambda: symbol_die(50, ["s"]), "the kinds of symbols are a text with a letter for each, not 50"),
    (lambda: symbol_die("sa", [1]), "a face is a text with a letter for each of its symbols, not 1"),
    (lambda: die(["a", "b"]).ranked([1], "b"), "an outcome is a number, a name or a tuple of them, not [1]"),
    (lambda: die(["a", 1]).listed_in(7), "the names of an order are a list, a tuple or a set, not 7"),
    (lambda: die(["a", "b"]).at_least("x" * 5000), "nothing says whether the outcome 'xxx"),
    (lambda: d(6).at_least(np.array([1, 2])), "an outcome is a number, a name or a tuple of them, not array([1, 2])"),
    (lambda: turns_until("x" * 5000), "a chance above 0 and at most 1, not 'xxx"),
    (lambda: turns_until(Fraction(1, 3)).compare(5), "takes a law, such as d(6), not 5"),
    (lambda: best_of(10, d(6), 5), "a budget is a Budget, not of type int"),
    (lambda: d(6).standard_deviation.rounded_down(10**9), "a decimal has 0 to 10,000 places, not 1000000000"),
    (lambda: pool(3, d(6)).straight([[1]]), "an outcome is a number, a name or a tuple of them, not [1]"),
    (lambda: len(Deck({1: 10**30})), "the number of cards is too large"),
    (lambda: pool(3, d(6)).lying.common_dice(5), "dice on the table are put together with others, not with 5"),
    (lambda: pool(3, d(6)).lying.beside(5), "dice on the table are put together with others, not with 5"),
    (lambda: pool(3, d(6)).lying.unlike(5), "dice on the table are put together with others, not with 5"),
    (lambda: pool(3, d(6)).counts([[1]]), "an outcome is a number, a name or a tuple of them, not ["),
    (lambda: play(2**31, lambda state: (state, state), lambda state: None), "limit 100,000"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_is_of_another_kind_is_refused_in_one_short_line(number):
    asked, said = REFUSED[number]
    with pytest.raises(ValueError) as refusal:
        asked()
    text = str(refusal.value)
    assert said in text
    assert "\n" not in text
    assert len(text) < 250


def test_what_is_asked_of_chances_with_very_many_digits_has_a_bound():
    law = best_of(1_500_000, d(6))
    assert repr(law) == "Distribution(1, 2, 3, 4, 5, 6: chances of more than 1,163,233 digits)"
    for asked in (lambda: law[6], lambda: law.mean, lambda: law.variance, lambda: law.at_least(3)):
        with pytest.raises(TooLarge):
            asked()
    assert law.median == 6


def test_numbers_that_overflow_elsewhere_are_pythons_own_in_the_turns_of_a_play():
    assert play(np.int64(1), lambda state: state * 10**10, turns=3) == Distribution.constant(10**30)
    assert turns_until(Fraction(np.int64(1), np.int64(3))) == turns_until(Fraction(1, 3))
