"""What stays in the reader's browser: the own units and weapons; nothing of it is kept by the server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.rosters import Roster, exported, imported, merge
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.web.paths import encode
from probcalc.web.state import games, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_PART, _NAME, _MOST = "own store part", "pc_store", 1_000_000
_OWN_GAMES = "games"
# Drawn last, this tells the parts which of their taps are answered, page and address whole; it completes the address of
# a link, and puts it right where a step back has crossed an address on its way. It keeps what stays in the browser.
_SCRIPT = """
let stepped, again;
addEventListener("hashchange", () => again?.());
addEventListener("popstate", () => (stepped = location.search));
export default function ({ data, setTriggerValue }) {
  const texts = [location.search, data.query ?? location.search, data.heard ?? "", stepped ?? ""];
  const [seen, whole, heard, step] = texts.map((text) => `${new URLSearchParams(text)}`);
  // A step back or forward that the server has not heard of yet is the reader's: its page is still to come. What a tap
  // wrote where the reader has stepped back to is no answer to the step either, though it was asked for from there.
  const ahead = stepped !== undefined && seen === step && (heard !== step || !data.puts);
  const put = location.pathname + (data.query && `?${data.query}`);
  if (seen !== whole && !ahead) history.replaceState(history.state, "", put + location.hash);
  (again = () => follow(data.fragment, setTriggerValue))();
  for (const part of document.querySelectorAll(".pc")) part.taps = part.taps?.filter(([when]) => when > data.told);
  keep(data, setTriggerValue);
}
"""
_STORE = (Path(__file__).parent.parent / "parts" / "store.js").read_text("utf-8")
_store = st.components.v2.component(_NAME, js=_STORE + _SCRIPT, isolate_styles=False)


def keep() -> None:
    """Ask the browser for what it keeps, once; afterwards let it keep what there is."""
    visit = visits.current()
    asks = visit.unread_kept is None
    found = _store(
        key=_PART,
        data={
            "asks": asks,
            "text": "" if asks else kept_text(),
            "told": visit.time_of_last_tap,
            # What it is to show and what it showed when it asked; of what nobody writes a step back for, neither.
            "query": encode(visit.written) if visit.steps_back and visit.written is not None else None,
            "heard": encode(visit.heard) if visit.steps_back else None,
            "puts": visit.puts,
            "fragment": visit.fragment,
        },
        on_kept_change=_take_message,
        on_linked_change=_take_link,
    )
    if _go_to_game(found.get("linked")) or (asks and _take_kept(found.get("kept"))):
        st.rerun()


def tells() -> bool:
    """Whether this run was asked for by the browser to tell what it keeps."""
    return st.session_state.get(_PART, {}).get("kept") is not None


def _take_message() -> None:
    _take_kept(st.session_state[_PART].get("kept"))


def _take_link() -> None:
    _go_to_game(st.session_state[_PART].get("linked"))


def _take_kept(told: object) -> bool:
    """Take over what the browser keeps, where it says so; what leads opens by itself on a wide screen."""
    if not isinstance(told, Mapping):
        return False
    now, before = told.get("now"), told.get("before")
    if not isinstance(now, str) or not isinstance(before, str):
        return False
    if told.get("wide") is True:
        visits.current().opens = True
    take_over(now, before)
    return True


def _go_to_game(fragment: object) -> bool:
    """Go to the game that stands behind the address, once; whether there is one."""
    visit = visits.current()
    if not fragment or not isinstance(fragment, str) or fragment == visit.followed:
        return False
    visit.touch()
    visit.followed = fragment
    visit.going = follow(visit, fragment), {}
    return True


def follow(visit: Visit, told: str) -> str:
    """Open the games that the fragment or the query of a link holds, or say why not; the page that shows them."""
    try:
        return games.follow(visit, told)
    except InputError as error:
        visit.notices = (f"This link holds no game: {error}.",)
        return games.PAGE


def kept_text() -> str:
    """All own units and weapons as the browser keeps them: a roster for each game, and whatever could not be read."""
    unread = visits.current().unread_kept or {}
    texts = {held.system: exported(held) for held in rosters.all_kept() if any(held.entries.values())}
    own = {game.id: game.text for game in games.all_games().values() if game.kept}
    whole = {**unread, **texts, **({_OWN_GAMES: own} if own else {})}
    return json.dumps(whole) if whole else ""


def take_over(text: str, before: str = "") -> None:
    """Take over what the browser keeps; what was changed in this visit since `before` stays, entry by entry.

    What cannot be read stays as it is.
    """
    unread: dict[str, object] = {}
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
    visits.current().unread_kept = unread


def _roster(kept: object) -> Roster | None:
    if kept is None:
        return None
    if not isinstance(kept, str) or len(kept) > LONGEST_TEXT:
        raise InputError("it is no roster")
    return imported(kept)


def _read(text: str) -> dict[str, object]:
    if len(text) > _MOST:
        return {}
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
