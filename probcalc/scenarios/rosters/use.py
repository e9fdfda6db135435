"""Own entries by name in a request: what they fill stands in it as explicit parameters.

A link or a command made of such a request needs no roster: it says the figures themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.own_kinds import OwnFigures, OwnTable
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.resolve import resolve, validate
from probcalc.scenarios.rosters.roster import Entry, OwnKind, Roster, kinds_of, row_of
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.settling import given_names, preset_values, settle
from probcalc.scenarios.tables import Row, Table, with_rows


@dataclass(frozen=True, slots=True)
class Place:
    """Where an own entry may stand in a scenario.

    Attributes:
        name: what is written: "attacker", "a.unit", "weapon"; for figures without a table also "target" or a side, "a".
        kind: the kind of entry.
        entries: the roster's entries that fit, id to display name.
    """

    name: str
    kind: str
    entries: Mapping[str, str]


def places(scenario_id: str, roster: Roster) -> tuple[Place, ...]:
    """Every place of a scenario that entries of the roster may take.

    Raises:
        InputError: for an unknown scenario.
    """
    registry.scenario(scenario_id)
    if not scenario_id.startswith(f"{roster.system}."):
        return ()
    found: list[Place] = []
    for name, kind, parameter in _all_places(scenario_id, roster.system):
        own = roster.entries.get(kind.id, {})
        fitting = roster.labels(kind.id)
        if isinstance(kind, OwnTable) and parameter is not None:
            fitting = {key: entry.name for key, entry in own.items() if _fits(parameter, kind, entry)}
        found.append(Place(name, kind.id, fitting))
    return tuple(place for place in found if place.entries)


def _all_places(scenario_id: str, system_id: str) -> Iterator[tuple[str, OwnKind, Parameter | None]]:
    """Every place with the kind of entry that it takes, and the parameter that it is, where it is one."""
    model = registry.scenario(scenario_id)
    for kind in kinds_of(system_id).values():
        if isinstance(kind, OwnTable):
            yield from ((p.name, kind, p) for p in model.parameters() if _takes(p, kind))
        else:
            scenario = scenario_id.partition(".")[2]
            yield from ((role.name, kind, None) for role in kind.roles if scenario in role.scenarios)


def place_names(scenario_id: str) -> tuple[str, ...]:
    """Every place of a scenario that entries of one's own may take, whether there are any or not.

    >>> place_names("chronopia.melee"), place_names("oathmark.combat"), place_names("custom.roll")
    (('attacker', 'target', 'weapon'), ('a.unit', 'b.unit'), ())
    """
    system = registry.system_of(scenario_id)
    return tuple(name for name, _, _ in _all_places(scenario_id, system.id)) if system.own else ()


def known_names(scenario_id: str, roster: Roster | None) -> list[str]:
    """Every name that a request of a scenario may say: its parameters, and the places for own entries."""
    names = [parameter.name for parameter in registry.scenario(scenario_id).parameters()]
    if roster is not None:
        names += [place.name for place in places(scenario_id, roster) if place.name not in names]
    return names


def _takes(parameter: Parameter, kind: OwnTable) -> bool:
    if parameter.role != "preset" or parameter.name.rpartition(".")[2] not in kind.places:
        return False
    choices = set(parameter.choices) - {NOTHING}
    # All of the table, or a part of it; two tables may well have an id in common.
    return choices >= set(kind.table) or choices <= set(kind.table)


def _fits(parameter: Parameter, kind: OwnTable, entry: Entry) -> bool:
    """Whether the entry is of the kind that the parameter's own choices are: close weapons, or shooting ones."""
    own = entry.figures.get("kind")
    rows = [kind.table[choice] for choice in parameter.choices if choice in kind.table]
    return own is None or any(getattr(row, "kind", own) == own for row in rows)


