"""Dice that explode so many times, against every row of dice."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.dice.dice import d, die
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.explosions import exploding

FACES = st.lists(st.integers(0, 6), min_size=1, max_size=4)
KEPT = st.sets(st.integers(0, 6))


def law_over(rows):
    """The law of (outcome, chance) pairs."""
    counted = {}
    for outcome, chance in rows:
        counted[outcome] = counted.get(outcome, 0) + chance
    return Distribution(counted)


def dice(faces, n):
    """Every row of n dice, with its chance."""
    return ((row, Fraction(1, len(faces) ** n)) for row in product(faces, repeat=n))


@given(FACES, KEPT, st.integers(0, 3), st.sampled_from(["more", "stands"]))
def test_a_die_that_explodes_so_many_times(faces, on, most, last):
    def totals():
        for row, chance in dice(faces, most + 1):
            stop = next((i for i, face in enumerate(row) if face not in on), None)
            if stop is None:
                yield ("more" if last == "more" else sum(row)), chance
            else:
                yield sum(row[: stop + 1]), chance

    assert exploding(die(faces), on.__contains__, most, last) == law_over(totals())


@pytest.mark.parametrize(("most", "last"), [(-1, "more"), (2, "sum")])
def test_an_explosion_without_a_meaning_is_refused(most, last):
    with pytest.raises(ValueError, match="more"):
        exploding(d(6), lambda face: face == 6, most, last)
