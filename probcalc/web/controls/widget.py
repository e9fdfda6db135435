"""How a widget of Streamlit shows what the visit holds and reports a change, so that neither is lost to the other.

What a run sets in a widget can be overtaken: the next run may begin before the browser has drawn it, with what the
widget showed before, which looks like a change that the reader made. So nothing is ever set. A widget begins with its
value; when the visit has come to another value than the widget shows, a new widget takes its place, and what the old
one still reports is not heard.

A server that was restarted knows nobody. What the reader changes then comes with the first drawing, as what a widget
shows before anybody was told of it; it is taken over at the end of that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

import streamlit as st

from probcalc.web.state import games
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

Taken = Callable[[Any], None]


class Held(TypedDict):
    """What a widget of Streamlit is called with, so that the visit holds its value."""

    key: str
    on_change: Callable[..., None]
    args: tuple[str, str, Taken]


def widget(key: str, value: Any, taken: Taken) -> Held:
    """The key and the callback of a widget, which the caller draws with `value` to begin with.

    `taken` is called with each value that the reader gives it, before the page is drawn again.
    """
    visit = visits.current()
    name = _name(visit, key)
    if name in st.session_state and st.session_state[name] != value:
        visit.replaced[key] = visit.replaced.get(key, 0) + 1
        name = _name(visit, key)
    if visit.begun is not None and name not in st.session_state:
        visit.begun[name] = value, taken
    return {"key": name, "on_change": _change, "args": (key, name, taken)}


def catch_up() -> None:
    """At the end of the first drawing of a visit: hear what was changed before the visit was known here."""
    visit = visits.current()
    begun, visit.begun = visit.begun or {}, None
    shown = [(st.session_state.get(name, value), value, taken) for name, (value, taken) in begun.items()]
    changed = [(value, taken) for value, before, taken in shown if value != before]
    for value, taken in changed:
        taken(value)
    if changed:
        st.rerun()


def _name(visit: Visit, key: str) -> str:
    replaced = visit.replaced.get(key, 0)
    return f"{key}#{replaced}" if replaced else key


def _change(key: str, name: str, taken: Taken) -> None:
    if name == _name(visits.current(), key):
        with games.along():
            taken(st.session_state[name])
