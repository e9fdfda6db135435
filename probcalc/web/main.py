"""The web calculator as a whole: its pages and how one gets from one to another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import streamlit as st

from probcalc.present.languages.language import code_of_wanted, language_of_game, said, speaking
from probcalc.scenarios import registry
from probcalc.web import paths
from probcalc.web.controls.component import has_tap
from probcalc.web.controls.widget import catch_up
from probcalc.web.late import late
from probcalc.web.pages import scenario
from probcalc.web.pages.frame import bar
from probcalc.web.pages.lists.cards import shorten
from probcalc.web.parts.look import LOOK
from probcalc.web.state import address, browser, games
from probcalc.web.state import visit as visits
from probcalc.web.state.spending import RUNS
from probcalc.web.state.visit import Visit

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

_NAME = re.compile(r"[\w.-]{1,40}", re.ASCII)
_LONGEST_ODD = 40


_DRAWN: Mapping[str, Callable[[], None]] = {
    "compare": late("compare.page"),
    "attacks": late("attacks.page"),
    "allocate": late("allocate.page"),
    "laboratory": late("laboratory.page"),
    "own units": late("own.page"),
    games.PAGE: late("own_game.page"),
    "programs": late("programs.page"),
    "luck": late("luck.page"),
    "fair": late("fair.page"),
    "glossary": late("home.glossary"),
}


def main(steps_back: bool = False, connection: str = "") -> None:
    """Draw the page that the address names.

    Args:
        steps_back: whether an address that is written is one more step back, even where it only completes a link.
        connection: what tells this connection to the browser from any before it.
    """
    built_in = {
        each.id: st.Page(partial(_draw_system, each.id), title=each.name, url_path=paths.path_of(each.id))
        for each in registry.headings()
    }
    others = {name: st.Page(_DRAWN[name], title=tool.title, url_path=tool.path) for name, tool in paths.TOOLS.items()}
    others["home"] = st.Page(late("home.page"), title="Home", default=True)
    visit = visits.current()
    visit.heard = st.query_params.to_dict()
    visit.told = has_tap() or browser.tells() or visit.connection != connection
    visit.steps_back, visit.connection = steps_back, connection
    if not visit.touched and (asked := code_of_wanted(visit.heard.get(address.LANGUAGE, ""))):
        visit.language = asked
    with RUNS.one(), games.along():
        _draw(built_in, others)


def _draw(built_in: dict[str, StreamlitPage], others: dict[str, StreamlitPage]) -> None:
    visit = visits.current()
    # All games of the visitor's own have one page.
    visit.pages = {**built_in, **others, **dict.fromkeys(games.all_games(), others[games.PAGE])}
    visit.fragment = ""
    odd = _odd()
    known = [others["home"], *built_in.values(), *others.values()][:-1]
    page = st.navigation([*known, *_unknown({page.url_path for page in known})], position="hidden")
    # The language that was chosen, else the browser's; English for a game that has no words in it.
    with speaking(language_of_game(paths.game_at(page.url_path), visit.language, st.context.locale or "")):
        _show(visit, page, odd)


def _draw_system(system_id: str) -> None:
    scenario.draw(registry.system(system_id))


def _show(visit: Visit, page: StreamlitPage, odd: str) -> None:
    title = f"{page.title} · probcalc"
    st.set_page_config(page_title=said(title), layout="wide", initial_sidebar_state="collapsed")
    st.html(f"<style>{LOOK}</style>")
    bar.leave(visit)
    if odd:
        visit.astray = odd
    page.run()
    catch_up()
    browser.keep()


def _unknown(known: set[str]) -> list[StreamlitPage]:
    """A page under the name that the address asks for and that no page has: it leads Home, and says so."""
    name = _page_in_address()
    if name in known or not _NAME.fullmatch(name):
        return []
    return [st.Page(partial(late("home.page", "lead_to_home"), name), title="probcalc", url_path=name)]


def _odd() -> str:
    """What the address asks for where no page can have such a name, as it is said on the first page, which is drawn."""
    name = unquote(_page_in_address())
    return "" if _NAME.fullmatch(name) else shorten(name, _LONGEST_ODD)


def _page_in_address() -> str:
    """The last part of the address, "" for the first page."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return urlsplit(st.context.url or "").path.strip("/").removeprefix(base).strip("/").rpartition("/")[2]
