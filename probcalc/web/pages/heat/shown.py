"""The heat map as data: what counts over two parameters, best rows first, and what can be read off it in words."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.tables.table import OddsTable
from probcalc.present.reports.table_says import cell_words, signed_labels, table_says
from probcalc.present.words.labels import list_names
from probcalc.web.controls.inputs import table_names
from probcalc.web.controls.tap_actions import tap_of
from probcalc.web.pages.heat.axes import axes_of, place_of, side_picks
from probcalc.web.pages.heat.drawn import Cell, Heat
from probcalc.web.state.answered_request import Standing


def heat(
    found: OddsTable,
    stands: Standing,
    sentence: str,
    change: bool = False,
    like: OddsTable | None = None,
) -> Heat:
    """The card of a heat map; with `change` of the differences to the present number.

    Names stand in the order of their numbers, or of those of a table that it is `like`.
    """
    assert found.columns is not None
    rows, columns = found.rows.parameter, found.columns.parameter
    kind = found.measure.unit(stands.answered)
    across = stands.values[columns.name]
    present_column = found.columns.values.index(across) if across in found.columns.values else -1
    order = list(range(len(found.rows.values)))
    if rows.kind == "choice":
        place = max(0, present_column)
        leading = (like or found).cells
        order.sort(key=lambda n: -(leading[n][place].value or Fraction(-1)))
    labels = [signed_labels(found.rows)[n] for n in order]
    own = place_of(found.rows, stands)
    present_row = order.index(own) if own >= 0 else -1
    names = table_names(stands, axes_of(stands))
    cells: list[list[Cell]] = [
        [
            {
                "p": trial.value,
                "why": stands.in_words(trial.refusal),
                "tap": tap_of(stands, {rows: found.rows.values[n], columns: other}),
            }
            for trial, other in zip(found.cells[n], found.columns.values, strict=True)
        ]
        for n in order
    ]
    is_shown = present_row >= 0 and present_column >= 0
    heads = signed_labels(found.columns)
    sides = ((rows, labels[present_row]), (columns, heads[present_column]))
    now = [cell_words(side, text, stands.parties) for side, text in sides]
    return {
        "sentence": sentence,
        "kind": kind,
        "picks": side_picks(names, rows, columns),
        "rows": {"title": names[rows.name], "values": labels},
        "columns": {"title": names[columns.name], "values": heads},
        "cells": cells,
        "change": change,
        "now": (present_row, present_column) if is_shown else (-1, -1),
        "value": found.measure.of(stands.answered),
        "present": list_names(now) if is_shown else "",
        "says": list(table_says(found, stands.parties)),
    }
