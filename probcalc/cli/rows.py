"""Many numbers at once: rows in every form, and what was measured as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from probcalc.cli.output import put, strong

if TYPE_CHECKING:
    from probcalc.analysis.measure import Measure
    from probcalc.analysis.trial import Trial


def put_rows(form: str | None, rows: Sequence[Sequence[str]], notes: Sequence[str], title: str = "") -> None:
    """Rows as text, Markdown or CSV; the notes follow, in CSV they go to standard error."""
    from probcalc.present.csv_text import csv_lines
    from probcalc.present.grid import columns, markdown_escaped, markdown_table

    right = tuple(range(1, len(rows[0])))
    if form == "csv":
        put(csv_lines(rows))
        for note in notes:
            click.echo(note, err=True)
        return
    said = list(notes)
    if form == "markdown":
        lines = markdown_table(rows, right)
        said = [f"- {markdown_escaped(note)}" for note in notes]
        title = markdown_escaped(title)
    else:
        lines = columns(rows, right)
        lines[0] = strong(lines[0])
    put("\n".join([*([title, ""] if title else []), *lines, *([""] if said else []), *said]))


def need_a_number(trials: Iterable[Trial]) -> None:
    """Refuse what has no number anywhere, for the reason of its first trial.

    Raises:
        InputError: when every trial is refused.
    """
    from probcalc.scenarios.errors import InputError

    refusals = []
    for trial in trials:
        if trial.value is not None:
            return
        refusals.append(trial.refusal)
    raise InputError(refusals[0] if refusals else "there is nothing to compute")


def trial_data(trial: Trial) -> dict[str, Any]:
    """The exact number of a trial, or why there is none."""
    from probcalc.exact.numerals import fraction_text

    return {"refused": trial.refusal} if trial.value is None else {"value": fraction_text(trial.value)}


def measure_data(wanted: Measure) -> dict[str, Any]:
    """The measure by its names."""
    data: dict[str, Any] = {"result": wanted.result}
    if wanted.at_least is not None:
        data["at_least"] = wanted.at_least
    return data if wanted.outcome is None else data | {"outcome": wanted.outcome}
