"""What is counted: readers in a budget of the test's own, and the calls that something takes."""

from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile

from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.readings.law import LawReader


def reader_in(budget: Budget) -> LawReader:
    """A reader that counts in this budget, whoever asks it."""
    with metered(budget):
        return LawReader()


@contextmanager
def calls_below(most: int) -> Iterator[None]:
    """What is done within takes fewer calls of functions than that, on every machine, however busy it is."""
    with Profile(builtins=False) as profile:
        yield
    calls = sum(entry.callcount for entry in profile.getstats())
    assert calls < most, f"{calls:,} calls"
