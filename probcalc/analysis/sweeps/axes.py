"""The values of one parameter that varies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_parameter
from probcalc.scenarios.given_values import brief_value, own_value
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.value_text import value_text, values_from_text

MOST_VALUES = 1_000_000


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of a table: a parameter and the values it takes there; `sizes` say in what numbers entries stand."""

    parameter: Parameter
    values: tuple[Any, ...]
    sizes: tuple[str, ...] = ()

    def labels(self) -> tuple[str, ...]:
        """The values in the player's words: names of units and weapons, "yes" and "no", numbers."""
        if self.parameter.kind == "boolean":
            return tuple("yes" if value else "no" for value in self.values)
        # By their text: a list has no hash.
        names = dict(zip(map(value_text, self.parameter.choices), self.parameter.choice_labels, strict=True))
        shown = tuple(names.get(written, written) for written in map(value_text, self.values))
        if not self.sizes:
            return shown
        return tuple(f"{name} ({size})" if size else name for name, size in zip(shown, self.sizes, strict=True))


def cell_at(names: Sequence[str], sides: Sequence[Sequence[Any]], place: int) -> dict[str, Any]:
    """The combination of values at a place, the last name running fastest.

    >>> cell_at(["charging", "cc"], [(False, True), (11, 12, 13)], 4)
    {'charging': True, 'cc': 12}
    """
    values = []
    for side in reversed(sides):
        place, at = divmod(place, len(side))
        values.append(side[at])
    return dict(zip(names, reversed(values), strict=True))


def name_and_values(words: str) -> tuple[str, str]:
    """A parameter and the values that it takes, as they stand in words; "" for all of them.

    >>> name_and_values("cc=9..12"), name_and_values("cc")
    (('cc', '9..12'), ('cc', ''))

    Raises:
        InputError: when it is no text, or no value follows.
    """
    if not isinstance(words, str):
        raise InputError(f"a parameter is named by a text like cc or cc=9..12, not {brief_value(words)}")
    name, equals, values = (part.strip() for part in words.partition("="))
    if equals and name and not values:
        raise InputError(f"{name}: no value follows =; for all of them write {name} or {name}=all", name)
    return name, values


def axis(scenario_id: str, name: str, values: str | Sequence[Any] = "") -> Axis:
    """A side of a table: values one by one, or as text: "-3..3", "10..40/5", "sword,spear", "" for all of them.

    >>> axis("chronopia.melee", "modifier", "-1..1").values
    (-1, 0, 1)
    >>> axis("chronopia.melee", "weapon").labels()[0]
    'Spear'

    Raises:
        InputError: for an unknown parameter or a value that is not allowed.
    """
    model = registry.scenario(scenario_id)
    parameter = model.parameter(name)
    if parameter is None:
        raise unknown_parameter(model.id, name, [p.name for p in model.parameters()])
    if isinstance(values, str):
        return Axis(parameter, tuple(values_from_text(parameter, values)))
    if not isinstance(values, Collection):
        raise InputError(f"{name} varies over text such as 1..6, or a list of values, not {brief_value(values)}", name)
    if len(values) > MOST_VALUES:
        raise InputError(f"{name} has {len(values):,} values here (limit {MOST_VALUES:,})", name)
    # An array is neither true nor false.
    listed = tuple(map(own_value, values))
    if not listed:
        raise InputError(f"{name} names no value for the table", name)
    return Axis(parameter, listed)
