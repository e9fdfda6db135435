"""Own units and weapons: loaded from JSON, changed in the page, saved again, and asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.exact.bounds import TooLarge
from probcalc.present.reports.numbers import words_report
from probcalc.present.words import outcome_words, parameter_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.registry import System
from probcalc.scenarios.rosters import Entry, Roster, exported, filled, imported, places
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.scenarios.rosters.roster import Kind, kinds_of
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages import bar, roster_form
from probcalc.web.pages.panels.odds import touched
from probcalc.web.parts.markup import tag
from probcalc.web.state import address, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_GAME, _SAID = "own:game", "own:said"
_MOST_SHOWN_CODE = 20_000
_POINTS = "points"
_UNUSUAL = object()
_LEFT_OUT = "Leave blank for the game's usual value."


_TOLD = (
    "Your units stay in this browser. Save them as a file to use them elsewhere. A question asked with one of your "
    "units holds its stats and its name, so its link works without the file."
)


def draw() -> None:
    """The page."""
    visit = visits.current()
    bar.draw(visit, "own units", bar.ALL["own units"])
    show("own", tag("section.card", tag("h1.title", "Own units and weapons"), tag("p.quiet", _TOLD)), _nothing)
    games = {system.id: system for system in rosters.games()}
    game = visit.picked.get(_GAME, "")
    game = game if game in games else next(iter(games))
    st.selectbox(
        "Game",
        list(games),
        list(games).index(game),
        format_func=lambda name: games[name].name,
        filter_mode=None,
        **widget(_GAME, game, _turned_to),
    )
    said: tuple[str, bool] | None = st.session_state.get(_SAID)
    if said is not None:
        (st.success if said[1] else st.error)(plain(said[0]))
    roster = rosters.roster_of(game)
    with st.grid(min_column_width=300, gap="small"):
        for kind in kinds_of(game).values():
            with st.container(border=True, key=f"own:{game}:{kind.id}:card"):
                _kind(visit, games[game], roster, kind)
        with st.container(border=True, key="own:files"):
            _files(roster)
    address.write(visit, {})


def _kind(visit: Visit, game: System, roster: Roster, kind: Kind) -> None:
    """The entries of a kind, and the form that adds one or changes one."""
    _entries(kind, roster)
    with st.expander(f"Add or change {kind.label.lower()}", key=f"own:{game.id}:{kind.id}", on_change=touched) as place:
        if place.open:
            chosen = roster_form.draw(kind, roster, tell)
            if chosen in roster.entries.get(kind.id, {}):
                _questions(visit, game, roster, kind, chosen)


def _nothing(_: str) -> None:
    """Nothing in the heading is tapped."""


def tell(text: str, is_good: bool = False) -> None:
    """Say something on top of the page until the next change."""
    visits.current().touch()
    st.session_state[_SAID] = (text, is_good)


def _turned_to(game: str) -> None:
    visit = visits.current()
    visit.touch()
    visit.picked[_GAME] = game
    st.session_state[_SAID] = None


def figures_text(entry: Entry, kind: Kind, roster: Roster) -> str:
    """The figures of an entry in a line; those that most entries of the game have are left out, its points too."""
    usual = rosters.usual_figures(kind)
    parts = []
    for figure in kind.figures:
        value = entry.figures.get(figure.name)
        if figure.name not in entry.figures or figure.name == _POINTS or value == usual.get(figure.name, _UNUSUAL):
            continue
        label = rosters.figure_label(figure)
        choices = dict(zip(figure.choices, figure.choice_labels, strict=True)) if figure.kind == "choice" else {}
        named = rosters.named_entries(kind, roster, figure) or choices
        if value in (None, False, NOTHING):
            parts.append(f"no {label}")
        else:
            text = str(named.get(value, outcome_words(value)))
            said = text if text.lower().endswith(label.lower()) else f"{label} {text}"
            parts.append(label if value is True else said)
    return ", ".join(parts) or "as usual"


def _entries(kind: Kind, roster: Roster) -> None:
    entries: Mapping[str, Entry] = roster.entries.get(kind.id, {})
    st.header(plain(kind.label), anchor=False)
    if entries:
        rows = [(each.name, _points(each), figures_text(each, kind, roster)) for each in entries.values()]
        own = words_report(f"own-{kind.id}", f"Own {kind.label.lower()}", ("name", _POINTS, "figures"), rows)
        show_report(own, f"roster:own {kind.id}", tallest=40)
        st.caption(_LEFT_OUT)
    else:
        st.caption(f"No {plain(kind.label.lower())} of your own yet.")


def _points(entry: Entry) -> str:
    points = entry.figures.get(_POINTS)
    return "" if points in (None, NOTHING) else str(points)


def _questions(visit: Visit, game: System, roster: Roster, kind: Kind, key: str) -> None:
    """Links to the questions that an entry can stand in."""
    st.markdown(f"**Ask with {plain(roster.entries[kind.id][key].name)}**")
    for model in game.scenarios:
        for place in places(model.id, roster):
            if place.kind == kind.id and key in place.entries:
                parameter = model.parameter(place.name)
                role = parameter_words(parameter) if parameter else place.name.replace("_", " ")
                query = _query(model.id, place.name, key, roster)
                if query:
                    label = plain(f"{model.title}: {role}")
                    st.page_link(visit.pages[game.id], label=label, query_params=query)


def _query(scenario_id: str, place: str, key: str, roster: Roster) -> dict[str, str]:
    try:
        given: Mapping[str, Any] = filled(scenario_id, {place: key}, roster)
    except (InputError, TooLarge):
        # It cannot stand there alone; on the scenario's own page it can be picked beside others.
        return {}
    return address.query_of(scenario_id, given)


def _files(roster: Roster) -> None:
    st.header("Save and load", anchor=False)
    text = exported(roster)
    name = f"{roster.system}-roster.json"
    has_entries = any(roster.entries.values())
    if has_entries:
        key = f"own:{roster.system}:save"
        file_button("Save as JSON", text, name, "application/json", key)
    if has_entries and len(text) <= _MOST_SHOWN_CODE:
        st.code(text, language="json", height=200)
    count = st.session_state.get("own:loaded", 0)
    key = f"own:file:{count}"
    st.file_uploader("Load a roster from a JSON file", type="json", key=key, on_change=_loaded_file, args=(key,))
    with st.expander("Or paste it", key="own:paste", on_change=touched) as place:
        if place.open:
            typed = f"own:text:{count}"
            st.text_area("Roster as JSON", key=typed, max_chars=LONGEST_TEXT, on_change=touched)
            st.button("Load", key="own:load", on_click=_loaded_text, args=(typed,))


def _loaded_file(key: str) -> None:
    file = st.session_state.get(key)
    if file is not None:
        try:
            text = file.getvalue().decode("utf-8-sig")
        except UnicodeDecodeError:
            tell("not a roster: the file is not UTF-8 text")
            return
        _load(text)


def _loaded_text(key: str) -> None:
    _load(st.session_state.get(key, ""))


def _load(text: str) -> None:
    """Put a roster in place of the game's present one, or say why not."""
    try:
        roster = imported(text)
    except InputError as error:
        tell(str(error))
        return
    rosters.keep(roster)
    visits.current().picked[_GAME] = roster.system
    st.session_state["own:loaded"] = st.session_state.get("own:loaded", 0) + 1
    count = sum(map(len, roster.entries.values()))
    tell(f"{roster.name}: {count} {'entry' if count == 1 else 'entries'} loaded.", True)
