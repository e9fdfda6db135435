"""A sweep written to a file, as far as it comes, and gone on with; and what it will take, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import prod
from pathlib import Path
from shutil import rmtree
from typing import TypeAlias

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.estimates import Estimate, estimate
from probcalc.present.numbers.decimals import decimal
from probcalc.present.sweeps.collected import folder_of, is_kept, kept
from probcalc.present.sweeps.formats import FORMATS
from probcalc.present.sweeps.workers import MOST_JOBS, Work, do_unit, in_several, in_this_process, on_a_cluster
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
    if not out.parent.is_dir():
        raise InputError(f"out: there is no folder {out.parent} for {out.name}", "out")
    if cluster:
        need("sweeps on a cluster", "cluster")
    expected = expected or estimate(asked)
    made, folder = FORMATS[form](asked), out.with_name(f"{out.name}.part")
    wanted = {"question": asked.description(), "format": form}
    with folder_of(folder, wanted, resume=resume, most=expected.cells_at_once) as noted:
        work = Work(asked, form, noted["most"])
        units = work.units
        begun = rows = empty = 0
        left: list[int] = []
        for number in range(len(units)):
            if is_kept(folder, number):
                begun += prod(map(len, units[number]))
            else:
                left.append(number)
        for number in _compute(work, left, folder, jobs, cluster):
            begun += prod(map(len, units[number]))
            if progress is not None:
                progress(begun, units.cells)

        def whole() -> Iterator[bytes]:
            nonlocal rows, empty
            for number in range(len(units)):
                unit = kept(folder, number)
                rows, empty = rows + unit.rows, empty + unit.empty
                yield unit.data

        made.write(out, whole())
        rmtree(folder)
    return Written(out, rows, empty)


def row_bytes(asked: Question, form: str, expected: Estimate) -> Iterator[bytes]:
    """The rows of a sweep as text, computed as they are taken.

    Raises:
        InputError: for a format that is no text.
    """
    if form not in _TEXTS:
        raise InputError(f"format: standard output takes {' or '.join(_TEXTS)}, not {form}", "format")
    work = Work(asked, form, expected.cells_at_once)
    return chain([FORMATS[form](asked).head()], (do_unit(work, number).data for number in range(len(work.units))))


def _compute(work: Work, numbers: Iterable[int], folder: Path, jobs: int, cluster: str) -> Iterator[int]:
    if cluster:
        return on_a_cluster(work, numbers, folder, cluster)
    return in_several(work, numbers, folder, jobs) if jobs > 1 else in_this_process(work, numbers, folder)


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


def require_hours(expected: Estimate, hours: Fraction, jobs: int = 1) -> None:
    """Refuse a sweep that takes too long, before it is begun.

    Raises:
        InputError: with the estimate and the bound.
    """
    if expected.seconds / max(1, jobs) > hours * _HOUR:
        raise InputError(
            f"this sweep is too large: {estimate_text(expected, max(1, jobs))} (limit {decimal(hours, 6)} hours); "
            "narrow a range, or raise the bound with hours",
            "hours",
        )
