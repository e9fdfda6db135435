"""The four rooms below an answer, one open at a time, with the parts that each holds, computed when they are open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec

from probcalc.analysis.balance.sided import is_sided
from probcalc.analysis.tables.presets import preset_parameters
from probcalc.scenarios import finding, registry
from probcalc.scenarios.fights import Fight
from probcalc.web.controls.component import show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import tell_in_one_line
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.late import late
from probcalc.web.pages.curve.figures import amounts, figures
from probcalc.web.pages.heat.axes import has_numbers, live_axes
from probcalc.web.pages.results.known import conditions
from probcalc.web.pages.rooms import recent_panel
from probcalc.web.pages.rooms import shown as said
from probcalc.web.pages.rooms.drawn import Said, room_row
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import can_follow
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import names_in, with_name
from probcalc.web.state.visit import Visit


@dataclass(frozen=True)
class Part:
    """A part of the page.

    Attributes:
        id: its name in keys.
        title: what stands on it.
        inside: draws it.
        says: whether it has anything to say about a request, asked with every answer, before the part is loaded.
        told: what its row says of the answer while it is closed, where that costs next to nothing.
        unanswered: whether it is there without an answer too.
    """

    id: str
    title: str | Callable[[Standing], str]
    inside: Callable[[Standing, Visit], None]
    says: Callable[[Standing], bool] = lambda stands: True
    told: Callable[[Standing, Visit], str] | None = None
    unanswered: bool = False

    def fits(self, stands: Standing) -> bool:
        """Whether it stands below a request."""
        return (self.unanswered or stands.answer is not None) and self.says(stands)

    def draw(self, stands: Standing, visit: Visit, view: View) -> None:
        """The part, computed when it is open in the view that is drawn."""
        scenario_id = stands.model.id
        key = f"{scenario_id}:part:{self.id}"
        title = self.title if isinstance(self.title, str) else self.title(stands)
        is_open = self.id in names_in(view.turned)
        if not is_open and self.told and (told := self.told(stands, visit)):
            title = f"{title}: {plain(told)}"
        place = st.expander(title, is_open, **widget(key, is_open, partial(_turn_part, scenario_id, self, view)))
        if is_open:
            with place, tell_in_one_line(stands):
                self.inside(stands, visit)


def _turn_part(scenario_id: str, part: Part, drawn: View, is_open: bool) -> None:
    visit = visits.current()
    view = visit.view(scenario_id)
    # What had opened by itself is the reader's from the first touch on, and stands in the address.
    was = view if view.room or view.turned else drawn
    visit.look(scenario_id, room=was.room, turned=with_name(was.turned, part.id, is_open))


@dataclass(frozen=True)
class Room:
    """A room of the page.

    Attributes:
        id: its name in addresses.
        label: what stands on it.
        parts: its parts, in order.
        leads: the ids of those of which the first that fits is opened with the room.
        say: what its row says while it is closed.
    """

    id: str
    label: str
    parts: tuple[Part, ...]
    leads: tuple[str, ...]
    say: Callable[[Standing, View, said.Known], Said]

    def first(self, stands: Standing) -> str:
        """The part that is opened with the room, "" for none."""
        fitting = {part.id for part in self.parts if part.fits(stands)}
        return next((name for name in self.leads if name in fitting), "")


def _has_figure(stands: Standing) -> bool:
    """Whether there is a figure with an effect to run through, and an algebra system."""
    return any(p.name not in stands.idle for p in figures(stands)) and find_spec("sympy") is not None


def _how_many(stands: Standing, _: Visit) -> str:
    return f"{len(stands.answer)} of them" if stands.answer is not None and len(stands.answer) > 1 else ""


def _has_own_entries(stands: Standing) -> bool:
    """Whether readers can add units or weapons of their own to the game."""
    system = registry.system_of(stands.model.id)
    return bool(system.own) and finding.game_along(system.id) is None


_DECIDE = (
    Part("advice", "What should I do?", late("advice.panel"), lambda stands: stands.model.advising is not None),
    Part("rounds", "Round by round", late("fight.rounds_panel"), lambda stands: issubclass(stands.model, Fight)),
    Part("amounts", "How many do I need?", late("curve.amounts_panel"), lambda stands: bool(amounts(stands))),
)
_WHY = (
    Part("why", "Why this number", late("why.panel"), told=late("why.panel", "text_at_first")),
    Part("others", "All results", late("results.panel"), told=_how_many),
    Part(
        "given",
        "If you already know a result",
        late("results.given_panel"),
        lambda stands: bool(conditions(stands)),
    ),
    Part(
        "proof",
        "Proof, checked in your browser",
        late("why.proof_panel"),
        lambda stands: stands.answered.given is None,
    ),
)
_WHAT_IF = (
    Part(
        "entries",
        late("changes.panels", "entries_title"),
        late("changes.panels", "draw_entries"),
        lambda stands: bool(preset_parameters(stands.model)),
    ),
    Part(
        "everybody",
        "Everybody against everybody",
        late("everybody.panel"),
        lambda stands: is_sided(stands.model.id, by_table=True),
        unanswered=True,
    ),
    Part(
        "modifiers",
        "What each modifier is worth",
        partial(late("laboratory.panel", "draw_question"), "modifiers"),
        lambda stands: any(p.role == "modifier" for p in stands.model.parameters()),
    ),
    Part("grid", "Heat map: vary two inputs", late("heat.panel"), lambda stands: len(live_axes(stands)) >= 2),
    Part(
        "maps",
        "Heat maps: vary three inputs",
        late("heat.multiples_panel"),
        lambda stands: len(live_axes(stands)) >= 3 and has_numbers(stands),
    ),
    Part("figure", "Vary one stat, with its formula", late("curve.panel"), _has_figure),
    Part(
        "variant",
        late("laboratory.variant_panel", "title"),
        late("laboratory.variant_panel"),
        lambda stands: registry.system_of(stands.model.id).is_game,
        unanswered=True,
    ),
)
_MORE = (
    Part(
        "rulings",
        late("why.rules_panel", "rulings_title"),
        late("why.rules_panel", "draw_rulings"),
        lambda stands: any(p.role == "ruling" for p in stands.model.parameters()),
        unanswered=True,
    ),
    Part("rules", "Rules covered, terms and limits", late("why.rules_panel", "draw_rules"), unanswered=True),
    Part("laboratory", "For rules designers", late("laboratory.panel")),
    Part("share", "Share: link, QR code, files, command line", late("share.panel")),
    Part("own", "Your units and weapons", late("own.panel"), _has_own_entries, unanswered=True),
    Part("recent", "Recent answers", lambda _, visit: recent_panel.draw(visit), unanswered=True),
)
ROOMS = (
    Room("decide", "Decide", _DECIDE, ("advice", "rounds", "amounts"), said.decide),
    Room("why", "Why", _WHY, ("why", "others"), said.why),
    Room("what_if", "What if", _WHAT_IF, ("grid", "figure", "modifiers"), said.what_if),
    Room("more", "More", _MORE, (), said.more),
)
PARTS = tuple(part for room in ROOMS for part in room.parts)


def is_open(room: Room, view: View) -> bool:
    """Whether a room is open: it was opened, or a part of it.

    >>> is_open(ROOMS[1], View(turned="why")), is_open(ROOMS[3], View(room="more")), is_open(ROOMS[0], View())
    (True, True, False)
    """
    return view.room == room.id or any(part.id in names_in(view.turned) for part in room.parts)


def by_itself(stands: Standing, known: said.Known) -> Room | None:
    """The room that opens by itself on a wide screen: Why where nothing is to decide, none where that takes long."""
    if known.advice is not None and known.advice.rules:
        return ROOMS[0]
    is_short = not issubclass(stands.model, Fight) and can_follow(stands.spent, 1)
    return ROOMS[1] if stands.answer is not None and is_short else None


def draw(stands: Standing, visit: Visit, known: said.Known) -> None:
    """The rows of the rooms, and what the open ones hold; one opens by itself where nothing else is open."""
    view = visit.view(stands.model.id)
    if visit.opens and not (view.room or view.turned) and (leads := by_itself(stands, known)):
        view = replace(view, room=leads.id, turned=leads.first(stands))
    with st.container(key="rooms"):
        for room in ROOMS:
            parts = [part for part in room.parts if part.fits(stands)]
            if not parts:
                continue
            opened = is_open(room, view)
            row = room_row(room.id, room.label, opened, room.say(stands, view, known))
            show(f"room-{room.id}", row, {"room": partial(turn, visit, stands, room, opened)})
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
