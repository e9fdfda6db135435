"""`Visit`: what one visit to the pages holds; the requests are kept here, never in the widgets.

A widget shows a value and reports a change. What was asked stands in the visit, so that it outlives a change of page,
and what an address names is put here before any widget is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from probcalc.analysis.advice.advise import Advice
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.rosters import Roster
from probcalc.web.state.called import Called
from probcalc.web.state.game import Game
from probcalc.web.state.view import View

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

MOST_RECENT = 10
_KEY = "visit"


class Asked(NamedTuple):
    """A request that was asked in this visit, with the sentence that answered it and how it was looked at."""

    scenario_id: str
    given: Given
    sentence: str
    view: View


class Slot(NamedTuple):
    """The place of a request in a list: its name, and the scenario that is asked."""

    name: str
    scenario_id: str


class OwnPick(NamedTuple):
    """A unit or weapon of the reader's own that was picked for a place, and the figures that came with it."""

    key: str
    figures: Given


class Evened(NamedTuple):
    """What is changed of those who play against each other, by their names and parameters, and who met then."""

    changes: Mapping[str, Given] = {}
    names: tuple[str, ...] = ()


class Doubts(NamedTuple):
    """What of a link would make another question of it, line by line, and what was probably meant by it."""

    scenario_id: str = ""
    lines: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()


