"""Two sides rolling against each other, against every pair of rows."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.dice.contests import behind_the_highest, compare_in_order, contest_law, opposed
from probcalc.exact.dice.dice import best_of, d, die
from probcalc.exact.law.distribution import Distribution

FACES = st.lists(st.integers(-2, 6), min_size=1, max_size=4)
MIRROR = {"a": "b", "b": "a", "tie": "tie", "keep": "keep", "reroll": "reroll"}


def every_pair(a, a_dice, b, b_dice, lead):
    """Wins of a, ties and cases, the dice of each side put in order and compared one by one."""
    wins = ties = cases = 0
    for ours in product(a, repeat=a_dice):
        first, *others = sorted(ours, reverse=True)
        ranked = [first + lead, *others]
        for theirs in product(b, repeat=b_dice):
            pairs = zip(ranked, sorted(theirs, reverse=True), strict=False)
            decided = next((x - y for x, y in pairs if x != y), 0)
            wins += decided > 0
            ties += decided == 0
            cases += 1
    return wins, ties, cases


def outcome(wins, ties, cases, rule):
    shares = {"a": Fraction(wins, cases), "tie": Fraction(ties, cases), "b": Fraction(cases - wins - ties, cases)}
    tied = shares.pop("tie")
    if rule == "keep":
        shares["tie"] = tied
    elif rule == "reroll":
        shares = {side: share / (1 - tied) for side, share in shares.items()}
    else:
        shares[rule] += tied
    return Distribution(shares)


@given(FACES, FACES, st.sampled_from(["keep", "a", "b", "reroll"]))
def test_every_rule_of_ties(a, b, rule):
    wins, ties, cases = every_pair(a, 1, b, 1, 0)
    if ties == cases and rule == "reroll":
        with pytest.raises(ValueError, match="always tie"):
            opposed(die(a), die(b), rule)
    else:
        assert opposed(die(a), die(b), rule) == outcome(wins, ties, cases, rule)


@given(FACES, st.integers(1, 3), FACES, st.integers(1, 3), st.integers(-3, 3))
def test_dice_compared_in_order_with_a_lead(a, a_dice, b, b_dice, lead):
    wins, ties, cases = every_pair(a, a_dice, b, b_dice, lead)
    assert compare_in_order(die(a), a_dice, die(b), b_dice, lead=lead) == outcome(wins, ties, cases, "keep")


@given(FACES, st.integers(1, 3), FACES, st.integers(1, 3), st.data())
def test_the_other_dice_given_the_highest(a, a_dice, b, b_dice, data):
    x, y = data.draw(st.sampled_from(a)), data.draw(st.sampled_from(b))
    ours, theirs = (
        [sorted(roll, reverse=True)[1:] for roll in product(faces, repeat=n) if max(roll) == top]
        for faces, n, top in ((a, a_dice, x), (b, b_dice, y))
    )
    found = {"a": 0, "tie": 0, "b": 0}
    for first, second in product(ours, theirs):
        decided = next((i - j for i, j in zip(first, second, strict=False) if i != j), 0)
        found["a" if decided > 0 else "b" if decided else "tie"] += 1
    expected = Distribution.from_weights({name: count for name, count in found.items() if count})
    assert behind_the_highest(die(a), a_dice, x, die(b), b_dice, y) == expected


@given(FACES, st.integers(1, 6), FACES, st.integers(1, 6), st.integers(-3, 3), st.sampled_from(["keep", "a", "b"]))
def test_swapped_sides_mirror_the_answer(a, a_dice, b, b_dice, lead, rule):
    there = compare_in_order(die(a), a_dice, die(b), b_dice, lead=lead, ties=rule)
    back = compare_in_order(die(b), b_dice, die(a), a_dice, lead=-lead, ties=MIRROR[rule])
    assert there == back.map(MIRROR.__getitem__)


@given(FACES, FACES, st.integers(-3, 3))
def test_one_die_each_is_a_plain_contest(a, b, lead):
    assert compare_in_order(die(a), 1, die(b), 1, lead=lead) == opposed(die(a) + lead, die(b))


def test_with_one_die_on_a_side_only_the_highest_count():
    assert compare_in_order(d(10), 3, d(10), 1) == opposed(best_of(3, d(10)), d(10))


def test_ties_of_two_dice_each_rolled_again():
    law = compare_in_order(d(10), 2, d(10), 2, ties="reroll")
    assert law == Distribution({"a": Fraction(1, 2), "b": Fraction(1, 2)})


@pytest.mark.parametrize(
    "question",
    [
        lambda: opposed(d(6), d(6), ties="draw"),
        lambda: opposed(d(1), d(1), ties="reroll"),
        lambda: compare_in_order(d(6), 0, d(6), 1),
        lambda: compare_in_order(d(6), 1, d(6), -1),
        lambda: compare_in_order(d(6), 1, d(6), 1, ties="attacker"),
        lambda: contest_law(0, 4, 4, "reroll"),
    ],
)
def test_contests_without_a_meaning_are_refused_in_one_line(question):
    with pytest.raises(ValueError) as caught:
        question()
    assert "\n" not in str(caught.value)
