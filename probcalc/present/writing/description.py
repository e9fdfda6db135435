"""What a scenario can be asked, and what a system holds, as plain data."""

from __future__ import annotations

from typing import Any

from probcalc.scenarios.answer import as_written
from probcalc.scenarios.fixed import fixed_numbers_of
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.registry import Rule, System
from probcalc.scenarios.scenario import Scenario


def scenario_data(model: type[Scenario]) -> dict[str, Any]:
    """What a scenario can be asked, as plain data: enough to draw its inputs.

    >>> from probcalc.scenarios.registry import scenario
    >>> scenario_data(scenario("chronopia.armour"))["parameters"]["damage"]["high"]
    40
    """
    return {
        "scenario": model.id,
        "title": model.title,
        "question": model.question(),
        "parameters": {p.name: _parameter_data(p) for p in model.parameters() if p.role != "ruling"},
        "rulings": {p.name: _parameter_data(p) for p in model.parameters() if p.role == "ruling"},
        "results": {r.name: {"label": r.label, "better": r.better, "unit": r.unit} for r in model.results},
        "headline": model.headline,
        "covers": list(model.covers),
    } | _numbers(model)


def _numbers(model: type[Scenario]) -> dict[str, Any]:
    """The numbers that the rules fix, as a variant may change them."""
    found = {
        name: {"value": each.value, "low": each.low, "high": each.high, "help": each.help}
        for name, each in fixed_numbers_of(model).items()
    }
    return {"numbers": found} if found else {}


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": parameter.kind,
        "default": as_written(parameter.default),
        "role": parameter.role,
        "label": parameter.label,
        "help": parameter.help,
        "whose": parameter.belongs_to,
    }
    if parameter.cost:
        data["cost"] = parameter.cost
    if parameter.low is not None:
        data |= {"low": parameter.low, "high": parameter.high}
    if parameter.kind in ("list", "text"):
        data |= {"shortest": parameter.shortest, "longest": parameter.longest}
    if parameter.choices:
        data["choices"] = dict(zip(map(str, parameter.choices), parameter.choice_labels, strict=True))
    if parameter.optional:
        data["optional"] = True
    if parameter.derived:
        data["derived"] = parameter.derived
    return data


def system_data(system: System) -> dict[str, Any]:
    """A system with the questions that its scenarios answer."""
    return {
        "name": system.name,
        "dice": system.dice,
        "edition": system.edition,
        "scenarios": {model.id: model.question() for model in system.scenarios},
        "not_modelled": list(system.not_modelled),
    }


def rule_data(rule: Rule) -> dict[str, Any]:
    """A rule of a catalogue, with the scenarios that compute it or the reason why none does."""
    return {name: getattr(rule, name) for name in ("id", "title", "text", "status", "scenarios", "reason")}
