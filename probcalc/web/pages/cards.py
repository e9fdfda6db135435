"""Cards: the requests of a list, each with its answer, and what can be done with it."""

from __future__ import annotations

import streamlit as st

from probcalc.present.words import parameter_words, value_words
from probcalc.scenarios import registry
from probcalc.web.controls.control import control
from probcalc.web.controls.plain import plain
from probcalc.web.pages.counting import spoken
from probcalc.web.pages.panels.odds import touched
from probcalc.web.state import visit as visits
from probcalc.web.state.address import query_of
from probcalc.web.state.sides import exchanged, exchanged_names
from probcalc.web.state.standing import Standing, standing
from probcalc.web.state.visit import Slot, View, Visit

_LONGEST = 48


def standing_of(visit: Visit, slot: Slot) -> Standing:
    """The request of a slot with its answer."""
    return standing(slot.scenario_id, visit.given[slot.name], slot.name)


def summary(stands: Standing, longest: int = _LONGEST) -> str:
    """What was given, short enough for a legend: "The Cursed, Crystal Lotus Spearmen, Charging"."""
    parts: list[str] = []
    for parameter in stands.model.parameters():
        value = stands.values[parameter.name]
        if parameter.name not in stands.given or value == parameter.default:
            continue
        if parameter.role == "preset":
            parts.append(value_words(parameter, value))
        elif value is True:
            parts.append(parameter_words(parameter))
        else:
            parts.append(f"{parameter_words(parameter)} {value_words(parameter, value)}")
    text = ", ".join(parts) or stands.model.title
    return text if len(text) <= longest else text[: longest - 3] + "..."


def draw(visit: Visit, listing: str, place: int, title: str, most: int, has_sides: bool = True) -> Standing:
    """The card of the request in that place of a list; without sides they are not swapped."""
    slots = visit.requests(listing)
    slot = slots[place]
    stands = standing_of(visit, slot)
    system = registry.system(slot.scenario_id.partition(".")[0])
    st.markdown(f"**{plain(title)}** · {plain(system.name)}, {plain(stands.model.title)}")
    st.caption(plain(summary(stands, 120)))
    if stands.answer is None:
        st.error(plain(stands.refusal))
    else:
        st.markdown(f"**{plain(spoken(stands.answer, View()))}**")
    key = f"{slot.name}:"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        full = len(slots) >= most
        st.button("Duplicate", key=f"{key}duplicate", on_click=_duplicate, args=(listing, place), disabled=full)
        if has_sides and exchanged_names(stands.model):
            st.button("Swap sides", key=f"{key}swap", on_click=swap, args=(slot.name, slot.scenario_id))
        if place:
            st.button("Earlier", key=f"{key}earlier", on_click=_earlier, args=(listing, place))
        st.button("Remove", key=f"{key}remove", on_click=visit.remove, args=(listing, slot.name))
        query = query_of(slot.scenario_id, stands.given)
        st.page_link(visit.pages[system.id], label="Open its page", query_params=query)
    _change_one(slot, stands)
    return stands


def _change_one(slot: Slot, stands: Standing) -> None:
    """One parameter, chosen by name, with its control."""
    parameters = {p.name: p for p in stands.model.parameters()}
    with st.grid(2, min_column_width=150, vertical_alignment="bottom", gap="small"):
        name = st.selectbox(
            "Change one thing",
            list(parameters),
            index=None,
            key=f"{slot.name}:one",
            format_func=lambda n: parameter_words(parameters[n]),
            placeholder="pick it by name",
            on_change=touched,
        )
        if name is not None:
            control(slot.name, stands.model, parameters[name], stands.values[name], stands.idle.get(name, ""))


def _duplicate(listing: str, place: int) -> None:
    visit = visits.current()
    slot = visit.requests(listing)[place]
    visit.add(listing, slot.scenario_id, visit.given[slot.name], place + 1)


def _earlier(listing: str, place: int) -> None:
    visit = visits.current()
    visit.touch()
    slots = visit.requests(listing)
    slots[place - 1], slots[place] = slots[place], slots[place - 1]


def swap(slot: str, scenario_id: str) -> None:
    """Exchange the sides of the request in a slot."""
    visit = visits.current()
    visit.ask(slot, exchanged(registry.scenario(scenario_id), visit.given.get(slot, {})))
