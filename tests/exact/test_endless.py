"""Laws without an end against dice that explode so often that nothing is left, and against what is known of them."""

import tracemalloc
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.contests import opposed
from probcalc.exact.dice.dice import best_of, d, die, keep_highest, worst_of
from probcalc.exact.dice.endless_dice import explode, turns_until
from probcalc.exact.law import endless
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import EndlessLaw
from probcalc.exact.law.explosions import exploding
from probcalc.exact.law.orders import Order
from probcalc.exact.pools.dice_pool import pool
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Known

HALVES = Distribution.from_weights({Fraction(1, 2): 1, 1: 1})

dice = st.dictionaries(st.integers(-2, 5), st.integers(1, 3), min_size=2, max_size=4)


@settings(max_examples=60, deadline=None)
@given(weights=dice, data=st.data())
def test_the_first_chances_are_those_of_dice_that_explode_often(weights: dict[int, int], data: st.DataObject) -> None:
    earning = data.draw(st.sets(st.sampled_from(sorted(weights)), min_size=1, max_size=len(weights) - 1))
    die = Distribution.from_weights(weights)
    if min(earning) <= 0:
        if min(earning) < 0:
            with pytest.raises(ValueError, match="takes away"):
                explode(die, earning.__contains__)
        return
    law = explode(die, earning.__contains__)
    often = exploding(die, earning.__contains__, most=8)
    # After nine dice that earn others the sum is 9 or more above the lowest face.
    for outcome in range(-3, min(weights) + 8):
        assert law[outcome] == often[outcome]
        assert law.at_least(outcome) == often.at_least(outcome)
        assert law.at_most(outcome) == often.at_most(outcome)


@settings(max_examples=30, deadline=None)
@given(sides=st.integers(2, 6), number=st.integers(1, 3), more=st.dictionaries(st.integers(-2, 3), st.integers(1, 2)))
def test_sums_are_those_of_their_parts(sides: int, number: int, more: dict[int, int]) -> None:
    other = Distribution.from_weights(more or {0: 1})
    law = number @ explode(d(sides)) + other
    often = number @ exploding(d(sides), lambda face: face == sides, most=6, last="stands") + other
    assert isinstance(law, EndlessLaw)
    for outcome in range(min(other) + number, min(other) + number + 6 * sides):
        assert law[outcome] == often[outcome]
    assert law.mean == number * explode(d(sides)).mean + other.mean
    assert law.variance == number * explode(d(sides)).variance + other.variance


@given(st.integers(2, 30))
def test_mean_and_variance_of_one_die(sides: int) -> None:
    law = explode(d(sides))
    # A die and, once in so many, as many pips and the same again: m = (n + 1) / 2 + m / n, and so for the square.
    mean = Fraction(sides + 1, 2) / (1 - Fraction(1, sides))
    square = Fraction(sum(face * face for face in range(1, sides)) + sides * sides, sides)
    square = (square + 2 * mean) / (1 - Fraction(1, sides))
    assert law.mean == mean
    assert law.variance == square - mean**2


def test_what_is_listed_and_the_rest_are_all_there_is() -> None:
    law = explode(d(6))
    assert sum(law.values()) == 1
    assert 0 < law["more"] <= Fraction(1, 10**6)
    beyond = max(outcome for outcome in law if outcome != "more") + 1
    assert law.at_least(beyond) == law["more"]
    assert law.at_least(beyond + 6) == law["more"] / 6
    assert law.has_mean
    assert not law.is_numeric
    assert law.median == 3


@settings(max_examples=30, deadline=None)
@given(sides=st.integers(2, 6), other=st.dictionaries(st.integers(-3, 60), st.integers(1, 3), min_size=1, max_size=3))
def test_a_comparison_is_that_of_dice_that_explode_often_enough(sides: int, other: dict[int, int]) -> None:
    law, theirs = explode(d(sides)), Distribution.from_weights(other)
    often = exploding(d(sides), lambda face: face == sides, most=31, last="stands")
    assert law.compare(theirs) == often.compare(theirs)
    assert theirs.compare(law) == theirs.compare(often)


@settings(max_examples=30, deadline=None)
@given(
    sides=st.integers(2, 6),
    other=st.dictionaries(st.fractions(-3, 60, max_denominator=3), st.integers(1, 3), min_size=1, max_size=3),
)
def test_beside_fractions_too(sides: int, other: dict[Fraction, int]) -> None:
    law, theirs = explode(d(sides)), Distribution.from_weights(other)
    often = exploding(d(sides), lambda face: face == sides, most=31, last="stands")
    assert law.compare(theirs) == often.compare(theirs)
    assert opposed(law, theirs) == opposed(often, theirs)
    assert opposed(theirs, law) == opposed(theirs, often)
    highest = max(other)
    assert law.capped(highest) == often.capped(highest)


