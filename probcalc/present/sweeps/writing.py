"""A sweep written to a file, as far as it comes, and gone on with; and what it will take, in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import TypeAlias

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.estimates import Estimate, estimate
from probcalc.present.decimals import decimal
from probcalc.present.sweeps.collected import Collected
from probcalc.present.sweeps.formats import FORMATS
from probcalc.present.sweeps.workers import MOST_JOBS, Done, Work, in_several, in_this_process, on_a_cluster
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.extras import need

_TEXTS = ("csv", "jsonl")
Progress: TypeAlias = Callable[[int, int], object]
"""Called with the cells done and their number in all."""


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        out: the file.
        rows: how many cells it holds.
        empty: how many of their numbers are missing, as the rules refuse the cell or have no such result there.
    """

    out: Path
    rows: int
    empty: int


def write_sweep(
    asked: Question,
    out: Path,
    form: str,
    *,
    jobs: int = 1,
    cluster: str = "",
    resume: bool = False,
    expected: Estimate | None = None,
    progress: Progress | None = None,
) -> Written:
    """Write a sweep to a file; whoever computes it, the file is the same byte for byte.

    Raises:
        InputError: when something is there that it would write over, or nobody can compute it.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise InputError(f"jobs must be 1 to {MOST_JOBS}, not {jobs}", "jobs")
    if cluster and jobs > 1:
        raise InputError("cluster: its workers compute, so jobs says nothing there; say one of them", "cluster")
    if out.exists() and not out.is_file() and not out.is_dir():
        raise InputError(f"out: {out} is no file that could be written over", "out")
    if out.is_dir():
        raise InputError(f"out: {out} is a folder; name a file in it, or say split", "out")
    if cluster:
        need("sweeps on a cluster", "cluster")
    expected = expected or estimate(asked)
    collected = Collected(out, FORMATS[form](asked), expected.cells_at_once, resume)
    with collected:
        work = Work(asked, form, collected.most)
        units = work.units
        begun = sum(prod(map(len, units[number])) for number in range(collected.done))
        for unit in _compute(work, collected.done, jobs, cluster):
            collected.append(unit.data, unit.rows, unit.empty)
            begun += unit.cells
            if progress is not None:
                progress(begun, units.cells)
        collected.finish()
    return Written(out, collected.rows, collected.empty)


def put_rows(asked: Question, form: str, expected: Estimate) -> None:
    """Write the rows of a sweep to standard output, as text.

    Raises:
        InputError: for a format that is no text.
    """
    if form not in _TEXTS:
        raise InputError(f"format: standard output takes {' or '.join(_TEXTS)}, not {form}", "format")
    work = Work(asked, form, expected.cells_at_once)
    sys.stdout.buffer.write(FORMATS[form](asked).head())
    for unit in in_this_process(work, 0):
        sys.stdout.buffer.write(unit.data)
    sys.stdout.buffer.flush()


def _compute(work: Work, first: int, jobs: int, cluster: str) -> Iterator[Done]:
    if cluster:
        return on_a_cluster(work, first, cluster)
    return in_several(work, first, jobs) if jobs > 1 else in_this_process(work, first)


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
