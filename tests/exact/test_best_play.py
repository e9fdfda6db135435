"""The best play from state to state, against every policy tried and against published values."""

import itertools
from fractions import Fraction
from math import inf
from random import Random

import pytest

from probcalc.exact.dice.dice import d
from probcalc.exact.rounds.best_choices import best_play

F = Fraction


# -- against every policy ----------------------------------------------------------------------------------------


def random_decisions(random):
    """A few states with one to three options each."""
    size = random.randint(1, 4)
    options = {}
    for here in range(size):
        options[here] = {}
        for name in "abc"[: random.randint(1, 3)]:
            aims = {random.randrange(size + 2) for _ in range(random.randint(1, 3))}
            weights = {there: random.randint(1, 4) for there in aims}
            options[here][name] = {there: F(w, sum(weights.values())) for there, w in weights.items()}
    return options, {size, size + 1}


def value_of(moves, adds, ends):
    """The value of the first state when play goes by these moves; a play that never ends is worth what it adds."""
    can = {state for state, worth in ends.items()}
    while more := {s for s, law in moves.items() if s not in can and can & law.keys()}:
        can |= more
    reached, waiting = {0}, [0]
    for state in waiting:
        for there in moves.get(state, {}):
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    if any(adds.values()) and reached - can:
        return inf
    inner = [s for s in moves if s in can]
    known = dict(ends) | {s: F(0) for s in moves if s not in can}
    rows = []
    for here in inner:
        right = adds[here] + sum(chance * known[t] for t, chance in moves[here].items() if t in known)
        rows.append([(here == t) - moves[here].get(t, F(0)) for t in inner] + [right])
    for k in range(len(inner)):
        pivot = next(i for i in range(k, len(inner)) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(inner)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return (known | {s: rows[k][-1] for k, s in enumerate(inner)})[0]


def by_all_policies(options, ends, adds, lowest):
    found = []
    for names in itertools.product(*(options[state] for state in options)):
        moves = {state: options[state][name] for state, name in zip(options, names, strict=True)}
        sums = {state: adds(state, name) for state, name in zip(options, names, strict=True)}
        found.append(value_of(moves, sums, ends))
    return min(found) if lowest else max(found)


def refusal_of(ask):
    """What is said when something is refused; nothing where it is answered."""
    try:
        ask()
    except ValueError as error:
        return str(error)
    return ""


def test_random_aims_against_all_policies():
    going_on = 0
    for seed in range(200):
        random = Random(seed)
        options, ends = random_decisions(random)
        lowest = random.random() < 0.5
        aims = {end: F(random.randint(0, 3)) for end in sorted(ends)}
        best = best_play(0, options.__getitem__, ends.__contains__, aim=aims.__getitem__, lowest=lowest)
        assert best.value == by_all_policies(options, aims, lambda s, o: 0, lowest), seed
        said = refusal_of(lambda: best.playthrough)  # noqa: B023
        if said:
            # What is worth nothing may go on for ever.
            assert "never ends" in said, seed
            going_on += 1
        else:
            assert best.playthrough.map(aims.__getitem__).mean == best.value, seed
    assert 0 < going_on < 100


def test_random_sums_against_all_policies():
    refused = 0
    for seed in range(300):
        random = Random(seed)
        options, ends = random_decisions(random)
        lowest = random.random() < 0.7
        worths = {(s, o): F(random.randint(1, 5)) for s in options for o in options[s]}

        def worth(state, option, worths=worths):
            return worths[state, option]

        def best(options=options, ends=ends, worth=worth, lowest=lowest):
            return best_play(0, options.__getitem__, ends.__contains__, worth=worth, lowest=lowest)

        expected = by_all_policies(options, dict.fromkeys(ends, F(0)), worth, lowest)
        if said := refusal_of(best):
            assert "never surely ends" in said if lowest else "the greatest sum has no bound" in said, seed
            refused += 1
            continue
        found = best()
        assert found.value == expected, seed
        assert found.playthrough.mean_total(lambda s: worth(s, found.choice(s))) == expected, seed  # noqa: B023
    assert refused < 150


def test_random_sums_that_go_both_ways_against_all_policies():
    answered, said = 0, []
    for seed in range(400):
        random = Random(seed)
        options, ends = random_decisions(random)
        lowest = random.random() < 0.5
        # One in three only costs: then play may go on for ever, and would be wrong to.
        low, high = random.choice(((-5, 5), (-5, 5), (1, 5) if lowest else (-5, -1)))
        worths = {(s, o): F(random.randint(low, high)) for s in options for o in options[s]}

        def worth(state, option, worths=worths):
            return worths[state, option]

        def best(options=options, ends=ends, worth=worth, lowest=lowest):
            return best_play(0, options.__getitem__, ends.__contains__, worth=worth, lowest=lowest)

        if refused := refusal_of(best):
            said.append(refused)
            continue
        found = best()
        # A policy that never ends costs without end.
        cost = worth if lowest else lambda s, o, worth=worth: -worth(s, o)
        least = by_all_policies(options, dict.fromkeys(ends, F(0)), cost, True)
        assert found.value == (least if lowest else -least), seed
        assert found.playthrough.mean_total(lambda s: worth(s, found.choice(s))) == found.value, seed  # noqa: B023
        answered += 1
    assert answered > 150
    assert all("play may go on for ever" in line or "never surely ends" in line for line in said)


def test_the_options_of_a_circle_improve_together():
    # A walk on a ring of 40, in which each step may be safe and short, or long and risky.
    def options(x):
        return {
            "step": {(x + 1) % 41: F(2, 3), (x - 1) % 41: F(1, 3)},
            "leap": {(x + 5) % 41: F(1, 2), (x - 3) % 41: F(1, 2)},
            "wait": {x: F(9, 10), (x + 1) % 41: F(1, 10)},
        }

    fewest = best_play(1, options, lambda x: x == 0, lowest=True)
    assert fewest.playthrough.turns.mean == fewest.value
    values = {x: best_play(x, options, lambda x: x == 0, lowest=True).value for x in (1, 7, 20, 33, 40)}
    assert values[1] == fewest.value
    for x, value in values.items():
        for name, law in options(x).items():
            after = sum(
                p * (0 if y == 0 else best_play(y, options, lambda x: x == 0, lowest=True).value)
                for y, p in law.items()
            )
            assert 1 + after >= value, (x, name)


# -- what is told and refused ------------------------------------------------------------------------------------


def test_of_equal_options_the_first_named_is_taken_as_long_as_play_ends():
    same = best_play(0, lambda x: {"first": 1, "second": 1}, lambda x: x == 1, aim=lambda x: 1)
    assert same.choice(0) == "first"
    ring = best_play(0, lambda x: {"round": 1 - x, "out": 2}, lambda x: x == 2, aim=lambda x: True)
    assert (ring.value, ring.playthrough.ends[2]) == (1, 1)
    assert "out" in ring.choices.values()


def test_push_your_luck():
    def turn(score):
        roll = d(6).map(lambda face: ("kept", 0) if face == 1 else min(30, score + face))
        return {"stop": {("kept", score): 1}, "roll": roll}

    pig = best_play(0, turn, lambda s: isinstance(s, tuple), aim=lambda s: s[1])
    assert (pig.value, pig.choice(19), pig.choice(20)) == (F(492303203, 60466176), "roll", "stop")
    assert set(pig.choices) == {0, *range(2, 26)}
    assert pig.playthrough.map(lambda s: s[1]).mean == pig.value
    with pytest.raises(ValueError, match="never comes to 31"):
        pig.choice(31)
    with pytest.raises(ValueError, match="play is over in"):
        pig.choice(("kept", 0))


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((0, lambda x: {}, lambda x: x), "0 has no option, and play is not over there"),
        ((0, lambda x: d(6), lambda x: x), "the options of 0 are a mapping of names to laws"),
        ((0, lambda x: {"stay": 0, "go": 1}, lambda x: x), "the greatest sum has no bound"),
        ((0, lambda x: {"stay": 0}, lambda x: x, None, None, True), "never surely ends once it has come to 0"),
        ((0, lambda x: {"a": {1: F(1, 2)}}, lambda x: x), "the chances from 0 by 'a' sum to 1/2"),
        ((0, lambda x: {"a": 1}, lambda x: x, lambda x: 0.5), "an aim: whole numbers and fractions are exact"),
        ((0, lambda x: {"a": 1}, lambda x: x, bool, lambda s, o: 1), "not both"),
        ((0, lambda x: {"a": 0, "b": 1}, lambda x: x, lambda x: -1), "so that no end may be worth less"),
        ((0, lambda x: {"a": 0, "b": 1}, bool, None, lambda s, o: 0, True), "the least sum needs worths above 0"),
        ((0, lambda x: {"a": 0, "b": 1}, bool, None, lambda s, o: 0), "the greatest sum needs worths below 0"),
        ((0, lambda x: {"a": 0, "b": 1}, bool, None, lambda s, o: "ab".index(o) - 1), "and 'b' in 0 is worth 0"),
        ((0, 5, bool), "best play takes functions of the state: options(state), not 5"),
    ],
)
def test_what_has_no_best_play_is_refused_in_one_line(arguments, line):
    with pytest.raises(ValueError) as caught:
        best_play(*arguments)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
