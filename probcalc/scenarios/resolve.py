"""From what was given to a complete, checked scenario by the rules of its variant, and the notes about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import check_fields, flatten, wrong_value
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.settling import given_names, idle_names, settle

S = TypeVar("S", bound=Scenario)
_MOST_NAMES = 400


def validate(model: type[S], parameters: Mapping[str, Any]) -> S:
    """The model with every given value checked on its own, by the rules of the variant; presets are not applied yet.

    Raises:
        InputError: for an unknown name or a value that is not allowed.
    """
    if len(parameters) > _MOST_NAMES:
        raise InputError(f"a request names at most {_MOST_NAMES} parameters, not {len(parameters)}")
    values = {name: value for name, value in parameters.items() if name != VARIANT.name}
    made = check_fields(by_variant(model, parameters.get(VARIANT.name)), values)
    if getattr(made, VARIANT.name, ""):
        from probcalc.scenarios.variant_models import require_rolls

        require_rolls(made)
    return made


def resolve(model: type[S], parameters: Mapping[str, Any]) -> tuple[S, list[str]]:
    """The complete scenario for what was given, and the notes about it.

    Presets fill fields that were not given, derived defaults follow, then combinations are checked.

    Raises:
        InputError: when a name, a value or a combination is refused.
    """
    flat = flatten(parameters)
    scenario = validate(model, flat)
    explicit = given_names(scenario)
    notes: list[str] = []
    scenario = settle(scenario, explicit, notes)
    idle = {name: reason for name, reason in idle_names(scenario).items() if name in explicit}
    notes += [
        f"{parameter.name} has no effect here: {idle[parameter.name]}."
        for parameter in (model.parameters() if idle else ())
        if parameter.name in idle and scenario.value_of(parameter.name) != parameter.default
    ]
    return scenario, notes + scenario.notes()


def by_variant(model: type[S], text: Any) -> type[S]:
    """The scenario by the rules of the variant that was given; the scenario itself where none was.

    Raises:
        InputError: when it is no variant of this game.
    """
    if text in (None, "", NOTHING):
        return model
    if not isinstance(text, str):
        raise wrong_value(VARIANT, text)
    # Only who asks for a variant pays for what reads it.
    from probcalc.scenarios.variant_models import model_of

    return model_of(model, text)
