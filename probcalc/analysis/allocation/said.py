"""Attackers and targets as they are said: checked, with the answer to each attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.carryover import Carryover, Conditions, Losses
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value, flatten

MOST_ATTACKERS = 8
MOST_TARGETS = 5
MOST_POINTS = 10_000
LONGEST_NAME = 100


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
        verb: "is", or "are" of a target that is called by the plural of its unit.
    """

    name: str
    given: Mapping[str, Any]
    points: int | None
    states: int
    start: int
    unit: str
    names: tuple[str, ...]
    ending: str
    verb: str = "is"

    @property
    def end(self) -> int:
        """The state in which it is removed."""
        return self.states - 1


def read_list(name: str, said: Any, most: int) -> list[Mapping[str, Any]]:
    """A list of so many mappings at the most.

    >>> read_list("targets", [{"name": "Archers"}], 5)
    [{'name': 'Archers'}]

    Raises:
        InputError: when it is none.
    """
    if not isinstance(said, Sequence) or isinstance(said, str) or not 1 <= len(said) <= most:
        count = brief_value(said) if not isinstance(said, Sequence) or isinstance(said, str) else len(said)
        raise InputError(f"{name}: a list of 1 to {most}, not {count}", name)
    for each in said:
        if not isinstance(each, Mapping):
            raise InputError(f"{name}: each is a mapping with its parameters, not {brief_value(each)}", name)
    return list(said)


def read_name(said: Mapping[str, Any], number: int, what: str) -> str:
    """What an attacker or a target is called: by its number where no name is said.

    >>> read_name({"name": "Archers"}, 1, "target"), read_name({}, 2, "target")
    ('Archers', '2')

    Raises:
        InputError: when something else is said than what belongs to it, or the name is no short text.
    """
    keys = ("name", "parameters", "points") if what == "target" else ("scenario", "parameters", "name", "targets")
    for key in said:
        if key not in keys:
            raise unknown_name("part", str(key), keys, f" of {'an' if what[0] == 'a' else 'a'} {what}")
    name = said.get("name", str(number))
    if not isinstance(name, (str, int)) or isinstance(name, bool) or not str(name).strip():
        raise InputError(f"name: that of {what} {number} is a text, not {brief_value(name)}", "name")
    if not str(name).isprintable() or len(str(name)) > LONGEST_NAME:
        raise InputError(
            f"name: that of {what} {number} is a line of 1 to {LONGEST_NAME} characters, not {brief_value(name)}",
            "name",
        )
    return str(name)


def read_parameters(said: Mapping[str, Any], whose: str) -> dict[str, Any]:
    """The parameters that are said, by flat name.

    >>> read_parameters({"parameters": {"b": {"figures": 5}}}, "target 1")
    {'b.figures': 5}

    Raises:
        InputError: when they are no mapping.
    """
    parameters = said.get("parameters", {})
    if not isinstance(parameters, Mapping):
        raise InputError(
            f"parameters: those of {whose} are a mapping of names to values, not {brief_value(parameters)}"
        )
    return flatten(parameters)


def read_attacker(said: Mapping[str, Any], number: int, targets: list[str]) -> Attacker:
    """An attacker, with the places of the targets that it may attack among those that there are.

    >>> read_attacker({"scenario": "chronopia.shooting", "targets": ["Archers"]}, 1, ["Spearmen", "Archers"]).may
    (1,)

    Raises:
        InputError: when it names no scenario, or a target that there is not.
    """
    name = read_name(said, number, "attacker")
    scenario_id = said.get("scenario")
    if not isinstance(scenario_id, str):
        raise InputError(f"scenario: attacker {name} names one, such as chronopia.shooting", "scenario")
    registry.scenario(scenario_id)
    may = said.get("targets")
    if may is None:
        return Attacker(name, scenario_id, read_parameters(said, f"attacker {name}"), tuple(range(len(targets))))
    if not isinstance(may, Sequence) or isinstance(may, str) or not may:
        raise InputError(f"targets: those of attacker {name} are a list of names, not {brief_value(may)}", "targets")
    for each in may:
        if str(each) not in targets:
            raise unknown_name("target", str(each), targets)
    places = tuple(sorted({targets.index(str(each)) for each in may}))
    return Attacker(name, scenario_id, read_parameters(said, f"attacker {name}"), places)


def read_target(
    place: int,
    name: str,
    said: Mapping[str, Any],
    parameters: Mapping[str, Any],
    attackers: list[Attacker],
    known: list[set[str]],
) -> tuple[Target, dict[int, tuple[Answer, Carryover, dict[str, Any]]]]:
    """A target, and of each attacker that may attack it the answer, what it leaves behind, and what was asked."""
    points = said.get("points")
    if points is not None and (type(points) is not int or not 0 <= points <= MOST_POINTS):
        raise InputError(f"points: those of target {name} are 0 to {MOST_POINTS}, not {brief_value(points)}", "points")
    answers: dict[int, tuple[Answer, Carryover, dict[str, Any]]] = {}
    first: tuple[Answer, Carryover] | None = None
    for number, attacker in enumerate(attackers):
        if place not in attacker.may:
            continue
        asked = {key: value for key, value in parameters.items() if key in known[number]} | dict(attacker.given)
        try:
            answer = registry.answer(attacker.scenario_id, asked, written=False)
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
                f"attacks before it: {_unit_of(answer, carried)}, not {_unit_of(*first)}",
                name,
            )
        answers[number] = answer, carried, asked
    if first is None:
        return Target(name, parameters, points, 2, 0, "", ("standing", "removed"), "removed"), answers
    answer, carried = first
    verb = _verb(name, answer)
    if isinstance(carried, Conditions):
        start = carried.order.index(carried.start)
        states = len(carried.order)
        return Target(name, parameters, points, states, start, "", carried.order, carried.ending, verb), answers
    unit = answer.declared(carried.result).unit
    return Target(name, parameters, points, carried.end + 1, 0, unit, (), carried.ending, verb), answers


def _verb(name: str, answer: Answer) -> str:
    """Whether a target is one or several, as it is called.

    >>> spearmen = registry.answer("chronopia.melee", {"target": "spearmen"})
    >>> _verb("Spearmen (B)", spearmen), _verb("a spearman", spearmen)
    ('are', 'is')
    """
    plurals = [party.name for party in answer.parties if party.named and party.heads_many]
    return "are" if any(name.startswith(plural) for plural in plurals) else "is"


def _counting(answer: Answer, carried: Carryover) -> tuple[Any, ...]:
    return type(carried), answer.declared(carried.result).unit, carried.start, carried.end


def _unit_of(answer: Answer, carried: Carryover) -> str:
    if isinstance(carried, Losses):
        return f"{carried.left} {answer.declared(carried.result).unit}"
    return f"conditions from {str(carried.start).replace('_', ' ')} on"
