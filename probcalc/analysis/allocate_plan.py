"""Attackers and targets as they are said: checked, with what each attack does to each target in every state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import lcm, prod
from typing import Any

from probcalc.exact.bounds import Budget
from probcalc.exact.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.carryover import Carryover, Conditions, Losses
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import flattened, shown

MOST_ATTACKERS = 8
MOST_TARGETS = 5
MOST_POINTS = 10_000
MOST_STATES = 200_000
MOST_ASKED = 200
LONGEST_NAME = 100
ORDERS = ("listed", "free")


@dataclass(frozen=True, slots=True)
class Attacker:
    """Who attacks once: its scenario, what it says of itself, and the places of the targets that it may attack."""

    name: str
    scenario_id: str
    given: Mapping[str, Any]
    may: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Who is attacked.

    Attributes:
        name: what it is called.
        given: its parameters.
        points: what it is worth, None where nothing was said.
        states: how many states it can be in; the last is that it is removed.
        start: the state before the first attack.
        unit: what is counted, "" where its states are named conditions.
        names: the names of its states, () where something is counted.
        ending: what it is called when it is removed.
    """

    name: str
    given: Mapping[str, Any]
    points: int | None
    states: int
    start: int
    unit: str
    names: tuple[str, ...]
    ending: str

    @property
    def end(self) -> int:
        """The state in which it is removed."""
        return self.states - 1


