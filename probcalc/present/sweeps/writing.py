"""A sweep written to a file, as far as it comes, and gone on with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.estimates import Estimate, estimate
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
        begun = sum(units[number].cells for number in range(collected.done))
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
