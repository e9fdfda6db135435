"""The reports of every entry of a table against every entry of another: chances, dominance, value for points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.laboratory.matrix import Matrix, Priced
from probcalc.analysis.report import Cell, Column, Report, Row
from probcalc.present.reports.measured import cell, counted, few, measure_data, refused_cells, trial_data
from probcalc.present.words import lowered, table_words
from probcalc.scenarios.parties import Party


def matrix_report(found: Matrix, called: Sequence[Party] = ()) -> Report:
    """A number for every pair of entries, the best rows first.

    >>> from probcalc.analysis.laboratory.matrix import matrix
    >>> matrix_report(matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")).rows[0].cells[:2]
    ('Two-handed Battle Axe', Fraction(369, 625))
    """
    counts, unit = counted(found.measure, list(found.trials.values()), called)
    down, across = (table_words(side, called) for side in (found.rows, found.columns))
    mean = {row: found.mean(row) or Fraction(0) for row in found.row_names}
    ordered = sorted(
        filter(found.is_able, found.row_names), key=lambda row: mean[row], reverse=not found.less_is_better
    )
    rows = [
        Row((found.row_names[row], *(cell(found.trials[row, column]) for column in found.column_names)))
        for row in ordered
    ]
    return Report(
        "matrix",
        f"{counts} for every {lowered(down)} and every {lowered(across)}",
        (Column(f"{down} \\ {across}", "name"), *(Column(label, unit) for label in found.column_names.values())),
        tuple(rows),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        drawing="heat map",
        axes=(down, across),
        refusals=_refusals(found),
        data={"scenario": found.scenario_id, "measure": measure_data(found.measure)},
    )


def _refusals(found: Matrix) -> tuple[tuple[str, str], ...]:
    """Why pairs are refused, of an entry that is refused against all of them once."""
    cells = [[found.trials[row, column] for column in found.column_names] for row in found.row_names]
    return refused_cells(list(found.row_names.values()), list(found.column_names.values()), cells, "against")


def dominance_report(found: Matrix, called: Sequence[Party] = ()) -> Report:
    """Which entries are somewhere best, which never, and which are nowhere better than another.

    >>> from probcalc.analysis.laboratory.matrix import matrix
    >>> dominance_report(matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")).says[0]
    'Two-handed Battle Axe is enough: there is none against whom another does better.'
    """
    counts, unit = counted(found.measure, list(found.trials.values()), called)
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
    says = [f"{_listed(needed)} {enough}: there is none against whom another does better."]
    never = [found.row_names[row] for row in found.never_best()]
    if never:
        says.append(f"Never the best choice: {few(never)}.")
    return Report(
        "dominance",
        f"{counts}: every {lowered(down)} against every {lowered(across)}",
        (
            Column(found.rows.table or found.rows.label, "name"),
            Column(f"best against (of {len(found.column_names)})", "number"),
            Column("on average", unit),
            Column("least", unit, detail=True),
            Column("most", unit, detail=True),
            Column("never better than", "name"),
        ),
        tuple(rows),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=tuple(says),
        refusals=_refusals(found),
        data={
            "scenario": found.scenario_id,
            "measure": measure_data(found.measure),
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


def points_report(found: Matrix, listed: Sequence[Priced], called: Sequence[Party] = ()) -> Report:
    """What each entry gives for its points, the best value first, with the price that would be fair.

    >>> from probcalc.analysis.laboratory.matrix import matrix, priced
    >>> found = matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")
    >>> [row.cells[0] for row in points_report(found, priced(found, {"sword": 10, "dagger": 5})).rows]
    ['Dagger', 'Sword']
    """
    counts, unit = counted(found.measure, list(found.trials.values()), called)
    outliers = [each.label for each in listed if each.is_outlier]
    says = [f"More than a quarter away from the middle: {few(outliers)}."] if outliers else ["No entry stands out."]
    return Report(
        "points",
        f"{counts} for the points, over every {lowered(table_words(found.columns, called))}",
        (
            Column(found.rows.table or found.rows.label, "name"),
            Column("points", "number"),
            Column("on average", unit),
            Column("per point", "number"),
            Column("fair price", "number"),
            Column("outlier", "name"),
        ),
        tuple(Row((p.label, p.points, p.value, p.for_each, p.fair, "yes" if p.is_outlier else None)) for p in listed),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=tuple(says),
        notes=("Fair price: the cost that gives the median value per point.",),
        data={
            "scenario": found.scenario_id,
            "measure": measure_data(found.measure),
            "entries": {
                p.id: {"points": p.points, "value": p.value, "for_each_point": p.for_each, "fair_price": p.fair}
                for p in listed
            },
            "outliers": [p.id for p in listed if p.is_outlier],
        },
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "Nothing"
