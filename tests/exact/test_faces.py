"""Questions about dice, face by face: against every roll of random pools, and against known games."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import groupby, product
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.dice import die
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.pools import dice_left
from probcalc.exact.pools import dice_questions as questions
from probcalc.exact.pools import matching_dice as matching
from probcalc.exact.pools import opposing_dice as opposing
from probcalc.exact.pools.faces import FaceByFace
from probcalc.exact.pools.hands import Hand
from probcalc.exact.readings.law import LawReader, law_of, probability_of
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Known
from probcalc.scenarios.errors import InputError

dice = st.dictionaries(st.integers(-2, 5), st.integers(1, 3), min_size=1, max_size=4)
pools = st.lists(st.tuples(dice, st.integers(0, 3)), min_size=1, max_size=3).filter(
    lambda pool: 0 < sum(n for _, n in pool) <= 5 and prod(len(die) ** n for die, n in pool) <= 150
)


def built(pool: list[tuple[dict[int, int], int]]) -> list[tuple[Known, int]]:
    return [(Known(Distribution.from_weights(die)), n) for die, n in pool]


def every_roll(*several: list[tuple[dict[int, int], int]], asked: Callable[..., Any]) -> Distribution:
    """The law of what is asked, from all rolls of all dice."""
    single = [list(die.items()) for pool in several for die, n in pool for _ in range(n)]
    sizes = [sum(n for _, n in pool) for pool in several]
    found: Counter[Any] = Counter()
    for roll in product(*single):
        shown = [face for face, _ in roll]
        parts, at = [], 0
        for size in sizes:
            parts.append(sorted(shown[at : at + size], reverse=True))
            at += size
        found[asked(*parts)] += prod(weight for _, weight in roll)
    return Distribution.from_weights(found)


def in_a_row(roll: list[int]) -> int:
    longest = run = 0
    for face in range(-3, 7):
        run = run + 1 if face in roll else 0
        longest = max(longest, run)
    return longest


ONE: dict[str, tuple[Callable[[Any], FaceByFace], Callable[[list[int]], Any]]] = {
    "largest set": (matching.largest_set, lambda roll: max(roll.count(face) for face in roll)),
    "pairs": (matching.sets, lambda roll: sum(roll.count(face) > 1 for face in set(roll))),
    "different": (lambda pool: matching.sets(pool, 1), lambda roll: len(set(roll))),
    "sizes": (
        matching.sizes_of_sets,
        lambda roll: tuple(sorted((n for _, g in groupby(roll) if (n := len(list(g))) > 1), reverse=True)),
    ),
    "straight": (matching.straight, in_a_row),
    "spread": (matching.spread, lambda roll: roll[0] - roll[-1]),
}


@pytest.mark.parametrize("name", ONE)
@settings(max_examples=20, deadline=None)
@given(pool=pools)
def test_what_is_asked_of_one_pool_is_what_every_roll_gives(name: str, pool: Any) -> None:
    question, twin = ONE[name]
    asked = question(built(pool))
    assert law_of(asked) == every_roll(pool, asked=twin)
    assert law_of(asked.plain()) == law_of(asked)


@settings(max_examples=40, deadline=None)
@given(pool=pools, data=st.data())
def test_any_ranks_of_any_dice_are_what_every_roll_gives(pool: Any, data: st.DataObject) -> None:
    count = sum(n for _, n in pool)
    ranks = data.draw(st.sets(st.integers(1, count)))
    found = law_of(questions.sum_of_ranks(built(pool), ranks))
    assert found == every_roll(pool, asked=lambda roll: sum(roll[rank - 1] for rank in ranks))


TWO: dict[str, tuple[Callable[[Any, Any], FaceByFace], Callable[[list[int], list[int]], Any]]] = {
    "won": (
        lambda a, b: opposing.sorted_pairs(a, b, "won"),
        lambda a, b: sum(x > y for x, y in zip(a, b, strict=False)),
    ),
    "lost": (
        lambda a, b: opposing.sorted_pairs(a, b, "lost"),
        lambda a, b: sum(x < y for x, y in zip(a, b, strict=False)),
    ),
    "tied": (
        lambda a, b: opposing.sorted_pairs(a, b, "tied"),
        lambda a, b: sum(x == y for x, y in zip(a, b, strict=False)),
    ),
    "ahead": (
        lambda a, b: opposing.sorted_pairs(a, b, "ahead"),
        lambda a, b: sum((x > y) - (x < y) for x, y in zip(a, b, strict=False)),
    ),
    "each": (
        opposing.each_pair,
        lambda a, b: (
            sum(x > y for x, y in zip(a, b, strict=False)),
            sum(x < y for x, y in zip(a, b, strict=False)),
            sum(x == y for x, y in zip(a, b, strict=False)),
        ),
    ),
    "reaching": (opposing.reaching_highest, lambda a, b: sum(x >= max(b) for x in a)),
    "cancelled": (opposing.left_after_cancelling, lambda a, b: (Counter(a) - Counter(b)).total()),
    "in both": (opposing.in_both, lambda a, b: (Counter(a) & Counter(b)).total()),
}


@pytest.mark.parametrize("name", TWO)
@settings(max_examples=20, deadline=None)
@given(first=pools, second=pools)
def test_what_is_asked_of_two_pools_is_what_every_roll_gives(name: str, first: Any, second: Any) -> None:
    if prod(len(die) ** n for die, n in first + second) > 800:
        return
    question, twin = TWO[name]
    assert law_of(question(built(first), built(second))) == every_roll(first, second, asked=twin)


FREE: dict[str, Callable[[Any], FaceByFace]] = {
    "largest set": lambda die: matching.largest_set([(die, 3), (faces("d2", 2), 1)]),
    "cards too": lambda die: matching.largest_set([(die, 2), Hand({0: 2, 1: 2}, 2)]),
    "two highest": lambda die: questions.sum_of_ranks([(die, 3), (faces("d3", 3), 2)], [1, 2]),
    "kept and dropped": lambda die: questions.sums_kept_and_dropped([(die, 3)], [1]),
    "pairs won": lambda die: opposing.sorted_pairs([(die, 2)], [(faces("d2", 2), 2)], "won"),
    "reaching": lambda die: opposing.reaching_highest([(die, 2)], [(faces("d2", 2), 1)]),
}


@pytest.mark.parametrize("name", FREE)
def test_a_free_face_gives_the_same_as_numbers(name: str) -> None:
    from probcalc.exact.tree.checks import roll_over
    from probcalc.symbolic.counts.forms import unknown
    from probcalc.symbolic.reading.arithmetic import Polynomials
    from probcalc.symbolic.ring.algebra import Algebra

    def asked(target: Any) -> FaceByFace:
        return FREE[name](roll_over("Die", 6, target).count("success"))

    weights, total = LawReader(Polynomials(Algebra())).weighted(asked(unknown("x", range(2, 7))))
    for value in range(2, 7):
        law = law_of(asked(value))
        for outcome, weight in weights.items():
            known = weight if isinstance(weight, int) else weight.evaluate({"x": value})
            assert known == law[outcome] * total


def test_several_sums_that_spread_far_are_the_same_with_formulas() -> None:
    from probcalc.symbolic.reading.arithmetic import Polynomials
    from probcalc.symbolic.ring.algebra import Algebra

    question = questions.sums_kept_and_dropped([(faces("d200", 200), 2)], [1])
    weights, total = LawReader(Polynomials(Algebra())).weighted(question)
    assert len(weights) == 200 * 201 // 2
    law = law_of(question)
    assert all(weight == law[outcome] * total for outcome, weight in weights.items())


def test_games_that_are_known() -> None:
    six = faces("d6", 6)
    risk = law_of(opposing.sorted_pairs([(six, 3)], [(six, 2)], "won"))
    assert risk == Distribution({0: Fraction(2275, 7776), 1: Fraction(2611, 7776), 2: Fraction(2890, 7776)})
    yahtzee = probability_of(matching.largest_set([(six, 5)]).at_least(5))
    assert yahtzee == Fraction(1, 1296)


def test_dice_without_an_end_of_rolls_are_quick_and_too_many_are_refused() -> None:
    ten = faces("d10", 10)
    assert law_of(matching.largest_set([(ten, 20)])).at_least(20) == Fraction(10, 10**20)
    with pytest.raises(TooLarge):
        law_of(opposing.sorted_pairs([(faces("d1000", 1000), 60)], [(faces("d1000", 1000), 60)], "won"))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda six: questions.sum_of_ranks([(six, 2)], [3]),
        lambda six: questions.sum_of_ranks([(six, 2)], [1, 1]),
        lambda six: matching.largest_set([]),
        lambda six: matching.largest_set([(six, -1)]),
        lambda six: law_of(matching.spread([(six.map(str), 2)])),
    ],
)
def test_what_cannot_be_asked_is_refused(wrong: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match=r"rank|die|no number"):
        wrong(faces("d6", 6))


def test_ways_of_a_face_follow_from_each_other_as_counted_one_by_one():

    dice = dice_left.EqualDice(LawReader(), Known(die([1, 1, 2, 5]), "a die"), 12)
    dice.begin([5, 2, 1])
    for face, weight in ((5, 1), (2, 1)):
        for rest in (12, 3, 7, 1):
            assert list(dice.of_face(face, rest)) == [(n, comb(rest, n) * weight**n) for n in range(rest + 1)]
    assert list(dice.of_face(1, 4)) == [(4, 16)]


def test_what_is_refused_after_the_first_face_counts_only_the_dice_that_are_left_there(monkeypatch):
    asked = []
    of_face = dice_left.EqualDice.of_face
    monkeypatch.setattr(
        dice_left.EqualDice, "of_face", lambda kind, face, rest: asked.append(rest) or of_face(kind, face, rest)
    )
    with pytest.raises(InputError, match=r"too large: about [\d,]+ steps \(limit 10,000,000\)"):
        probcalc.roll("different of 1000d6")
    assert asked == [1000]