def test_a_number_is_the_same_outcome_however_it_is_written() -> None:
    law = explode(d(6))
    for five in (5, Fraction(5), 5.0, Whole(5)):
        assert law[five] == law.exactly(five) == Fraction(1, 6)
    assert law[Fraction(11, 2)] == law[5.5] == law["five"] == law[float("inf")] == 0
    assert (law + Whole(2)).mean == (law + Fraction(2)).mean == law.mean + 2
    assert (law * Whole(2)).mean == 2 * law.mean
    assert law.capped("never") is law


class Whole:
    """A whole number of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize(
    "asked",
    [
        lambda: explode(die([1, 10**30])),
        lambda: explode(die([1, 10**8])),
        lambda: explode(d(6)).scale(10**8),
        lambda: explode(d(6)) + die([1, 10**9]),
        lambda: explode(d(6))[10**9],
        lambda: explode(d(2)).quantile(1 - Fraction(1, 10**30_000)),
    ],
)
def test_what_lies_too_far_apart_is_refused_before_it_is_listed(asked):
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            asked()
        assert tracemalloc.get_traced_memory()[1] < 10**8
    finally:
        tracemalloc.stop()


def test_figures_that_lie_beyond_what_is_listed() -> None:
    law = turns_until(Fraction(1, 3_000))
    assert law["more"] > Fraction(1, 2)
    assert law.at_most(law.median - 1) < Fraction(1, 2) <= law.at_most(law.median)
    assert explode(d(2)).quantile(1 - Fraction(1, 10**300)) == 1993
    with pytest.raises(ValueError, match="most probable"):
        law.mode  # noqa: B018
    assert explode(d(6)).mode == (1, 2, 3, 4, 5)


def test_the_first_turn() -> None:
    law = turns_until(Fraction(1, 3))
    assert [law[turn] for turn in (0, 1, 2, 3)] == [0, Fraction(1, 3), Fraction(2, 9), Fraction(4, 27)]
    assert (law.mean, law.variance) == (3, 6)
    assert turns_until(Fraction(1)) == Distribution.constant(1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: explode(d(1)), "never ends"),
        (lambda: explode(d(6), lambda face: True), "never ends"),
        (lambda: explode(d(6) - 7), "takes away"),
        (lambda: explode(Distribution.from_weights({"a": 1, "b": 1})), "only numbers"),
        (lambda: explode(d(6)) * d(2), "'more' is none"),
        (lambda: explode(d(6)).map(str), "needs every outcome"),
        (lambda: explode(d(6)).chance(lambda x: x == 200), "needs every outcome"),
        (lambda: explode(d(6)).given(lambda x: x != 3), "needs every outcome"),
        (lambda: explode(d(6)).then(lambda x: x), "needs every outcome"),
        (lambda: explode(d(6)).joint(d(2)), "needs every outcome"),
        (lambda: explode(d(6)).ranked("more"), "needs every outcome"),
        (lambda: explode(d(6)).in_the_order(Order(("more", "lost"), beyond=True)), "needs every outcome"),
        (lambda: explode(d(6)).quantile(1), "needs every outcome"),
        (lambda: d(2).joint(explode(d(6))), "needs every outcome"),
        (lambda: d(2).then(lambda x: explode(d(6))), "needs every outcome"),
        (lambda: Distribution.mixture([(1, explode(d(6)))]), "needs every outcome"),
        (lambda: best_of(2, explode(d(6))), "needs every outcome"),
        (lambda: worst_of(2, explode(d(6))), "needs every outcome"),
        (lambda: keep_highest(3, explode(d(6)), 2), "needs every outcome"),
        (lambda: pool(2, explode(d(6))), "needs every outcome"),
        (lambda: law_of(Known(explode(d(6))) + 1), "needs every outcome"),
        (lambda: law_of(faces("a", 6).then(lambda x: explode(d(6)))), "needs every outcome"),
        (lambda: explode(d(6)).capped("lost"), "high or low"),
        (lambda: explode(d(6)) + HALVES, "1/2 is none"),
        (lambda: explode(d(6)) - explode(d(6)), "'more' is none"),
        (lambda: explode(d(6)).compare(explode(d(6))), "at least one has an end"),
        (lambda: -1 @ explode(d(6)), "0 or more"),
        (lambda: turns_until(Fraction(0)), "above 0"),
        (lambda: EndlessLaw(0, [1], [2]), "N\\(1\\) = D\\(1\\)"),
    ],
)
def test_what_has_no_answer_is_refused_in_one_line(asked: object, said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        asked()  # type: ignore[operator]
    assert "\n" not in str(refused.value)


def test_a_chance_far_out_is_one_fraction(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, int]] = []

    def counted(numerator: int, denominator: int = 1) -> Fraction:
        made.append((numerator, denominator))
        return Fraction(numerator, denominator)

    law = turns_until(Fraction(1, 10_000))
    monkeypatch.setattr(endless, "Fraction", counted)
    assert law.at_least(2001) == Fraction(9999, 10_000) ** 2000
    assert law.at_most(2000) == 1 - Fraction(9999, 10_000) ** 2000
    assert law[2001] == Fraction(9999, 10_000) ** 2000 / 10_000
    assert len(made) == 3
