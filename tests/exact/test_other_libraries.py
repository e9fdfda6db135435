"""Numbers of other libraries, and numbers far beyond every bound: exact, or refused in one line."""

from fractions import Fraction
from itertools import count

import pytest

import probcalc
from probcalc import Distribution, best_of, d, deck, die, keep_highest, keep_lowest, pool
from probcalc.exact.budget.bounds import TooLarge

numpy = pytest.importorskip("numpy")

SUMS = [
    lambda n: n @ d(6),
    lambda n: d(n),
    lambda n: best_of(n, d(10)),
    lambda n: keep_highest(n + 2, d(10), n),
    lambda n: keep_lowest(n + 2, d(10), n),
    lambda n: pool(n, d(6)).sum(),
    lambda n: deck({1: n, 2: n}).deal(n).sum(),
    lambda n: Distribution.from_weights({1: n, 2: 1}) * 9,
    lambda n: 9 @ die([n, n, 1]),
    lambda n: n + d(6) * n - n,
    lambda n: n * d(6).scale(n),
    lambda n: d(100).at_least(n),
    lambda n: d(100).at_most(n),
]


@pytest.mark.parametrize("asked", SUMS)
@pytest.mark.parametrize("kind", [numpy.int8, numpy.int64, numpy.uint8, Fraction])
def test_a_whole_number_of_another_library_is_that_number(asked, kind):
    """Such numbers overflow where Python's own do not."""
    with numpy.errstate(all="raise"):
        found = asked(kind(60))
    assert found == asked(60)
    if isinstance(found, Distribution) and kind is not Fraction:
        assert {type(weight) for weight in found.weights.values()} == {int}
        assert {type(outcome) for outcome in found} == {int}


def test_a_parameter_takes_a_whole_number_of_another_library():
    found = probcalc.odds("chronopia.melee", cc=numpy.int64(11))
    assert found.to_json() == probcalc.odds("chronopia.melee", cc=11).to_json()
    ratings = probcalc.odds("reikhammer.turn", a_commands=[numpy.int64(4), 3, numpy.uint8(3)])
    assert ratings.to_json() == probcalc.odds("reikhammer.turn", a_commands=[4, 3, 3]).to_json()
    with pytest.raises(probcalc.InputError, match=r"cc must be 1 to 30, not 99"):
        probcalc.odds("chronopia.melee", cc=numpy.int64(99))


def test_decimals_of_another_library_are_no_outcomes():
    with pytest.raises(ValueError, match="exact: fractions, not decimals"):
        die([numpy.float64(1.5)])


@pytest.mark.parametrize("power", [60, 400, 3000, 5000])
@pytest.mark.parametrize(
    "asked", [lambda n: n @ d(6), lambda n: best_of(n, d(6)), lambda n: keep_highest(n, d(6), 3), d]
)
def test_what_is_far_too_large_is_refused_in_short(asked, power):
    with pytest.raises(TooLarge) as refusal:
        asked(10**power)
    assert len(str(refusal.value)) < 200
    assert "\n" not in str(refusal.value)


def test_a_deck_without_an_end_is_refused():
    with pytest.raises(TooLarge, match="a deck is too large"):
        deck(count())


@pytest.mark.parametrize(
    ("over", "turns", "line"),
    [
        (None, "6", "the number of turns is a whole number, not '6'"),
        (None, 2.5, "the number of turns is a whole number, not 2.5"),
        (5, None, "play takes functions of the state"),
    ],
)
def test_play_says_what_it_takes(over, turns, line):
    with pytest.raises(ValueError, match=line):
        probcalc.play(0, lambda total: d(6) + total, over, turns)


@pytest.mark.parametrize(("made", "what"), [(die, "a face"), (deck, "a card")])
def test_a_list_is_no_face_and_no_card(made, what):
    with pytest.raises(ValueError, match=rf"{what} is a number, a name or a tuple of them, not \[1\]"):
        made([[1], 2])
