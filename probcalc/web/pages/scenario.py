"""The page of a system: one of its scenarios, with the answer on top and everything about it below."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from probcalc import links
from probcalc.analysis.compare import MOST_REQUESTS
from probcalc.present.words import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.registry import Preset, System
from probcalc.web.controls import inputs
from probcalc.web.controls.plain import plain
from probcalc.web.pages import attacks as attacks_page
from probcalc.web.pages import compare as compare_page
from probcalc.web.pages import counting
from probcalc.web.pages.cards import swap
from probcalc.web.pages.panels import odds as odds_part
from probcalc.web.pages.panels import panel as parts
from probcalc.web.state import address, several
from probcalc.web.state import visit as visits
from probcalc.web.state.sides import exchanged_names
from probcalc.web.state.standing import Standing, standing
from probcalc.web.state.visit import Asked, Visit, show_in


def draw(system: System) -> None:
    """The page of a system, from the address to the address."""
    visit = visits.current()
    scenario_id = _scenario(visit, system)
    _head(visit, system, scenario_id)
    answer_place, choice_place = st.container(key="answer"), st.container()
    ready = [preset for preset in system.presets if preset.scenario == scenario_id]
    # A first visit begins with a question that somebody might ask, not with nobody striking nobody.
    given = visit.given.setdefault(scenario_id, dict(ready[0].parameters) if ready else {})
    stands = standing(scenario_id, given)
    _ready_made(ready, stands)
    _inputs_and_odds(visit, stands)
    _answer(visit, stands, answer_place, choice_place)
    for part in parts.PARTS:
        part.draw(stands, visit)
    address.write(visit, address.query_of(scenario_id, given, visit.view(scenario_id)))


def _scenario(visit: Visit, system: System) -> str:
    """The scenario to show: the address decides when it is news, else what was chosen before."""
    query = address.arrived(visit)
    if query is not None:
        named = address.read(visit, query)
        if named is not None:
            visit.views[named], notices = parts.known(visit.view(named))
            visit.notices += notices
            owner = named.partition(".")[0]
            visit.chosen[owner] = named
            if owner != system.id:
                st.switch_page(visit.pages[owner], query_params={key: texts[0] for key, texts in query.items()})
    return visit.chosen.setdefault(system.id, system.scenarios[0].id)


def _head(visit: Visit, system: System, scenario_id: str) -> None:
    model = registry.scenario(scenario_id)
    st.title(system.name, anchor=False)
    for notice in visit.notices:
        st.warning(plain(notice))
    titles = {m.id: m.title for m in system.scenarios}
    if len(titles) > 1:
        key = f"{system.id}:scenario"
        show_in(key, scenario_id)
        st.selectbox(
            "Question",
            list(titles),
            key=key,
            format_func=lambda name: titles.get(name, name),
            filter_mode=None,
            label_visibility="collapsed",
            on_change=_chosen,
            args=(system.id, key),
        )
    st.caption(model.question())


def _chosen(system_id: str, key: str) -> None:
    visit = visits.current()
    visit.touch()
    visit.chosen[system_id] = st.session_state[key]


def _answer(visit: Visit, stands: Standing, sentence_place: DeltaGenerator, choice_place: DeltaGenerator) -> None:
    """The sentence, and below it what counts in it; both stand above the inputs and are filled after them."""
    scenario_id = stands.model.id
    if stands.answer is None:
        sentence_place.error(plain(stands.refusal))
        if stands.pointer:
            sentence_place.code(stands.pointer, language=None)
        return
    view = visit.view(scenario_id)
    with sentence_place:
        counting.draw_sentence(stands.answer, view)
    with choice_place:
        counting.draw_choice(stands.answer, view)
        for note in stands.answer.notes:
            st.caption(plain(in_words(note, stands.model)))
    visit.remember(Asked(scenario_id, dict(stands.given), counting.spoken(stands.answer, view), view))


def _ready_made(ready: list[Preset], stands: Standing) -> None:
    """The ready-made questions of the scenario, and what can be done with the request as a whole."""
    scenario_id = stands.model.id
    key = f"{scenario_id}:ready-made"
    wanted = links.minimal(stands.model, stands.given)
    now = next((n for n, p in enumerate(ready) if links.minimal(stands.model, p.parameters) == wanted), None)
    names_place, buttons_place = st.columns([5, 6], gap="medium", vertical_alignment="bottom")
    if ready:
        show_in(key, now)
        names_place.selectbox(
            "Ready-made questions",
            range(len(ready)),
            index=None,
            key=key,
            format_func=lambda n: ready[n].name,
            filter_mode=None,
            placeholder="your own",
            on_change=_taken,
            args=(ready, key),
        )
    with buttons_place.container(horizontal=True, vertical_alignment="center", gap="small"):
        if exchanged_names(stands.model):
            st.button("Swap sides", key=f"{scenario_id}:swap", on_click=swap, args=(scenario_id, scenario_id))
        st.button("Clear", key=f"{scenario_id}:clear", on_click=_clear, args=(scenario_id,), disabled=not stands.given)
        _collect(stands, compare_page.LISTING, "Pin to compare", "Compare {}", MOST_REQUESTS)
        if stands.carries_over():
            _collect(stands, attacks_page.LISTING, "Add to attacks", "{} in order", attacks_page.MOST)


def _collect(stands: Standing, listing: str, label: str, seen: str, most: int) -> None:
    """A button that adds the present request to a list, and the way to the list when something is in it."""
    visit = visits.current()
    held = len(visit.requests(listing))
    key = f"{stands.slot}:add to {listing}"
    arguments = (listing, stands.model.id, dict(stands.given))
    told = f"There are {held} of at most {most}."
    st.button(label, key=key, help=told, on_click=visit.add, args=arguments, disabled=held >= most)
    if held:
        query = several.query_of(visit, listing)
        st.page_link(visit.pages[listing], label=seen.format(held), query_params=query)


def _taken(ready: list[Preset], key: str) -> None:
    number: Any = st.session_state[key]
    if number is not None:
        visits.current().ask(ready[number].scenario, ready[number].parameters)


def _clear(scenario_id: str) -> None:
    visits.current().ask(scenario_id, {})


def _inputs_and_odds(visit: Visit, stands: Standing) -> None:
    """Inputs beside the chart; the two sides of a fight take the whole width, and the chart comes below them."""
    view = visit.view(stands.model.id)
    if any(p.section for p in stands.model.parameters()):
        places = [st.container(), st.container()]
    else:
        places = list(st.columns([5, 6], gap="medium"))
    with places[0]:
        inputs.draw(stands)
    with places[1]:
        if stands.answer is not None:
            odds_part.draw(stands.answer, view)
