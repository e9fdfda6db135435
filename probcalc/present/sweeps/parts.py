"""A sweep in parts: a folder with a file for each value of the parameter that varies first.

Whoever reads folders of Parquet takes it for one table. Machines can share the values out, and what is there is not
done again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.sweeps.where import where
from probcalc.present.sweeps.collected import VERSION
from probcalc.present.sweeps.whole_files import folder_to_fill
from probcalc.present.sweeps.writing import Progress, Written, write_sweep
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.value_text import value_text

NOTE = ".sweep.json"
"""What a folder is of; whoever reads folders of Parquet passes over names with a dot in front."""


def write_parts(
    asked: Question,
    folder: Path,
    form: str,
    *,
    resume: bool = False,
    progress: Progress | None = None,
    **how: Any,
) -> Written:
    """Write a file for each value of the first parameter, as in weapon=sword.parquet; `how` is as for one file.

    Raises:
        InputError: when the folder holds files already and nothing was said of going on, or they are of another sweep,
            or as for one file.
    """
    if folder.exists() and any(folder.iterdir()) and not resume:
        raise InputError(f"out: {folder} holds files already; go on with resume, or name another folder", "out")
    rows = empty = before = 0
    first = asked.axes[0]
    with folder_to_fill(folder), _of_one_sweep(asked, folder, form):
        for value in first.values:
            part = _part(asked, first, value)
            out = folder / f"{first.parameter.name}={value_text(value)}.{form}"
            if part is not None and not out.exists():
                told = None if progress is None else _from(progress, before, asked.cells)
                written = write_sweep(part, out, form, resume=resume, progress=told, **how)
                rows, empty = rows + written.rows, empty + written.empty
            before += asked.cells // len(first.values)
    return Written(folder, rows, empty)


@contextmanager
def _of_one_sweep(asked: Question, folder: Path, form: str) -> Iterator[None]:
    """Note what a folder is of, and refuse what is not: values of the first parameter may be shared out."""
    whole = replace(asked, axes=asked.axes[1:]).description()
    wanted = {"question": whole, "parts": asked.axes[0].parameter.name, "format": form, "version": VERSION}
    note = folder / NOTE
    if not any(folder.iterdir()):
        note.write_text(json.dumps(wanted), "utf-8")
    try:
        noted = json.loads(note.read_text("utf-8"))
    except (OSError, ValueError):
        raise InputError(f"resume: {folder} does not say what it is of; remove it to start over", "resume") from None
    if noted != wanted:
        raise InputError(f"resume: {folder} holds parts of another sweep; remove it to start over", "resume")
    try:
        yield
    finally:
        if list(folder.iterdir()) == [note]:
            note.unlink()


def _part(asked: Question, first: Axis, value: Any) -> Question | None:
    """The sweep with one value of its first parameter; None where none of its cells is wanted."""
    axes = (Axis(first.parameter, (value,)), *asked.axes[1:])
    if asked.where is None:
        return replace(asked, axes=axes)
    chosen = where(asked.where.text, axes)
    named = [axes[place].values for place in chosen.axes]
    return replace(asked, axes=axes, where=chosen) if chosen.somewhere(named) else None


def _from(progress: Progress, before: int, whole: int) -> Callable[[int, int], object]:
    return lambda done, _: progress(before + done, whole)
