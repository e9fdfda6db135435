"""Readers that count in a budget of the test's own."""

from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.readings.law import LawReader


def reader_in(budget: Budget) -> LawReader:
    """A reader that counts in this budget, whoever asks it."""
    with metered(budget):
        return LawReader()
