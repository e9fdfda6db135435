"""The question what a number is across the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from probcalc.analysis.applying import with_all_values
from probcalc.analysis.tables.table import OddsTable, table
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.table import table_report


def _find(asked: Asked) -> OddsTable:
    rows, columns = asked.said["rows"], asked.said["columns"] or None
    return table(asked.place, asked.given, rows, columns, asked.measure, asked.progress)


def _notes(asked: Asked) -> Iterator[str]:
    for name in (asked.said[side].partition("=")[0] for side in ("rows", "columns")):
        if name in asked.given:
            yield f"{name} was given and is varied here."


QUESTION = Question(
    6,
    "One result across the values of one or two parameters.",
    """One result across the values of one or two parameters; all else as given.

    VALUES are written -3..3, 10..40/5 (in steps of 5), spear,sword or not at all, which means every one.
    """,
    OddsTable,
    _find,
    lambda found, asked: [table_report(found, called=asked.names)],
    (
        "chronopia.melee --rows weapon --columns modifier=-3..3 --result slain",
        "chronopia.armour --rows damage=8..14 --columns armour=16..24/2 --csv",
        "chronopia.melee target=spearmen --rows attacker --result wounds --at-least 1",
    ),
    applies=with_all_values,
    options=(
        Option("rows", "The parameter down the side.", "", with_all_values, True, form="NAME[=VALUES]"),
        Option("columns", "The parameter across the top.", "", with_all_values, form="NAME[=VALUES]"),
    ),
    is_measured=True,
    trials=lambda found: chain(*found.cells),
    notes=_notes,
)
