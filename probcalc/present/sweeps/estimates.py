"""What a sweep will take, in words, and the bound on it."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.sweeps.estimates import Estimate
from probcalc.present.decimals import decimal
from probcalc.scenarios.errors import InputError

_MINUTE, _HOUR = 60, 3600


def duration_text(seconds: float) -> str:
    """A time to wait, roughly.

    >>> duration_text(0.2), duration_text(45), duration_text(600), duration_text(90_000)
    ('under a second', '45 seconds', '10 minutes', '25 hours')
    """
    if seconds < 1:
        return "under a second"
    for unit, length in (("hour", _HOUR), ("minute", _MINUTE)):
        if seconds >= 2 * length:
            return f"{decimal(Fraction(round(seconds / length)))} {unit}s"
    return f"{round(seconds)} second{'s' * (round(seconds) != 1)}"


def estimate_text(expected: Estimate, jobs: int = 1) -> str:
    """What a sweep will take, in one line.

    >>> estimate_text(Estimate(1_000_000, 0.5, 120.0))
    '1,000,000 cells, about half of them by formula: about 2 minutes in one process'
    """
    share = expected.by_formula
    by_formula = "by formula" if share == 1 else "one by one" if share == 0 else ""
    if not by_formula:
        by_formula = (
            "about half of them by formula"
            if 0.3 < share < 0.7
            else ("most of them by formula" if share >= 0.7 else "a few of them by formula")
        )
    where = "in one process" if jobs == 1 else f"in {jobs} processes"
    return f"{expected.cells:,} cells, {by_formula}: about {duration_text(expected.seconds / jobs)} {where}"


def require_hours(expected: Estimate, hours: float, jobs: int = 1) -> None:
    """Refuse a sweep that takes too long, before it is begun.

    Raises:
        InputError: with the estimate and the bound.
    """
    # Written so that a bound that is no number bounds everything.
    if not expected.seconds / max(1, jobs) <= hours * _HOUR:
        raise InputError(
            f"this sweep is too large: {estimate_text(expected, max(1, jobs))} (limit {hours:g} hours); "
            "narrow a range, or raise the bound with hours",
            "hours",
        )
