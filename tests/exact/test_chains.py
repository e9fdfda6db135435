"""Turn after turn: chains against solutions by hand, against plain fractions, and against play written out."""

from fractions import Fraction
from functools import partial
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.elimination import solve_rows
from probcalc.exact.play import course
from probcalc.exact.play.first_turn import turn_of
from probcalc.exact.play.turns import visits as visits_of
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.arithmetic import Integers
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.steps import Constant, Known, Turns

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)
STATES = 6


def chain(moves, start, turns, ended):
    """Play over numbered states: `moves` gives the law of the next state from each."""
    return Turns("Play", start, lambda state: Known(moves[state]), turns, ended)


def visits(play, reader):
    """How often each state is played from, by the state."""
    return {visit.state: visit.times for visit in visits_of(reader, play)}


laws = st.dictionaries(st.integers(0, STATES - 1), st.integers(1, 5), min_size=1, max_size=3).map(
    Distribution.from_weights
)


# -- n turns -----------------------------------------------------------------------------------------------


@given(st.lists(laws, min_size=STATES, max_size=STATES), laws, st.integers(0, 7), st.sets(st.integers(0, 5)))
def test_so_many_turns_are_so_many_steps(moves, start, turns, ends):
    after = start
    for _ in range(turns):
        after = after.then(lambda state: Distribution.constant(state) if state in ends else moves[state])
    assert law_of(chain(moves, Known(start), turns, ends.__contains__)) == after


def test_play_stops_when_everything_has_ended():
    calls = []

    def step(state):
        calls.append(state)
        return state + 1

    assert law_of(Turns("Count", Constant(0), step, 10**9, lambda state: state == 3)) == Distribution.constant(3)
    assert calls == [0, 1, 2]


@given(st.lists(laws, min_size=STATES, max_size=STATES), laws, st.integers(0, 7), st.sets(st.integers(0, 5)))
def test_states_are_played_from_as_often_as_play_is_still_there(moves, start, turns, ends):
    play = chain(moves, Known(start), turns, ends.__contains__)
    expected = {state: Fraction(0) for state in range(STATES)}
    for before in range(turns):
        for state, chance in law_of(chain(moves, Known(start), before, ends.__contains__)).items():
            expected[state] += 0 if state in ends else chance
    assert visits(play, LawReader()) == {state: times for state, times in expected.items() if times}


def test_play_that_stands_still_is_counted_to_its_last_turn():
    coin = Known(Distribution.from_weights({0: 1, 1: 1}))
    play = Turns("Coin", coin, lambda state: coin, 10**9, lambda state: False)
    assert visits(play, LawReader()) == {0: HALF * 10**9, 1: HALF * 10**9}


def test_a_law_that_no_turn_changes_stays_for_ever():
    coin = Known(Distribution.from_weights({0: 1, 1: 1}))
    assert law_of(Turns("Coin", Constant(0), lambda state: coin, 10**9, lambda state: False)) == law_of(coin)


def test_first_success_in_three_turns_or_later():
    test = roll_under("Rally", 6, 2)
    law = law_of(turn_of([test] * 3, lambda outcome: outcome == "success", rest="later"))
    assert law == Distribution({1: THIRD, 2: Fraction(2, 9), 3: Fraction(4, 27), "later": Fraction(8, 27)})


def test_turns_with_a_test_of_their_own_each_and_never_for_the_rest():
    tests = [roll_under("Test", 6, needed) for needed in (0, 6, 3)]
    assert law_of(turn_of(tests, lambda outcome: outcome == "success")) == Distribution.constant(2)
    assert law_of(turn_of(tests[:1], lambda outcome: outcome == "success")) == Distribution.constant("never")
    assert law_of(turn_of([], lambda outcome: True)) == Distribution.constant("never")


def test_one_step_is_done_a_number_of_times_and_several_in_their_order():
    test = roll_under("Test", 6, 2)
    law = law_of(turn_of(test, lambda outcome: outcome == "success", times=3))
    assert law == law_of(turn_of([test] * 3, lambda outcome: outcome == "success"))
    for steps, times in ((test, None), ([test], 2)):
        with pytest.raises(ValueError, match="the steps in their order, or one step"):
            turn_of(steps, lambda outcome: True, times=times)


