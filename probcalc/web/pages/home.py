"""Home: the games and the plain dice with questions that are ready to ask, and the last answers of this visit."""

from __future__ import annotations

import streamlit as st

from probcalc import links
from probcalc.scenarios import registry
from probcalc.scenarios.registry import Preset, System
from probcalc.web.controls.plain import plain
from probcalc.web.pages import bar
from probcalc.web.pages.panels import recent as recent_part
from probcalc.web.state import address
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_MOST_SHOWN = 4
_CARD = 290
_MORE = {
    "compare": "Up to four set-ups in one chart and one table",
    "attacks": "Several weapons in order on one target",
    "own units": "Units and weapons of your own, kept in a file",
    "glossary": "The dice terms of each game in a sentence",
}


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
    bar.draw(visit, "home", "")
    st.title("Exact odds for tabletop rules", anchor=False)
    st.markdown(
        "Pick a game, change anything, and send the link. Every number is an exact fraction: nothing is simulated, "
        "and every page says which rules it covers and which it does not."
    )
    if visit.recent:
        st.subheader("Your last answers", anchor=False)
        recent_part.draw(visit)
    for heading, is_game in (("Games", True), ("Any dice", False)):
        st.subheader(heading, anchor=False)
        with st.grid(min_column_width=_CARD):
            for system in registry.systems():
                if system.is_game is is_game:
                    with st.container(border=True, height="stretch", gap="small"):
                        _card(visit, system)
    st.subheader("With any of them", anchor=False)
    with st.grid(min_column_width=_CARD, gap="small"):
        for name, told in _MORE.items():
            with st.container(gap="xxsmall"):
                st.page_link(visit.pages[name])
                st.caption(told)
    address.write(visit, {})


def _card(visit: Visit, system: System) -> None:
    page = visit.pages[system.id]
    st.page_link(page, label=f"**{plain(system.name)}**")
    number = len(system.scenarios)
    st.caption(f"{plain(system.dice)}. {number} question{'s' if number > 1 else ''}.")
    for preset in _ready_made(system):
        label = preset.name
        if number > 1:
            label = f"{registry.scenario(preset.scenario).title}: {label}"
        st.page_link(page, label=plain(label), query_params=address.query_of(preset.scenario, preset.parameters))


def _ready_made(system: System) -> list[Preset]:
    """The first ready-made question of each scenario, in the order of the scenarios; then the others."""
    order = {model.id: place for place, model in enumerate(system.scenarios)}
    first: dict[str, Preset] = {}
    for preset in system.presets:
        first.setdefault(preset.scenario, preset)
    leading = sorted(first.values(), key=lambda preset: order[preset.scenario])
    return [*leading, *(preset for preset in system.presets if preset not in leading)][:_MOST_SHOWN]
