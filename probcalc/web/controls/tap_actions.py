"""What a tap on a part asks for: a word for what is done, then what it is done to ("set cc=11", "open why")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from probcalc.analysis.tables.legal_size import in_place
from probcalc.present.words.labels import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.value_text import value_from_text, value_text
from probcalc.web.controls.places import shared_out, whole_again, whole_of
from probcalc.web.state import rosters
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit

_ENTRY = re.compile(r"([^\[\]]+)\[([0-9]{1,4})\]")
OWN = "own:"
"""What stands before the id of a reader's own unit or weapon that is picked from a list."""


def set_value(visit: Visit, slot: str, scenario_id: str, rest: str) -> None:
    """Set a parameter: "cc=11". What cannot be read is kept beside it, with the reason."""
    name, _, text = rest.partition("=")
    place = -1
    if found := _ENTRY.fullmatch(name):
        name, place = found[1], int(found[2])
        entries = _entries(visit, slot, scenario_id, name)
        if not place < len(entries):
            return
        text = ",".join([*map(str, entries[:place]), text.strip() or "?", *map(str, entries[place + 1 :])])
    parameter = registry.scenario(scenario_id).parameter(name)
    if parameter is None:
        return
    accepted = _as_meant(parameter, text)
    # Whoever is picked now is not who a link said, and has none of that one's figures.
    _, figures = visit.called.get(slot, {}).pop(name, ("", {}))
    if figures.items() <= visit.given.get(slot, {}).items():
        visit.given[slot] = rosters.without_figures(visit.given.get(slot, {}), figures)
    try:
        if slot == scenario_id and (text.startswith(OWN) or rosters.entry_used(scenario_id, name, visit.given[slot])):
            rosters.use(visit, scenario_id, name, text.removeprefix(OWN) if text.startswith(OWN) else None)
        if text.startswith(OWN):
            return
        value = value_from_text(parameter, accepted)
        if place >= 0 and parameter.shares:
            whole = whole_of(registry.scenario(scenario_id), visit.given.get(slot, {}), parameter)
            value = value if whole is None else shared_out(value, place, whole)
    except InputError as error:
        visit.touch()
        # What is quoted is what was typed.
        why = str(error).replace(f'"{accepted}"', f'"{text}"') if accepted else str(error)
        visit.unread[slot, name] = (text, in_words(why, registry.scenario(scenario_id)))
        return
    give(visit, slot, scenario_id, name, value)


def give(visit: Visit, slot: str, scenario_id: str, name: str, value: Any) -> None:
    """Give a parameter; what points at its places, or shares it, goes along."""
    model = registry.scenario(scenario_id)
    visit.ask(slot, whole_again(model, visit.given_after(slot, scenario_id, name, value)))


def _entries(visit: Visit, slot: str, scenario_id: str, name: str) -> list[int]:
    """What stands in a list at present; nothing for what is no list."""
    parameter = registry.scenario(scenario_id).parameter(name)
    return list(visit.present(slot, scenario_id, name)) if parameter and parameter.kind == "list" else []


def _step_lists(visit: Visit, slot: str, scenario_id: str, names: list[str], by: int) -> None:
    """One entry more at the end of each list, like the last, or one less."""
    before = {name: _entries(visit, slot, scenario_id, name) for name in names}
    for name, entries in before.items():
        parameter = registry.scenario(scenario_id).parameter(name)
        shares = bool(parameter and parameter.shares)
        # A further part takes nothing yet, and what one had that goes falls to the others.
        after = [*entries, *([0] if shares else entries[-1:])] if by > 0 else entries[:-1]
        if parameter and parameter.kind == "list" and parameter.shortest <= len(after) <= parameter.longest:
            give(visit, slot, scenario_id, name, after)


def tap_of(stands: Standing, values: Mapping[Parameter, Any]) -> str:
    """The tap that sets these values, entries of tables in the numbers for which their odds are shown."""
    picks = {parameter.name: value for parameter, value in values.items() if parameter.role == "preset"}
    numbers = in_place(stands.model, stands.given, picks).numbers if picks else {}
    named = {**picks, **numbers, **{parameter.name: value for parameter, value in values.items()}}
    return f"sets {'&'.join(f'{name}={value_text(value)}' for name, value in named.items())}"


def set_values(visit: Visit, scenario_id: str, rest: str) -> None:
    """Set several parameters of a scenario's own page, one after the other: "unit=troll&figures=3"."""
    for pair in rest.split("&"):
        set_value(visit, scenario_id, scenario_id, pair)


def _as_meant(parameter: Parameter, text: str) -> str:
    """What people type for what is meant: an empty field for none, "2+1" or "2 1" for "2,1"."""
    if parameter.kind == "integer":
        return text.strip() or (NOTHING if parameter.optional else text)
    if parameter.kind == "list":
        return ",".join(text.replace("+", " ").replace(";", " ").replace(",", " ").split())
    return text


def step_value(visit: Visit, slot: str, scenario_id: str, rest: str) -> None:
    """Make a whole number greater or smaller: "cc=1", "cc=-1". Beyond its bounds it stays.

    "wills[2]=1" does so with an entry of a list, "wills[],immune[]=-1" takes the last entry off each.
    """
    name, _, text = rest.partition("=")
    if text in ("1", "-1") and name.endswith("[]"):
        _step_lists(visit, slot, scenario_id, name.removesuffix("[]").split("[],"), int(text))
        return
    if text in ("1", "-1") and (found := _ENTRY.fullmatch(name)):
        listed, entries = (
            registry.scenario(scenario_id).parameter(found[1]),
            _entries(visit, slot, scenario_id, found[1]),
        )
        if listed and int(found[2]) < len(entries):
            low, high = listed.bounds
            entry = min(high, max(low, entries[int(found[2])] + int(text)))
            set_value(visit, slot, scenario_id, f"{name}={entry}")
        return
    parameter = registry.scenario(scenario_id).parameter(name)
    if parameter is None or parameter.kind != "integer" or text not in ("1", "-1"):
        return
    low, high = parameter.bounds
    present = visit.present(slot, scenario_id, name)
    value = low if present is None else min(high, max(low, present + int(text)))
    give(visit, slot, scenario_id, name, value)
