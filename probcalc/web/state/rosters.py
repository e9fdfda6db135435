"""The own units and weapons of a visit, one roster for each game, and what they fill into a request."""

from __future__ import annotations

from collections import Counter
from typing import Any

from probcalc.present.asking.entries import Entry
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.parameters import NOTHING, Given, Parameter
from probcalc.scenarios.registry import System
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.rosters import Place, Roster, figures_of_entry, filled, places
from probcalc.scenarios.rosters.roster import OwnKind, kinds_of, names_of_kind
from probcalc.web.state import called
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import OwnPlace
from probcalc.web.state.visit import OwnPick, Slot, Visit


def games() -> list[System]:
    """The games that may have units or weapons of one's own."""
    return [system for system in registry.systems() if system.own]


def empty(system_id: str) -> Roster:
    """A roster without entries; without kinds of them too, where a game has none."""
    kinds = kinds_of(system_id) if registry.system(system_id).own else ()
    return Roster(system_id, "My roster", {kind: {} for kind in kinds})


def roster_of(system_id: str) -> Roster:
    """The roster of a game in this visit."""
    return visits.current().rosters.get(system_id) or empty(system_id)


def all_kept() -> list[Roster]:
    """The rosters that were filled or emptied in this visit, in the order of their games."""
    kept = visits.current().rosters
    return [kept[system_id] for system_id in registry.system_ids() if system_id in kept]


def keep(roster: Roster) -> None:
    """Keep a roster for this visit."""
    visit = visits.current()
    visit.rosters[roster.system] = roster
    visit.figures.clear()
    visit.uses.clear()


def start_of(kind: OwnKind, roster: Roster, begun: str) -> Given:
    """The figures that the editor shows at first: those of an own or built-in entry, else the defaults."""
    own = roster.entries.get(kind.id, {})
    if begun in own:
        return dict(own[begun].figures)
    if isinstance(kind, OwnTable):
        figures = figures_of_entry(roster.system, kind.id, begun if begun in kind.table else next(iter(kind.table)))
        return figures | dict(kind.only)
    return {figure.name: figure.default for figure in kind.figures}


def usual_figures(kind: OwnKind) -> Given:
    """The figures that more than half of the game's own entries have, or that an entry has unless it says otherwise.

    >>> usual_figures(kinds_of("chronopia")["weapons"])
    {'kind': 'close', 'noa': 1, 'multiplier': 1}
    """
    if not isinstance(kind, OwnTable):
        return {figure.name: figure.default for figure in kind.figures}
    rows = [row.by_name() for row in kind.table.values()]
    most = {figure.name: Counter(row[figure.name] for row in rows).most_common(1)[0] for figure in kind.figures}
    return {name: value for name, (value, count) in most.items() if 2 * count > len(rows)}


def named_entries(kind: OwnKind, roster: Roster, figure: Parameter) -> dict[Any, str]:
    """What a figure may name, id to display name: entries, or its choices; empty for a figure that names none."""
    if figure.name not in kind.refers:
        return dict(zip(figure.choices, figure.choice_labels, strict=True)) if figure.kind == "choice" else {}
    other, wanted = kind.refers[figure.name]
    return {NOTHING: "none"} | names_of_kind(roster, kinds_of(roster.system)[other], wanted)


def use(visit: Visit, scenario_id: str, place: str, key: str | None) -> None:
    """Put an own entry in its place in the request of a scenario, or take it out again.

    What an earlier pick in the same place filled goes, and so does what stands in the way of the new figures.

    Raises:
        InputError: when the request is refused then.
    """
    before = visit.own_picks.get((scenario_id, place))
    present = visit.given.get(scenario_id, {})
    rest = without_figures(present, before.figures) if before is not None else present
    given = {name: value for name, value in rest.items() if name != place}
    if key is None:
        visit.own_picks.pop((scenario_id, place), None)
        visit.ask(scenario_id, given)
        return
    roster = roster_of(registry.system_id_of(scenario_id))
    if not any(found.name == place and key in found.entries for found in _places(scenario_id)):
        return
    alone = filled(scenario_id, {place: key}, roster)
    kept = {name: value for name, value in given.items() if name not in alone}
    asked = filled(scenario_id, kept | {place: key}, roster)
    visit.own_picks[scenario_id, place] = OwnPick(key, {n: v for n, v in asked.items() if n not in kept})
    visit.ask(scenario_id, asked)


def entry_used(scenario_id: str, place: str, given: Given) -> str | None:
    """The own entry that stands in a place: the one picked, as long as all that it filled is still there.

    A request that came by link or after a reload is known by its figures.
    """
    pick = visits.current().own_picks.get((scenario_id, place))
    if pick is not None and pick.figures.items() <= given.items():
        return pick.key
    if place in given:
        return None
    entries = next((found.entries for found in _places(scenario_id) if found.name == place), {})
    each = {key: figures_of(scenario_id, place, key) for key in entries}
    fitting = [key for key, figures in each.items() if figures and figures.items() <= given.items()]
    # Of several that fit, the one that says most is meant.
    return max(fitting, key=lambda key: len(each[key]), default=None)


def names_in(visit: Visit, slot: Slot) -> dict[str, str]:
    """What own units and weapons in a request of a list are called, by their places; their figures are given."""
    found = own_places(visit, slot.scenario_id, visit.given[slot.name], slot.name)
    return {name: place.name for name, place in found.items() if place.name}


def own_places(visit: Visit, scenario_id: str, given: Given, slot: str = "") -> dict[str, OwnPlace]:
    """The places of a scenario that own entries may take, with the entry or a link's name that stands in each.

    Without a slot the request stands on its scenario's own page.
    """
    named = called.holding(visit.called.get(slot or scenario_id, {}), given)
    own = {p.name: OwnPlace(p.entries, entry_used(scenario_id, p.name, given)) for p in _places(scenario_id)}
    linked = {name: OwnPlace({}, None, text) for name, text in named.items() if name not in own}
    return linked | {name: place._replace(called=named.get(name, "")) for name, place in own.items()}


def _places(scenario_id: str) -> tuple[Place, ...]:
    roster = roster_of(registry.system_id_of(scenario_id))
    return places(scenario_id, roster) if any(roster.entries.values()) else ()


def figures_of(scenario_id: str, place: str, key: str) -> Given:
    """What an entry fills in a place, alone; kept until the roster changes."""
    known = visits.current().figures
    if (scenario_id, place, key) not in known:
        try:
            found = filled(scenario_id, {place: key}, roster_of(registry.system_id_of(scenario_id)))
        except InputError:
            found = {}
        known[scenario_id, place, key] = found
    return known[scenario_id, place, key]


def without_figures(given: Given, figures: Given) -> Given:
    """A request without the figures that an entry fills in."""
    return {name: value for name, value in given.items() if (name, value) not in figures.items()}


def own_entries() -> list[Entry]:
    """The reader's own units and weapons as what a search may find, each where its game asks about it first."""
    found: list[Entry] = []
    for roster in all_kept():
        system = registry.system(roster.system)
        listed: set[tuple[str, str]] = set()
        for model in system.scenarios if any(roster.entries.values()) else ():
            for place in places(model.id, roster):
                for key, name in place.entries.items():
                    if (place.kind, key) in listed:
                        continue
                    try:
                        given = filled(model.id, {place.name: key}, roster)
                        resolve(model, given)
                    except InputError:
                        continue
                    listed.add((place.kind, key))
                    note = f"Of your own, for {system.name}, in {model.title}"
                    found.append(Entry("own", name, note, system.id, model.id, given))
    return found
