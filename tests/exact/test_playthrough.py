"""Play read in several ways: published values, plain elimination over fractions, and turns played out one by one."""

import itertools
import pickle
from fractions import Fraction
from random import Random

import pytest

from benchmarks.published_plays import rows
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.dice import d
from probcalc.exact.law.endless import EndlessLaw
from probcalc.exact.numbers.elimination import solve_rows
from probcalc.exact.play.circles import solve
from probcalc.exact.play.lifting import lift
from probcalc.exact.play.lumping import lump
from probcalc.exact.play.sparse import eliminate, plan
from probcalc.exact.rounds.playing import play
from probcalc.exact.rounds.playthrough import Playthrough as playthrough
from probcalc.exact.rounds.turns_of_play import TurnsOfPlay
from probcalc.exact.tree.arithmetic import Integers

F = Fraction


def test_published_values_and_refusals():
    wrong = [row for row in rows() if row[2].isupper()]
    assert not wrong


# -- against plain elimination ---------------------------------------------------------------------------------


def by_gauss(moves, adds, ends):
    """x = b + P x by elimination over plain fractions."""
    inner = [state for state in moves if state not in ends]
    rows = []
    for here in inner:
        known = adds[here] + sum(chance * ends[there] for there, chance in moves[here].items() if there in ends)
        rows.append([(here == there) - moves[here].get(there, F(0)) for there in inner] + [known])
    for k in range(len(inner)):
        pivot = next(i for i in range(k, len(inner)) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(inner)):
            if i != k and rows[i][k]:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return {state: rows[k][-1] for k, state in enumerate(inner)} | ends


def random_chain(random):
    """States with moves, dense or sparse, in circles or not, all of which can come to an end."""
    size, ends = random.randint(2, 18), random.randint(1, 3)
    ways = random.choice((2, 3, size))
    alike = random.random() < 0.3
    moves = {}
    for here in range(size):
        aims = {random.randrange(size + ends) for _ in range(ways)} | {random.choice((size, min(here + 1, size)))}
        if random.random() < 0.2:
            aims.add(here)
        weights = {there: 1 if alike else random.randint(1, 9) for there in aims}
        whole = sum(weights.values())
        moves[here] = {there: F(weight, whole) for there, weight in weights.items()}
    return moves, set(range(size, size + ends))


def reached(moves, ends, start):
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for there in moves.get(here, {}):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found


@pytest.mark.slow
def test_random_chains_against_plain_elimination():
    for seed in range(70):
        random = Random(seed)
        moves, ends = random_chain(random)
        through = playthrough(0, moves.__getitem__, ends.__contains__)
        there = reached(moves, ends, 0)
        inner = {state: moves[state] for state in there - ends}
        wanted = random.choice(sorted(ends))
        worth = {state: F(random.randint(-9, 9), random.randint(1, 5)) for state in inner}
        none = dict.fromkeys(ends, F(0))
        turns = by_gauss(inner, dict.fromkeys(inner, 1), none)
        squares = by_gauss(inner, {state: 2 * turns[state] - 1 for state in inner}, none)
        chance = by_gauss(inner, dict.fromkeys(inner, 0), none | {wanted: F(1)})[0]
        assert through.chance(lambda end: end == wanted) == chance, seed  # noqa: B023
        assert through.ends[wanted] == chance, seed
        assert through.map(lambda end: end == wanted)[True] == chance, seed  # noqa: B023
        assert through.turns.mean == turns[0], seed
        assert through.turns.variance == squares[0] - turns[0] ** 2, seed
        assert through.mean_total(worth.__getitem__) == by_gauss(inner, worth, none)[0], seed
        visits = through.visits
        assert sum(visits.values()) == turns[0], seed
        assert sum(visits[state] * worth[state] for state in visits) == through.mean_total(worth.__getitem__), seed


def test_the_turns_of_random_chains_are_those_of_play_turn_by_turn():
    for seed in range(60):
        moves, ends = random_chain(Random(seed))
        turns = playthrough(0, moves.__getitem__, ends.__contains__).turns
        law, before = {0: F(1)}, F(0)
        for number in range(12):
            over = sum((chance for state, chance in law.items() if state in ends), F(0))
            assert turns[number] == over, (seed, number)
            before += over
            assert turns.at_most(number) == before, (seed, number)
            after = {}
            for state, chance in law.items():
                for there, share in moves[state].items() if state not in ends else ():
                    after[there] = after.get(there, 0) + chance * share
            law = after
        if isinstance(turns, TurnsOfPlay):
            # The same of the quotient, which is made of chances alone.
            whole = EndlessLaw(turns._low, turns._top, *turns._bottoms)
            assert (whole.mean, whole.variance) == (turns.mean, turns.variance), seed
            assert [whole[n] for n in range(12)] == [turns[n] for n in range(12)], seed


