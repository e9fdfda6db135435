"""The form for an own unit or weapon: those figures first that matter, every one with a control of its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.parameters import NOTHING, Given, Parameter
from probcalc.scenarios.rosters import Roster, with_entry, without_entry
from probcalc.scenarios.rosters.roster import LONGEST_NAME, OwnKind, figure_label, id_for, kinds_of, leading
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import found_or_why
from probcalc.web.controls.spoken import st
from probcalc.web.controls.view_choice import choose
from probcalc.web.state import rosters
from probcalc.web.state import visit as visits

SAID = "own:said"
"""Holds what is said beside what was done, and whether that is good, until the next change."""
NEW = "+"
"""In place of an entry: a new one."""
# Two steppers beside each other on a phone.
_NARROW = 126


def editing(system_id: str, kind_id: str) -> str:
    """Under which key it is kept which entry of a kind is changed where it stands."""
    return f"own:{system_id}:{kind_id}:edited"


def tell(text: str, is_good: bool = False) -> None:
    """Say something beside what was done, until the next change."""
    visits.current().touch()
    st.session_state[SAID] = (text, is_good)


def kept(make: Callable[[], Roster]) -> Roster | None:
    """The roster that is made, kept in place of the present one; None where it is refused, and then why is said."""
    roster, why = found_or_why(make)
    if roster is None:
        tell(why)
    else:
        rosters.keep(roster)
    return roster


def draw(kind: OwnKind, roster: Roster, entry: str) -> None:
    """The form that changes an entry, or makes a new one: "" begun with an entry of the game."""
    prefix = f"own:{roster.system}:{kind.id}"
    own = roster.labels(kind.id)
    begun = entry
    if not entry and isinstance(kind, OwnTable):
        names = {key: row.name for key, row in kind.table.items()} | own
        key = f"{prefix}:begun"
        begun = visits.current().picked.get(key, "")
        begun = begun if begun in names else next(iter(names))
        choose("Start from", names, begun, key, partial(_begin, key))
    # After each save the form is a new one, so that nothing typed before stays in it.
    form = f"{prefix}:{st.session_state.get(f'{prefix}:saves', 0)}:{begun}"
    start = rosters.start_of(kind, roster, begun)
    with st.form(form, border=False):
        st.text_input("Name", own.get(entry, ""), max_chars=LONGEST_NAME, key=f"{form}:name")
        shown = [f for f in kind.figures if f.name not in kind.only]
        first = leading(kind)
        _controls(form, kind, roster, first, start)
        if rest := [figure for figure in shown if figure not in first]:
            with st.expander(f"All {len(shown)} stats"):
                _controls(form, kind, roster, rest, start)
        label = "Save" if entry else "Add"
        st.form_submit_button(label, type="primary", on_click=_save, args=(kind.id, roster.system, entry, form))
    with st.grid("auto", min_column_width=_NARROW, gap="small"):
        st.button("Cancel", key=f"{prefix}:cancel", on_click=_close, args=(kind.id, roster.system))
        if entry:
            st.button("Remove", key=f"{prefix}:remove", on_click=_remove, args=(kind.id, roster.system, entry))


def _controls(form: str, kind: OwnKind, roster: Roster, figures: Sequence[Parameter], start: Given) -> None:
    """Numbers and lists in columns, then what is yes or no."""
    toggles = [figure for figure in figures if figure.kind == "boolean"]
    if len(toggles) < len(figures):
        with st.grid("auto", min_column_width=_NARROW, vertical_alignment="bottom", gap="small"):
            for figure in (f for f in figures if f not in toggles):
                _control(f"{form}:{figure.name}", kind, roster, figure, start.get(figure.name))
    if toggles:
        with st.grid("auto", min_column_width=150, gap="small"):
            for figure in toggles:
                _control(f"{form}:{figure.name}", kind, roster, figure, start.get(figure.name))


def _close(kind_id: str, system_id: str) -> None:
    visits.current().pick(editing(system_id, kind_id), "")


def _begin(key: str, entry: str) -> None:
    visit = visits.current()
    visit.touched = True
    visit.picked[key] = entry


def _control(key: str, kind: OwnKind, roster: Roster, figure: Parameter, value: Any) -> None:
    label = figure_label(figure)
    value = None if value == NOTHING and figure.kind == "integer" else value
    told = plain(figure.help) if figure.help != figure.label else None
    if labels := rosters.named_entries(kind, roster, figure):
        options = list(labels)
        place = options.index(value) if value in options else 0
        st.selectbox(
            label,
            options,
            place,
            key=key,
            format_func=lambda name: str(labels.get(name, name)).replace("_", " "),
            filter_mode="fuzzy" if len(options) > 10 else None,
            help=told,
        )
    elif figure.kind == "boolean":
        st.toggle(label, bool(value), key=key, help=told, wrap=True)
    elif figure.kind == "integer":
        empty = "none" if figure.optional else None
        low, high = figure.bounds
        first: int | None = value if isinstance(value, int) or figure.optional else low
        st.number_input(label, low, high, first, 1, key=key, help=told, placeholder=empty)
    else:
        st.text_input(label, str(value or ""), max_chars=figure.longest or LONGEST_NAME, key=key, help=told)


def _save(kind_id: str, system_id: str, edited: str, form: str) -> None:
    roster = rosters.roster_of(system_id)
    kind = kinds_of(system_id)[kind_id]
    figures = dict(kind.only)
    for figure in kind.figures:
        key = f"{form}:{figure.name}"
        if key in st.session_state:
            value = st.session_state[key]
            figures[figure.name] = NOTHING if value is None else value
    name = str(st.session_state.get(f"{form}:name", "")).strip()
    own = roster.entries.get(kind_id, {})
    taken = [*own, *kind.table]
    entry = edited if edited in own else id_for(name, taken)
    if kept(partial(with_entry, roster, kind_id, entry, name, figures)) is None:
        return
    prefix = f"own:{system_id}:{kind_id}"
    st.session_state[f"{prefix}:saves"] = st.session_state.get(f"{prefix}:saves", 0) + 1
    _close(kind_id, system_id)
    tell(f"{name} is in the roster.", True)


def _remove(kind_id: str, system_id: str, key: str) -> None:
    roster = rosters.roster_of(system_id)
    if kept(partial(without_entry, roster, kind_id, key)) is not None:
        _close(kind_id, system_id)
        tell(f"{roster.labels(kind_id)[key]} is removed.", True)
