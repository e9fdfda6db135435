"""The reports of what is searched or not known: wanted odds, and an opponent of whom only a distribution is known."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any

from probcalc.analysis.findings.report import Cell, Column, Report, Row, Unit
from probcalc.analysis.laboratory.design import Candidate, Designed, Wish
from probcalc.analysis.laboratory.unknown import Unknown
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.text import number_text
from probcalc.present.words.requests import parameter_within, value_words
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer, common_parties
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.sentences import lower_first, outcome_words
from probcalc.scenarios.value_text import value_text

RELATIONS = {"=": "about", ">=": "at least", "<=": "at most"}
"""How a number is wanted, in words."""


def design_report(found: Designed) -> Report:
    """The values that come closest to what is wanted, all ties, then those that follow.

    >>> from probcalc.analysis.laboratory.design import design
    >>> found = design_report(design("chronopia.armour", {}, ["damage=0..20"], ["any_wound=30%"]))
    >>> found.title, found.rows[0].cells[:2]
    ('One hit against armour: the values that give at least one wound about 30.0%', ('6', Fraction(3, 10)))
    """
    rows = [_row(found, each, True) for each in found.best] + [_row(found, each, False) for each in found.near]
    met = "meets" if len(found.best) == 1 else "meet"
    count = "one combination" if len(found.best) == 1 else f"{len(found.best)} combinations"
    come = "comes" if len(found.best) == 1 else "come"
    exactly = not found.best[0].distance
    says = f"{count.capitalize()} {met} what is wanted" if exactly else f"Nothing meets it all; {count} {come} closest"
    answer = registry.answer(found.scenario_id, {})
    told = [_wanted(wish, answer) for wish in found.wishes]
    wanted = [words for words, _ in told]
    notes = [f"{found.searched:,} combinations were tried, {found.refused:,} of them refused by the rules."]
    return Report(
        "design",
        f"{registry.scenario(found.scenario_id).title}: the values that give {' and '.join(wanted)}",
        (
            *(Column(_label(found.scenario_id, name), "name") for name in found.varied),
            *(Column(words, unit) for words, unit in told),
            Column("distance", "number"),
        ),
        tuple(rows),
        scenario=found.scenario_id,
        says=(f"{says}.",),
        notes=tuple(notes),
        data={
            "scenario": found.scenario_id,
            "wishes": [wish.text for wish in found.wishes],
            "best": [_data(each) for each in found.best],
            "near": [_data(each) for each in found.near],
            "searched": found.searched,
            "refused": found.refused,
        },
    )


def _wanted(wish: Wish, answer: Answer) -> tuple[str, Unit]:
    """What is wanted, in words, "at least one wound about 30.0%", and how its number is written."""
    try:
        words, unit = lower_first(wish.measure.label(answer)), wish.measure.unit(answer)
    except InputError:
        # A result that other values bring.
        return wish.text, "chance" if "%" in wish.text else "number"
    return f"{words} {RELATIONS[wish.relation]} {number_text(wish.value, unit)}", unit


def _label(scenario_id: str, name: str) -> str:
    parameter = registry.scenario(scenario_id).parameter(name)
    return parameter_within(parameter) if parameter is not None else name


def _row(found: Designed, each: Candidate, is_best: bool) -> Row:
    cells: list[Cell] = [value_text(each.values[name]) for name in found.varied]
    return Row((*cells, *each.numbers, each.distance), is_present=is_best)


def _data(each: Candidate) -> dict[str, object]:
    values = {name: value_text(value) for name, value in each.values.items()}
    return {"values": values, "numbers": list(each.numbers), "distance": each.distance}


def unknown_report(found: Unknown) -> Report:
    """The results over all values, beside each value alone.

    >>> from probcalc.analysis.laboratory.unknown import unknown
    >>> unknown_report(unknown("chronopia.armour", {"damage": 10}, "armour", "18:1,20:3")).rows[0].cells
    ('Wounds caused, mean', Fraction(21, 40), Fraction(1, 2), Fraction(3, 5))
    """
    rows = []
    for name, result in found.results.items():
        declared = next(iter(found.answers.values())).declared(name)
        for label, of in _numbers(result, declared.label):
            each = [of(answer[name]) for answer in found.answers.values()]
            unit: Unit = "number" if label.endswith("mean") else "chance"
            rows.append(Row((label, of(result), min(each), max(each)), unit))
    parameter = registry.scenario(found.scenario_id).parameter(found.parameter)
    assert parameter is not None, found.parameter
    parties = common_parties(list(found.answers.values()))
    law = ", ".join(f"{value_words(parameter, value)}: {found.law[value]}" for value in found.law)
    notes = [f"How likely each {parameter_within(parameter, parties)} is: {law}."]
    if found.refused:
        notes.append(f"The rules refuse {', '.join(value_words(parameter, each) for each in found.refused)} here.")
    return Report(
        "unknown",
        f"{registry.scenario(found.scenario_id).title} when the {parameter_within(parameter, parties)} is not known",
        (Column("result", "name"), Column("average", "chance"), Column("least", "chance"), Column("most", "chance")),
        tuple(rows),
        scenario=found.scenario_id,
        notes=tuple(notes),
        data={
            "scenario": found.scenario_id,
            "parameter": found.parameter,
            "values": {value_text(value): share for value, share in found.law.items()},
            "results": {
                name: dict(result.items()) if isinstance(result, Distribution) else result
                for name, result in found.results.items()
            },
        },
    )


def _numbers(result: Fraction | Distribution, label: str) -> list[tuple[str, Callable[[Any], Fraction]]]:
    """The numbers of a result, each with how it is read off."""
    if not isinstance(result, Distribution):
        return [(label, Fraction)]
    if result.is_numeric:
        return [(f"{label}, mean", attrgetter("mean"))]
    return [(f"{label}: {outcome_words(outcome)}", itemgetter(outcome)) for outcome in result]
