"""The two sides of a question, and the same question with them exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario

_PAIRS = (("a.", "b."), ("first.", "second."), ("a_", "b_"))
SideName: TypeAlias = Literal["a", "b"]
SIDES: tuple[SideName, SideName] = ("a", "b")
OTHER: Mapping[str, SideName] = {"a": "b", "b": "a"}
"""The other side of each."""


def exchanged_names(model: type[Scenario]) -> dict[str, str]:
    """Each parameter that has a counterpart on the other side, with its counterpart; empty when there are no sides.

    >>> from probcalc.scenarios.registry import scenario
    >>> exchanged_names(scenario("chronopia.melee"))
    {'attacker': 'target', 'target': 'attacker'}
    >>> exchanged_names(scenario("chronopia.clash"))["a.unit"]
    'b.unit'
    """
    names = [p.name for p in model.parameters()]
    found: dict[str, str] = {}
    for ours, theirs in _PAIRS:
        for name in names:
            other = theirs + name.removeprefix(ours)
            if name.startswith(ours) and other in names:
                found |= {name: other, other: name}
    if found:
        return found
    picked = [p for p in model.parameters() if p.role == "preset" and not p.section]
    for place, first in enumerate(picked):
        for second in picked[place + 1 :]:
            if first.choices == second.choices:
                return {first.name: second.name, second.name: first.name}
    return {}


def exchanged(model: type[Scenario], given: Mapping[str, Any]) -> dict[str, Any]:
    """The request with its sides exchanged; what the other side does not have is left out.

    >>> from probcalc.scenarios.registry import scenario
    >>> exchanged(scenario("chronopia.melee"), {"attacker": "archers", "cc": 9})
    {'target': 'archers', 'cc': 9}
    """
    names = exchanged_names(model)
    sided = {name.partition(".")[0] + "." for name in names if "." in name}
    swapped: dict[str, Any] = {}
    for name, value in given.items():
        if name in names:
            swapped[names[name]] = value
        elif not any(name.startswith(side) for side in sided):
            swapped[name] = _other(model.parameter(name), value)
    return swapped


def _other(parameter: Parameter | None, value: Any) -> Any:
    """A choice between the sides by name becomes the other side."""
    if parameter is not None and parameter.kind == "choice" and set(SIDES) <= set(parameter.choices):
        return OTHER.get(value, value)
    return value
