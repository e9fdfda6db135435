"""The address of a page: read once when a page is drawn, written once when all of it has been drawn.

The request travels as `links` writes it. How its answer is looked at travels beside it, under names that begin with
"show." and so cannot be parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import streamlit as st

from probcalc import links
from probcalc.scenarios.errors import nearest_name
from probcalc.web.visit import View, Visit

PREFIX = "show."
_SMALLEST, _GREATEST = -100_000, 1_000_000
_LONGEST = 40


def view_query(view: View) -> dict[str, str]:
    """A view as query parameters, without what is as by default.

    >>> view_query(View(result="wounds", at_least=2))
    {'show.result': 'wounds', 'show.at_least': '2'}
    """
    pairs = ((f.name, getattr(view, f.name)) for f in fields(view))
    return {PREFIX + name: str(value) for name, value in pairs if value not in ("", None)}


def view_from(query: Mapping[str, str]) -> tuple[View, tuple[str, ...]]:
    """The view that query parameters name, and a notice for each that cannot be used.

    >>> view_from({"show.at_least": "2", "show.result": "wounds"})[0].at_least
    2
    >>> view_from({"show.at_least": "inf"})[1]
    ('Ignored: show.at_least is a whole number, not inf.',)
    """
    read: dict[str, Any] = {}
    notices: list[str] = []
    known = [f.name for f in fields(View)]
    for key, text in list(query.items())[:_LONGEST]:
        name = key.removeprefix(PREFIX)
        shown = links.harmless(text)
        if name not in known:
            near = nearest_name(name, known)
            hint = f"; did you mean {PREFIX}{near}?" if near else "."
            notices.append(f"Ignored: {links.harmless(key)} is not a way to look at an answer{hint}")
        elif name == "at_least":
            number = _whole(text)
            if number is None:
                notices.append(f"Ignored: {PREFIX}at_least is a whole number, not {shown}.")
            else:
                read[name] = number
        elif shown != text or len(text) > _LONGEST:
            notices.append(f"Ignored: {PREFIX}{name} is a name, not {shown}.")
        else:
            read[name] = text
    return View(**read), tuple(notices)


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 7):
        return None
    return int(text) if _SMALLEST <= int(text) <= _GREATEST else None


def arrived(visit: Visit) -> dict[str, Sequence[str]] | None:
    """The query of the address when it is news: a link that was opened, or a step back or forward; None otherwise."""
    if visit.touched or st.query_params.to_dict() == (visit.written or {}):
        return None
    query: dict[str, Sequence[str]] = {key: st.query_params.get_all(key) for key in st.query_params}
    return query or None


def read(visit: Visit, query: Mapping[str, Sequence[str]]) -> str | None:
    """Take the request of a query into the visit, and return its scenario; None when it names none."""
    shown = {key: texts[0] for key, texts in query.items() if key.startswith(PREFIX) and texts}
    request = links.from_query({key: texts for key, texts in query.items() if not key.startswith(PREFIX)})
    if request.scenario_id is None:
        visit.notices = request.notices
        return None
    view, notices = view_from(shown)
    visit.ask(request.scenario_id, request.given)
    visit.views[request.scenario_id] = view
    visit.notices = (*request.notices, *notices)
    return request.scenario_id


def query_of(scenario_id: str, given: Mapping[str, Any], view: View | None = None) -> dict[str, str]:
    """The query of a request with the way that its answer is looked at."""
    return links.to_query(scenario_id, given) | view_query(view or View())


def write(visit: Visit, query: Mapping[str, str]) -> None:
    """Put a query into the address, unless it is there already."""
    visit.written = dict(query)
    visit.touched = False
    if st.query_params.to_dict() != visit.written:
        st.query_params.from_dict(visit.written)
