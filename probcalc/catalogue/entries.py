"""What there is to ask, found from Python: the games, and their scenarios with every question that one can be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType, MethodType
from typing import TypeVar

from probcalc.catalogue.asked import Asked, questions_of
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Result, Scenario
from probcalc.scenarios.system import Preset, Rule, System

R = TypeVar("R")


class ScenarioEntry(Asked):
    """One scenario: its parameters, its results, and every question about it.

    >>> melee = scenario("chronopia.melee")
    >>> melee
    <chronopia.melee: Does one model slay another in close combat?>
    >>> melee.odds(attacker="the_cursed", target="spearmen")["slain"]
    Fraction(369, 625)
    >>> melee.parameters["cc"].bounds, melee.results["slain"].label
    ((1, 30), 'Target slain')
    >>> [name for name in melee.questions if name.startswith("a")], "balance" in melee.questions
    (['advise'], False)
    """

    def __init__(self, model: type[Scenario]) -> None:
        self.model = model

    def __reduce__(self) -> tuple[Callable[[str], ScenarioEntry], tuple[str]]:
        # Another process finds it by its id; questions that were looked up here do not travel.
        return scenario, (self.id,)

    @property
    def id(self) -> str:
        """Its id, as every question names it: "chronopia.melee"."""
        return self.model.id

    @property
    def title(self) -> str:
        """What it is called in the game."""
        return self.model.title

    @property
    def about(self) -> str:
        """What it answers, as a question."""
        return self.model.question()

    @property
    def game(self) -> GameEntry:
        """The game that it belongs to."""
        return GameEntry(registry.system_of(self.id))

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """What may be given, by name: kind, bounds, choices, default, and what it means."""
        return MappingProxyType({each.name: each for each in self.model.parameters()})

    @cached_property
    def results(self) -> Mapping[str, Result]:
        """What it answers with, by name."""
        return MappingProxyType({each.name: each for each in self.model.results})

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Its ready-made questions: each a name, and the parameters to ask with."""
        return tuple(each for each in registry.system_of(self.id).presets if each.scenario == self.id)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the game's catalogue that it computes."""
        return tuple(each for each in registry.system_of(self.id).rules if self.id in each.scenarios)

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions that can be asked about it, each a method of that name."""
        return questions_of(self.model)

    def _asking(self, function: Callable[..., R]) -> Callable[..., R]:
        return MethodType(function, self.id)

    def __dir__(self) -> list[str]:
        return self._names(self.questions)

    def __repr__(self) -> str:
        return f"<{self.id}: {self.about}>"


class GameEntry:
    """One game, or the generic dice: its scenarios and the rules of its catalogue.

    >>> game("chronopia").name, len(game("chronopia").rules) > 20
    ('Chronopia', True)
    >>> game("chronopia").scenarios["melee"].title
    'Close combat attack'
    """

    def __init__(self, system: System) -> None:
        self.system = system

    def __reduce__(self) -> tuple[Callable[[str], GameEntry], tuple[str]]:
        return game, (self.id,)

    @property
    def id(self) -> str:
        """The first part of its scenarios' ids."""
        return self.system.id

    @property
    def name(self) -> str:
        """What it is called."""
        return self.system.name

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule of the catalogue."""
        return self.system.rules

    @cached_property
    def scenarios(self) -> Mapping[str, ScenarioEntry]:
        """Its scenarios by the second part of their ids, in the order in which they are offered."""
        named = {model.id.removeprefix(f"{self.id}."): ScenarioEntry(model) for model in self.system.scenarios}
        return MappingProxyType(named)

    def __repr__(self) -> str:
        return f"<{self.name} ({self.id}): {', '.join(self.scenarios)}>"


def scenario(scenario_id: str) -> ScenarioEntry:
    """A scenario by its id, with every question that can be asked about it.

    >>> scenario("chronopia.armour").odds(damage=11)["any_wound"]
    Fraction(11, 20)

    Raises:
        InputError: when there is none; the nearest id is suggested.
    """
    return ScenarioEntry(registry.scenario(scenario_id))


def game(name: str) -> GameEntry:
    """A game by its id.

    >>> game("reikhammer")
    <Reikhammer (reikhammer): action, retain, turn, rally, formation, strategy>

    Raises:
        InputError: when there is none; the nearest id is suggested.
    """
    return GameEntry(registry.system(name))


def games() -> Mapping[str, GameEntry]:
    """Every game by its id, then the generic dice.

    >>> list(games())[:2], [each.id for each in games()["oathmark"].scenarios.values()][0]
    (['chronopia', 'oathmark'], 'oathmark.combat')
    """
    return MappingProxyType({each.id: GameEntry(each) for each in registry.systems()})
