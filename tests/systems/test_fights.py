"""Fights to the end: worked cases of every game, and what holds for each of them."""

from math import gcd

import pytest

import probcalc
from probcalc.exact.law.distribution import Distribution
from tests.systems import harness


@pytest.mark.parametrize("case", harness.cases("fights"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("fights"))
def test_refused(case):
    harness.check_refused(case)


def test_the_law_of_a_long_fight_equals_the_law_of_its_chances():
    rounds = probcalc.odds("oathmark.fight", {"a.front": 1})["rounds"]
    assert gcd(rounds.total, *rounds.weights.values()) == 1
    assert rounds == Distribution(dict(rounds))
