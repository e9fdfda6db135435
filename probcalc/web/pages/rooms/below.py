"""The four rooms below an answer, each with the parts of the page that it holds: one is open at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from probcalc.scenarios.fights import Fight
from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.pages.rooms import shown as said
from probcalc.web.pages.rooms.drawn import Room as RoomRow
from probcalc.web.pages.rooms.drawn import Said, room_row
from probcalc.web.pages.rooms.panel import PARTS, Part
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import can_follow
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import names_in
from probcalc.web.state.visit import Visit


@dataclass(frozen=True)
class Room:
    """A room of the page.

    Attributes:
        id: its name in addresses.
        label: what stands on it.
        parts: the ids of its parts, in order.
        leads: of these what is opened with the room, the first that fits.
        say: what its row says while it is closed.
    """

    id: str
    label: str
    parts: tuple[str, ...]
    leads: tuple[str, ...]
    say: Callable[[Standing, View, said.Known], Said]

    def fitting(self, stands: Standing) -> list[Part]:
        """The parts that have anything to say about a request."""
        held = {part.id: part for part in PARTS}
        return [held[name] for name in self.parts if held[name].fits(stands)]

    def first(self, stands: Standing) -> str:
        """The part that is opened with the room, "" for none."""
        fitting = {part.id for part in self.fitting(stands)}
        return next((name for name in self.leads if name in fitting), "")


ROOMS = (
    Room("decide", "Decide", ("advice", "rounds", "amounts"), ("advice", "rounds", "amounts"), said.decide),
    Room("why", "Why", ("why", "others", "given", "proof"), ("why", "others"), said.why),
    Room(
        "what_if",
        "What if",
        ("entries", "everybody", "modifiers", "grid", "maps", "figure", "variant"),
        ("grid", "figure", "modifiers"),
        said.what_if,
    ),
    Room("more", "More", ("rulings", "rules", "laboratory", "share", "own", "recent"), (), said.more),
)


def is_open(room: Room, view: View) -> bool:
    """Whether a room is open: it was opened, or a part of it.

    >>> is_open(ROOMS[1], View(turned="why")), is_open(ROOMS[3], View(room="more")), is_open(ROOMS[0], View())
    (True, True, False)
    """
    return view.room == room.id or any(name in room.parts for name in names_in(view.turned))


def by_itself(stands: Standing, known: said.Known) -> Room | None:
    """The room that opens by itself on a wide screen: Why where nothing is to decide, none where that takes long."""
    if known.advice is not None and known.advice.rules:
        return ROOMS[0]
    is_short = not issubclass(stands.model, Fight) and can_follow(stands.spent, 1)
    return ROOMS[1] if stands.answer is not None and is_short else None


def view_to_draw(stands: Standing, visit: Visit, known: said.Known) -> View:
    """The view as it is drawn: with the room that opens by itself where nothing else is open."""
    view = visit.view(stands.model.id)
    leads = by_itself(stands, known) if visit.opens and not (view.room or view.turned) else None
    return replace(view, room=leads.id, turned=leads.first(stands)) if leads else view


def draw(stands: Standing, visit: Visit, known: said.Known) -> None:
    """The rows of the rooms, and what the open ones hold."""
    view = view_to_draw(stands, visit, known)
    found: Mapping[str, list[Part]] = {room.id: room.fitting(stands) for room in ROOMS}
    with st.container(key="rooms"):
        for room in ROOMS:
            parts = found[room.id]
            if not parts:
                continue
            opened = is_open(room, view)
            row: RoomRow = {"id": room.id, "label": room.label, "open": opened, **room.say(stands, view, known)}
            show(f"room-{room.id}", room_row(row), {"room": partial(turn, visit, stands, room, opened)})
            if opened:
                with st.container(key=f"in-{room.id}"):
                    for part in parts:
                        part.draw(stands, visit, view)


def turn(visit: Visit, stands: Standing, room: Room, opened: bool, _: str = "") -> None:
    """Close a room that is open; else open it with what leads in it, and close the others."""
    if opened:
        visit.opens = False
        visit.look(stands.model.id, room="", turned="")
    else:
        visit.look(stands.model.id, room=room.id, turned=room.first(stands))