# -- to the end --------------------------------------------------------------------------------------------


def test_a_state_that_stays_is_left_by_its_other_outcomes():
    # "Nothing happened" with 1/2 is conditioned away: 1/3 against 1/6 is two to one.
    moves = {0: Distribution({0: HALF, 1: THIRD, 2: Fraction(1, 6)})}
    play = chain(moves, Constant(0), None, lambda state: state > 0)
    assert law_of(play) == Distribution({1: Fraction(2, 3), 2: THIRD})
    assert visits(play, LawReader()) == {0: 2}


@pytest.mark.parametrize("p", [HALF, Fraction(2, 5), Fraction(5, 6)])
@pytest.mark.parametrize(("start", "goal"), [(1, 2), (3, 7), (5, 8)])
def test_the_gamblers_ruin_is_the_known_formula(p, start, goal):
    step = Distribution({1: p, -1: 1 - p})
    play = Turns("Gamble", Constant(start), lambda x: Known(step + x), None, lambda x: x in (0, goal))
    odds = (1 - p) / p
    wins = Fraction(start, goal) if odds == 1 else (1 - odds**start) / (1 - odds**goal)
    assert law_of(play)[goal] == wins
    expected = start * (goal - start) if odds == 1 else (goal * wins - start) / (2 * p - 1)
    assert sum(visits(play, LawReader()).values()) == expected


def test_two_who_shoot_in_turn_until_one_hits():
    # 1/3 and 1/4: the first wins with (1/3) / (1 - (2/3)(3/4)) = 2/3.
    shots = {"first": (THIRD, "second"), "second": (Fraction(1, 4), "first")}

    def shoot(state):
        hit, other = shots[state]
        return Known(Distribution({f"{state} wins": hit, other: 1 - hit}))

    play = Turns("Duel", Constant("first"), shoot, None, lambda state: state.endswith("wins"))
    assert law_of(play) == Distribution({"first wins": Fraction(2, 3), "second wins": THIRD})
    assert visits(play, LawReader()) == {"first": 2, "second": Fraction(4, 3)}


def solved_by_fractions(moves, start, ends):
    """Expected visits of the states on the way, by elimination over plain fractions."""
    inner = [state for state in range(STATES) if state not in ends]
    rows = []
    for there in inner:
        row = [Fraction(int(here == there)) - moves[here][there] for here in inner]
        rows.append([*row, start[there]])
    for k in range(len(inner)):
        pivot = next(i for i in range(k, len(inner)) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(len(inner)):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return {state: rows[k][-1] for k, state in enumerate(inner)}


@given(st.lists(laws, min_size=STATES, max_size=STATES), laws, st.sets(st.integers(0, 5), min_size=1))
def test_play_to_the_end_solves_the_equations(moves, start, ends):
    play = chain(moves, Known(start), None, ends.__contains__)
    reachable = set(start)
    for _ in range(STATES):
        reachable |= {there for here in reachable - ends for there in moves[here]}
    can_end = set(ends)
    for _ in range(STATES):
        can_end |= {here for here in range(STATES) if set(moves[here]) & can_end}
    if reachable - can_end:
        with pytest.raises(ValueError, match="Play: play never ends once it has come to"):
            law_of(play)
        return
    # States out of reach are sent to an end, so that the equations have one solution.
    settled_moves = [law if here in reachable else Distribution.constant(min(ends)) for here, law in enumerate(moves)]
    counts = solved_by_fractions(settled_moves, start, ends)
    absorbed = {
        end: start[end] + sum(times * settled_moves[here][end] for here, times in counts.items()) for end in ends
    }
    assert law_of(play) == Distribution(absorbed)
    assert visits(play, LawReader()) == {state: times for state, times in counts.items() if times}


@settings(max_examples=30)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=4, max_size=4), st.data())
def test_elimination_without_fractions(a, data):
    x = data.draw(st.lists(st.integers(-5, 5), min_size=4, max_size=4))
    rows = [[*row, sum(c * v for c, v in zip(row, x, strict=True))] for row in a]
    try:
        found, determinant = solve_rows(rows)
    except ValueError:
        return
    assert found == [determinant * v for v in x]


