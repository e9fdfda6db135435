"""What goes along when another question of the same game is chosen: who takes part, and what both questions ask."""

from __future__ import annotations

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given, Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.rosters import filled, place_names
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sides import OTHER
from probcalc.web.state import rosters
from probcalc.web.state.visit import Visit

_SIDE = {"attacker": "a", "target": "b"}


def carry(visit: Visit, before: str, after: str) -> Given | None:
    """The request of another question with what the one before was given; None where nothing of that fits.

    What was asked there before stays as it was, but for who takes part.
    """
    old, new = registry.scenario(before), registry.scenario(after)
    given = visit.given.get(before, {})
    own: dict[str, str] = {}
    for place, found in rosters.own_places(visit, before, given).items():
        there = _place(old, place, new)
        if found.used is not None and there in place_names(after):
            own[there] = found.used
            given = rosters.without_figures(given, rosters.figures_of(before, place, found.used))
    who = {
        q.name: given[p.name] for q in new.parameters() if (p := _same_person(old, q)) is not None and p.name in given
    }
    kept = visit.given.get(after)
    if kept is None:
        both = {
            name: value for name, value in given.items() if _asks_the_same(old.parameter(name), new.parameter(name))
        }
        who = both | who
    if not (who or own):
        return None
    try:
        asked = filled(after, {**(kept or {}), **who, **own}, rosters.roster_of(registry.system_id_of(after)))
        resolve(new, asked)
    except InputError:
        return None
    return asked


def turn_to(visit: Visit, place: str, before: str, after: str) -> None:
    """Ask another question in its place, of the same game with what goes along."""
    visit.touch()
    same = before and before != after and registry.system_id_of(before) == registry.system_id_of(after)
    if same and (asked := carry(visit, before, after)) is not None:
        visit.ask(after, asked)
    visit.chosen[place] = after


def _same_person(old: type[Scenario], wanted: Parameter) -> Parameter | None:
    """The parameter by which the question before picks, or counts, the same one of those who take part."""
    if wanted.role != "preset" and not wanted.headcount:
        return None
    for found in old.parameters():
        is_who = found.role == "preset" and wanted.role == "preset" and wanted.choices == found.choices
        is_number = found.headcount and wanted.headcount and found.bounds == wanted.bounds
        if (is_who or is_number) and found.belongs_to == wanted.belongs_to:
            return found
    return None


def _asks_the_same(one: Parameter | None, other: Parameter | None) -> bool:
    if one is None or other is None:
        return False
    return (one.kind, one.choices, one.low, one.high) == (other.kind, other.choices, other.low, other.high)


def _place(old: type[Scenario], place: str, new: type[Scenario]) -> str:
    """Where the one in a place stands in another question, "" where nobody like that does."""
    picked = old.parameter(place)
    if picked is not None:
        fitting = (q.name for q in new.parameters() if q.role == "preset" and q.belongs_to == picked.belongs_to)
        ending = place.rpartition(".")[2]
        names = list(fitting)
        return next((n for n in names if n.rpartition(".")[2] == ending), names[0] if names else "")
    return _SIDE.get(place, "") if any(f"{side}." in n for side in OTHER for n in place_names(new.id)) else place
