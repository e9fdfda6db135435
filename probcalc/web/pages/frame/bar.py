"""The bar at the top of every page: where one is, what else there is, and what can be done with the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from probcalc.present.languages.language import CODES, ENGLISH
from probcalc.scenarios import registry
from probcalc.scenarios.scenario import Scenario
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.spoken import st
from probcalc.web.pages.answer.drawn import Line
from probcalc.web.pages.frame import finding
from probcalc.web.pages.frame.drawn import IconAction, Page, notices, one_line, top_bar
from probcalc.web.parts.controls import Control
from probcalc.web.parts.markup import join
from probcalc.web.paths import TOOLS
from probcalc.web.state import address, games, plans, records, request_lists
from probcalc.web.state.visit import Visit

_NEAR = {"home": "Games", **{name: TOOLS[name].title for name in ("compare", "attacks", "own units")}}
ALL = {**_NEAR, **{name: tool.title for name, tool in TOOLS.items()}}
_LISTS = ("compare", "attacks", "allocate")


def draw(
    visit: Visit,
    here: str,
    title: str,
    game: str = "",
    pick: Control | None = None,
    actions: Sequence[IconAction] = (),
    answers: Answers | None = None,
    line: Line | None = None,
    query: Mapping[str, str] | None = None,
) -> None:
    """The bar, and below it what was ignored of the link that was opened.

    `here` is the page by the name under which the visit links to it; `pick` a list to choose from in place of the
    title; `line` what stays in view when the result has left the screen; `query` what the page asks, where that is not
    what the address says yet.
    """
    drawn = top_bar(
        home=link(visit, "home"),
        first=here == "home",
        game=game,
        title=title,
        pick=pick,
        pages=[_entry(visit, name, label, here) for name, label in _NEAR.items()],
        menu=[
            *(_entry(visit, each.id, each.name, here) for each in registry.all_headings()),
            *(_entry(visit, name, label, here, alone=True) for name, label in ALL.items()),
        ],
        actions=actions,
        languages={code: address.address_in_language(code, query) for code in (ENGLISH, *CODES)},
        answers=line is not None,
        # Other pages begin with a heading of their own.
        heads=bool(game) or (here in _LISTS and (here != "compare" or bool(visit.requests(here)))),
        search=finding.search_of(visit),
    )
    taps: Answers = {
        "go": partial(go, visit),
        "language": partial(_choose_language, visit),
        "find": partial(finding.find, visit),
        **(answers or {}),
    }
    show("bar", join(drawn, one_line(line) if line else None), taps)
    if visit.notices:
        show("notices", notices(visit.notices))


def _entry(visit: Visit, name: str, label: str, here: str, *, alone: bool = False) -> Page:
    """A page to go to; the games stand for each of them, unless each is listed as well and stands `alone`."""
    held = len(visit.requests(name)) if name in _LISTS else 0
    is_here = name == here or (name == "home" and here in registry.system_ids() and not alone)
    shown = f"{label} ({held})" if held else label
    return {"label": shown, "href": link(visit, name), "tap": f"go {name}", "here": is_here}


def _choose_language(visit: Visit, code: str) -> None:
    if code in (ENGLISH, *CODES):
        visit.touch()
        visit.language = code


def _query(visit: Visit, name: str) -> dict[str, str]:
    if name == "luck":
        return records.record_query(visit)
    if name == "fair":
        return records.dice_query(visit)
    if name == "laboratory" and (asked := visit.chosen.get(name)):
        return address.query_of(asked, visit.given.get(asked, {}), visit.view(asked))
    if name not in _LISTS or not visit.requests(name):
        return {}
    return plans.query_of(visit) if name == plans.ATTACKERS else request_lists.query_of(visit, name)


def question_pick(model: type[Scenario], options: Sequence[tuple[str, Any]]) -> Control:
    """The list of questions at the top of a page, with the one that is asked."""
    return {
        "parameter": "scenario",
        "label": "Question",
        "value": model.id,
        "options": options,
        "shown": model.title,
        "help": model.question(),
    }


def link(visit: Visit, name: str) -> str:
    """The address of a page as it stands in this visit."""
    return address.link_within(visit, name, _query(visit, name))


def go(visit: Visit, way: str) -> None:
    """Go to another page before this one is drawn again: "compare" as it stands, "luck?record=..." asks something."""
    name, asks, query = way.partition("?")
    if name in visit.pages:
        asked = dict(parse_qsl(query, keep_blank_values=True)) if asks else _query(visit, name)
        # What the visitor's own games are asked stands behind the address, and the page knows it.
        visit.going = name, {} if games.behind(name, asked) else asked


def leave(visit: Visit) -> None:
    """Leave for the page that was tapped."""
    if visit.going is not None:
        (name, query), visit.going = visit.going, None
        visit.astray = visit.finding = ""
        st.switch_page(visit.pages[name], query_params=query)