def test_what_is_given_is_what_is_kept_of_longer_and_longer_play():
    for seed in range(30):
        random = Random(seed)
        moves, ends = random_chain(random)
        kept = {0} | {state for state in (*moves, *ends) if random.random() < 0.8}
        worth = {state: random.randint(-3, 9) for state in moves}
        stopped = {s: law for s, law in moves.items() if s in kept}
        there = reached(stopped, ends, 0)
        inner = {state: stopped[state] for state in there if state in stopped and state not in ends}
        none = {state: F(0) for state in there if state not in inner}
        whole = by_gauss(inner, dict.fromkeys(inner, 0), {s: F(s in ends and s in kept) for s in none})
        if not whole[0]:
            with pytest.raises(ValueError, match="what is given never happens"):
                playthrough(0, moves.__getitem__, ends.__contains__, kept.__contains__)
            continue
        through = playthrough(0, moves.__getitem__, ends.__contains__, kept.__contains__)
        turns = by_gauss(inner, {s: whole[s] for s in inner}, none)
        squares = by_gauss(inner, {s: 2 * turns[s] - whole[s] for s in inner}, none)
        total = by_gauss(inner, {s: worth[s] * whole[s] for s in inner}, none)
        assert through.kept == whole[0], seed
        assert through.turns.mean == turns[0] / whole[0], seed
        assert through.turns.variance == squares[0] / whole[0] - through.turns.mean**2, seed
        assert through.mean_total(worth.__getitem__) == total[0] / whole[0], seed
        for end in ends:
            single = by_gauss(inner, dict.fromkeys(inner, 0), {s: F(s == end and s in kept) for s in none})
            assert through.ends[end] == through.chance(end.__eq__) == single[0] / whole[0], seed
        assert sum(times * worth[state] for state, times in through.visits.items()) == total[0] / whole[0], seed
        by = [through.turns[n] for n in range(40)]
        assert all(chance >= 0 for chance in by), seed
        assert sum(by) <= 1, seed


def test_three_ways_to_solve_a_circle_find_the_same():
    for seed in range(60):
        random = Random(seed)
        size = random.randint(2, 30)
        rows = [{j: random.randint(1, 9) for j in range(size) if j != i and random.random() < 0.4} for i in range(size)]
        totals = [sum(row.values()) + random.randint(1, 5) for row in rows]
        right = [random.randint(-9, 9) for _ in rows]
        matrix = [[totals[i] if i == j else -rows[i].get(j, 0) for j in range(size)] for i in range(size)]
        values, determinant = solve_rows([[*row, b] for row, b in zip(matrix, right, strict=True)])
        expected = [F(value, determinant) for value in values]
        order, _ = plan(rows, 8, 10**9)
        assert eliminate(totals, rows, right, order) == expected
        assert lift(matrix, right) == expected
        assert solve("Circle", totals, rows, right) == expected


def test_states_are_lumped_as_far_as_they_lead_alike_and_no_further():
    for seed in range(200):
        random = Random(seed)
        size = random.randint(1, 9)
        rows = [{j: random.randint(1, 2) for j in range(size) if random.random() < 0.4} for _ in range(size)]
        colours = [random.randrange(2) for _ in range(size)]
        found = lump(rows, colours)
        # Split until nothing changes, as the definition says it.
        blocks = list(colours)
        while True:
            key = [(blocks[i], tuple(sorted(signature(rows[i], blocks).items()))) for i in range(size)]
            finer = [sorted(set(key)).index(k) for k in key]
            if len(set(finer)) == len(set(blocks)):
                break
            blocks = finer
        assert all(
            (found[i] == found[j]) == (blocks[i] == blocks[j]) for i, j in itertools.product(range(size), repeat=2)
        ), seed


def signature(row, blocks):
    sums = {}
    for j, weight in row.items():
        sums[blocks[j]] = sums.get(blocks[j], 0) + weight
    return sums


# -- what is refused, and what is kept ---------------------------------------------------------------------------


def test_a_walk_of_a_thousand_states_in_a_line():
    through = playthrough(500, lambda x: {x - 1: F(1, 2), x + 1: F(1, 2)}, lambda x: x in (0, 999))
    assert (through.turns.mean, through.ends[999]) == (500 * 499, F(500, 999))


