"""The address of a page: read once when a page is drawn, written once when all of it has been drawn.

The request travels as `links` writes it; how its answer is looked at travels beside it, as `view_fields` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import streamlit as st

from probcalc import links
from probcalc.scenarios.parameters import Given
from probcalc.web.parts.controls import Way
from probcalc.web.paths import encode
from probcalc.web.state import called, games
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import fitting, part_query, view_query
from probcalc.web.state.visit import Doubts, Visit

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

LANGUAGE = "lang"
"""The field of the language in which a page is read."""


def query_of_news(visit: Visit) -> dict[str, Sequence[str]] | None:
    """The query of the address when it is news: a link that was opened, or a step back or forward; None otherwise.

    What a link holds behind `#` with games of somebody's own is as much news.
    """
    if visit.opened is not None:
        opened, visit.opened = visit.opened, None
        return opened
    if visit.touched or _is_late(visit):
        return None
    query: dict[str, Sequence[str]] = links.own_fields({key: st.query_params.get_all(key) for key in st.query_params})
    if not query:
        # A page that was picked from the list; what was said of another page's link is said there.
        visit.notices, visit.doubts = (), Doubts()
    if not query or st.query_params.to_dict() == visit.written:
        return None
    # Until a page of it is drawn to its end nothing is written: who goes back and at once forward finds both.
    visit.written = None
    return query


def _is_late(visit: Visit) -> bool:
    """Whether the browser has not heard of what was written last, so that its address is no step back.

    It may be on its way while the browser tells something, or lost with the connection of a phone that slept.
    """
    return visit.told and st.query_params.to_dict() == visit.before


def read(visit: Visit, query: Mapping[str, Sequence[str]]) -> str | None:
    """Take the request of a query into the visit, and return its scenario; None when it names none."""
    fields, view, notices = part_query(query)
    request = links.from_query(fields)
    if request.scenario_id is None:
        visit.notices = request.notices or ("This link names no question, so nothing of it was read.",)
        return None
    view, unknown = fitting(view, request.scenario_id, request.given)
    visit.ask(request.scenario_id, request.given)
    visit.views[request.scenario_id] = view
    visit.called[request.scenario_id] = called.names_of_request(request.scenario_id, view.called, request.given)
    visit.notices = (*(line for line in request.notices if line not in request.doubts), *notices, *unknown)
    visit.doubts = Doubts(request.scenario_id, request.doubts, request.repairs)
    # Nobody used a widget: a page that is not drawn to its end leaves the next link as much news as this one was.
    visit.touched = False
    return request.scenario_id


def query_of(scenario_id: str, given: Given, view: View | None = None) -> dict[str, str]:
    """The query of a request with the way that its answer is looked at."""
    return links.to_query(scenario_id, given) | view_query(view or View())


def link_to(page: StreamlitPage, query: Mapping[str, str]) -> str:
    """The link to a page with a query, at the address under which the reader sees the pages.

    Of the present address only the host counts: its path may be one that leads nowhere but was forgiven.
    """
    seen = urlsplit(st.context.url or "")
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    path = "/".join(part for part in (base, page.url_path) if part)
    return urlunsplit((seen.scheme, seen.netloc, f"/{path}", encode(query), ""))


def question_link(page: StreamlitPage, scenario_id: str, given: Given, view: View | None = None) -> str:
    """The link to a question on the page of its game, which stands in it where it is the visitor's own."""
    own = games.link_of_game(scenario_id, given, link_to(page, {}))
    return own or link_to(page, query_of(scenario_id, given, view))


def link_of(visit: Visit, name: str, query: Mapping[str, str]) -> str:
    """The link to a page, by the name under which the visit knows it, with a query.

    The visitor's own games that it asks questions of stand in it, behind `#`; "" where they are too long for a link.
    """
    behind = games.behind(name, query)
    return "" if behind is None else link_to(visit.pages[name], {} if behind else query) + behind


def link_within(visit: Visit, name: str, query: Mapping[str, str]) -> str:
    """The same for a step within the visit, which knows its own games however long they are."""
    return link_of(visit, name, query) or link_to(visit.pages[name], query)


def way_to(visit: Visit, name: str, query: Mapping[str, str]) -> Way:
    """The way to a page with a query, for a step within the visit."""
    return {"href": link_within(visit, name, query), "tap": f"go {name}?{encode(query)}"}


def put(visit: Visit, name: str, query: Mapping[str, str]) -> str:
    """Put what a page asks into the address, behind `#` where it holds games of the visitor's own; its link, or ""."""
    link = link_of(visit, name, query)
    _, mark, held = link.partition("#")
    visit.fragment = mark + held
    write(visit, {} if held else query)
    return link


def address_in_language(code: str, query: Mapping[str, str] | None = None) -> str:
    """The address of the page for a reader of another language, with what it asks where that is known already."""
    return f"?{encode({**(st.query_params.to_dict() if query is None else query), LANGUAGE: code})}"


def write(visit: Visit, query: Mapping[str, str]) -> None:
    """Put a query into the address, unless it is there already.

    What only completes the link that was opened is no step of its own: one step back leaves it.
    """
    query = {**query, LANGUAGE: visit.language} if visit.language else query
    completes = visit.steps_back and not visit.touched and (visit.written is None or visit.completes)
    shown = st.query_params.to_dict()
    is_late = _is_late(visit)
    is_there = query == (visit.written if is_late else shown)
    visit.written = dict(query)
    visit.touched = False
    visit.completes = completes and not is_there
    visit.puts = visit.completes or (is_late and is_there)
    if not completes and not is_there:
        visit.before = shown
        st.query_params.from_dict(visit.written)
