"""Fights to the end: worked cases of every game, and what holds for each of them."""

import pytest

from tests.systems import harness


@pytest.mark.parametrize("case", harness.cases("fights"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("fights"))
def test_refused(case):
    harness.check_refused(case)
