"""A request without what only repeats its defaults: what links, commands and files write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.value_text import value_text


def minimal(model: type[Scenario], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, without the values that only repeat their defaults.

    A default that stands against a preset's figure is no repetition, and is kept.

    >>> from probcalc.scenarios.registry import scenario
    >>> model = scenario("chronopia.melee")
    >>> minimal(model, {"cc": 10, "damage": 12})
    {'damage': 12}
    >>> minimal(model, {"attacker": "the_cursed", "cc": 10})
    {'attacker': 'the_cursed', 'cc': 10}
    """
    flat = flatten(parameters)
    defaults = {p.name: value_text(p.default) for p in (*model.parameters(), VARIANT)}
    repeated = [name for name, value in flat.items() if value_text(value) == defaults.get(name)]
    whole = _resolve(model, flat) if repeated else None
    if whole is None:
        return flat
    without = {name: value for name, value in flat.items() if name not in repeated}
    if _resolve(model, without) == whole:
        return without
    # One default may be left out only when another is; a second look finds what the first had to keep.
    before = len(flat) + 1
    while len(flat) < before:
        before = len(flat)
        for name in repeated:
            fewer = {n: v for n, v in flat.items() if n != name}
            if len(fewer) < len(flat) and _resolve(model, fewer) == whole:
                flat = fewer
    return flat


def values_to_write(scenario_id: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The same of a scenario by its id, with "none" for what is absent.

    >>> values_to_write("chronopia.melee", {"cc": 10, "damage": 12})
    {'damage': 12}
    """
    kept = minimal(registry.scenario(scenario_id), parameters)
    return {name: NOTHING if value is None else value for name, value in kept.items()}


def _resolve(model: type[Scenario], parameters: Mapping[str, Any]) -> Any:
    """Everything that the request settles, or None when it is refused."""
    try:
        scenario, notes = resolve(model, parameters)
    except InputError:
        return None
    names = (*(p.name for p in model.parameters()), VARIANT.name)
    return {name: value_text(scenario.value_of(name)) for name in names}, notes
