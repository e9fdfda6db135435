"""What stays in the reader's browser: the own units and weapons; nothing of it is kept by the server."""

from __future__ import annotations

import json
from typing import Any

import streamlit as st

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.rosters import exported, imported
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.web.state import rosters
from probcalc.web.state import visit as visits

_STATE, _NAME, _MOST = "own store", "pc_store", 1_000_000
# The browser says what it keeps once for each session; what it is then given is kept in its place. Drawn last, this
# tells the parts which of their taps are answered, page and address whole; and it completes the address of a link.
_SCRIPT = """
export default function ({ data, setTriggerValue }) {
  const key = "probcalc.own";
  const whole = location.pathname + (data.query ? `?${data.query}` : "");
  if (data.query !== null) history.replaceState(history.state, "", whole);
  for (const part of document.querySelectorAll(".pc")) part.taps = part.taps?.filter(([when]) => when > data.told);
  try {
    if (data.asks) setTriggerValue("kept", localStorage.getItem(key) ?? "");
    else if (data.text) localStorage.setItem(key, data.text);
    else localStorage.removeItem(key);
  } catch { if (data.asks) setTriggerValue("kept", ""); }
}
"""
_store = st.components.v2.component(_NAME, js=_SCRIPT, isolate_styles=False)


def keep() -> None:
    """Ask the browser for what it keeps, once; afterwards let it keep what there is."""
    visit = visits.current()
    asks = _STATE not in st.session_state
    found = _store(
        key=_STATE + " part",
        data={"asks": asks, "text": "" if asks else kept_text(), "told": visit.tapped, "query": visit.completed},
        on_kept_change=_told,
    )
    if asks and isinstance(found.get("kept"), str):
        taken(found["kept"])
        st.rerun()


def _told() -> None:
    text = st.session_state[_STATE + " part"].get("kept")
    if _STATE not in st.session_state and isinstance(text, str):
        taken(text)


def kept_text() -> str:
    """All own units and weapons as the browser keeps them: a roster for each game, and whatever could not be read."""
    unread: dict[str, Any] = st.session_state.get(_STATE) or {}
    held = {system.id: rosters.roster_of(system.id) for system in rosters.games()}
    texts = {name: exported(roster) for name, roster in held.items() if any(roster.entries.values())}
    whole = {**unread, **texts}
    return json.dumps(whole) if whole else ""


def taken(text: str) -> None:
    """Take over what the browser keeps; a roster of this visit goes first, and what cannot be read stays as it is."""
    unread: dict[str, Any] = {}
    for system_id, kept in _read(text).items():
        try:
            if not isinstance(kept, str) or len(kept) > LONGEST_TEXT:
                raise InputError("it is no roster")
            roster = imported(kept)
            if not any(rosters.roster_of(roster.system).entries.values()):
                rosters.keep(roster)
        except InputError:
            unread[system_id] = kept
    st.session_state[_STATE] = unread


def _read(text: str) -> dict[str, Any]:
    if len(text) > _MOST:
        return {}
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
