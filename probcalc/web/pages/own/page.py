"""Own units and weapons: loaded from JSON, changed in the page, saved again, and asked about."""

from __future__ import annotations

from functools import partial

from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.registry import System
from probcalc.scenarios.rosters import Roster, exported, imported
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.scenarios.rosters.roster import OwnKind, kinds_of
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button, open_text
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.view_choice import choose
from probcalc.web.pages.frame import bar
from probcalc.web.pages.own import army
from probcalc.web.pages.own import cards as own
from probcalc.web.pages.own import form as roster_form
from probcalc.web.pages.own.drawn import new_card
from probcalc.web.pages.own.form import SAID, editing, kept, tell
from probcalc.web.parts.markup import tag
from probcalc.web.state import address, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_GAME = "own:game"
_TOLD = (
    "Kept in this browser. A link with one of your units holds its stats and its name, so it works for everybody; save "
    "your units as text to use them elsewhere."
)


def draw() -> None:
    """The page."""
    visit = visits.current()
    bar.draw(visit, "own units", bar.ALL["own units"])
    show("own", tag("section.card", tag("h1.title", "Your units and weapons"), tag("p.quiet", _TOLD)))
    games = {system.id: system for system in rosters.games()}
    game = visit.picked.get(_GAME, "")
    game = game if game in games else next(iter(games))
    choose("Game", {name: each.name for name, each in games.items()}, game, _GAME, _turn_to)
    roster = rosters.roster_of(game)
    for kind in kinds_of(game).values():
        _kind(visit, games[game], roster, kind)
    said: tuple[str, bool] | None = st.session_state.get(SAID)
    if said is not None and said[1]:
        st.success(plain(said[0]))
    with st.container(border=True, key="own:list:card"):
        army.draw(roster)
    with st.container(border=True, key="own:files:card"):
        _files(roster)
    # Where a form is open it is said there.
    if said is not None and not said[1] and not any(visit.picked.get(editing(game, kind)) for kind in kinds_of(game)):
        st.error(plain(said[0]))
    address.write(visit, {})


def _kind(visit: Visit, game: System, roster: Roster, kind: OwnKind) -> None:
    """The entries of a kind as cards, the one that is changed as a form in its place, and the place for a new one."""
    show(f"own-{kind.id}", tag("h2.tries", kind.label))
    edited = visit.picked.get(editing(game.id, kind.id), "")
    answers = {
        "edit": partial(_edit, visit, game.id, kind),
        "go": partial(bar.go, visit),
        "set": partial(own.go_to_picked, visit, game, kind),
    }
    with st.grid(min_column_width=300, gap="small"):
        for key, entry in roster.entries.get(kind.id, {}).items():
            if key == edited:
                _form(kind, roster, key)
            else:
                show(f"own-{kind.id}-{key}", own.card(visit, game, roster, kind, key, entry), answers)
        if edited == roster_form.NEW:
            _form(kind, roster, "")
        else:
            one = kind.label.lower().removesuffix("s")
            told = "Start from one of the game." if isinstance(kind, OwnTable) else "Stats under a name."
            show(f"own-{kind.id}-new", new_card(f"New {one}", told, f"edit {roster_form.NEW}"), answers)


def _form(kind: OwnKind, roster: Roster, key: str) -> None:
    with st.container(border=True, key=f"own:{roster.system}:{kind.id}:card"):
        roster_form.draw(kind, roster, key)
        said: tuple[str, bool] | None = st.session_state.get(SAID)
        if said is not None and not said[1]:
            st.error(plain(said[0]))


def _edit(visit: Visit, game: str, kind: OwnKind, key: str) -> None:
    visit.touch()
    st.session_state[SAID] = None
    if key == roster_form.NEW or key in rosters.roster_of(game).entries.get(kind.id, {}):
        visit.picked[editing(game, kind.id)] = key


def _turn_to(game: str) -> None:
    visits.current().pick(_GAME, game)
    st.session_state[SAID] = None


def _files(roster: Roster) -> None:
    st.header("As a file", anchor=False)
    if any(roster.entries.values()):
        key = f"own:{roster.system}:save"
        file_button("Save as JSON", exported(roster), f"{roster.system}-roster.json", key)
    count = st.session_state.get("own:loaded", 0)
    open_text("Load a roster from a JSON file", f"own:file:{count}", None, _load, ("json",))
    touch = visits.current().touch
    with st.expander("Or paste it", key="own:paste", on_change=touch) as place:
        if place.open:
            typed = f"own:text:{count}"
            st.text_area("Roster as JSON", key=typed, max_chars=LONGEST_TEXT, on_change=touch)
            st.button("Load", key="own:load", on_click=lambda: _load(st.session_state.get(typed, "")))


def _load(text: str) -> None:
    """Put a roster in place of the game's present one, or say why not."""
    roster = kept(partial(imported, text))
    if roster is None:
        return
    visits.current().picked[_GAME] = roster.system
    st.session_state["own:loaded"] = st.session_state.get("own:loaded", 0) + 1
    count = sum(map(len, roster.entries.values()))
    tell(f"{roster.name}: {count} {'entry' if count == 1 else 'entries'} loaded.", True)
