"""A scenario by the rules of a variant: its dice and numbers changed, all else as it was."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from probcalc.exact.varied import Varied
from probcalc.scenarios import finding
from probcalc.scenarios.errors import unknown_name
from probcalc.scenarios.fixed import Fixed, fixed_numbers_of, with_fixed_numbers
from probcalc.scenarios.named_rolls import (
    is_rolled,
    notes_on_low_dice,
    notes_on_unused_dice,
    rolls_met_in,
    unknown_roll,
    usual_rolls,
)
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.system import System, system_id_of
from probcalc.scenarios.variants import DIE, ENDS, Variant, read_variant, refuse_variant

S = TypeVar("S", bound=Scenario)


def main_die(scenario_id: str) -> str:
    """The die of the game that a scenario belongs to.

    >>> main_die("chronopia.melee"), main_die("oathmark.nerve")
    ('d20', 'd10')

    Raises:
        InputError: when the game names none.
    """
    system = _game_of(scenario_id)
    found = DIE.search(system.dice) if system is not None else None
    if found is None:
        raise refuse_variant(f"say which die of {scenario_id} is replaced, like d20=2d10")
    return found[0]


def _game_of(scenario_id: str) -> System | None:
    """The game of a scenario; None where that game cannot be loaded."""
    system = finding.load(system_id_of(scenario_id))
    return system if isinstance(system, System) else None


def fixed_numbers(system: System) -> dict[str, Fixed]:
    """All fixed numbers of a game by name; one name means one number throughout the game.

    >>> from probcalc.scenarios.registry import system
    >>> fixed_numbers(system("chronopia"))["boost"].value
    2
    """
    return {name: each for model in system.scenarios for name, each in fixed_numbers_of(model).items()}


def _foreign(model: type[Scenario], variant: Variant) -> list[str]:
    """The dice that a variant replaces and the game does not have, where their size is no parameter."""
    system = _game_of(model.id)
    own = set(DIE.findall(system.dice)) if system is not None else set()
    if not own or model.parameter("die") is not None:
        return []
    return [name for name in variant.dice if DIE.fullmatch(name) and name not in own]


def _again(model: type[Scenario], text: str) -> Scenario:
    """A scenario by the rules of a variant, without its values yet."""
    by_variant = model_of(model, text)
    found: Scenario = object.__new__(by_variant)
    return found


def require_rolls(scenario: Scenario) -> None:
    """Refuse a variant that names a roll which no scenario of the game ever makes, and this request does not either.

    Raises:
        InputError: with the nearest name of a roll.
    """
    named = [name for name in read_variant(scenario.variant).dice if not DIE.fullmatch(name)]
    if not named:
        return
    model: type[Scenario] = type(scenario).__mro__[1]
    system = _game_of(model.id)
    # A variant is made for a game: what another of its scenarios rolls may well be named.
    models = system.scenarios if system is not None else ()
    for name in named:
        if any(name in usual_rolls(each) for each in models) or is_rolled(model, name):
            continue
        met = rolls_met_in(scenario)
        if name not in met and not any(is_rolled(each, name) for each in models):
            raise unknown_roll(scenario.id, name, met)


def _with_dice(model: type[Scenario], dice: dict[str, Any], has_ends: bool) -> dict[str, Any]:
    """What a scenario becomes that itself rolls other dice."""
    if has_ends:
        raise refuse_variant(f"{model.id} says itself which natural faces count; change them there")
    return {"other_dice": dice}


@lru_cache(maxsize=64)
def model_of(model: type[S], text: str) -> type[S]:
    """The scenario by the rules of a variant.

    >>> from probcalc.scenarios.registry import scenario
    >>> model_of(scenario("chronopia.melee"), "charging_boost=3").charging_boost
    3

    Raises:
        InputError: when the variant cannot be read, or names what the game does not have.
    """
    variant = read_variant(text)
    system = _game_of(model.id)
    known = fixed_numbers(system) if system is not None else dict(fixed_numbers_of(model))
    for name, value in variant.numbers.items():
        if name not in known:
            raise unknown_name("number of the rules", name, (*known, *ENDS), "", f"probcalc describe {model.id}")
        known[name].require(name, value)
    dice, usual = variant.dice_by_name(), variant.usual()

    def other(played: Any) -> Any:
        return Varied(dice, refuse_variant, usual).of(played) if dice or usual else played

    def played(self: Any) -> Any:
        varied = Varied(dice, refuse_variant, usual)
        looked_for = {name: die for name, die in variant.dice.items() if name not in strange}
        return varied.of(model.play(self)), lambda: [
            *notes_on_unused_dice(looked_for, varied.met),
            *notes_on_low_dice(varied.low),
        ]

    def change(method: str) -> Callable[..., Any]:
        def ask(self: Any, *args: Any) -> Any:
            return other(getattr(model, method)(self, *args))

        return ask

    def plans(self: Any, side: str, opponent: str, best: Callable[..., Any]) -> Any:
        # What is tried to find a plan is tried by the same rules as what is then asked.
        return model.plans(self, side, opponent, lambda tried: best((key, other(played)) for key, played in tried))

    own = with_fixed_numbers(model, variant.numbers)
    others = [name for name in variant.numbers if name not in fixed_numbers_of(model)]
    strange = _foreign(model, variant)
    foreign = [f"{die} is no die of {model.id}, so {die}={variant.dice[die]} changes nothing here." for die in strange]

    def notes(self: Any) -> list[str]:
        by = [f"With modified rules: {variant.text}."] if variant.text else []
        idle = [f"{name} is no number of {model.id}, so the variant leaves it as it is here." for name in others]
        return [*model.notes(self), *by, *idle, *foreign]

    def again(self: Any) -> tuple[Any, ...]:
        # A class that is made here cannot be found by its name in another process.
        return _again, (model, text), self.__getstate__()

    methods = {name: change(name) for name in ("play", "by_the_rules", "strikes") if hasattr(model, name)}
    methods["plans"] = plans
    if dice:
        methods["play_results"] = played
    if model.other_dice is not None:
        methods = _with_dice(model, dice, bool(usual))
    body: dict[str, Any] = {"__doc__": model.__doc__, "__module__": model.__module__, "variant": variant.text}
    body["__annotations__"] = dict.fromkeys(("variant", *own), ClassVar[Any])
    return type(model.__name__, (model,), body | own | methods | {"notes": notes, "__reduce__": again})