def test_play_is_one_reading():
    assert (
        play(5, lambda x: d(2).map(lambda coin: x + 2 * coin - 3), lambda x: x in (0, 9))
        == playthrough(5, lambda x: {x - 1: F(1, 2), x + 1: F(1, 2)}, lambda x: x in (0, 9)).ends
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((0, lambda x: {1: F(4, 5)}, lambda x: x == 1), "the chances from 0 sum to 4/5, not to 1"),
        ((0, lambda x: {1: 2, 2: -1}, lambda x: x), "are not negative, and that of 2 is -1"),
        ((0, lambda x: {1: 0.5, 2: 0.5}, lambda x: x), "whole numbers and fractions are exact, and 0.5 is neither"),
        ((0, lambda x: {}, lambda x: x), "the chances from 0 sum to 0, not to 1"),
        (({0: F(1, 2)}, lambda x: 1, lambda x: x), "the chances of the start sum to 1/2"),
        ((0, lambda x: 0, lambda x: x), "play never ends once it has come to 0"),
        ((0, lambda x: {0: F(1, 2), 1: F(1, 2)}, lambda x: x, lambda x: not x), "what is given never happens"),
        ((0, lambda x: {0: F(1, 2), 1: F(1, 2)}, lambda x: x, lambda x: x), "what is given never happens"),
        ((0, 5, lambda x: x), "play takes functions of the state"),
        ((0, lambda x: [1], lambda x: x), "a state is a number, a name or a tuple of such, not [1]"),
        (([0], lambda x: 1, lambda x: x), "a state is a number, a name or a tuple of such, not [0]"),
        ((0, lambda x: 1, lambda x: x, 5), "play takes functions of the state"),
    ],
)
def test_what_is_no_play_is_refused_in_one_line(arguments, line):
    with pytest.raises(ValueError) as caught:
        playthrough(*arguments)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_function_of_a_play_is_refused_in_one_line():
    through = playthrough(0, lambda x: 1, bool)
    for ask, line in (
        (lambda: through.chance("one"), "a chance takes a function, not 'one'"),
        (lambda: through.mean_total(None), "a mean total takes a function, not None"),
        (lambda: through.map(5), "map takes a function, not 5"),
        (lambda: through.certificate(chance=5), "a chance takes a function, not 5"),
        (lambda: through.map(lambda end: [end]), r"a state is a number, a name or a tuple of such, not \[1\]"),
    ):
        with pytest.raises(ValueError, match=line):
            ask()


def test_the_turns_of_a_play_are_pickled_as_the_law_they_are():
    turns = playthrough(0, lambda x: {0: F(2, 3), 1: F(1, 3)}, bool).turns
    again = pickle.loads(pickle.dumps(turns))
    assert again == turns
    assert (again.mean, again.variance, again[7]) == (turns.mean, turns.variance, turns[7])


def test_numbers_of_thousands_of_digits_are_certified():
    proof = playthrough(0, lambda x: {0: 1 - F(1, 10**5000), 1: F(1, 10**5000)}, bool).certificate("turns")
    assert proof["answer"] == "1" + "0" * 5000


def test_a_worth_that_is_not_exact_is_refused():
    with pytest.raises(ValueError, match=r"a worth: .* 0.5 is neither"):
        playthrough(0, lambda x: 1, bool).mean_total(lambda x: 0.5)


def test_play_without_end_to_its_states_is_refused_with_the_bound(monkeypatch):
    monkeypatch.setattr(Integers, "most_states", 500)
    with pytest.raises(TooLarge, match="limit 500"):
        playthrough(0, lambda x: {x + 1: F(1, 2), x + 2: F(1, 2)}, lambda x: x < 0)


def test_turns_with_an_end_are_a_plain_law_and_turns_without_one_add_up():
    three = playthrough(0, lambda x: x + 1, lambda x: x == 3).turns
    assert three.has_end
    assert dict(three) == {3: 1}
    six = playthrough(0, lambda x: d(6), lambda x: x == 6).turns
    assert not six.has_end
    assert ((six + six).mean, (2 @ six).variance, six.median, six.at_least(100)) == (12, 60, 4, F(5, 6) ** 99)


def test_the_turns_of_a_very_long_play_have_mean_and_first_chances():
    def step(x):
        return {x - 1 if x < 300 else x + 1: F(1, 2), 300: F(1, 2)} if x != 300 else {299: F(7, 10), 301: F(3, 10)}

    turns = playthrough(300, step, lambda x: x in (0, 600)).turns
    assert turns.mean == 3 * 2**299 - 2
    assert turns.at_most(299) == 0
    assert turns[300] == F(1, 2**299)
