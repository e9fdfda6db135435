"""The systems by name; a system's modules are loaded when it is first asked for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from probcalc.exact.bounds import Budget, TooLarge
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.cache import AnswerCache
from probcalc.scenarios.errors import InputError, TooMuch, unknown_name
from probcalc.scenarios.evaluation import evaluated
from probcalc.scenarios.own_kinds import OwnFigures, OwnTable
from probcalc.scenarios.resolve import flattened, resolve
from probcalc.scenarios.scenario import Scenario

# The games, then the dice of no game: the order in which they are listed everywhere.
SYSTEM_IDS = ("chronopia", "oathmark", "reikhammer", "thud_and_blunder", "tide_of_battle", "custom", "mechanics")


@dataclass(frozen=True)
class Rule:
    """One rule of a catalogue: its id, a title, what the dice do, and how it stands in the scenarios."""

    id: str
    title: str
    text: str
    status: str
    reason: str
    scenarios: tuple[str, ...]


@dataclass(frozen=True)
class Preset:
    """A ready-made question: a scenario with parameters, under a name."""

    scenario: str
    name: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class System:
    """A rule system: its scenarios, catalogue and presets.

    Attributes:
        id: the first part of its scenarios' ids.
        name: the game's name.
        dice: its dice in a few words.
        edition: which rules are meant.
        scenarios: the scenario classes, in the order in which they are offered.
        not_modelled: what the scenarios leave out, a sentence each.
        glossary: the game's dice terms, each with one sentence.
        own: the kinds of units and weapons that a roster may bring.
        is_game: whether it is a game; dice of no game are offered after the games.
    """

    id: str
    name: str
    dice: str
    edition: str
    scenarios: tuple[type[Scenario], ...]
    not_modelled: tuple[str, ...] = ()
    glossary: Mapping[str, str] = field(default_factory=dict)
    own: tuple[OwnTable | OwnFigures, ...] = ()
    is_game: bool = True

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule of the catalogue, in order of id."""
        return _rules(self.id)

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The ready-made questions."""
        return _presets(self.id)


def _read_toml(system_id: str, name: str) -> dict[str, Any]:
    path = files("probcalc.systems").joinpath(system_id, name)
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def _rules(system_id: str) -> tuple[Rule, ...]:
    covering: dict[str, list[str]] = {}
    for model in system(system_id).scenarios:
        for rule in model.covers:
            covering.setdefault(rule, []).append(model.id)
    return tuple(
        Rule(key, entry["title"], entry["text"], entry["status"], entry["reason"], tuple(covering.get(key, ())))
        for key, entry in _read_toml(system_id, "catalogue.toml").items()
    )


@cache
def _presets(system_id: str) -> tuple[Preset, ...]:
    entries = _read_toml(system_id, "presets.toml").get("preset", [])
    return tuple(Preset(f"{system_id}.{e['scenario']}", e["name"], e["parameters"]) for e in entries)


def system(system_id: str) -> System:
    """The system of that id.

    Raises:
        InputError: when there is none; the nearest id is suggested.
    """
    if system_id not in SYSTEM_IDS:
        raise unknown_name("system", str(system_id), SYSTEM_IDS)
    found = import_module(f"probcalc.systems.{system_id}").SYSTEM
    assert isinstance(found, System)
    return found


def systems() -> tuple[System, ...]:
    """All systems."""
    return tuple(system(name) for name in SYSTEM_IDS)


def scenario(scenario_id: str) -> type[Scenario]:
    """The scenario class of an id like "chronopia.melee".

    Raises:
        InputError: when there is none; the nearest id is suggested.
    """
    named = str(scenario_id)
    system_id, _, rest = named.partition(".")
    if system_id not in SYSTEM_IDS:
        raise unknown_name(
            "scenario", named, [model.id for each in systems() for model in each.scenarios], lister="probcalc systems"
        )
    known = {model.id: model for model in system(system_id).scenarios}
    if scenario_id not in known:
        # A system alone means one of its scenarios, and the first is the one that is asked most.
        raise unknown_name("scenario", named, known if rest else [*known][:1])
    return known[scenario_id]


_MOST_KEPT = 32 * 8 * 1024**2
"""In bits: the answers kept for reuse take about 32 MiB at most."""
_ANSWERS = AnswerCache(_MOST_KEPT)


def answer(scenario_id: str, given: Mapping[str, Any], budget: Budget | None = None) -> Answer:
    """The exact answer to a scenario with what was given.

    Several answers that are computed for one request share its budget. A result that is too large is left out, unless
    nothing else remains.

    Raises:
        InputError: when the request is refused or too large.
    """
    flat = flattened(given)
    model = scenario(scenario_id)
    kept = _ANSWERS.get(scenario_id, flat)
    if kept is not None:
        return kept
    resolved, notes = resolve(model, flat)
    try:
        values, refused = evaluated(resolved, budget)
    except TooLarge as error:
        if budget is not None and error.budget is budget:
            raise TooMuch(f"{scenario_id}: all that is asked {str(error).removeprefix(error.what)}") from error
        raise InputError(f"{model.costly or scenario_id}: {error}", model.costly) from error
    found = Answer(resolved, values, notes, left_out={name: str(why) for name, why in refused.items()})
    if budget is None or not refused:
        _ANSWERS.keep(scenario_id, flat, found)
    return found


def clear_caches() -> None:
    """Forget every answer kept for reuse."""
    _ANSWERS.clear()
