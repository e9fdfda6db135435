"""The four rooms below an answer, each with the parts of the page that it holds: one is open at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.controls.taps import answer as answer_tap
from probcalc.web.pages.rooms import shown as said
from probcalc.web.pages.rooms.drawn import Room as RoomRow
from probcalc.web.pages.rooms.drawn import Said, room_row
from probcalc.web.pages.rooms.panel import PARTS, Part
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import turned
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
        return [part for part in PARTS if part.id in self.parts and part.fits(stands)]


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
    return view.room == room.id or any(name in room.parts for name in turned(view))


def draw(stands: Standing, visit: Visit, known: said.Known) -> None:
    """The rows of the rooms, and what the open ones hold."""
    view = visit.view(stands.model.id)
    found: Mapping[str, list[Part]] = {room.id: room.fitting(stands) for room in ROOMS}
    with st.container(key="rooms"):
        for room in ROOMS:
            parts = found[room.id]
            if not parts:
                continue
            opened = is_open(room, view)
            row: RoomRow = {"id": room.id, "label": room.label, "open": opened, **room.say(stands, view, known)}
            show(f"room-{room.id}", room_row(row), partial(_taken, visit, stands, room))
            if opened:
                with st.container(key=f"in-{room.id}"):
                    for part in parts:
                        part.draw(stands, visit)


def _taken(visit: Visit, stands: Standing, room: Room, tap: str) -> None:
    answer_tap(tap, {"room": lambda _: turn(visit, stands, room)})


def turn(visit: Visit, stands: Standing, room: Room) -> None:
    """Close a room that is open; else open it with what leads in it, and close the others."""
    scenario_id = stands.model.id
    if is_open(room, visit.view(scenario_id)):
        visit.look(scenario_id, room="", turned="")
        return
    fitting = {part.id for part in room.fitting(stands)}
    visit.look(scenario_id, room=room.id, turned=next((name for name in room.leads if name in fitting), ""))
