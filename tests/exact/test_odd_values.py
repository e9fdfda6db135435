"""Odd values of Python in the engine: a right law, or one line."""

from fractions import Fraction
from itertools import count

import numpy as np
import pytest

from probcalc.exact.bounds import TooLarge
from probcalc.exact.dice import best_of, d, die, keep
from probcalc.exact.dice_pool import pool
from probcalc.exact.distribution import Distribution
from probcalc.exact.endless_dice import explode


def test_what_a_face_is_worth_is_not_cut():
    with pytest.raises(ValueError, match="the worth of the face 1 is a whole number, not Fraction"):
        pool(3, d(6)).total_of(lambda face: Fraction(face, 2))
    assert pool(3, d(6)).total_of(lambda face: Fraction(2 * face, 2)).mean == Fraction(21, 2)


def test_numbers_stay_ascending_however_they_are_listed():
    law = d(6).listed_in((3, 1))
    assert law.outcomes == (1, 2, 3, 4, 5, 6)
    assert law.quantile(Fraction(1, 3)) == 2
    assert law.compare(d(8)) == d(6).compare(d(8))
    assert die([3, 6, 9]).listed_in(range(10**9)) == die([3, 6, 9])


def test_numbers_of_another_library_do_not_overflow():
    law = Distribution({side: Fraction(np.int64(1 + side), np.int64(3)) for side in (0, 1)})
    assert best_of(60, law).mean == 1 - Fraction(1, 3**60)


def test_what_has_no_chance_is_no_outcome():
    assert Distribution({1: "1", 2: "0"}).outcomes == (1,)


def test_laws_without_an_end_differ_beyond_what_they_list():
    near, far = (explode(die([1, 10**power])) for power in (5, 6))
    assert near != far
    assert len({near: 1, far: 2}) == 2
    assert far != Distribution({1: Fraction(1, 2), "more": Fraction(1, 2)})
    assert explode(die([1, 10**5])) == near
    assert explode(d(6)) + 1 == 1 + explode(d(6))


def test_odd_collections_of_ranks_and_faces_end():
    with pytest.raises(TooLarge, match="what is kept of several dice"):
        keep(2**63, d(6).map(lambda face: -face), [5, 2])
    with pytest.raises(ValueError, match="the ranks of 3 dice are 1 to 3, each at most once"):
        keep(3, d(6), count())
    assert pool(3, d(6)).largest_set(range(10**9)) == Distribution.constant(3)
    assert pool(2, d(6)).straight(range(2, 10**9)) == pool(2, d(6)).straight(range(2, 7))
    with pytest.raises(ValueError, match="a set is of 1 or more dice"):
        pool(3, d(10**5)).sizes_of_sets(-(10**5000))
