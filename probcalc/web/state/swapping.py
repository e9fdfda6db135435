"""The sides of a request exchanged: units of the reader's own and names that a link brought go with their side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from probcalc.exact.budget.bounds import metered
from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import parameter_words, value_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given
from probcalc.scenarios.parties import Party
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.rosters import filled, place_names
from probcalc.scenarios.sentences import lower_first
from probcalc.scenarios.sides import OTHER, exchanged, exchanged_names
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state import rosters
from probcalc.web.state.called import Called
from probcalc.web.state.spending import FOLLOWING, spending
from probcalc.web.state.visit import Visit

_OPPOSITE = {**OTHER, "first": "second", "second": "first", "attacker": "target", "target": "attacker"}


@dataclass(frozen=True, slots=True)
class Swapped:
    """A request with its sides exchanged.

    Attributes:
        given: the request.
        called: the names that a link brought, by place, each with the figures that it stands for.
        left: what has no place on the other side, in words.
    """

    given: Given
    called: Called
    left: tuple[str, ...]


def swap_sides(visit: Visit, scenario_id: str, given: Given, slot: str) -> Swapped | None:
    """The request of a slot with its sides exchanged; None where that is the same request, or one that is refused."""
    model = registry.scenario(scenario_id)
    names = exchanged_names(model)
    if not names:
        return None
    rest, own, left = given, dict[str, str](), list[str]()
    brought = visit.called.get(slot, {})
    goes_along: Called = {}
    for place, found in rosters.own_places(visit, scenario_id, given, slot).items():
        there = _opposite(scenario_id, place, names)
        if found.used is not None:
            rest = rosters.without_figures(rest, rosters.figures_of(scenario_id, place, found.used))
            if there:
                own[there] = found.used
            else:
                left.append(found.name)
        elif found.called:
            name, figures = brought[place]
            if there and all(figure in names for figure in figures):
                goes_along[there] = name, {names[figure]: value for figure, value in figures.items()}
            else:
                # Of somebody else's unit nothing is known but these figures.
                rest = rosters.without_figures(rest, figures)
                left.append(name)
    change = exchanged(model, rest)
    for name, value in change.left.items():
        parameter = model.parameter(name)
        assert parameter is not None
        words = lower_first(parameter_words(parameter))
        if parameter.role == "preset":
            words = value_words(parameter, value)
        elif value is not True:
            words = f"{words} {with_minus(value_words(parameter, value))}"
        left.append(words)
    try:
        asked = filled(scenario_id, change.given | own, rosters.roster_of(registry.system_id_of(scenario_id)))
        resolve(model, asked)
    except InputError:
        return None
    return None if asked == dict(given) and not left else Swapped(asked, goes_along, tuple(left))


def swap(visit: Visit, scenario_id: str, slot: str) -> None:
    """Exchange the sides of the request in a slot, and say what has no place on the other side."""
    before = visit.given.get(slot, {})
    found = swap_sides(visit, scenario_id, before, slot)
    if found is None:
        return
    visit.ask(slot, found.given)
    visit.called[slot] = found.called
    if found.left:
        visit.notices = (f"Left out, as the other side has no place for it: {', '.join(found.left)}.",)
    elif now := _acting(scenario_id, before, found.given):
        name = f"{capital(now.later)}"
        acts = "act" if now.heads_many else "acts"
        visit.notices = (f"{name} now {acts} as Side A, so the odds are not simply reversed.",)


def _acting(scenario_id: str, before: Given, after: Given) -> Party | None:
    """Who acts once the sides are exchanged, where that makes other odds of it; None where it only turns them round.

    >>> wolves = {"a.unit": "goblin_wolf_rider", "b.unit": "human_archer"}
    >>> _acting("oathmark.combat", wolves, {"a.unit": "human_archer", "b.unit": "goblin_wolf_rider"}).later
    'the Human Archers'
    >>> _acting("chronopia.clash", {"a.unit": "followers"}, {"b.unit": "followers"})
    """
    try:
        with metered(spending(FOLLOWING)):
            was = registry.answer(scenario_id, before)
        with metered(spending(FOLLOWING)):
            now = registry.answer(scenario_id, after)
    except InputError:
        return None
    if "winner" not in was or "winner" not in now:
        return None
    old, new = dict(was["winner"].items()), dict(now["winner"].items())
    return None if all(new.get(OTHER.get(name, name)) == p for name, p in old.items()) else now.parties[0]


def _opposite(scenario_id: str, place: str, names: Mapping[str, str]) -> str:
    """Where the one in a place stands on the other side, "" where it cannot."""
    there = names.get(place) or _OPPOSITE.get(place, "")
    return there if there in place_names(scenario_id) else ""
