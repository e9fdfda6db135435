"""The report of one number over the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.tables.table import OddsTable
from probcalc.present.reports.measured import (
    cell,
    measured_report,
    number_in_words,
    refused_cells,
    shared_parties,
    trial_data,
)
from probcalc.present.reports.table_says import cell_words, table_says
from probcalc.present.words.requests import parameter_within, table_words
from probcalc.scenarios.parties import Party
from probcalc.scenarios.value_text import value_text


def table_report(found: OddsTable, notes: Sequence[str] = (), called: Sequence[Party] = ()) -> Report:
    """A row for each value of the one parameter, a column for each of the other; notes may be added.

    >>> from probcalc.analysis.numbers.measure import Measure
    >>> from probcalc.analysis.sweeps.axes import axis
    >>> from probcalc.analysis.tables.table import table
    >>> sides = axis("chronopia.armour", "damage", "9..10"), axis("chronopia.armour", "damage_modifier", "0..1")
    >>> report = table_report(table("chronopia.armour", {}, *sides, Measure("any_wound")))
    >>> [[str(cell) for cell in row.cells] for row in report.rows]
    [['9', '9/20', '1/2'], ['10', '1/2', '11/20']]
    """
    trials = [trial for row in found.cells for trial in row]
    counts, unit = number_in_words(found.measure, trials, called)
    parties = called or shared_parties(trials)
    down = table_words(found.rows.parameter, parties)
    across = table_words(found.columns.parameter, parties) if found.columns else ""
    labels = found.columns.labels() if found.columns else (counts,)
    heading = f"{down} \\ {across}" if across else down
    data = {"rows": _side(found.rows)}
    if found.columns:
        data["columns"] = _side(found.columns)
    return measured_report(
        found,
        (counts, unit),
        "table",
        f"{counts} for each {down}" + (f" and {across}" if across else ""),
        (Column(heading, "name"), *(Column(label, unit) for label in labels)),
        (Row((label, *map(cell, trials))) for label, trials in zip(found.rows.labels(), found.cells, strict=True)),
        says=(counts,) if across else (),
        notes=(*table_says(found, called), *notes),
        refusals=_refusals(found, parties),
        drawing="heat map" if across else "",
        axes=(down, across) if across else (down,),
        data=data | {"cells": [[trial_data(trial) for trial in row] for row in found.cells]},
    )


def _side(axis: Axis) -> dict[str, list[str]]:
    return {axis.parameter.name: [value_text(value) for value in axis.values]}


def _refusals(found: OddsTable, parties: Sequence[Party]) -> tuple[tuple[str, str], ...]:
    """Why cells are refused: "watchers 1 with Crystal Lotus Spearmen", of a whole row its name alone."""
    rows = [cell_words(found.rows.parameter, label, parties) for label in found.rows.labels()]
    if found.columns is None:
        return refused_cells(rows, ("",), found.cells)
    across = found.columns.parameter
    between = "with" if across.kind == "choice" else f"with {parameter_within(across, parties)}"
    return refused_cells(rows, found.columns.labels(), found.cells, between)