@dataclass
class Visit:
    """What one visit holds.

    A request stands in a slot. The slot of a scenario's own page has the scenario's id for its name; those of the
    comparison and of attacks in order are numbered.

    Attributes:
        chosen: the scenario chosen of each system.
        given: the parameters given, by slot.
        lists: the numbered slots of each list of requests, in order: slot and scenario.
        views: how each scenario's answer is looked at.
        called: the names that a link brought, by slot and place, each with the figures that it stands for.
        unread: texts that were typed and cannot be read, with the reason, by slot and parameter.
        recent: the answers of this visit, the last one first.
        pages: the pages to link to, by system or by their own name.
        notices: what was ignored of the link that was opened.
        doubts: what of it would make another question of it, and what was probably meant by that, until the next tap.
        pinned: whether a set-up was pinned with the last tap.
        astray: the address that is no page and led to the first one, "" for none.
        written: the query that the pages wrote last.
        before: the query that the browser showed when that was written.
        connection: what tells the last connection to the browser from any before it.
        heard: the query that the browser showed when it asked for the page that is drawn.
        told: whether this run was asked for by what the browser tells, or by a new connection, not by a step back.
        steps_back: whether an address that is written is one more step back.
        completes: whether what was written only completes the link that was opened.
        puts: whether the browser puts what was written into its address by itself: a link is completed by it, or it may
            have been lost on its way.
        touched: whether a widget was used since the query was written.
        answered: when the last tap on each part was made that was answered, by the reader's clock.
        opens: whether what leads below an answer opens by itself: on a wide screen, until the reader closes it.
        advised: the advice that was worked out last: on which answer, asked how, and what it says.
        unfolded: what shows all that it has: the inputs, the figures, the changes, the entries of a table.
        worked: the cards that are too much for every tap and were asked for, each with the request it was asked for.
        drawn: the number that is drawn along its range at present, "" for none.
        changing: the parameter that is being changed of a request of a list, by slot.
        rows: from which row on a long table is shown, by scenario and result.
        ranges: the values along each side of a heat map, by scenario and parameter, as they were shown last.
        points: what each target of a plan is worth, by slot, where that is said.
        evened: what is changed of everybody against everybody, by scenario.
        finding: what the reader searches for.
        picked: what is picked or written that has no place in the address, by the key of its widget.
        replaced: how often a widget was replaced by one that shows another value, by its key.
        begun: in the first drawing, what each widget began with and who hears of its changes; None after it.
        going: the page to go to before the next one is drawn, with its query.
        fragment: what stands behind the address of the page, "" for nothing; no server is told.
        followed: the fragment of the link that was opened last.
        opened: what that asks of a page with several games, until the page has read it.
        waiting: the page that it asks that of, where it may take long, until the reader has it worked out.
        language: the code of the language that was chosen, "" for that of the browser.
        rosters: the reader's own units and weapons, by game.
        own_picks: those that were picked, by scenario and place.
        figures: what each fills in a place, by scenario, place and entry, and `uses` the questions in which it can
            stand, by game, kind and entry, each with its address; until a roster changes.
        games: the games of the reader's own, by their ids.
        unread_kept: what the browser keeps and cannot be read; None before it was asked.
        numbered: how many requests were put into lists so far; their slots are numbered by it.
    """

    chosen: dict[str, str] = field(default_factory=dict)
    given: dict[str, Given] = field(default_factory=dict)
    lists: dict[str, list[Slot]] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)
    called: dict[str, Called] = field(default_factory=dict)
    unread: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    recent: list[Asked] = field(default_factory=list)
    pages: dict[str, StreamlitPage] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    doubts: Doubts = field(default_factory=Doubts)
    pinned: bool = False
    astray: str = ""
    written: dict[str, str] | None = None
    before: dict[str, str] | None = None
    connection: str = ""
    heard: dict[str, str] = field(default_factory=dict)
    told: bool = False
    steps_back: bool = False
    completes: bool = False
    puts: bool = False
    touched: bool = False
    answered: dict[str, int] = field(default_factory=dict)
    going: tuple[str, dict[str, str]] | None = None
    opens: bool = False
    advised: tuple[Answer | None, tuple[object, ...], Advice] | None = None
    unfolded: set[str] = field(default_factory=set)
    worked: dict[str, tuple[str, Given]] = field(default_factory=dict)
    drawn: str = ""
    changing: dict[str, str] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    ranges: dict[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    evened: dict[str, Evened] = field(default_factory=dict)
    finding: str = ""
    picked: dict[str, str] = field(default_factory=dict)
    replaced: dict[str, int] = field(default_factory=dict)
    begun: dict[str, tuple[Any, Callable[[Any], None]]] | None = field(default_factory=dict)
    fragment: str = ""
    followed: str = ""
    opened: dict[str, Sequence[str]] | None = None
    waiting: tuple[str, dict[str, Sequence[str]]] | None = None
    language: str = ""
    rosters: dict[str, Roster] = field(default_factory=dict)
    own_picks: dict[tuple[str, str], OwnPick] = field(default_factory=dict)
    figures: dict[tuple[str, str, str], Given] = field(default_factory=dict)
    uses: dict[tuple[str, str, str], list[tuple[str, dict[str, str]]]] = field(default_factory=dict)
    games: dict[str, Game] = field(default_factory=dict)
    unread_kept: Mapping[str, object] | None = None
    numbered: int = 0

    @property
    def time_of_last_tap(self) -> int:
        """When the last tap was made that was answered, 0 before the first."""
        return max(self.answered.values(), default=0)

    def touch(self) -> None:
        """A widget was used: what the address said before is no longer news."""
        self.touched = True
        self.notices = ()
        self.doubts = Doubts()
        self.astray = ""
        self.pinned = False

    def turn(self, name: str) -> None:
        """Unfold what is folded within a card, or fold it."""
        self.touch()
        self.unfolded ^= {name}

    def pick(self, key: str, text: str) -> None:
        """Keep what was picked or typed on a page."""
        self.touch()
        self.picked[key] = text

    def view(self, scenario_id: str) -> View:
        """How a scenario's answer is looked at."""
        return self.views.get(scenario_id, View())

    def look(self, scenario_id: str, **changes: Any) -> None:
        """Look at a scenario's answer in another way."""
        self.touch()
        self.views[scenario_id] = self.view(scenario_id).with_fields(changes)

    def work(self, card: str, scenario_id: str) -> None:
        """Compute a card that is too much for every tap, as long as the request stays the same."""
        self.touch()
        self.worked[card] = (scenario_id, dict(self.given.get(scenario_id, {})))

    def works(self, card: str, scenario_id: str) -> bool:
        """Whether such a card was asked for, for the request as it stands."""
        return self.worked.get(card) == (scenario_id, self.given.get(scenario_id, {}))

    def ask(self, slot: str, given: Given) -> None:
        """Put a whole request in place of the present one."""
        self.touch()
        self.given[slot] = dict(given)
        self.unread = {place: told for place, told in self.unread.items() if place[0] != slot}

    def given_after(self, slot: str, scenario_id: str, name: str, value: Any) -> Given:
        """What is given once a parameter has that value; one that only repeats what would stand there is not kept.

        What comes with an entry of a table is given too, and what came with the one before it goes.
        """
        model = registry.scenario(scenario_id)
        before = self.given.get(slot, {})
        others = {n: v for n, v in before.items() if n != name}
        gone = model.comes_with(name, str(before.get(name, ""))).items()
        others = {n: v for n, v in others.items() if (n, v) not in gone} | dict(model.comes_with(name, str(value)))
        try:
            if resolve(model, others)[0].value_of(name) == value:
                return others
        except InputError:
            # What is refused stays as it is, so that the reader can put it right.
            pass
        return others | {name: value}

    def present(self, slot: str, scenario_id: str, name: str) -> Any:
        """The value that a parameter has at present, given or not; of a refused request the value given."""
        given = self.given.get(slot, {})
        try:
            return resolve(registry.scenario(scenario_id), given)[0].value_of(name)
        except InputError:
            parameter = registry.scenario(scenario_id).parameter(name)
            return given.get(name, parameter.default if parameter else None)

    def drop(self, slot: str, name: str) -> None:
        """Take back what was given for a parameter."""
        self.ask(slot, {n: v for n, v in self.given.get(slot, {}).items() if n != name})

    def remember(self, asked: Asked) -> None:
        """Put an answer in front of the recent ones; the same request is listed once."""
        same = [a for a in self.recent if (a.scenario_id, a.given) == (asked.scenario_id, asked.given)]
        self.recent = [asked, *(a for a in self.recent if a not in same)][:MOST_RECENT]

    def requests(self, listing: str) -> list[Slot]:
        """The slots of a list of requests, in order."""
        return self.lists.setdefault(listing, [])

    def add(self, listing: str, scenario_id: str, given: Given, place: int | None = None, like: str = "") -> None:
        """Add a request to a list, at the end or before the one in that place; `like` is the slot that it is of."""
        self.touch()
        self.numbered += 1
        slot = Slot(f"{listing}-{self.numbered}", scenario_id)
        slots = self.requests(listing)
        slots.insert(len(slots) if place is None else place, slot)
        self.given[slot.name] = dict(given)
        self.called[slot.name] = dict(self.called.get(like, {}))

    def remove(self, listing: str, name: str) -> None:
        """Take a request out of its list."""
        self.touch()
        self.lists[listing] = [slot for slot in self.requests(listing) if slot.name != name]
        self.given.pop(name, None)
        self.called.pop(name, None)
        self.changing.pop(name, None)
        self.points.pop(name, None)

    def replace_list(self, listing: str, requests: Sequence[tuple[str, Given]]) -> None:
        """Put other requests into a list."""
        for slot in list(self.requests(listing)):
            self.remove(listing, slot.name)
        for scenario_id, given in requests:
            self.add(listing, scenario_id, given)


def current() -> Visit:
    """The visit of the present reader."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = Visit()
    visit = st.session_state[_KEY]
    assert isinstance(visit, Visit)
    return visit
