"""The web calculator as a whole: its pages and how one gets from one to another."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import streamlit as st

from probcalc.scenarios import registry
from probcalc.web import loading
from probcalc.web.pages import attacks as attacks_page
from probcalc.web.pages import compare as compare_page
from probcalc.web.pages import glossary as glossary_page
from probcalc.web.pages import home
from probcalc.web.pages import roster as roster_page
from probcalc.web.pages import scenario as scenario_page
from probcalc.web.state import visit as visits

LOOK = Path(__file__).parent / "look.css"

# Here and not in main(): whoever visits while this module is loaded for somebody else waits for all of it.
loading.load_late()
loading.stay_at_home()


def path_of(system_id: str) -> str:
    """The last part of the address of a system's page.

    >>> path_of("tide_of_battle")
    'tide-of-battle'
    """
    return system_id.replace("_", "-")


def main() -> None:
    """Draw the page that the address names."""
    games = {
        system.id: st.Page(partial(scenario_page.draw, system), title=system.name, url_path=path_of(system.id))
        for system in registry.systems()
    }
    compare = st.Page(compare_page.draw, title="Compare", url_path="compare")
    attacks = st.Page(attacks_page.draw, title="Several attacks", url_path="attacks")
    own = st.Page(roster_page.draw, title="Own units", url_path="own-units")
    glossary = st.Page(glossary_page.draw, title="Glossary", url_path="glossary")
    first = st.Page(home.draw, title="Home", default=True)
    others = {"compare": compare, "attacks": attacks, "own units": own, "glossary": glossary, "home": first}
    visits.current().pages = {**games, **others}
    # One plain list: with headings in it the list could not be read out as one.
    page = st.navigation([first, *games.values(), compare, attacks, own, glossary], expanded=True)
    title = f"{page.title} · probcalc"
    st.set_page_config(page_title=title, page_icon="🎲", layout="wide", initial_sidebar_state="auto")
    st.html(LOOK)
    page.run()
