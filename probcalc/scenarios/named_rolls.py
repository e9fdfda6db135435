"""The names of the rolls that a scenario makes, found by playing it in many ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import Any

from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NeverHolds
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.steps import Event, Tree
from probcalc.exact.varied import Varied
from probcalc.scenarios.errors import InputError, nearest_name, unknown_name
from probcalc.scenarios.given_values import check_fields
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.settling import given_names, settle

_STEPS_OF_ONE, _STEPS_OF_ALL = 50_000, 500_000
_STEPS_OF_REQUEST = 2_000_000


def names_of_rolls(scenario: Scenario) -> set[str]:
    """The names of the rolls that play comes to, as far as the meter allows.

    >>> from probcalc.scenarios.registry import scenario
    >>> from probcalc.scenarios.resolve import resolve
    >>> sorted(names_of_rolls(resolve(scenario("chronopia.armour"), {})[0]))
    ['Armour save', 'Heal', 'Ward Save', 'd20']
    """
    met = Varied({})
    reader = LawReader()
    try:
        for played in scenario.play().values():
            part = met.of(played)
            if isinstance(part, (Tree, Distribution)):
                reader.distribution(part)
            elif isinstance(part, Event):
                reader.probability(part)
            elif isinstance(part, Likeliest):
                part.read(reader)
    except (TooLarge, NeverHolds):
        pass
    return met.met


def _usual(model: type[Scenario], parameters: Mapping[str, Any]) -> Scenario:
    """The scenario by its own rules, with its presets in place."""
    return settle(check_fields(model, parameters), parameters.keys())


def _ways(model: type[Scenario]) -> Iterator[Mapping[str, Any]]:
    """The usual request, each single change of it, and all circumstances at once."""
    yield {}
    all_at_once: dict[str, Any] = {}
    for parameter in model.parameters():
        for value in _others(parameter):
            yield {parameter.name: value}
        if parameter.kind == "boolean" and parameter.role == "modifier":
            try:
                _usual(model, {**all_at_once, parameter.name: True})
            except InputError:
                continue
            all_at_once[parameter.name] = True
    yield all_at_once


def _others(parameter: Parameter) -> Iterator[Any]:
    if parameter.kind == "boolean":
        yield not parameter.default
    elif parameter.kind == "choice":
        yield from (choice for choice in parameter.choices if choice != parameter.default)
    elif parameter.kind == "integer":
        low, high = parameter.bounds
        middle = parameter.default if isinstance(parameter.default, int) else low
        yield from {low, high, max(low, middle - 1), min(high, middle + 1)}


def _rolls_in_many_ways(model: type[Scenario]) -> Iterator[set[str]]:
    left = _STEPS_OF_ALL
    for given in _ways(model):
        budget = Budget(min(_STEPS_OF_ONE, left))
        try:
            with metered(budget):
                met = names_of_rolls(_usual(model, given))
        except InputError:
            continue
        yield met
        left -= budget.spent + budget.unspent
        if left <= 0:
            return


@lru_cache(maxsize=256)
def usual_rolls(model: type[Scenario]) -> frozenset[str]:
    """The names of the rolls that a scenario makes where nothing is given.

    >>> from probcalc.scenarios.registry import scenario
    >>> sorted(usual_rolls(scenario("chronopia.deviation")))
    ['Test to hit', 'd20']
    """
    return frozenset(next(_rolls_in_many_ways(model), ()))


@lru_cache(maxsize=1024)
def is_rolled(model: type[Scenario], name: str) -> bool:
    """Whether a scenario makes a roll of that name: in its usual request, or where something else is given.

    >>> from probcalc.scenarios.registry import scenario
    >>> is_rolled(scenario("chronopia.deviation"), "Deviation"), is_rolled(scenario("chronopia.deviation"), "Heal")
    (True, False)
    """
    return any(name in met for met in _rolls_in_many_ways(model))


def rolls_met_in(scenario: Scenario) -> set[str]:
    """The names of the rolls that a request comes to; none where it is refused, for whoever answers it says why.

    The scenario is as it was given, its presets not in place yet.
    """
    try:
        with metered(Budget(_STEPS_OF_REQUEST)):
            return names_of_rolls(settle(scenario, given_names(scenario)))
    except InputError:
        return set()


def unknown_roll(scenario_id: str, name: str, met: Set[str]) -> InputError:
    """The refusal of a name that no roll has, with the nearest of those that are made.

    >>> str(unknown_roll("chronopia.armour", "Armor save", {"Armour save", "d20"}))
    'Armor save is not a roll of chronopia.armour here; did you mean Armour save?'
    """
    return unknown_name("roll", name, _names(met), f" of {scenario_id} here")


def _names(met: Set[str]) -> list[str]:
    return sorted(name for name in met if not (name[:1] == "d" and name[1:].isdecimal()))


_ONE_OF = re.compile(r"(best|worst) of (.+)")


def notes_on_low_dice(dice: Set[str]) -> list[str]:
    """What is to be said of the best and the worst of several dice where low faces succeed.

    >>> notes_on_low_dice({"best of 2d20", "2d10"})
    ['best of 2d20 is the highest die, and low rolls succeed here: the die that helps is worst of 2d20.']
    """
    found = []
    for kind, of in (match.groups() for die in sorted(dice) if (match := _ONE_OF.fullmatch(die))):
        if kind == "best":
            said = f"the highest die, and low rolls succeed here: the die that helps is worst of {of}"
        else:
            said = f"the lowest die, and low rolls succeed here: the die that hinders is best of {of}"
        found.append(f"{kind} of {of} is {said}.")
    return found


def notes_on_unused_dice(dice: Mapping[str, str], met: Set[str]) -> list[str]:
    """What is to be said of the dice of a variant that take the place of none that was met.

    >>> notes_on_unused_dice({"Deviation": "3d6", "d20": "2d10"}, {"Test to hit", "d20"})
    ['Deviation is not rolled here, so Deviation=3d6 changes nothing in this answer.']
    """
    found = []
    for name in sorted(dice.keys() - met):
        names = _names(met)
        near = nearest_name(name, names) or next((longer for longer in names if longer.startswith(name)), "")
        meant = f" (rolled here: {near})" if near else ""
        found.append(f"{name} is not rolled here{meant}, so {name}={dice[name]} changes nothing in this answer.")
    return found
