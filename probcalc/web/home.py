"""Home: the games with questions that are ready to ask, and the last answers of this visit."""

from __future__ import annotations

import streamlit as st

from probcalc import links
from probcalc.scenarios import registry
from probcalc.scenarios.registry import System
from probcalc.web import address, recent_part
from probcalc.web import visit as visits
from probcalc.web.plain import plain
from probcalc.web.visit import Visit

_MOST_SHOWN = 4


def draw() -> None:
    """The first page; a link to it that names a question leads to the question's own page."""
    visit = visits.current()
    query = address.arrived(visit)
    if query is not None:
        named = links.from_query({key: query[key] for key in (links.SCENARIO_KEY,) if key in query}).scenario_id
        if named is not None:
            texts = {key: texts[0] for key, texts in query.items()}
            st.switch_page(visit.pages[named.partition(".")[0]], query_params=texts)
        address.read(visit, query)
    st.title("Exact odds for tabletop rules", anchor=False)
    for notice in visit.notices:
        st.warning(plain(notice))
    st.markdown(
        "Pick a game, change anything, and send the link. Every number is an exact fraction: nothing is simulated, "
        "and every page says which rules it covers and which it does not."
    )
    if visit.recent:
        st.subheader("Your last answers", anchor=False)
        recent_part.draw(visit)
    st.subheader("Games", anchor=False)
    with st.grid(min_column_width=290):
        for system in registry.systems():
            with st.container(border=True, height="stretch"):
                _card(visit, system)
    address.write(visit, {})


def _card(visit: Visit, system: System) -> None:
    page = visit.pages[system.id]
    st.page_link(page, label=f"**{plain(system.name)}**")
    number = len(system.scenarios)
    st.caption(f"{plain(system.dice)}. {number} question{'s' if number > 1 else ''}.")
    shown: dict[str, registry.Preset] = {}
    for preset in system.presets:
        # One of each question, in their order.
        shown.setdefault(preset.scenario, preset)
    for preset in list(shown.values())[:_MOST_SHOWN]:
        st.page_link(page, label=plain(preset.name), query_params=address.query_of(preset.scenario, preset.parameters))
