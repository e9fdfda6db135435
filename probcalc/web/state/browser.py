"""What stays in the reader's browser: the own units and weapons; nothing of it is kept by the server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.rosters import Roster, exported, imported, merge
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.web.state import address, games, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_STATE, _PART, _NAME, _MOST = "own store", "own store part", "pc_store", 1_000_000
_OWN_GAMES = "games"
# The browser says what it keeps once for each session, and how wide its screen is; what is changed here is then kept
# in its place. What another tab has changed meanwhile is told, with what was known before, and never overwritten. Drawn
# last, this tells the parts which of their taps are answered, page and address whole; and it completes the address of a
# link, and puts it right where a step back has crossed an address on its way.
_SCRIPT = """
const key = "probcalc.own";
const wide = matchMedia("(min-width: 56.25em)").matches;
let known, mine, tell, stepped, behind, follow;
addEventListener("hashchange", () => follow?.());
addEventListener("popstate", () => (stepped = location.search));
addEventListener("storage", (event) => event.key === key && tell?.(event.newValue ?? ""));
export default function ({ data, setTriggerValue }) {
  const texts = [location.search, data.query ?? location.search, data.heard ?? "", stepped ?? ""];
  const [seen, whole, heard, step] = texts.map((text) => `${new URLSearchParams(text)}`);
  // A step back or forward that the server has not heard of yet is the reader's: its page is still to come. What a tap
  // wrote where the reader has stepped back to is no answer to the step either, though it was asked for from there.
  const ahead = stepped !== undefined && seen === step && (heard !== step || !data.puts);
  const put = location.pathname + (data.query && `?${data.query}`);
  if (seen !== whole && !ahead) history.replaceState(history.state, "", put + location.hash);
  // A game of somebody's own stands behind the address: what is found there is told, what belongs there is put there.
  follow = () => {
    const here = location.hash.startsWith("#g=") ? location.hash : "";
    if (here && here !== behind && here !== data.fragment) return (behind = here), setTriggerValue("linked", here);
    if (data.fragment === here || !(data.fragment || here === behind)) return;
    history.replaceState(history.state, "", location.pathname + location.search + data.fragment);
    behind = data.fragment;
  };
  follow();
  for (const part of document.querySelectorAll(".pc")) part.taps = part.taps?.filter(([when]) => when > data.told);
  tell = (now) => {
    if (now !== known) setTriggerValue("kept", { now, before: known ?? "" });
    known = now;
  };
  try {
    const now = localStorage.getItem(key) ?? "";
    if (data.asks) return (known = now), (mine = undefined), setTriggerValue("kept", { now, before: "", wide });
    mine ??= data.text;
    if (now !== known) return tell(now);
    if (data.text === mine) return;
    known = mine = data.text;
    data.text ? localStorage.setItem(key, data.text) : localStorage.removeItem(key);
  } catch { if (data.asks) setTriggerValue("kept", { now: "", before: "", wide }); }
}
"""
_store = st.components.v2.component(_NAME, js=_SCRIPT, isolate_styles=False)


def keep() -> None:
    """Ask the browser for what it keeps, once; afterwards let it keep what there is."""
    visit = visits.current()
    asks = _STATE not in st.session_state
    found = _store(
        key=_PART,
        data={
            "asks": asks,
            "text": "" if asks else kept_text(),
            "told": visit.time_of_last_tap,
            "query": address.whole(visit),
            "heard": address.query_shown(visit),
            "puts": visit.puts,
            "fragment": visit.fragment,
        },
        on_kept_change=_take_message,
        on_linked_change=_take_link,
    )
    if (linked := found.get("linked")) and isinstance(linked, str) and _go_to_game(linked):
        st.rerun()
    if asks and (kept := _what_is_kept(found.get("kept"))) is not None:
        _opens(found["kept"])
        take_over(*kept)
        st.rerun()


def tells() -> bool:
    """Whether this run was asked for by the browser to tell what it keeps."""
    return st.session_state.get(_PART, {}).get("kept") is not None


def _take_message() -> None:
    told = st.session_state[_PART].get("kept")
    if (kept := _what_is_kept(told)) is not None:
        _opens(told)
        take_over(*kept)


def _opens(told: Any) -> None:
    """What leads opens by itself where the screen was wide as the page was opened."""
    if told.get("wide") is True:
        visits.current().opens = True


def _take_link() -> None:
    linked = st.session_state[_PART].get("linked")
    if isinstance(linked, str):
        _go_to_game(linked)


def _go_to_game(fragment: str) -> bool:
    """Go to the game that stands behind the address, once; whether there is one."""
    visit = visits.current()
    if fragment == visit.followed:
        return False
    visit.touch()
    visit.followed = fragment
    follow(visit, fragment)
    visit.going = games.PAGE, {}
    return True


def follow(visit: Visit, told: str) -> None:
    """Open the game that the fragment or the query of a link holds, or say why it cannot be opened."""
    try:
        games.follow(visit, told)
    except InputError as error:
        visit.notices = (f"This link holds no game: {error}.",)


def _what_is_kept(told: Any) -> tuple[str, str] | None:
    """What the browser keeps now, and what was known of it before; None where it has said nothing."""
    if not isinstance(told, Mapping):
        return None
    now, before = told.get("now"), told.get("before")
    return (now, before) if isinstance(now, str) and isinstance(before, str) else None


def kept_text() -> str:
    """All own units and weapons as the browser keeps them: a roster for each game, and whatever could not be read."""
    unread: dict[str, Any] = st.session_state.get(_STATE) or {}
    texts = {held.system: exported(held) for held in rosters.all_kept() if any(held.entries.values())}
    own = games.kept_texts()
    whole = {**unread, **texts, **({_OWN_GAMES: own} if own else {})}
    return json.dumps(whole) if whole else ""


def take_over(text: str, before: str = "") -> None:
    """Take over what the browser keeps; what was changed in this visit since `before` stays, entry by entry.

    What cannot be read stays as it is.
    """
    unread: dict[str, Any] = {}
    told, known = _read(text), _read(before)
    games.take_over(visits.current(), told.pop(_OWN_GAMES, None), known.pop(_OWN_GAMES, None))
    for system_id in dict.fromkeys((*told, *known)):
        try:
            theirs, base = (_roster(found.get(system_id)) for found in (told, known))
        except InputError:
            if system_id in told:
                unread[system_id] = told[system_id]
            continue
        if (system := theirs or base) is not None:
            mine = rosters.roster_of(system.system)
            rosters.keep(merge(base, mine, theirs or rosters.empty(system.system)))
    st.session_state[_STATE] = unread


def _roster(kept: Any) -> Roster | None:
    if kept is None:
        return None
    if not isinstance(kept, str) or len(kept) > LONGEST_TEXT:
        raise InputError("it is no roster")
    return imported(kept)


def _read(text: str) -> dict[str, Any]:
    if len(text) > _MOST:
        return {}
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
