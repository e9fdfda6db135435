"""Own units and weapons as cards, on their own page and on Home: what matters of each, and the questions it fits."""

from __future__ import annotations

from typing import Any

from probcalc.present.words.requests import parameter_words
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.registry import System
from probcalc.scenarios.rosters import Entry, Roster, places
from probcalc.scenarios.rosters.roster import OwnKind, figure_label, kinds_of, leading
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.controls.inputs import pick_of
from probcalc.web.pages.own.drawn import own_card
from probcalc.web.pages.own.form import editing
from probcalc.web.parts.markup import Markup, join, tag
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state import address, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_POINTS = "points"
_MOST_AT_HOME = 6


def card(visit: Visit, game: System, roster: Roster, kind: OwnKind, key: str, entry: Entry) -> Markup:
    """The card of an entry on the page of its game."""
    ways = uses(game, roster, kind.id, key)
    names = {str(place): label for place, (label, _) in enumerate(ways)}
    places = pick_of(key, "Use in", "", names, "…") if len(ways) > 1 else None
    use = address.way_to(visit, game.id, ways[0][1]) if ways else None
    more = others(entry, kind, roster)
    return own_card(entry.name, _points(entry), _stats(entry, kind, roster), more, f"edit {key}", use, places)


def _stats(entry: Entry, kind: OwnKind, roster: Roster) -> list[tuple[str, str]]:
    first = [figure for figure in leading(kind) if figure.name in entry.figures]
    return [(figure_label(figure), _value(entry.figures[figure.name], figure, kind, roster)) for figure in first]


def _value(value: Any, figure: Parameter, kind: OwnKind, roster: Roster) -> str:
    """A figure as it is read on its own."""
    if value in (None, NOTHING) or value is False:
        return "–"
    if value is True:
        return "yes"
    named = rosters.named_entries(kind, roster, figure)
    return with_minus(str(named.get(value, outcome_words(value))))


def others(entry: Entry, kind: OwnKind, roster: Roster) -> str:
    """The figures behind the first ones that most entries of the game do not have, in a line.

    >>> from probcalc.scenarios.rosters import read_list
    >>> mine = read_list("Levy: fight 2, braced, horrific", Roster("oathmark", "Mine", {}))[1]
    >>> others(mine.entries["units"]["levy"], kinds_of("oathmark")["units"], mine)
    'Braced · Horrific'
    """
    usual, first = rosters.usual_figures(kind), leading(kind)
    parts = []
    for figure in kind.figures:
        value = entry.figures.get(figure.name)
        if figure in first or figure.name not in entry.figures or figure.name == _POINTS:
            continue
        if figure.name in usual and value == usual[figure.name]:
            continue
        label = figure_label(figure)
        if value in (None, False, NOTHING):
            parts.append(f"no {label}")
            continue
        text = _value(value, figure, kind, roster)
        said = text if text.lower().endswith(label.lower()) else f"{label} {text}"
        parts.append(label if value is True else said)
    return " · ".join(parts)


def _points(entry: Entry) -> str:
    points = entry.figures.get(_POINTS)
    return "" if points in (None, NOTHING) else f"{points} points"


def uses(game: System, roster: Roster, kind: str, key: str) -> list[tuple[str, dict[str, str]]]:
    """The questions in which an entry can stand alone, each with its place in words and its address."""
    known = visits.current().uses
    if (game.id, kind, key) in known:
        return known[game.id, kind, key]
    ways = []
    for model in game.scenarios:
        for place in places(model.id, roster):
            if place.kind == kind and key in place.entries:
                parameter = model.parameter(place.name)
                role = parameter_words(parameter) if parameter else place.name.replace("_", " ")
                # It may not stand there alone; on the question's own page it can be picked beside others.
                if given := rosters.figures_of(model.id, place.name, key):
                    ways.append((f"{model.title}: {role}", address.query_of(model.id, given)))
    known[game.id, kind, key] = ways
    return ways


def go_to_picked(visit: Visit, game: System, kind: OwnKind, rest: str) -> None:
    """Go to another question of an entry: "brutes=3"."""
    key, _, place = rest.partition("=")
    ways = uses(game, rosters.roster_of(game.id), kind.id, key)
    if place.isascii() and place.isdecimal() and int(place) < len(ways):
        visit.going = (game.id, ways[int(place)][1])


def at_home(visit: Visit) -> Markup | None:
    """The reader's own units as cards for Home, the first of each game; None without any."""
    cards: list[Markup] = []
    for game in rosters.games():
        roster = rosters.roster_of(game.id)
        for kind_id, kind in kinds_of(game.id).items():
            for key, entry in roster.entries.get(kind_id, {}).items():
                if len(cards) < _MOST_AT_HOME and (ways := uses(game, roster, kind_id, key)):
                    use, edit = address.way_to(visit, game.id, ways[0][1]), f"change {game.id} {kind_id} {key}"
                    cards.append(own_card(entry.name, game.name, _stats(entry, kind, roster), "", edit, use))
    return join(tag("h2.tries", "Your units"), tag("div.owns", cards)) if cards else None


def edit_at_home(visit: Visit, rest: str) -> None:
    """Go to where an entry of Home is changed, its form open."""
    game_id, _, named = rest.partition(" ")
    kind_id, _, key = named.partition(" ")
    is_game = any(each.id == game_id for each in rosters.games())
    if is_game and key in rosters.roster_of(game_id).entries.get(kind_id, {}):
        visit.picked |= {"own:game": game_id, editing(game_id, kind_id): key}
        visit.going = ("own units", {})