def _fill_figures(model: type[Scenario], kind: OwnFigures, place: str, entry: Entry) -> dict[str, Any]:
    """The parameters that an entry fills in a role, with its figures; "none" fills nothing that must be a number."""
    (role,) = (role for role in kind.roles if role.name == place)
    values: dict[str, Any] = {}
    for figure in role.figures:
        parameter = model.parameter(f"{place}.{figure}") or model.parameter(figure)
        value = entry.figures.get(figure)
        if parameter and value is not None and (value != NOTHING or parameter.optional or NOTHING in parameter.choices):
            values[parameter.name] = value
    return values


def filled(scenario_id: str, parameters: Mapping[str, Any], roster: Roster) -> dict[str, Any]:
    """The request with the figures of own entries in place of their ids; what is given itself stands.

    Figures that the parameters have anyway are left out.

    Raises:
        InputError: when the request is refused.
    """
    model = registry.scenario(scenario_id)
    flat = flatten(parameters)
    named = {place.name: (place.kind, flat[place.name]) for place in _places_named(scenario_id, flat, roster)}
    rest = {name: value for name, value in flat.items() if name not in named}
    if not named:
        return rest
    kinds = kinds_of(roster.system)
    figures: dict[str, Any] = {}
    tabled: dict[str, str] = {}
    for place, (kind_id, key) in named.items():
        kind = kinds[kind_id]
        if isinstance(kind, OwnFigures):
            figures |= _fill_figures(model, kind, place, roster.entries[kind_id][key])
        else:
            tabled[place] = key
    whole = figures | rest
    if tabled:
        whole |= _fill_rows(model, whole, tabled, roster)
    return _shorten(model, whole, rest)


def names_of_entries(scenario_id: str, parameters: Mapping[str, Any], roster: Roster) -> dict[str, str]:
    """The names of the own entries that a request asks about, by the places in which they stand.

    Raises:
        InputError: for an unknown scenario.
    """
    flat = flatten(parameters)
    return {place.name: place.entries[flat[place.name]] for place in _places_named(scenario_id, flat, roster)}


def _places_named(scenario_id: str, flat: Mapping[str, Any], roster: Roster) -> list[Place]:
    chosen = ((place, flat.get(place.name)) for place in places(scenario_id, roster))
    return [place for place, key in chosen if isinstance(key, str) and key in place.entries]


def own_rows(roster: Roster | None) -> AbstractContextManager[None]:
    """Within this the tables of the game find the entries of a roster too."""
    rows: list[tuple[Table[Any], dict[str, Row]]] = []
    for kind in kinds_of(roster.system).values() if roster is not None else ():
        if isinstance(kind, OwnTable):
            entries = roster.entries.get(kind.id, {}) if roster is not None else {}
            rows.append((kind.table, {key: row_of(kind, key, entry) for key, entry in entries.items()}))
    return with_rows(rows)


def _fill_rows(
    model: type[Scenario], parameters: Mapping[str, Any], own: Mapping[str, str], roster: Roster
) -> dict[str, Any]:
    """What the scenario itself fills when its tables have the own rows as well, as far as they are the reason."""
    scenario = validate(model, parameters)
    explicit = given_names(scenario)
    with own_rows(roster):
        tried = scenario.replaced(own)
        values, without = preset_values(tried, explicit), preset_values(scenario, explicit)
        settle(tried, explicit)
    changed = {name: value for name, value in values.items() if name not in without or without[name] != value}
    return {name: NOTHING if value is None else value for name, value in changed.items()}


def _shorten(model: type[Scenario], whole: dict[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The request without filled figures that are defaults, where that is the same request."""
    defaults = {p.name: NOTHING if p.default is None else p.default for p in (*model.parameters(), VARIANT)}
    short = {n: value for n, value in whole.items() if n in said or n not in defaults or value != defaults[n]}
    return short if _values(model, short) == _values(model, whole) else whole


def _values(model: type[Scenario], parameters: Mapping[str, Any]) -> Any:
    try:
        scenario, _ = resolve(model, parameters)
    except InputError as error:
        return str(error)
    return [scenario.value_of(parameter.name) for parameter in model.parameters()]
