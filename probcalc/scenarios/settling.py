"""A scenario settled: what presets fill, defaults that follow from other fields, combinations that are refused."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import Any, Literal, TypeVar

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fields import Section
from probcalc.scenarios.given_values import brief_value
from probcalc.scenarios.models import MOST_MODELS
from probcalc.scenarios.scenario import Scenario

S = TypeVar("S", bound=Scenario)


def _sections(model: Section, prefix: str = "") -> Iterator[tuple[str, Section]]:
    """The parts of a model, each after its own parts and with the prefix of its fields, and the model last."""
    for name in _parts(type(model)):
        yield from _sections(getattr(model, name), f"{prefix}{name}.")
    yield prefix, model


@lru_cache(maxsize=MOST_MODELS)
def _parts(model: type[Section]) -> tuple[str, ...]:
    """The names of the fields that are parts of a model."""
    kinds = ((name, own.annotation) for name, own in model.fields().items())
    return tuple(name for name, kind in kinds if isinstance(kind, type) and issubclass(kind, Section))


def given_names(model: Section, prefix: str = "") -> set[str]:
    """The flat names of the fields that were given explicitly."""
    names: set[str] = set()
    for name in model.names_given():
        value = getattr(model, name)
        names |= given_names(value, f"{prefix}{name}.") if isinstance(value, Section) else {prefix + name}
    return names


def idle_names(scenario: Scenario) -> dict[str, str]:
    """The parameters that have no effect with the present settings, each with the reason."""
    # The parts come first: what the whole scenario says about a field of a part stands in place of the part's reason.
    return {prefix + name: reason for prefix, part in _sections(scenario) for name, reason in part.idle().items()}


def preset_values(scenario: Scenario, explicit: Set[str]) -> dict[str, Any]:
    """What the presets fill, by flat name; what `explicit` names was given and stays."""
    return _settle_stage(scenario, "fills", explicit)[1]


def _settle_stage(
    scenario: S, stage: Literal["fills", "derived"], explicit: Set[str], notes: list[str] | None = None
) -> tuple[S, dict[str, Any]]:
    """The scenario with what the presets fill, or what follows from other fields, and these values by flat name.

    What is explicit stays, with a note for each value of its own.
    """
    found: dict[str, Any] = {}
    # The sides first, then the scenario, which may look at the sides.
    for whole in (False, True):
        values: dict[str, Any] = {}
        for prefix, part in _sections(scenario):
            if (part is scenario) == whole:
                values |= {prefix + name: value for name, value in getattr(part, stage)().items()}
        if notes is not None:
            notes += [
                f"{name} = {brief_value(given)} replaces the preset's {brief_value(value)}."
                for name, value in values.items()
                if name in explicit and (given := scenario.value_of(name)) != value
            ]
        values = {name: value for name, value in values.items() if name not in explicit}
        if values:
            scenario = scenario.replaced(values)
            found |= values
    return scenario, found


def settle(scenario: S, explicit: Set[str], notes: list[str] | None = None) -> S:
    """The scenario with its presets' figures and derived defaults in place, its combinations checked.

    What `explicit` names stays as it is; `notes` takes a sentence for each figure of a preset that it stands in for.
    Values may be unknown counts: whatever asks too much of them raises what they raise.

    Raises:
        InputError: when a combination is refused.
    """
    scenario, _ = _settle_stage(scenario, "fills", explicit, notes)
    scenario, _ = _settle_stage(scenario, "derived", explicit)
    for prefix, part in _sections(scenario):
        try:
            part.check()
        except InputError as error:
            if not prefix:
                raise
            raise InputError(prefix + str(error), prefix + error.parameter, error.nearest) from None
    return scenario