@dataclass(frozen=True, slots=True)
class Blow:
    """What one attack does to one target: weights over a total, by the state before it.

    `rows[s]` holds the weights of the states from s on; a steady attack has the one row of what it takes, and what
    exceeds the end is `tails[n]`, the weight of n or more.
    """

    total: int
    rows: tuple[tuple[int, ...], ...]
    tails: tuple[int, ...] = ()

    def row(self, state: int, end: int) -> tuple[int, ...]:
        """The weights of the states from this one on to the end."""
        if not self.tails:
            return self.rows[state]
        return (*self.rows[0][: end - state], *(0,) * (end - state - len(self.rows[0])), self.tail(end - state))

    def tail(self, least: int) -> int:
        """The weight of taking so much or more."""
        return self.tails[least] if least < len(self.tails) else 0

    def scaled(self, total: int) -> Blow:
        """The same over a greater total."""
        factor = total // self.total
        rows = tuple(tuple(factor * weight for weight in row) for row in self.rows)
        return Blow(total, rows, tuple(factor * weight for weight in self.tails))


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole: `blows[a][t]` is what attacker a does to target t, where it may attack it, over `totals[a]`.

    `alike[a]` is the first attacker that does the same to the same targets.
    """

    attackers: tuple[Attacker, ...]
    targets: tuple[Target, ...]
    blows: tuple[Mapping[int, Blow], ...]
    totals: tuple[int, ...]
    alike: tuple[int, ...]

    def called(self, attacker: int) -> str:
        """What an attacker is called in a sentence, with its number where no name tells it from the others."""
        name = self.attackers[attacker].name
        if [other.name for other in self.attackers].count(name) > 1:
            return f"{name} (attacker {attacker + 1})"
        return f"attacker {name}" if name.isdigit() else name


def plan_of(attackers: Any, targets: Any, order: str, budget: Budget) -> Plan:
    """The plan that is said; every attack is answered within the budget.

    Raises:
        InputError: naming attackers, targets, an attacker, a target, or the parameter that is refused.
    """
    said_attackers = _listed("attackers", attackers, MOST_ATTACKERS)
    said_targets = _listed("targets", targets, MOST_TARGETS)
    names = [_name(said, number, "target") for number, said in enumerate(said_targets, 1)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"targets: two of them are called {shown(twice)}", "targets")
    found = [_attacker(said, number, names) for number, said in enumerate(said_attackers, 1)]
    given = [_parameters(said, f"target {name}") for said, name in zip(said_targets, names, strict=True)]
    known = [{p.name for p in registry.scenario(attacker.scenario_id).parameters()} for attacker in found]
    for parameters in given:
        for name in parameters:
            if not any(name in each for each in known):
                raise unknown_name("parameter", name, sorted(set().union(*known)), " of any attack")
    whole = [
        _target(place, name, said, given[place], found, known, budget)
        for place, (name, said) in enumerate(zip(names, said_targets, strict=True))
    ]
    _require_few([target.states for target, _ in whole], len(found), order)
    blows: list[Mapping[int, Blow]] = []
    totals: list[int] = []
    for place in range(len(found)):
        own = {
            t: _blow(*answers[place], target, found[place], budget)
            for t, (target, answers) in enumerate(whole)
            if place in answers
        }
        total = lcm(*(blow.total for blow in own.values()))
        blows.append({t: blow.scaled(total) for t, blow in own.items()})
        totals.append(total)
    alike = tuple(blows.index(own) for own in blows)
    return Plan(tuple(found), tuple(target for target, _ in whole), tuple(blows), tuple(totals), alike)


def _listed(name: str, said: Any, most: int) -> list[Mapping[str, Any]]:
    if not isinstance(said, Sequence) or isinstance(said, str) or not 1 <= len(said) <= most:
        count = shown(said) if not isinstance(said, Sequence) or isinstance(said, str) else len(said)
        raise InputError(f"{name}: a list of 1..{most}, not {count}", name)
    for each in said:
        if not isinstance(each, Mapping):
            raise InputError(f"{name}: each is a mapping with its parameters, not {shown(each)}", name)
    return list(said)


def _name(said: Mapping[str, Any], number: int, what: str) -> str:
    keys = ("name", "parameters", "points") if what == "target" else ("scenario", "parameters", "name", "targets")
    for key in said:
        if key not in keys:
            raise unknown_name("part", str(key), keys, f" of {'an' if what[0] == 'a' else 'a'} {what}")
    name = said.get("name", str(number))
    if not isinstance(name, (str, int)) or isinstance(name, bool) or not str(name).strip():
        raise InputError(f"name: that of {what} {number} is a text, not {shown(name)}", "name")
    if not str(name).isprintable() or len(str(name)) > LONGEST_NAME:
        raise InputError(
            f"name: that of {what} {number} is a line of 1..{LONGEST_NAME} characters, not {shown(name)}", "name"
        )
    return str(name)


def _parameters(said: Mapping[str, Any], whose: str) -> dict[str, Any]:
    parameters = said.get("parameters", {})
    if not isinstance(parameters, Mapping):
        raise InputError(f"parameters: those of {whose} are a mapping of names to values, not {shown(parameters)}")
    return flattened(parameters)


def _attacker(said: Mapping[str, Any], number: int, targets: list[str]) -> Attacker:
    name = _name(said, number, "attacker")
    scenario_id = said.get("scenario")
    if not isinstance(scenario_id, str):
        raise InputError(f"scenario: attacker {name} names one, such as chronopia.shooting", "scenario")
    registry.scenario(scenario_id)
    may = said.get("targets")
    if may is None:
        return Attacker(name, scenario_id, _parameters(said, f"attacker {name}"), tuple(range(len(targets))))
    if not isinstance(may, Sequence) or isinstance(may, str) or not may:
        raise InputError(f"targets: those of attacker {name} are a list of names, not {shown(may)}", "targets")
    for each in may:
        if str(each) not in targets:
            raise unknown_name("target", str(each), targets)
    places = tuple(sorted({targets.index(str(each)) for each in may}))
    return Attacker(name, scenario_id, _parameters(said, f"attacker {name}"), places)


def _target(
    place: int,
    name: str,
    said: Mapping[str, Any],
    given: Mapping[str, Any],
    attackers: list[Attacker],
    known: list[set[str]],
    budget: Budget,
) -> tuple[Target, dict[int, tuple[Answer, Carryover, dict[str, Any]]]]:
    """A target, and of each attacker that may attack it the answer, what it leaves behind, and what was asked."""
    points = said.get("points")
    if points is not None and (type(points) is not int or not 0 <= points <= MOST_POINTS):
        raise InputError(f"points: those of target {name} are 0..{MOST_POINTS}, not {shown(points)}", "points")
    answers: dict[int, tuple[Answer, Carryover, dict[str, Any]]] = {}
    first: tuple[Answer, Carryover] | None = None
    for number, attacker in enumerate(attackers):
        if place not in attacker.may:
            continue
        asked = {key: value for key, value in given.items() if key in known[number]} | dict(attacker.given)
        try:
            answer = registry.answer(attacker.scenario_id, asked, budget)
            carried = answer.scenario.carryover()
        except InputError as error:
            said_by = f"attacker {attacker.name} on target {name}: {error}"
            raise InputError(said_by, error.parameter, error.nearest) from error
        if carried is None:
            raise InputError(
                f"attacker {attacker.name}: {attacker.scenario_id} leaves nothing on a target that a next attack "
                "would find",
                attacker.scenario_id,
            )
        if first is None:
            first = answer, carried
        elif _counting(*first) != _counting(answer, carried):
            raise InputError(
                f"target {name}: {attacker.scenario_id} of attacker {attacker.name} counts it otherwise than the "
                f"attacks before it: {_counted(answer, carried)}, not {_counted(*first)}",
                name,
            )
        answers[number] = answer, carried, asked
    if first is None:
        return Target(name, given, points, 2, 0, "", ("standing", "removed"), "removed"), answers
    answer, carried = first
    if isinstance(carried, Conditions):
        start = carried.order.index(carried.start)
        states = len(carried.order)
        return Target(name, given, points, states, start, "", carried.order, carried.ending), answers
    unit = answer.declared(carried.result).unit
    return Target(name, given, points, carried.end + 1, 0, unit, (), carried.ending), answers


def _counting(answer: Answer, carried: Carryover) -> tuple[Any, ...]:
    return type(carried), answer.declared(carried.result).unit, carried.start, carried.end


def _counted(answer: Answer, carried: Carryover) -> str:
    if isinstance(carried, Losses):
        return f"{carried.left} {answer.declared(carried.result).unit}"
    return f"conditions from {str(carried.start).replace('_', ' ')} on"


def _require_few(states: list[int], attackers: int, order: str) -> None:
    left = attackers + 1 if order == "listed" else 2**attackers
    estimate = prod(states) * left
    if estimate > MOST_STATES:
        raise InputError(
            f"targets: their states ({' x '.join(map(str, states))}) with the attackers left are {estimate:,}, and "
            f"the bound is {MOST_STATES:,}",
            "targets",
        )


def _blow(
    answer: Answer, carried: Carryover, asked: Mapping[str, Any], target: Target, attacker: Attacker, budget: Budget
) -> Blow:
    """What an attack does to a target in every state."""
    law: Distribution = answer[carried.result]
    if carried.steady:
        taken = law.weights
        row = [taken.get(amount, 0) for amount in range(max(taken) + 1)]
        tails = [sum(row[amount:]) for amount in range(min(len(row), target.states) + 1)]
        return Blow(law.total, (tuple(row),), tuple(tails))
    if target.states - 1 > MOST_ASKED:
        raise InputError(
            f"targets: {attacker.scenario_id} is asked anew for each of {target.states - 1} states of target "
            f"{target.name}, and the bound is {MOST_ASKED}",
            "targets",
        )
    laws: list[dict[int, int]] = []
    totals: list[int] = []
    for state in range(target.end):
        named = target.names[state] if target.names else state
        if state < target.start:
            laws.append({state: 1})
            totals.append(1)
            continue
        here = law
        if named != carried.start:
            try:
                anew = dict(asked) | dict(carried.asked(named))
                here = registry.answer(attacker.scenario_id, anew, budget)[carried.result]
            except InputError as error:
                raise InputError(
                    f"attacker {attacker.name} on target {target.name}: {error}", error.parameter
                ) from error
        after: dict[int, int] = {}
        for outcome, weight in here.weights.items():
            then = carried.after(named, outcome)
            place = target.names.index(then) if target.names else then
            after[place] = after.get(place, 0) + weight
        laws.append(after)
        totals.append(here.total)
    total = lcm(*totals)
    rows = tuple(
        tuple(after.get(place, 0) * (total // whole) for place in range(state, target.states))
        for state, (after, whole) in enumerate(zip(laws, totals, strict=True))
    )
    return Blow(total, rows)
