"""What is refused for its size is refused before the time is spent, and nothing is that would have come within it."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.exact.budget.bounds import MAX_STEPS, Budget, TooLarge, metered
from probcalc.exact.dice.dice import d
from probcalc.exact.kernels import random_copies
from probcalc.exact.kernels.weights import lighten, reduce_weights
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.pools import dice_questions, matching_dice
from probcalc.exact.pools.dice_pool import pool
from probcalc.exact.pools.faces import FaceByFace
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.rounds import Rounds
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Constant, Joint, Known, Tree, Turns
from tests.counted import reader_in

QUESTIONS: dict[str, Callable[[Any], FaceByFace]] = {
    "sizes of sets": matching_dice.sizes_of_sets,
    "largest set": matching_dice.largest_set,
    "widest set": matching_dice.widest_set,
    "greatest sum of a set": matching_dice.largest_sum_of_a_set,
    "straight": matching_dice.straight,
    "straight with a joker": lambda dice: matching_dice.straight(dice, wild={1}),
    "spread": matching_dice.spread,
    "the highest": lambda dice: dice_questions.sum_of_ranks(dice, [1]),
    "kept and dropped": lambda dice: dice_questions.sums_kept_and_dropped(dice, [1]),
}


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(QUESTIONS)),
    st.lists(st.tuples(st.integers(2, 9), st.integers(1, 5)), min_size=1, max_size=3),
)
def test_a_question_about_dice_is_answered_with_the_steps_that_it_takes(
    name: str, kinds: list[tuple[int, int]]
) -> None:
    asked = QUESTIONS[name]([(faces("die", sides), number) for sides, number in kinds])
    taken = reader_in(budget := Budget(10**12))
    law = taken.distribution(asked)
    enough = Budget(budget.spent)
    assert reader_in(enough).distribution(asked) == law
    assert enough.spent == enough.most
    with pytest.raises(TooLarge):
        reader_in(Budget(budget.spent - 1)).distribution(asked)


def test_many_dice_that_fall_into_very_many_sets_are_refused_after_their_first_faces() -> None:
    budget = Budget()
    asked = matching_dice.sizes_of_sets([(faces("die", 100), 100)])
    with pytest.raises(TooLarge, match=r"^a question about dice is too large: about [\d,]+ steps"):
        reader_in(budget).distribution(asked)
    assert budget.spent < MAX_STEPS // 20


def test_a_random_number_of_copies_is_refused_before_the_first_power(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        (d(1000), d(1000)),
        (10 @ d(100), d(100)),
        (d(500), 5 @ d(20)),
        (d(100_000), d(100_000)),
        (d(5000), d(2)),
        (d(300), Distribution.from_weights({0: 1, 7: 1, 10**6: 1})),
    ]
    computed: list[Any] = []
    monkeypatch.setattr(random_copies.powers, "power", lambda *of: computed.append(of))
    for numbers, one in asked:
        with pytest.raises(TooLarge, match=r"^the sum of up to \d+ copies is too large: about [\d,]+ (steps|bytes)"):
            numbers @ one
        assert not computed


@given(
    st.dictionaries(st.integers(0, 6), st.integers(1, 5), min_size=1, max_size=4),
    st.dictionaries(st.fractions(-3, 3, max_denominator=4), st.integers(1, 5), min_size=1, max_size=4),
)
def test_a_random_number_of_copies_is_the_mixture_of_so_many(numbers: dict[int, int], one: dict[Any, int]) -> None:
    count, law = Distribution.from_weights(numbers), Distribution.from_weights(one)
    assert count @ law == Distribution.mixture((share, n @ law) for n, share in count.items())


@pytest.mark.parametrize("lowest", [reduce_weights, lighten])
def test_what_is_certain_is_so_without_a_division_however_long_its_numbers(
    lowest: Callable[..., Any],
) -> None:
    budget = Budget()
    with metered(budget):
        assert lowest({"b": 6**400_000}, 6**400_000) == ({"b": 1}, 1)
    assert budget.spent == 0


def test_pools_ask_for_sets_as_before() -> None:
    assert pool(5, d(6)).sizes_of_sets()[(5,)].denominator == 6**4


def falling(exponent: int, rounds: int | None) -> Rounds:
    """Seven steps down, none to six at a time, with chances over a power of three about."""
    law = Known(Distribution.from_weights({k: 3**exponent + k for k in range(7)}))

    def step(left: int) -> Tree:
        return law.map(lambda lost: max(0, left - lost) if left > lost else -lost)

    return Rounds("Falls", 7, step, rounds, lambda left: left <= 0, lambda left: left)


def test_play_whose_end_could_not_be_brought_to_one_total_is_refused_in_its_first_turns() -> None:
    budget = Budget()
    with pytest.raises(TooLarge, match=r"^Falls, \d+ turns is too large: about [\d,]+ steps"):
        reader_in(budget).distribution(falling(60_000, 16))
    assert budget.spent < MAX_STEPS // 10


@pytest.mark.parametrize("rounds", [9, None])
def test_play_that_comes_within_its_steps_is_not_refused_for_its_end(rounds: int | None) -> None:
    budget = Budget(10**12)
    law = reader_in(budget).distribution(falling(2000, rounds))
    assert reader_in(Budget(budget.spent * 5 // 4)).distribution(falling(2000, rounds)) == law


def one_after_the_other(costs: list[int], budget: Budget) -> Tree:
    """Outcomes each of which is followed by a law that takes so many steps."""

    def follow(number: int) -> Tree:
        budget.spend("a law", costs[number - 1])
        return faces("next", 2)

    return faces("first", len(costs)).then(follow)


def test_laws_of_which_each_takes_long_are_refused_after_the_first_few() -> None:
    budget = Budget()
    with pytest.raises(TooLarge, match=r"^this question is too large: about 11\d,\d\d\d,\d\d\d steps"):
        reader_in(budget).distribution(one_after_the_other([2_000_000] * 100, budget))
    assert budget.spent == 16 * 2_000_000


@settings(max_examples=60)
@given(st.integers(33, 200), st.integers(0, 300_000), st.integers(0, 10_000_000))
def test_laws_that_become_shorter_or_are_kept_for_others_are_not_refused_for_it(n: int, step: int, kept: int) -> None:
    # The first of them takes most: what is kept for the others is computed there.
    costs = [kept + n * step, *(step * number for number in range(n - 1, 0, -1))]
    budget = Budget(sum(costs) * 11 // 10 + 100 * n)
    assert reader_in(budget).distribution(one_after_the_other(costs, budget)) == d(2)


def test_outcomes_of_several_parts_are_estimated_as_such() -> None:
    assert len(d(6).joint(d(100)).joint(d(100))) == 60_000
    with pytest.raises(TooLarge, match=r"^a combination of two laws is too large: about [\d,]+ bytes"):
        d(6).joint(d(1000)).joint(d(1000))


NUMBERS = st.dictionaries(
    st.one_of(st.integers(-3, 3), st.fractions(-2, 2, max_denominator=2).filter(lambda x: x.denominator > 1)),
    st.integers(1, 5),
    min_size=1,
    max_size=5,
).map(Distribution.from_weights)


@given(NUMBERS, NUMBERS, st.sampled_from([max, min]))
def test_the_higher_and_the_lower_of_two_are_those_of_every_pair(
    a: Distribution, b: Distribution, one: Callable[..., Any]
) -> None:
    pairs = a.combine(b, lambda x, y: one(x, y))
    assert a.combine(b, one) == pairs
    assert LawReader().distribution(Joint((Known(a), Known(b)), one)) == pairs


def test_the_higher_of_two_long_laws_takes_no_longer_than_to_read_them() -> None:
    assert d(100_000).higher(d(100_000))[1] == Fraction(1, 10**10)
    many = 200 @ d(100)
    reader_in(budget := Budget()).distribution(Joint((Known(many), Known(many)), min))
    assert budget.spent < MAX_STEPS // 50


def test_a_roll_of_the_higher_of_two_pools_is_answered_whole() -> None:
    assert not probcalc.roll("max(40d6, 200d%) + min(8d10, 10d10)").left_out


def never(state: Any) -> bool:
    """Whether play that has no end is over."""
    return False


def sums(sides: int, most: int, until: int) -> Turns:
    """What is rolled added up, to `most` at most and until so much is reached."""
    roll = faces("die", sides)

    def step(state: tuple[int]) -> Tree:
        return roll.map(lambda face: (min(most, state[0] + face),))

    return Turns("sum", Constant((0,)), step, 300, lambda state: state[0] >= until)


def rolled_last(sides: int, number: int) -> Turns:
    """The last dice of a row: after so many rolls each turn leaves their law as it is."""
    roll = faces("die", sides)
    return Turns("last", Constant((0,) * number), lambda row: roll.map(lambda face: (*row[1:], face)), 300, never)


def steps_aside(number: int) -> Turns:
    """A walk in two dimensions."""
    moves = Distribution.from_weights(dict.fromkeys([(1, 0), (-1, 0), (0, 1), (0, -1)], 1))

    def step(at: tuple[int, int]) -> Tree:
        return Known(moves).map(lambda by: (at[0] + by[0], at[1] + by[1]))

    return Turns("walk", Constant((0, 0)), step, number, never)


@settings(max_examples=30, deadline=None)
@given(
    st.one_of(
        st.builds(sums, st.integers(2, 8), st.sampled_from([40, 10**6]), st.sampled_from([200, 10**6])),
        st.builds(rolled_last, st.integers(2, 4), st.integers(1, 4)),
        st.builds(steps_aside, st.integers(1, 40)),
    )
)
def test_play_whose_states_are_counted_ahead_is_answered_with_about_what_it_takes(play: Turns) -> None:
    law = reader_in(budget := Budget(10**12)).distribution(play)
    # What the next turns add to fractions is not known to the last step.
    assert reader_in(Budget(budget.spent * 3 // 2)).distribution(play) == law


@pytest.mark.parametrize("play", [replace(sums(6, 10**6, 10**6), turns=1000), steps_aside(1000)])
def test_play_that_comes_to_more_states_with_every_turn_is_refused_early(play: Turns) -> None:
    budget = Budget()
    with pytest.raises(TooLarge, match=r"^(sum|walk), \d+ turns is too large: about 5\d,\d\d\d,\d\d\d steps"):
        reader_in(budget).distribution(play)
    # It was refused when all of it was spent.
    assert budget.spent < MAX_STEPS // 4
