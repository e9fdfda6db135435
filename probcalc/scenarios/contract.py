"""What every game keeps, for the tests of whoever writes one: its declarations, its laws, and its slow twin.

A *twin* is the rule written a second time, slowly and plainly: a function from the resolved parameters to the
results, dice enumerated one by one. `faults` and `differences` say in words what is not as it should be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluate
from probcalc.scenarios.finding import role_faults, sound
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.system import System

Twin: TypeAlias = Callable[[dict[str, Any]], Mapping[str, Any]]

_STATUSES = ("covered", "partial", "not_dice", "not_modelled")
_NEAR, _LONGEST = 4, 3


def answer_of(model: type[Scenario], parameters: Mapping[str, Any]) -> Answer:
    """The answer of a scenario that need not be installed.

    Raises:
        InputError: when the request is refused or too large.
    """
    scenario, notes = resolve(model, parameters)
    try:
        return Answer(scenario, evaluate(scenario), notes)
    except TooLarge as error:
        raise InputError(f"{model.costly or model.id}: {error}", model.costly) from error


def faults(system: System) -> list[str]:
    """What is wrong with a game, a line each: names, texts, results, catalogue, ready-made questions, laws.

    >>> from probcalc.scenarios.registry import system
    >>> faults(system("reikhammer"))
    []
    """
    try:
        sound(system, system.id)
    except InputError as error:
        return [str(error)]
    found = [] if system.name else [f"{system.id}: it is not called anything"]
    found += _catalogue_faults(system)
    for model in system.scenarios:
        found += _scenario_faults(model)
        found += role_faults(model, _requests_of(system, model))
    for preset in system.presets:
        asked = next((model for model in system.scenarios if model.id == preset.scenario), None)
        none = [f"presets.toml: {preset.scenario} is none of its scenarios"]
        found += none if asked is None else _answer_faults(asked, preset.parameters)
    return found


def _requests_of(system: System, model: type[Scenario]) -> Iterator[Scenario]:
    """A scenario with nothing given, and its ready-made questions."""
    for given in ({}, *(preset.parameters for preset in system.presets if preset.scenario == model.id)):
        try:
            yield resolve(model, given)[0]
        except InputError:
            continue


def _scenario_faults(model: type[Scenario]) -> Iterator[str]:
    names = [result.name for result in model.results]
    if not model.question().endswith("?"):
        yield f"{model.id}: its docstring does not begin with the question that it answers"
    if not model.title:
        yield f"{model.id}: it has no title"
    if len(set(names)) < len(names) or (model.headline and model.headline not in names):
        yield f"{model.id}: its results are {', '.join(names)}, and its headline is {model.headline}"
    for parameter in model.parameters():
        if not parameter.help:
            yield f"{model.id}: {parameter.name} is not explained"
    yield from _answer_faults(model, {})


def _answer_faults(model: type[Scenario], parameters: Mapping[str, Any]) -> Iterator[str]:
    try:
        answer = answer_of(model, parameters)
    except InputError as error:
        yield f"{model.id} with {parameters or 'nothing given'}: {error}"
        return
    yield from (f"{model.id} with {parameters or 'nothing given'}: {fault}" for fault in law_faults(answer))


def law_faults(answer: Answer) -> Iterator[str]:
    """What is wrong with the results of an answer: masses, outcomes that are not declared, no chances.

    >>> import probcalc
    >>> list(law_faults(probcalc.odds("chronopia.armour")))
    []
    """
    declared = {result.name: result for result in type(answer.scenario).results}
    for name, value in answer.items():
        if name not in declared and not name.rpartition("_")[2].isdigit():
            yield f"{name} is no declared result"
        elif isinstance(value, Distribution):
            if sum(value.values()) != 1:
                yield f"the chances of {name} add up to {sum(value.values())}"
            order = answer.declared(name).order
            if order and (odd := [o for o in value if not isinstance(o, int) and o not in order]):
                yield f"{name} has the outcome {odd[0]!r}, which is not declared"
        elif isinstance(value, Fraction) and not 0 <= value <= 1:
            yield f"{name} is {value}, which is no chance"


def _catalogue_faults(system: System) -> Iterator[str]:
    claimed = {rule for model in system.scenarios for rule in model.covers}
    for rule in system.rules:
        if rule.status not in _STATUSES:
            yield f"catalogue.toml: {rule.id} is {rule.status}, and a rule is one of {', '.join(_STATUSES)}"
        elif bool(rule.scenarios) != (rule.status in ("covered", "partial")):
            yield f"catalogue.toml: {rule.id} is {rule.status}, and {len(rule.scenarios)} scenarios cover it"
        elif not (rule.scenarios or rule.reason):
            yield f"catalogue.toml: {rule.id} is {rule.status}, and it does not say why"
    for missing in sorted(claimed - {rule.id for rule in system.rules}):
        yield f"catalogue.toml: {missing} is covered and not listed"


def requests(model: type[Scenario], number: int, seed: int = 1, most: int = _NEAR) -> Iterator[dict[str, Any]]:
    """Random requests that the scenario answers, with numbers near their defaults; the same ones for one seed.

    >>> from probcalc.scenarios.registry import scenario
    >>> len(list(requests(scenario("reikhammer.action"), 5)))
    5
    """
    chosen = random.Random(seed)
    for _ in range(number):
        given = {p.name: _value(chosen, p, most) for p in model.parameters() if chosen.random() < 0.6}
        while True:
            try:
                resolve(model, given)
            except InputError as error:
                given.pop(error.parameter if error.parameter in given else next(iter(given)))
            else:
                break
        yield given


def _value(chosen: random.Random, parameter: Parameter, most: int) -> Any:
    if parameter.kind == "boolean":
        return chosen.random() < 0.5
    if parameter.kind == "choice":
        return chosen.choice(parameter.choices)
    if parameter.kind == "text":
        return parameter.default
    low, high = parameter.bounds
    middle = parameter.default if isinstance(parameter.default, int) else low
    near = range(max(low, middle - most), min(high, middle + most) + 1)
    if parameter.kind == "list":
        longest = min(parameter.longest, parameter.shortest + _LONGEST)
        return [chosen.randint(low, min(high, low + most)) for _ in range(chosen.randint(parameter.shortest, longest))]
    return chosen.choice(near)


def differences(model: type[Scenario], twin: Twin, asked: Iterable[Mapping[str, Any]]) -> list[str]:
    """Where the slow twin answers otherwise than the scenario, a line each; a line too when nothing is asked.

    >>> from probcalc.scenarios.registry import scenario
    >>> armour = scenario("chronopia.armour")
    >>> differences(armour, lambda given: {"any_wound": 0, "wounds": {0: 1}}, [{"damage": 0}])[0]
    'chronopia.armour with damage=0: wounds is {0: Fraction(19, 20), 1: Fraction(1, 20)}, and the twin says {0: 1}'
    """
    found: list[str] = []
    answer = None
    for given in asked:
        answer = answer_of(model, given)
        slow = twin({**answer.parameters, **answer.rulings})
        said = f"{model.id} with {', '.join(f'{name}={value}' for name, value in given.items()) or 'nothing given'}"
        for name in dict.fromkeys([*answer, *slow]):
            here = answer.get(name)
            here = dict(here.items()) if isinstance(here, Distribution) else here
            there = slow.get(name)
            there = {o: p for o, p in there.items() if p} if isinstance(there, Mapping) else there
            if here != there:
                found.append(f"{said}: {name} is {here}, and the twin says {there}")
    if answer is None:
        found.append(f"{model.id}: nothing is asked, so the twin shows nothing")
    return found
