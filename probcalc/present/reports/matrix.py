"""The reports of every entry of a table against every entry of another: chances, and dominance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Cell, Column, Report, Row
from probcalc.analysis.laboratory.matrix import Matrix
from probcalc.present.reports.measured import cell, few, measured_report, number_in_words, refused_cells, trial_data
from probcalc.present.words.requests import table_words
from probcalc.scenarios.joining import join_words
from probcalc.scenarios.parties import Party
from probcalc.scenarios.sentences import lower_first


def matrix_report(found: Matrix, called: Sequence[Party] = ()) -> Report:
    """A number for every pair of entries, the best rows first.

    >>> from probcalc.analysis.laboratory.matrix import matrix
    >>> matrix_report(matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")).rows[0].cells[:2]
    ('Two-handed Battle Axe', Fraction(369, 625))
    """
    counts, unit = number_in_words(found.measure, list(found.trials.values()), called)
    down, across = (table_words(side, called) for side in (found.rows, found.columns))
    mean = {row: found.mean(row) or Fraction(0) for row in found.row_names}
    ordered = sorted(
        filter(found.is_able, found.row_names), key=lambda row: mean[row], reverse=not found.less_is_better
    )
    rows = [
        Row((found.row_names[row], *(cell(found.trials[row, column]) for column in found.column_names)))
        for row in ordered
    ]
    return measured_report(
        found,
        (counts, unit),
        "matrix",
        f"{counts} for every {lower_first(down)} and every {lower_first(across)}",
        (Column(f"{down} \\ {across}", "name"), *(Column(label, unit) for label in found.column_names.values())),
        rows,
        drawing="heat map",
        axes=(down, across),
        refusals=_refusals(found),
    )


def _refusals(found: Matrix) -> tuple[tuple[str, str], ...]:
    """Why pairs are refused, of an entry that is refused against all of them once."""
    cells = [[found.trials[row, column] for column in found.column_names] for row in found.row_names]
    return refused_cells(list(found.row_names.values()), list(found.column_names.values()), cells, "against")


def dominance_report(found: Matrix, called: Sequence[Party] = ()) -> Report:
    """Which entries are somewhere best, which never, and which are nowhere better than another.

    >>> from probcalc.analysis.laboratory.matrix import matrix
    >>> dominance_report(matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")).says
    ('Two-handed Battle Axe is enough: nothing else does better against any opponent.',
     'Never the best choice: Spear, Dagger, Two Longswords, Sword, Two-handed Sword.')
    """
    counts, unit = number_in_words(found.measure, list(found.trials.values()), called)
    beaten = {row: [a for a, b in found.dominances() if b == row] for row in found.row_names}
    best = {row: [c for c in found.column_names if row in found.best_against(c)] for row in found.row_names}
    rows = []
    for row, label in found.row_names.items():
        if not found.is_able(row):
            continue
        values = [value for column in found.column_names if (value := found.value(row, column)) is not None]
        by = few([found.row_names[other] for other in beaten[row]]) or None
        span: tuple[Cell, ...] = (min(values), max(values)) if values else (None, None)
        rows.append(Row((label, len(best[row]), found.mean(row), *span, by)))
    rows.sort(key=lambda row: (row.cells[1], row.cells[2] or 0), reverse=True)
    down, across = (table_words(side, called) for side in (found.rows, found.columns))
    needed = [found.row_names[row] for row in found.needed()]
    other = found.columns.name
    enough = "is enough" if len(needed) == 1 else "are enough"
    says = [f"{join_words(needed) or 'Nothing'} {enough}: nothing else does better against any opponent."]
    never = [found.row_names[row] for row in found.never_best()]
    if never:
        says.append(f"Never the best choice: {few(never)}.")
    return measured_report(
        found,
        (counts, unit),
        "dominance",
        f"{counts}: every {lower_first(down)} against every {lower_first(across)}",
        (
            Column(found.rows.table or found.rows.label, "name"),
            Column(f"best against (of {len(found.column_names)})", "number"),
            Column("on average", unit),
            Column("least", unit, detail=True),
            Column("most", unit, detail=True),
            Column("never better than", "name"),
        ),
        rows,
        says=tuple(says),
        refusals=_refusals(found),
        data={
            "rows": found.rows.name,
            "columns": other,
            "values": {
                row: {column: trial_data(found.trials[row, column]) for column in found.column_names}
                for row in found.row_names
            },
            "dominances": [list(pair) for pair in found.dominances()],
            "needed": list(found.needed()),
            "never_best": list(found.never_best()),
        },
    )
