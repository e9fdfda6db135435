"""The report of one number over the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probcalc.analysis.report import Column, Report, Row
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.table import OddsTable
from probcalc.analysis.trial import Trial
from probcalc.present.reports.measured import cell, counted, measure_data, refusals, shared_parties, trial_data
from probcalc.present.reports.table_says import table_says
from probcalc.present.words import parameter_words
from probcalc.scenarios.value_text import value_text


def table_report(found: OddsTable, notes: Sequence[str] = ()) -> Report:
    """A row for each value of the one parameter, a column for each of the other; notes may be added.

    >>> from probcalc.analysis.measure import Measure
    >>> from probcalc.analysis.sweeps.axes import axis
    >>> from probcalc.analysis.table import table
    >>> sides = axis("chronopia.armour", "damage", "9..10"), axis("chronopia.armour", "damage_modifier", "0..1")
    >>> report = table_report(table("chronopia.armour", {}, *sides, Measure("any_wound")))
    >>> [[str(cell) for cell in row.cells] for row in report.rows]
    [['9', '9/20', '1/2'], ['10', '1/2', '11/20']]
    """
    trials = [trial for row in found.cells for trial in row]
    counts, unit = counted(found.measure, trials)
    parties = shared_parties(trials)
    down = parameter_words(found.rows.parameter, parties)
    across = parameter_words(found.columns.parameter, parties) if found.columns else ""
    labels = found.columns.labels() if found.columns else (counts,)
    heading = f"{down} \\ {across}" if across else down
    data = {"scenario": found.scenario_id, "measure": measure_data(found.measure), "rows": _side(found.rows)}
    if found.columns:
        data["columns"] = _side(found.columns)
    return Report(
        "table",
        f"{counts} for each {down}" + (f" and {across}" if across else ""),
        (Column(heading, "name"), *(Column(label, unit) for label in labels)),
        tuple(Row((label, *map(cell, trials))) for label, trials in zip(found.rows.labels(), found.cells, strict=True)),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=(counts,) if across else (),
        notes=(*table_says(found), *notes),
        refusals=refusals(_named(found)),
        drawing="heat map" if across else "",
        axes=(down, across) if across else (down,),
        data=data | {"cells": [[trial_data(trial) for trial in row] for row in found.cells]},
    )


def _side(axis: Axis) -> dict[str, list[str]]:
    return {axis.parameter.name: [value_text(value) for value in axis.values]}


def _named(found: OddsTable) -> Iterator[tuple[str, Trial]]:
    """The cells with the names of their row and column; a row that is refused for one reason is told once."""
    across = found.columns.labels() if found.columns else ("",)
    for label, row in zip(found.rows.labels(), found.cells, strict=True):
        if len({trial.refusal for trial in row}) == 1:
            yield label, row[0]
            continue
        for other, trial in zip(across, row, strict=True):
            yield f"{label} {other}".strip(), trial
