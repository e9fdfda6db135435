"""The reports of the laboratory: steps along a number, dead numbers, dominance, value for points, swing, fairness."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.laboratory.along import Along
from probcalc.analysis.laboratory.fairness import Fairness
from probcalc.analysis.laboratory.matrix import Matrix, Priced
from probcalc.analysis.laboratory.swing import Swing
from probcalc.analysis.report import Cell, Column, Point, Report, Row
from probcalc.present.decimals import decimal, percent
from probcalc.present.numbers import change_text
from probcalc.present.reports.measured import cell, counted, exact, measure_data, refusals, trial_data
from probcalc.present.words import outcome_words, parameter_words, value_words
from probcalc.scenarios.value_text import value_text

_MOST_NAMED = 8


def along_report(found: Along) -> Report:
    """A number at every value of a parameter, with what each step is worth; the steps that change most are named.

    >>> from probcalc.analysis.laboratory.along import along
    >>> report = along_report(along("chronopia.armour", {"damage": 30}, "armour"))
    >>> report.says[1]
    'Nothing changes from -10 to 31.'
    """
    counts, unit = counted(found.measure, [trial for _, trial in found.trials])
    label = parameter_words(found.parameter)
    worth = {value: change for value, _, change in found.steps}
    rows = tuple(
        Row(
            (_value(found, value), cell(trial), exact(cell(trial)), worth.get(value)), is_present=value == found.present
        )
        for value, trial in found.trials
    )
    if found.is_dead:
        says = [f"{label} changes nothing here."]
    else:
        *_, change = found.breakpoints[0]
        steps = [f"{_value(found, one)} to {_value(found, other)}" for one, other, _ in found.breakpoints]
        says = [f"Most changes ({change_text(change, unit)}) from {_some(steps)}."]
        says += [f"Nothing changes from {_value(found, a)} to {_value(found, b)}." for a, b in found.flats]
    numbers = [Point(v, n, v == found.present) for v, n in found.points if type(v) is int]
    columns = (Column(label, "name"), Column(counts, unit), Column("exact", "exact", unit))
    return Report(
        "steps",
        f"{counts} at every value of {label}",
        (*columns, Column("the next step is worth", "change", unit)),
        tuple(rows),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=tuple(says),
        refusals=refusals((_value(found, value), trial) for value, trial in found.trials),
        drawing="curve" if len(numbers) == len(found.points) > 1 else "",
        axes=(label,),
        points=tuple(numbers),
        data={
            "scenario": found.scenario_id,
            "measure": measure_data(found.measure),
            "parameter": found.parameter.name,
            "values": {value_text(value): trial_data(trial) for value, trial in found.trials},
            "breakpoints": [[value_text(one), value_text(other), change] for one, other, change in found.breakpoints],
            "flat": [[value_text(one), value_text(other)] for one, other in found.flats],
        },
    )


def _value(found: Along, value: Any) -> str:
    return value_words(found.parameter, value)


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"


def numbers_report(found: Sequence[Along]) -> Report:
    """Every figure and modifier by how much it can change, each alone; those that change nothing are named.

    >>> from probcalc.analysis.laboratory.along import all_along
    >>> numbers_report(all_along("chronopia.armour", {"damage": 10})).rows[0].cells[:3]
    ('Damage', Fraction(1, 20), Fraction(19, 20))
    """
    first = found[0]
    counts, unit = counted(first.measure, [trial for each in found for _, trial in each.trials])
    rows = []
    for each in found:
        numbers = [number for _, number in each.points]
        if each.is_dead or not numbers:
            continue
        one, other, change = each.breakpoints[0]
        where = f"{_value(each, one)} to {_value(each, other)}"
        flat = ", ".join(f"{_value(each, a)} to {_value(each, b)}" for a, b in each.flats)
        rows.append(Row((parameter_words(each.parameter), min(numbers), max(numbers), change, where, flat or None)))
    dead = [parameter_words(each.parameter) for each in found if each.is_dead]
    return Report(
        "numbers",
        f"{counts}: what each number can change, taken alone",
        (
            Column("number", "name"),
            Column("least", unit),
            Column("most", unit),
            Column("greatest step", "change", unit),
            Column("from", "name"),
            Column("nothing changes from", "name", detail=True),
        ),
        tuple(rows),
        scenario=first.scenario_id,
        counts=counts,
        unit=unit,
        notes=(f"Without any effect here: {'; '.join(dead)}.",) if dead else (),
        data={
            "scenario": first.scenario_id,
            "measure": measure_data(first.measure),
            "parameters": {
                each.parameter.name: {"least": min(n for _, n in each.points), "most": max(n for _, n in each.points)}
                for each in found
                if each.points
            },
            "dead": [each.parameter.name for each in found if each.is_dead],
        },
    )


def dominance_report(found: Matrix) -> Report:
    """Which entries are somewhere best, which never, and which are nowhere better than another.

    >>> from probcalc.analysis.laboratory.matrix import matrix
    >>> dominance_report(matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")).says[0]
    'Two-handed Battle Axe is enough: there is none against whom another does better.'
    """
    counts, unit = counted(found.measure, list(found.trials.values()))
    beaten = {row: [a for a, b in found.dominances() if b == row] for row in found.row_names}
    best = {row: [c for c in found.column_names if row in found.best_against(c)] for row in found.row_names}
    rows = []
    for row, label in found.row_names.items():
        values = [value for column in found.column_names if (value := found.value(row, column)) is not None]
        by = _some([found.row_names[other] for other in beaten[row]]) or None
        span: tuple[Cell, ...] = (min(values), max(values)) if values else (None, None)
        rows.append(Row((label, len(best[row]), found.mean(row), *span, by)))
    rows.sort(key=lambda row: (row.cells[1], row.cells[2] or 0), reverse=True)
    needed = [found.row_names[row] for row in found.needed()]
    other = found.columns.name
    enough = "is enough" if len(needed) == 1 else "are enough"
    says = [f"{_listed(needed)} {enough}: there is none against whom another does better."]
    never = [found.row_names[row] for row in found.never_best()]
    if never:
        says.append(f"Never the best answer: {_some(never)}.")
    return Report(
        "dominance",
        f"{counts}: every {found.rows.name} against every {other}",
        (
            Column(found.rows.table or found.rows.label, "name"),
            Column(f"best against (of {len(found.column_names)})", "number"),
            Column("on average", unit),
            Column("least", unit),
            Column("most", unit),
            Column("nowhere better than", "name"),
        ),
        tuple(rows),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=tuple(says),
        refusals=refusals((f"{row} against {column}", trial) for (row, column), trial in found.trials.items()),
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


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "Nothing"


def points_report(found: Matrix, listed: Sequence[Priced]) -> Report:
    """What each entry gives for its points, the best value first, with the price that would be fair.

    >>> from probcalc.analysis.laboratory.matrix import matrix, priced
    >>> found = matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")
    >>> [row.cells[0] for row in points_report(found, priced(found, {"sword": 10, "dagger": 5})).rows]
    ['Dagger', 'Sword']
    """
    counts, unit = counted(found.measure, list(found.trials.values()))
    outliers = [each.label for each in listed if each.is_outlier]
    says = [f"More than a quarter away from the middle: {_some(outliers)}."] if outliers else ["No entry stands out."]
    return Report(
        "points",
        f"{counts} for the points, over every {found.columns.name}",
        (
            Column(found.rows.table or found.rows.label, "name"),
            Column("points", "number"),
            Column("on average", unit),
            Column("for each point", "number"),
            Column("fair price", "number"),
            Column("stands out", "name"),
        ),
        tuple(Row((p.label, p.points, p.value, p.for_each, p.fair, "yes" if p.is_outlier else None)) for p in listed),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=tuple(says),
        notes=("Fair is the price at which it gives as much for a point as the entry in the middle.",),
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


def swing_report(scenario_id: str, found: Sequence[Swing], labels: Sequence[str]) -> Report:
    """How much each result that counts something swings."""
    rows = tuple(
        Row((label, s.mean, decimal(s.spread), percent(s.nothing), f"{s.most[0]}: {percent(s.most[1])}"))
        for label, s in zip(labels, found, strict=True)
    )
    return Report(
        "swing",
        f"How much {scenario_id} swings",
        (
            Column("result", "name"),
            Column("mean", "number"),
            Column("standard deviation", "name"),
            Column("nothing", "name"),
            Column("the most", "name"),
        ),
        rows,
        scenario=scenario_id,
        data={
            "scenario": scenario_id,
            "results": {
                s.result: {
                    "mean": s.mean,
                    "variance": s.law.variance,
                    "nothing": s.nothing,
                    "most": s.most[0],
                    "chance_of_most": s.most[1],
                }
                for s in found
            },
        },
    )


def fairness_report(found: Fairness, sides: dict[str, str]) -> Report:
    """Who wins how often, what it is worth to be the first, and what evens it.

    >>> from probcalc.analysis.laboratory.fairness import fairness
    >>> fairness_report(fairness("chronopia.clash", {"a.unit": "followers", "b.unit": "followers"}), {}).says[-1]
    'It is worth nothing to be the first side.'
    """
    first, second = (outcome_words(side, sides) for side in ("a", "b"))
    now = found.now
    says = [
        f"{_wins(first)} in {percent(now.a)}, {_wins(second)} in {percent(now.b)}, neither in {percent(now.neither)}.",
        f"The worse side wins in {percent(now.upset)}.",
    ]
    if found.first_mover is not None:
        worth = change_text(found.first_mover, "chance")
        says.append(f"It is worth {worth if found.first_mover else 'nothing'} to be the first side.")
    rows = tuple(
        Row((each.parameter, each.old, each.new, each.contest.a, each.contest.b, each.contest.lead))
        for each in found.evening
    )
    return Report(
        "fairness",
        f"How fair {found.scenario_id} is, and what evens it",
        (
            Column("change of", "name"),
            Column("from", "number"),
            Column("to", "number"),
            Column(f"{first} then", "chance"),
            Column(f"{second} then", "chance"),
            Column("lead", "change"),
        ),
        rows,
        scenario=found.scenario_id,
        says=tuple(says),
        data={
            "scenario": found.scenario_id,
            "a": now.a,
            "b": now.b,
            "neither": now.neither,
            "first_mover": Fraction(0) if found.first_mover is None else found.first_mover,
            "evening": [
                {"parameter": e.parameter, "old": e.old, "new": e.new, "a": e.contest.a, "b": e.contest.b}
                for e in found.evening
            ],
        },
    )


def _wins(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]} win" if name.startswith("the ") else f"{name} wins"


def matrix_report(found: Matrix) -> Report:
    """A number for every pair of entries, the best rows first.

    >>> from probcalc.analysis.laboratory.matrix import matrix
    >>> matrix_report(matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")).rows[0].cells[:2]
    ('Two-handed Battle Axe', Fraction(369, 625))
    """
    counts, unit = counted(found.measure, list(found.trials.values()))
    down, across = parameter_words(found.rows), parameter_words(found.columns)
    mean = {row: found.mean(row) or Fraction(0) for row in found.row_names}
    ordered = sorted(found.row_names, key=lambda row: mean[row], reverse=not found.less_is_better)
    rows = [
        Row((found.row_names[row], *(cell(found.trials[row, column]) for column in found.column_names)))
        for row in ordered
    ]
    return Report(
        "matrix",
        f"{counts} for every {down} and every {across}",
        (Column(f"{down} \\ {across}", "name"), *(Column(label, unit) for label in found.column_names.values())),
        tuple(rows),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        drawing="heat map",
        axes=(down, across),
        data={"scenario": found.scenario_id, "measure": measure_data(found.measure)},
    )
