"""Plays solved from their ends backwards, against the same plays carried forward."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.play.backwards import Backwards, Played
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.readings.law import LawReader

WON, LOST = "won", "lost"
WORTH = {WON: (1, 0), LOST: (0, 1)}


def forward(step, start):
    """How often a play ends in each way."""
    chain = AbsorbingChain(LawReader(), "Forward", ({start: 1}, 1), step, WORTH.__contains__)
    ended, _, total = chain.settle()
    return tuple(Fraction(ended.get(end, 0), total) for end in (WON, LOST))


@st.composite
def laws(draw, states):
    """What follows each of some states: any of them, and the ends."""
    return {
        state: Distribution.from_weights(
            {
                after: draw(st.integers(1, 9))
                for after in draw(st.sets(st.sampled_from([*states, WON, LOST]), min_size=1, max_size=4))
            }
        )
        for state in states
    }


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_circles_and_all_that_is_known_before(data):
    states = range(data.draw(st.integers(1, 9)))
    step = data.draw(laws(states)).__getitem__
    known = Backwards("Backwards", 2)
    played = Played(step, WORTH.get, lambda state: state)
    for start in data.draw(st.permutations(states)):
        assert known.worth(LawReader(), played, ({start: 1}, 1)) == forward(step, start)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.integers(1, 5), st.integers(1, 4), st.permutations(range(1, 13)))
def test_plays_of_all_sizes_share_what_is_left_of_them(size, stay, away, order):
    def step(left):
        return Distribution.from_weights(
            {left: stay, left - 1: away, WON if left % 3 else LOST: 1, max(left - 4, 1): 2}
        )

    known = Backwards("Backwards", 2)
    played = Played(lambda left: WON if not left else step(left), WORTH.get, lambda left: left)
    for left in order[:size]:
        assert known.worth(LawReader(), played, ({left: 1}, 1)) == forward(played.step, left)
    assert len(known) <= max(order[:size]) + 1


def test_what_never_ends_is_worth_nothing():
    step = {0: Distribution.from_weights({1: 1, WON: 1}), 1: Distribution.from_weights({1: 1, 2: 1}), 2: 1}.__getitem__
    known = Backwards("Backwards", 2)
    assert known.worth(LawReader(), Played(step, WORTH.get, int), ({0: 1}, 1)) == (Fraction(1, 2), 0)


def test_positions_as_far_from_the_end_let_the_total_grow_once():
    """Ten positions side by side, each over a prime of its own, and one that leads to all of them."""
    primes = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31)
    step = {prime: Distribution.from_weights({WON: 1, LOST: prime - 1}) for prime in primes}
    step[0] = Distribution.from_weights(dict.fromkeys(primes, 1))
    known = Backwards("Backwards", 2)
    played = Played(step.__getitem__, WORTH.get, int)
    assert known.worth(LawReader(), played, ({0: 1}, 1)) == forward(step.__getitem__, 0)
    assert len(known._totals) == 3