@pytest.mark.parametrize(
    "step",
    [
        lambda state: state,
        lambda state: (state + 1) % 5,
        lambda state: faces("Die", 6).map(lambda face: min(face, 3) if state < 3 else 3),
    ],
)
def test_play_that_can_never_end_is_refused_by_name(step):
    with pytest.raises(ValueError, match="Endless: play never ends once it has come to"):
        law_of(Turns("Endless", Constant(0), step, None, lambda state: state > 9))


def test_play_that_ends_almost_never_still_ends():
    rare = Distribution({"end": Fraction(1, 10**40), "on": 1 - Fraction(1, 10**40)})
    play = Turns("Rare", Constant("on"), lambda state: Known(rare), None, lambda state: state == "end")
    assert law_of(play) == Distribution.constant("end")
    assert visits(play, LawReader()) == {"on": 10**40}


@pytest.mark.parametrize("turns", [None, 10**6])
def test_states_without_end_are_refused_with_the_bound(monkeypatch, turns):
    monkeypatch.setattr(Integers, "most_states", 500)
    monkeypatch.setattr(course, "MAX_STATES", 500)
    coin = Known(Distribution.from_weights({1: 1, 2: 1}))
    with pytest.raises(TooLarge, match=r"Walk, .*limit 500"):
        law_of(Turns("Walk", Constant(0), lambda x: coin.map(partial(int.__add__, x)), turns, lambda x: x < 0))


def test_a_circle_too_dense_to_solve_is_refused_with_the_bound():
    size = 1000
    anywhere = Distribution.from_weights({state: 1 + state * state % 97 for state in range(size + 1)})
    with pytest.raises(TooLarge, match=f"a circle of {size} states"):
        law_of(
            Turns(
                "Walk",
                Constant(0),
                lambda x: Known((anywhere + x * x).map(lambda y: y % (size + 1))),
                None,
                size.__eq__,
            )
        )


# -- a duel of hit points ----------------------------------------------------------------------------------


def binomial(n, p):
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def duel_round_by_round(points, attacks, p, q, rounds):
    """Both sides strike at once, round after round, with plain fractions: the chance of each end, and the open rest."""
    alive = {(points, points): Fraction(1)}
    ends = {}
    for number in range(1, rounds + 1):
        after = {}
        for (a, b), chance in alive.items():
            for i, share in binomial(attacks, p).items():
                for j, other in binomial(attacks, q).items():
                    state = max(0, a - j), max(0, b - i)
                    place, key = (after, state) if all(state) else (ends, (number, state))
                    place[key] = place.get(key, 0) + chance * share * other
        alive = after
    return ends, sum(alive.values())


def duel(points, attacks, hit, back, turns):
    """The same as a tree; the state holds the rounds played and the hit points left."""
    blows = hit.count("success").times(attacks)
    answer = back.count("success").times(attacks)

    def strike(state):
        number, a, b = state
        return blows.then(lambda i: answer.map(lambda j: (number + 1, max(0, a - j), max(0, b - i))))

    return Turns("Duel", Constant((0, points, points)), strike, turns, lambda state: not (state[1] and state[2]))


def test_a_duel_with_its_rounds_against_plain_fractions():
    hit, back = roll_under("Hit", 6, 2), roll_under("Hit", 4, 1)
    ends, still = duel_round_by_round(2, 2, THIRD, Fraction(1, 4), 4)
    law = law_of(duel(2, 2, hit, back, 4))
    assert law.chance(lambda state: bool(state[1] and state[2])) == still
    assert all(law[number, *state] == chance for (number, state), chance in ends.items())


def test_a_duel_to_the_end_lies_between_its_first_rounds_and_what_is_left_open():
    hit, back = roll_under("Hit", 6, 2), roll_under("Hit", 4, 1)
    blows, answer = hit.count("success").times(2), back.count("success").times(2)

    def strike(state):
        a, b = state
        return blows.then(lambda i: answer.map(lambda j: (max(0, a - j), max(0, b - i))))

    law = law_of(Turns("Duel", Constant((2, 2)), strike, None, lambda state: not all(state)))
    ends, still = duel_round_by_round(2, 2, THIRD, Fraction(1, 4), 6)
    assert sum(law.values()) == 1
    for state in law:
        seen = sum(chance for (_, end), chance in ends.items() if end == state)
        assert seen < law[state] < seen + still
