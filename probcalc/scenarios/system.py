"""`System`: a game with its scenarios, its catalogue of rules and its ready-made questions."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pkgutil import get_data
from typing import Any, NamedTuple

from probcalc.scenarios.own_kinds import OwnFigures, OwnTable
from probcalc.scenarios.scenario import Scenario


def system_id_of(scenario_id: str) -> str:
    """The system that a scenario belongs to, as its id says.

    >>> system_id_of("chronopia.melee")
    'chronopia'
    """
    return scenario_id.partition(".")[0]


@dataclass(frozen=True)
class Rule:
    """One rule of a catalogue: its id, a title, what the dice do, and how it stands in the scenarios."""

    id: str
    title: str
    text: str
    status: str
    reason: str
    scenarios: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"


@dataclass(frozen=True)
class Preset:
    """A ready-made question: a scenario with parameters, under a name."""

    scenario: str
    name: str
    parameters: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<{self.scenario}: {self.name}>"


class Heading(NamedTuple):
    """What a list of the systems needs of each."""

    id: str
    name: str
    is_game: bool


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
        package: the package in whose folder its texts lie; without it that of its first scenario.
        texts: what they say, by their names, of a game whose texts lie in no folder.
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
    package: str = ""
    texts: Mapping[str, Mapping[str, Any]] | None = None

    @property
    def heading(self) -> Heading:
        """What a list of the systems needs of it."""
        return Heading(self.id, self.name, self.is_game)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule of the catalogue, in its order; one is covered unless it says that it is not."""
        covering: dict[str, list[str]] = {}
        for model in self.scenarios:
            for rule in model.covers:
                covering.setdefault(rule, []).append(model.id)
        return tuple(
            Rule(
                key,
                entry["title"],
                entry["text"],
                entry.get("status", "covered"),
                entry.get("reason", ""),
                tuple(covering.get(key, ())),
            )
            for key, entry in self._read("catalogue.toml").items()
        )

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """The ready-made questions."""
        entries = self._read("presets.toml").get("preset", [])
        return tuple(Preset(f"{self.id}.{e['scenario']}", e["name"], e["parameters"]) for e in entries)

    def first_example(self, scenario_id: str) -> dict[str, Any]:
        """What is asked where a reader comes to a question with nothing yet: its first ready-made one, else {}.

        >>> from probcalc.scenarios import registry
        >>> registry.system("oathmark").first_example("oathmark.cascade")
        {'activations': [5, 6, 7], 'disordered': [0, 1, 1]}
        """
        return next((dict(preset.parameters) for preset in self.presets if preset.scenario == scenario_id), {})

    @cached_property
    def famous(self) -> Preset:
        """The question that stands for the game where all are listed: the one declared, else its first one."""
        if entry := self._read("presets.toml").get("famous"):
            return Preset(f"{self.id}.{entry['scenario']}", entry["question"], entry["parameters"])
        return next(iter(self.presets), Preset(self.scenarios[0].id, self.scenarios[0].title, {}))

    @property
    def home(self) -> str:
        """The package in whose folder its catalogue and its ready-made questions lie."""
        return self.package or sys.modules[self.scenarios[0].__module__].__package__ or ""

    def _read(self, name: str) -> Mapping[str, Any]:
        """A text of its folder; {} where there is none."""
        if self.texts is not None:
            return self.texts.get(name, {})
        try:
            return tomllib.loads((get_data(self.home, name) or b"").decode("utf-8"))
        except FileNotFoundError:
            return {}

    # A system is one object however it is asked for, so what is kept of it is kept by its identity.
    __hash__ = object.__hash__
