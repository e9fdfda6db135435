"""Rounds until it is over: against the same play written out as turns, with positions that are never left."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.readings.explanation import explain
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.readings.sample import sample
from probcalc.exact.rounds.ends import Ends
from probcalc.exact.rounds.lasting import Lasting
from probcalc.exact.rounds.rounds import Rounds, after_each_round
from probcalc.exact.tree.steps import Roll

STATES = 6


def number_line(rolls, start, rounds, over):
    """A walk over a few states; `rolls[state]` says where it may go."""
    return Rounds("Walk", start, lambda state: rolls[state], rounds, over.__contains__, lambda state: state in over)


def rolls_of(moves):
    return [Roll(f"From {s}", sum(law.values()), law) for s, law in enumerate(moves)]


MOVES = st.lists(
    st.dictionaries(st.integers(0, STATES - 1), st.integers(1, 3), min_size=1, max_size=3),
    min_size=STATES,
    max_size=STATES,
)


@given(MOVES, st.integers(0, STATES - 1), st.one_of(st.none(), st.integers(0, 25)), st.sets(st.integers(0, STATES - 1)))
def test_rounds_are_turns_that_count_themselves(moves, start, rounds, over):
    walk = number_line(rolls_of(moves), start, rounds, over)
    assert dict(law_of(walk).items()) == dict(law_of(walk.plain()).items())
    if rounds is None:
        ends = Ends(walk)
        assert law_of(ends) == law_of(ends.plain())


@given(MOVES, st.integers(0, STATES - 1), st.sets(st.integers(0, STATES - 1), min_size=1))
def test_what_is_over_after_each_round_is_the_law_of_so_many_rounds(moves, start, over):
    rolls = rolls_of(moves)
    whole = number_line(rolls, start, None, over)
    for number, (chance, left) in enumerate(after_each_round(whole, LawReader(), 6), 1):
        played = law_of(number_line(rolls, start, number, over))
        expected = sum((p for (when, _), p in played.items() if when != "later"), Fraction(0))
        assert chance == left[True] == expected


@given(MOVES, st.integers(0, STATES - 1), st.sets(st.integers(0, STATES - 1), min_size=2))
def test_how_long_rounds_last_is_what_ever_longer_play_says(moves, start, over):
    rolls, wanted = rolls_of(moves), min(over)
    walk = Rounds("Walk", start, rolls.__getitem__, None, over.__contains__, lambda state: state)
    ends = dict(law_of(walk.map(lambda end: end[1] if end[0] != "never" else None)))
    lasting = Lasting(walk)
    for kept in (frozenset(over), frozenset({wanted})):
        share = sum((ends.get(state, Fraction(0)) for state in kept), Fraction(0))
        if not share:
            with pytest.raises(ValueError, match=r"what is given never happens|never ends"):
                lasting.through(kept.__contains__)
            continue
        through = lasting.through(kept.__contains__)
        assert through.kept == share
        for number in range(8):
            played = law_of(Rounds("Walk", start, rolls.__getitem__, number, over.__contains__, lambda state: state))
            assert through.turns[number] * share == sum((played[number, state] for state in kept), Fraction(0))
        mean = mean_of_rounds(moves, start, over, kept)
        assert through.turns.mean == mean / share


def mean_of_rounds(moves, start, over, kept):
    """The sum of the rounds until it is over in what is kept times its chance, by elimination over plain fractions."""
    can = set(kept)
    while more := {s for s in range(STATES) if s not in over and s not in can and can & moves[s].keys()}:
        can |= more
    inner = sorted(can - over)
    if start not in inner:
        return 0
    law = {s: {t: Fraction(w, sum(moves[s].values())) for t, w in moves[s].items()} for s in inner}
    # The chance to be kept, and from that the rounds: both equations share their left sides.
    rows = [
        [(s == t) - law[s].get(t, Fraction(0)) for t in inner] + [sum(law[s].get(t, Fraction(0)) for t in kept)]
        for s in inner
    ]
    whole = eliminated([list(row) for row in rows])
    return eliminated([[*row[:-1], value] for row, value in zip(rows, whole, strict=True)])[inner.index(start)]


def eliminated(rows):
    size = len(rows)
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(size):
            if i != k:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]


@given(MOVES, st.integers(0, STATES - 1), st.integers(0, 8), st.sets(st.integers(0, STATES - 1)))
def test_the_explanation_counts_every_round_once(moves, start, rounds, over):
    rolls = rolls_of(moves)
    times = sum(roll.times for roll in explain(number_line(rolls, start, rounds, over)).rolls)
    laws = [law_of(number_line(rolls, start, number, over)) for number in range(rounds)]
    still = sum((p for law in laws for (when, is_over), p in law.items() if not is_over), Fraction(0))
    assert times == still


def test_a_fair_duel_of_one_hit_each_is_sampled_as_it_is_computed():
    roll = Roll("Blow", 6, {"a": 1, "b": 1, "both": 1, "nobody": 3})
    duel = Rounds("Duel", "nobody", lambda _: roll, None, lambda state: state != "nobody", lambda state: state)
    law, played = law_of(duel), sample(duel, 20_000, seed=5)
    for outcome in ((1, "a"), (2, "both"), (3, "b")):
        assert abs(played.count(outcome) / 20_000 - law[outcome]) < 0.02
    assert law[1, "a"] == Fraction(1, 6)


def test_a_play_that_never_changes_is_over_never_and_its_rolls_are_shown_once():
    wall = Rounds("Wall", 0, partial(max, 0), None, lambda state: state == 1, lambda state: state)
    assert dict(law_of(wall).items()) == {("never", 0): 1}
    swing = Roll("Swing", 2, {0: 1, 2: 1})
    forth = Rounds("Forth", 0, lambda _: swing, None, lambda state: state == 1, lambda state: "open")
    assert dict(law_of(forth).items()) == {("never", "open"): 1}
    assert [roll.times for roll in explain(forth).rolls] == [1]


@pytest.mark.slow
def test_what_is_not_played_is_refused():
    with pytest.raises(ValueError, match="0 rounds or more"):
        Rounds("Walk", 0, lambda _: 0, -1, lambda _: False, lambda _: 0)
    endless = Rounds("Count", 0, lambda n: Roll("Die", 2, {n + 1: 1, n: 1}), None, lambda _: False, lambda _: 0)
    with pytest.raises(TooLarge, match="Count"):
        law_of(endless)
