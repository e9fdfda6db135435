"""The reports of numbers that are run through: what each step is worth, and which numbers change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from probcalc.analysis.findings.report import Column, Point, Report, Row
from probcalc.analysis.laboratory.along import Along
from probcalc.present.numbers.text import change_text
from probcalc.present.reports.measured import (
    cell,
    drawn_points,
    exact,
    few,
    left_out_notes,
    measured_report,
    number_in_words,
    refusals,
    shared_parties,
    trial_data,
)
from probcalc.present.words.requests import parameter_words, value_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parties import Party
from probcalc.scenarios.value_text import value_text


def along_report(found: Along, called: Sequence[Party] = ()) -> Report:
    """A number at every value of a parameter, with what each step is worth; the steps that change most are named.

    >>> from probcalc.analysis.laboratory.along import along
    >>> report = along_report(along("chronopia.armour", {"damage": 30}, "armour"))
    >>> report.says[1]
    'No change from -10 to 31.'
    """
    trials = [trial for _, trial in found.trials]
    counts, unit = number_in_words(found.measure, trials, called)
    label = parameter_words(found.parameter, shared_parties(trials, called))
    worth = {value_text(value): change for value, _, change in found.steps}
    rows = tuple(
        Row(
            (_value(found, value), cell(trial), exact(cell(trial)), worth.get(value_text(value))),
            is_present=value == found.present,
        )
        for value, trial in found.trials
    )
    if found.is_dead:
        says = [f"{label} changes nothing here."]
    else:
        *_, change = found.breakpoints[0]
        steps = [f"{_value(found, one)} to {_value(found, other)}" for one, other, _ in found.breakpoints]
        says = [f"Most changes ({change_text(change, unit)}) from {few(steps)}."]
        says += [f"No change from {_value(found, a)} to {_value(found, b)}." for a, b in found.flats]
    numbers = [Point(v, n, v == found.present) for v, n in found.points if type(v) is int]
    columns = (Column(label, "name"), Column(counts, unit), Column("exact", "exact", unit))
    return measured_report(
        found,
        (counts, unit),
        "steps",
        f"{counts} at every value of {label}",
        (*columns, Column("next point adds", "change", unit)),
        rows,
        says=tuple(says),
        refusals=refusals((_value(found, value), trial) for value, trial in found.trials),
        drawing="curve" if len(numbers) == len(found.points) > 1 else "",
        axes=(label,),
        points=drawn_points(numbers)[0],
        data={
            "parameter": found.parameter.name,
            "values": {value_text(value): trial_data(trial) for value, trial in found.trials},
            "breakpoints": [[value_text(one), value_text(other), change] for one, other, change in found.breakpoints],
            "flat": [[value_text(one), value_text(other)] for one, other in found.flats],
        },
    )


def numbers_report(found: Sequence[Along], called: Sequence[Party] = ()) -> Report:
    """Every figure and modifier by how much it can change, each alone; those that change nothing are named.

    >>> from probcalc.analysis.laboratory.along import all_along
    >>> numbers_report(all_along("chronopia.armour", {"damage": 10})).rows[0].cells[:3]
    ('Damage', Fraction(1, 20), Fraction(19, 20))

    Raises:
        InputError: when there is none.
    """
    if not found:
        raise InputError("no stat here can be tried at every value")
    first = found[0]
    trials = [trial for each in found for _, trial in each.trials]
    counts, unit = number_in_words(first.measure, trials, called)
    parties = shared_parties(trials, called)
    rows = []
    for each in found:
        numbers = [number for _, number in each.points]
        if each.is_dead or not numbers:
            continue
        one, other, change = each.breakpoints[0]
        where = f"{_value(each, one)} to {_value(each, other)}"
        flat = ", ".join(f"{_value(each, a)} to {_value(each, b)}" for a, b in each.flats)
        rows.append(
            Row((parameter_words(each.parameter, parties), min(numbers), max(numbers), change, where, flat or None))
        )
    dead = [parameter_words(each.parameter, parties) for each in found if each.is_dead]
    notes = [f"No effect here: {'; '.join(dead)}."] if dead else []
    notes += left_out_notes(parameter_words(each.parameter, parties) for each in found if each.is_left_out)
    return measured_report(
        first,
        (counts, unit),
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
        rows,
        notes=tuple(notes),
        data={
            "parameters": {
                each.parameter.name: {"least": min(n for _, n in each.points), "most": max(n for _, n in each.points)}
                for each in found
                if each.points
            },
            "dead": [each.parameter.name for each in found if each.is_dead],
            "left_out": [each.parameter.name for each in found if each.is_left_out],
        },
    )


def _value(found: Along, value: Any) -> str:
    return value_words(found.parameter, value)
