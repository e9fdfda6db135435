"""A sweep in parts: a folder with a file for each value of the parameter that varies first.

Whoever reads folders of Parquet takes it for one table. Machines can share the values out, and what is there is not
done again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.sweeps.where import where
from probcalc.present.sweeps.collected import folder_of
from probcalc.present.sweeps.writing import Progress, Written, write_sweep
from probcalc.scenarios.value_text import value_text


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
    rows = empty = before = 0
    first = asked.axes[0]
    # Values of the first parameter may be shared out.
    of = {"question": replace(asked, axes=asked.axes[1:]).description(), "parts": first.parameter.name, "format": form}
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder_of(folder, of, resume=resume, shared=True):
        for value in first.values:
            part = _part(asked, first, value)
            out = folder / f"{first.parameter.name}={value_text(value)}.{form}"
            if part is not None and not out.exists():
                told = None if progress is None else _from(progress, before, asked.cells)
                written = write_sweep(part, out, form, resume=resume, progress=told, **how)
                rows, empty = rows + written.rows, empty + written.empty
            before += asked.cells // len(first.values)
    return Written(folder, rows, empty)


def _part(asked: Question, first: Axis, value: Any) -> Question | None:
    """The sweep with one value of its first parameter; None where none of its cells is wanted."""
    axes = (Axis(first.parameter, (value,)), *asked.axes[1:])
    if asked.where is None:
        return replace(asked, axes=axes)
    chosen = where(asked.where.text, axes)
    named = [axes[place].values for place in chosen.axes]
    return replace(asked, axes=axes, where=chosen) if chosen.holds_somewhere(named) else None


def _from(progress: Progress, before: int, whole: int) -> Callable[[int, int], object]:
    return lambda done, _: progress(before + done, whole)
