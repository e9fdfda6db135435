"""The one component through which all parts are shown and touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from probcalc.present.languages.language import code_of_language
from probcalc.web.parts.markup import Markup
from probcalc.web.state import games
from probcalc.web.state import visit as visits

_LONGEST = 5_000
_PARTS = Path(__file__).parent.parent / "parts"
SCRIPT = "".join((_PARTS / name).read_text("utf-8") for name in ("check.js", "script.js"))

# In the page itself and not in a shadow root: one style sheet for all parts, links within the page, and paper.
_part = st.components.v2.component("pc_part", js=SCRIPT, isolate_styles=False)

Answers = Mapping[str, Callable[[str], object]]
"""What is done for each word that a tap begins with, told what stands behind it: "set cc=11", "swap"."""
_PREFIX = "part:"


def show(key: str, markup: Markup, answers: Answers | None = None) -> None:
    """Show a part; its taps are answered in order before the page is drawn again, those that nobody knows by nothing.

    A server that was started anew knows no callbacks yet: the tap that reaches it first is found when the part is
    shown, and the page is drawn once more.
    """
    name = f"{_PREFIX}{key}"
    found = _part(
        key=name,
        data={"markup": markup, "lang": code_of_language()},
        on_tap_change=partial(_touch, name, answers or {}),
    )
    if _take(name, found.get("tap"), answers or {}):
        st.rerun()


def has_tap() -> bool:
    """Whether taps on a part came with this run, be they answered already: no step back or forward brings any."""
    return any(name.startswith(_PREFIX) and st.session_state[name].get("tap") for name in map(str, st.session_state))


def _touch(name: str, answers: Answers) -> None:
    _take(name, st.session_state[name].get("tap"), answers)


def _take(name: str, taps: Any, answers: Answers) -> bool:
    """Answer the taps on a part that are new, and say whether any was.

    Each is [when, what]. A tap is sent again with those that follow it on the same part, since one may overtake the
    other, and when a lost connection is there again, until the browser has been told that it was answered.
    """
    visit = visits.current()
    new = sorted((when, what) for when, what in _read(taps) if when > visit.answered.get(name, 0))
    for when, what in new:
        visit.answered[name] = when
        word, _, rest = what.partition(" ")
        if word in answers:
            with games.along():
                answers[word](rest)
    return bool(new)


def _read(taps: Any) -> Iterator[tuple[int, str]]:
    """The taps in what a browser sent, which may be anything."""
    for tap in taps if isinstance(taps, list) else ():
        if isinstance(tap, list) and len(tap) == 2 and type(tap[0]) in (int, float) and isinstance(tap[1], str):
            yield int(tap[0]), tap[1][:_LONGEST]
