"""Laws and steps in one tree, in every place where a step may stand, against plain enumeration of the dice."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

import pytest

from probcalc.exact.dice.dice import d, die
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.play.first_turn import turn_of
from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.readings.best_play import BestPlay
from probcalc.exact.readings.explanation import explain
from probcalc.exact.readings.flow import flows
from probcalc.exact.readings.law import law_of, probability_of
from probcalc.exact.readings.sample import sample
from probcalc.exact.rounds.rounds import Rounds
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.leaders import Leaders
from probcalc.exact.tree.margins import Margin
from probcalc.exact.tree.steps import Choice, Constant, Event, Known, Tally, Tree, Turns, together, total_of
from probcalc.scenarios.evaluation import evaluate
from probcalc.scenarios.scenario import Result, Scenario

Plain = dict[Any, Fraction]
MIXTURES, BLOCKS = 2000, 20
DEEPEST = 3


def then(first: Plain, follow: Callable[[Any], Plain]) -> Plain:
    found: Plain = {}
    for x, p in first.items():
        for y, q in follow(x).items():
            found[y] = found.get(y, Fraction(0)) + p * q
    return found


def mapped(first: Plain, function: Callable[[Any], Any]) -> Plain:
    return then(first, lambda x: {function(x): Fraction(1)})


def added(first: Plain, second: Plain) -> Plain:
    return then(first, lambda x: mapped(second, lambda y: x + y))


def copies(n: int, one: Plain) -> Plain:
    found: Plain = {0: Fraction(1)}
    for _ in range(n):
        found = added(found, one)
    return found


def drawn(random: Random, depth: int) -> tuple[Any, Plain]:
    """A law, a step or a certain number, and what it comes to when every face is enumerated."""
    if depth == 0 or random.random() < 0.15:
        return leaf(random)
    return random.choice(BRANCHES)(random, depth - 1)


def leaf(random: Random) -> tuple[Any, Plain]:
    sides = random.randint(1, 3)
    plain = {face: Fraction(1, sides) for face in range(1, sides + 1)}
    kind = random.randrange(5)
    if kind == 0:
        number = random.randint(0, 3)
        return number, {number: Fraction(1)}
    if kind == 1:
        marks = [random.randint(0, 2) for _ in range(sides)]
        return die(marks), {mark: Fraction(marks.count(mark), sides) for mark in marks}
    return (d(sides), faces("Die", sides), Known(d(sides)))[kind - 2], plain


def a_step(random: Random, depth: int) -> tuple[Tree, Plain]:
    while True:
        step, plain = drawn(random, depth)
        if isinstance(step, Tree):
            return step, plain


def a_die(random: Random, depth: int) -> tuple[Any, Plain]:
    """A law or a step."""
    while True:
        step, plain = drawn(random, depth)
        if isinstance(step, (Tree, Distribution)):
            return step, plain


def a_then(random: Random, depth: int) -> tuple[Any, Plain]:
    step, plain = a_step(random, depth)
    follows = {outcome: drawn(random, depth) for outcome in plain}
    return step.then(lambda x: follows[x][0]), then(plain, lambda x: follows[x][1])


def a_then_of_a_law(random: Random, depth: int) -> tuple[Any, Plain]:
    sides = random.randint(1, 3)
    follows = {}
    for face in range(1, sides + 1):
        follow, plain = leaf(random)
        follows[face] = law_of(follow) if isinstance(follow, Tree) else follow, plain
    return d(sides).then(lambda x: follows[x][0]), then(mapped(dict(d(sides)), int), lambda x: follows[x][1])


def a_sum(random: Random, depth: int) -> tuple[Any, Plain]:
    first, plain = a_die(random, depth)
    second, other = drawn(random, depth)
    return (first + second if random.random() < 0.5 else second + first), added(plain, other)


def a_total(random: Random, depth: int) -> tuple[Any, Plain]:
    parts = [drawn(random, depth - 1 if depth else 0) for _ in range(random.randint(0, 3))]
    plain: Plain = {0: Fraction(1)}
    for _, other in parts:
        plain = added(plain, other)
    return total_of(step for step, _ in parts), plain


def a_joint(random: Random, depth: int) -> tuple[Any, Plain]:
    (first, plain), (second, other) = drawn(random, depth), drawn(random, depth)
    both = then(plain, lambda x: mapped(other, lambda y: x - 2 * y))
    return together(first, second).map(lambda pair: pair[0] - 2 * pair[1]), both


def a_repeated(random: Random, depth: int) -> tuple[Any, Plain]:
    step, plain = a_step(random, depth)
    n = random.randint(0, 2)
    return step.times(n), copies(n, plain)


def a_given(random: Random, depth: int) -> tuple[Any, Plain]:
    step, plain = a_step(random, depth)
    least = random.choice(sorted(plain))
    kept = {x: p for x, p in plain.items() if x >= least}
    return step.given(lambda x: x >= least), {x: p / sum(kept.values()) for x, p in kept.items()}


def a_choice(random: Random, depth: int) -> tuple[Any, Plain]:
    options = {name: a_die(random, depth) for name in ("one", "other")}
    means = {name: sum(x * p for x, p in plain.items()) for name, (_, plain) in options.items()}
    best = max(means, key=lambda name: means[name])
    return Choice("Which", {n: step for n, (step, _) in options.items()}, "best", lambda x: x), options[best][1]


def some_turns(random: Random, depth: int) -> tuple[Any, Plain]:
    start, plain = drawn(random, min(depth, 1))
    one, more = a_die(random, 0)
    for _ in range(2):
        plain = then(plain, lambda x: added(more, {x: Fraction(1)}) if x < 3 else {x: Fraction(1)})
    return Turns("Turns", start, lambda x: one + x, 2, lambda x: x >= 3), plain


def a_tally(random: Random, depth: int) -> tuple[Any, Plain]:
    step, plain = a_die(random, 0)
    kinds = tuple(plain)
    counted = mapped(plain, lambda x: kinds.index(x) ** 2)
    both = copies(2, counted)
    return Tally(step, 2, kinds).map(lambda counts: sum(n * i**2 for i, n in enumerate(counts))), both


def some_leaders(random: Random, depth: int) -> tuple[Any, Plain]:
    step, plain = a_die(random, depth)
    pairs = then(plain, lambda x: mapped(plain, lambda y: max(x, y) * 3 + (x == y)))
    return Leaders(step, 2).map(lambda leader: leader[0] * 3 + leader[1] - 1), pairs


def a_compound_sum(random: Random, depth: int) -> tuple[Any, Plain]:
    first, plain = a_die(random, 0)
    one, other = a_die(random, depth)
    whole = then(plain, lambda x: added({x: Fraction(1)}, copies(abs(x) % 3, other)))
    return CompoundSum(first, one, lambda x: abs(x) % 3), whole


def a_margin(random: Random, depth: int) -> tuple[Any, Plain]:
    first, plain = a_die(random, depth)
    second, other = a_die(random, depth)
    sides = then(plain, lambda x: mapped(other, lambda y: (y >= x) + (y >= x + 1)))
    return Margin(first, lambda x: second, lambda x: (x, x + 1), lambda x, k: k), sides


def some_rerolls(random: Random, depth: int) -> tuple[Any, Plain]:
    step, plain = a_die(random, 0)
    worst = min(plain)
    worth = {x: leaf(random) for x in plain}
    again, other = a_die(random, 0)
    pool = LimitedRerolls(step, 1, 1, (worst,), {x: follow for x, (follow, _) in worth.items()}, again)
    return pool, then(plain, lambda x: other if x == worst else worth[x][1])


BRANCHES = [
    a_then,
    a_then,
    a_then_of_a_law,
    a_sum,
    a_sum,
    a_total,
    a_joint,
    a_repeated,
    a_given,
    a_choice,
    some_turns,
    a_tally,
    some_leaders,
    a_compound_sum,
    a_margin,
    some_rerolls,
]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_two_thousand_mixtures_of_laws_and_steps_are_what_enumeration_says(block):
    random = Random(block)
    for number in range(MIXTURES // BLOCKS):
        step, plain = drawn(random, DEEPEST)
        assert sum(plain.values()) == 1
        law = law_of(step)
        assert dict(law) == plain, (block, number)
        least = random.choice(sorted(plain))
        chance = probability_of(Event(step, lambda x, least=least: x >= least))
        assert chance == sum(p for x, p in plain.items() if x >= least)
        if isinstance(step, Tree) and number % 10 == 0:
            assert explain(step).is_complete
            assert BestPlay(lambda x: x).value(step) == sum(x * p for x, p in plain.items())
            for flow in flows(step):
                assert not any(isinstance(outcome, NoOutcome) for outcome, _ in flow.outcomes)
            assert set(sample(step, 5, seed=number)) <= set(plain)


def test_a_mixture_is_played_by_a_seed_like_any_step():
    step = faces("Die", 2).then(lambda x: d(6) if x == 2 else Constant(x))
    assert set(sample(step, 200, seed=1)) == set(law_of(step))
    assert set(sample(d(6), 200, seed=1)) == set(d(6))


def test_every_reading_takes_a_law_for_the_step_that_it_is():
    step = faces("Die", 6).then(lambda x: d(6) if x == 6 else x)
    # What has no name is not drawn, and never drawn as an outcome.
    assert flows(step) == ()
    (flow,) = flows(faces("Die", 6).then(lambda x: Known(d(6), "Again") if x == 6 else x))
    assert flow.worth == law_of(step).mean
    again = faces("Die", 6).then(lambda x: Decision("After the roll", (Option("keep it", x), Option("again", d(6)))))
    assert BestPlay(lambda x: x).value(again) == Fraction(17, 4)
    falls = Rounds("Falls", d(2), lambda left: die([left, left - 1]), 2, lambda left: left == 0, lambda left: left)
    assert law_of(falls) == law_of(falls.plain())
    assert explain(falls).is_complete
    first = turn_of(d(6), lambda face: face == 6, times=2)
    assert law_of(first) == Distribution({1: Fraction(1, 6), 2: Fraction(5, 36), "never": Fraction(25, 36)})


def test_a_scenario_may_give_a_law_for_a_result():
    class Known(Scenario):
        """What does the die show?"""

        id: ClassVar[str] = "example.known"
        results: ClassVar[tuple[Result, ...]] = (
            Result("face", "Face"),
            Result("turn", "Turn", ("lost",), unit="turns"),
        )

        def play(self):
            return {"face": d(6), "turn": Distribution.from_weights({"lost": 1, 1: 1})}

    found = evaluate(Known())
    assert found["face"] == d(6)
    assert found["turn"].at_least(2) == Fraction(1, 2)
