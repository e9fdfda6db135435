"""Laws without an end against dice that explode so often that nothing is left, and against what is known of them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact import endless
from probcalc.exact.dice import d
from probcalc.exact.distribution import Distribution
from probcalc.exact.endless import EndlessLaw
from probcalc.exact.endless_dice import explode, turns_until
from probcalc.exact.explosions import exploding

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
        (lambda: explode(d(6)).map(str).mean, "have a mean"),
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
