"""Cards: the requests of a list, each with its answer, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import parameter_words
from probcalc.scenarios import registry
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.inputs import item, pick_of
from probcalc.web.controls.tap_actions import set_value, step_value
from probcalc.web.pages.answer.counted_number import answer_sentence
from probcalc.web.pages.frame.drawn import paper_foot
from probcalc.web.pages.lists.setup_words import all_words
from probcalc.web.pages.lists.setups_drawn import SetupMore, setup_card
from probcalc.web.parts.controls import Action, Control
from probcalc.web.state import address, games, request_lists, rosters
from probcalc.web.state.answered_request import OwnPlace, Standing, standing, with_typed
from probcalc.web.state.swapping import swap, swap_sides
from probcalc.web.state.view import View
from probcalc.web.state.visit import Slot, Visit

_LONGEST = 120
_ONE = "one"


def standing_of(visit: Visit, slot: Slot) -> Standing:
    """The request of a slot with its answer."""
    own = {place: OwnPlace({}, None, name) for place, name in rosters.names_in(visit, slot).items()}
    return with_typed(standing(slot.scenario_id, visit.given[slot.name], slot.name, own), visit.unread)


def summary(stands: Standing) -> str:
    """What was given: "The Cursed, Spearmen, charging"."""
    text = ", ".join(all_words(stands)) or stands.model.title
    return shorten(capital(text), _LONGEST)


def shorten(text: str, longest: int) -> str:
    """A text of at most so many characters, cut with "…".

    >>> shorten("The Cursed, charging", 11)
    'The Cursed…'
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip(" ,") + "…"


def draw(
    visit: Visit,
    listing: str,
    place: int,
    stands: Standing,
    most: int,
    more: SetupMore,
    *,
    whose: Sequence[str] = (),
    answers: Answers | None = None,
) -> None:
    """The card of the request in that place of a list; `more` is what the list has to say of it.

    With `whose` only those parameters are offered; `answers` are taps that the list answers itself.
    """
    slot = visit.requests(listing)[place]
    system = registry.system_of(slot.scenario_id)
    given, view = visit.given[slot.name], _view(visit, slot)
    link = address.question_link(visit.pages[system.id], slot.scenario_id, given, view)
    card: SetupMore = {
        "tag": "",
        "colour": place,
        "name": summary(stands),
        "note": f"{system.name}, {stands.model.title}",
        "sentence": "" if stands.answer is None else answer_sentence(stands.answer, View()),
        **more,
    }
    actions = _actions(visit, listing, place, stands, most, sided=not whose)
    drawn = setup_card(card, link, stands.refusal, _one(visit, stands, whose), actions)
    show(f"set-{slot.name}", drawn, {**_answers(visit, listing, slot), **(answers or {})})


def _actions(visit: Visit, listing: str, place: int, stands: Standing, most: int, *, sided: bool) -> list[Action]:
    found: list[Action] = []
    if len(visit.requests(listing)) < most:
        found.append({"label": "Duplicate", "tap": "duplicate"})
    if sided and swap_sides(visit, stands.model.id, stands.given, stands.slot):
        found.append({"label": "Swap sides", "tap": "swap"})
    if place:
        found.append({"label": "Earlier", "tap": "earlier"})
    return [*found, {"label": "Remove", "tap": "remove"}]


def _one(visit: Visit, stands: Standing, whose: Sequence[str]) -> list[Control]:
    """One parameter, picked by name, and its control."""
    parameters = {p.name: p for p in stands.model.parameters() if not whose or p.belongs_to in whose}
    names = {name: parameter_words(p) for name, p in parameters.items()}
    chosen = visit.changing.get(stands.slot, "")
    picked = pick_of(_ONE, "Change", chosen, names, "one thing")
    return [picked, item(stands, visit, parameters[chosen])] if chosen in parameters else [picked]


def _answers(visit: Visit, listing: str, slot: Slot) -> Answers:
    return {
        "set": partial(set_one, visit, slot),
        "step": partial(step_value, visit, slot.name, slot.scenario_id),
        "duplicate": lambda _: _duplicate(visit, listing, slot),
        "swap": lambda _: swap(visit, slot.scenario_id, slot.name),
        "earlier": lambda _: _earlier(visit, listing, slot),
        "remove": lambda _: visit.remove(listing, slot.name),
        "open": lambda _: _open(visit, slot),
    }


def draw_foot(stands: Sequence[Standing]) -> None:
    """The foot of a printed list: the rules of each game in it, and its address."""
    games = (registry.system_of(row.model.id) for row in stands)
    rules = dict.fromkeys(f"{game.name}, {game.edition}." for game in games)
    show("paper", paper_foot(" ".join(rules)))


def set_one(visit: Visit, slot: Slot, rest: str) -> None:
    """Set a parameter, or pick the one that is to be changed."""
    name, _, text = rest.partition("=")
    if name == _ONE:
        visit.touch()
        visit.changing[slot.name] = text
    else:
        set_value(visit, slot.name, slot.scenario_id, rest)


def _open(visit: Visit, slot: Slot) -> None:
    if games.game_of(slot.scenario_id) is not None:
        # What it is asked stands behind the address, so that a step back finds no question in it.
        games.show(visit, slot.scenario_id, visit.given[slot.name])
        visit.going = games.PAGE, {}
        return
    query = address.query_of(slot.scenario_id, visit.given[slot.name], _view(visit, slot))
    visit.going = (registry.system_id_of(slot.scenario_id), query)


def _view(visit: Visit, slot: Slot) -> View:
    """How a request is looked at on its scenario's own page: with the names of own units in it."""
    return View(called=request_lists.names_of(visit, slot))


def _duplicate(visit: Visit, listing: str, slot: Slot) -> None:
    place = visit.requests(listing).index(slot)
    visit.add(listing, slot.scenario_id, visit.given[slot.name], place + 1, slot.name)


def _earlier(visit: Visit, listing: str, slot: Slot) -> None:
    visit.touch()
    slots = visit.requests(listing)
    place = slots.index(slot)
    if place:
        slots[place - 1], slots[place] = slots[place], slots[place - 1]
