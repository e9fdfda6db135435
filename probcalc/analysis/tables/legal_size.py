"""Entries of a table in place of the one given, each in the number in which the rules let it stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.trial import Progress, Trial, try_all
from probcalc.analysis.sweeps.axes import Axis
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class InPlace:
    """A request with other entries in it.

    Attributes:
        given: the request.
        sizes: the numbers that are others than in the request as it stands, by parameter.
        numbers: all numbers in which the rules limit the entries.
        full: those of the sizes that are the most which the rules allow.
        why: why the rules do not let the entry do this, "" where they do.
    """

    given: dict[str, Any]
    sizes: Mapping[str, int]
    numbers: Mapping[str, int]
    full: frozenset[str]
    why: str = ""

    def words(self, model: type[Scenario]) -> str:
        """In what numbers the entries stand, where these are not those of the request: "10 figures, the most"."""
        told = []
        for name, size in self.sizes.items():
            parameter = model.parameter(name)
            assert parameter is not None
            label = parameter.label.lower()
            if parameter.headcount or label == "figures":
                told.append(f"{size} {label.removesuffix('s') if size == 1 else label}")
        most = ", the most" if told and self.full else ""
        return f"{', '.join(told)}{most}"


def in_place(model: type[Scenario], parameters: Mapping[str, Any], picks: Mapping[str, str]) -> InPlace:
    """A request with these entries picked.

    Where the one that is given stands in the greatest number, or in more, others do too; else they stand in the same
    number, or in their own greatest one.

    >>> from probcalc.scenarios.registry import scenario
    >>> combat = scenario("oathmark.combat")
    >>> twenty = {"a.unit": "human_spearman", "a.figures": 20}
    >>> in_place(combat, twenty, {"a.unit": "human_cavalry"}).given["a.figures"]
    10
    >>> in_place(combat, twenty | {"a.figures": 5}, {"a.unit": "human_cavalry"}).given["a.figures"]
    5
    >>> in_place(combat, twenty, {"a.unit": "human_cavalry"}).words(combat)
    '10 figures, the most'
    """
    asked = {**parameters, **picks}
    sizes: dict[str, int] = {}
    numbers: dict[str, int] = {}
    full = set[str]()
    for name, entry in picks.items():
        if why := model.unable(name, entry):
            return InPlace(asked, {}, {}, frozenset(), why)
        most = model.most_with(name, entry)
        before = model.most_with(name, str(parameters.get(name, NOTHING))) if most else {}
        for number, limit in most.items():
            now = _value(model, parameters, number)
            size = limit if now > limit or now >= before.get(number, now + 1) else now
            numbers[number] = size
            if size != now or number in parameters:
                asked[number] = size
            if size != now:
                sizes[number] = size
                full |= {number} if size == limit else set()
    return InPlace(asked, sizes, numbers, frozenset(full))


def has_sizes(scenario_id: str, parameter: Parameter) -> bool:
    """Whether the rules say of any entry of a table in what numbers it stands, or that it cannot do this at all.

    >>> from probcalc.scenarios.registry import scenario
    >>> has_sizes("oathmark.combat", scenario("oathmark.combat").parameter("a.unit"))
    True
    >>> has_sizes("chronopia.melee", scenario("chronopia.melee").parameter("weapon"))
    False
    """
    model, name = registry.scenario(scenario_id), parameter.name
    return parameter.role == "preset" and any(
        model.most_with(name, e) or model.unable(name, e) for e in parameter.choices
    )


def try_in_place(
    scenario_id: str,
    parameters: Mapping[str, Any],
    sides: Sequence[Axis],
    measure: Measure,
    progress: Progress | None = None,
) -> list[Trial]:
    """The trials of all combinations of values, the last side running fastest, every entry in a number that is allowed.

    A number that stands on a side itself is refused where it is too great.

    Raises:
        TooMuch: when all of them would take more than the budget allows.
    """
    model = registry.scenario(scenario_id)
    names = [side.parameter.name for side in sides]
    found: dict[int, Trial] = {}
    requests: dict[int, Mapping[str, Any]] = {}
    for place, row in enumerate(product(*(side.values for side in sides))):
        cell = dict(zip(names, row, strict=True))
        picks = {side.parameter.name: cell[side.parameter.name] for side in sides if side.parameter.role == "preset"}
        rest = {name: value for name, value in cell.items() if name not in picks}
        placed = in_place(model, parameters, picks)
        limits = {number: n for name, pick in picks.items() for number, n in model.most_with(name, pick).items()}
        above = [name for name, value in rest.items() if value > limits.get(name, value)]
        why = placed.why or (f"at most {limits[above[0]]} may stand" if above else "")
        asked = {**placed.given, **rest}
        if why:
            found[place] = Trial(asked, None, None, why)
        else:
            requests[place] = asked
    answered = try_all(scenario_id, list(requests.values()), measure, progress)
    found.update(zip(requests, answered, strict=True))
    return [found[place] for place in range(len(found))]


def _value(model: type[Scenario], parameters: Mapping[str, Any], name: str) -> int:
    if type(parameters.get(name)) is int:
        return int(parameters[name])
    try:
        found = resolve(model, parameters)[0].value_of(name)
    except InputError:
        parameter = model.parameter(name)
        found = None if parameter is None else parameter.default
    return found if type(found) is int else 0
