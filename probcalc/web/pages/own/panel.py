"""Own units and weapons on the page of a scenario: picked by name, filled in as figures."""

from __future__ import annotations

from functools import partial

from probcalc.present.words.requests import parameter_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.rosters import places
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.view_choice import choose
from probcalc.web.state import rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit


def draw(stands: Standing, visit: Visit) -> None:
    """A list of own entries for each place that may take one."""
    scenario_id = stands.model.id
    roster = rosters.roster_of(registry.system_id_of(scenario_id))
    found = places(scenario_id, roster)
    if found:
        with st.grid(2, min_column_width=190, vertical_alignment="bottom", gap="small"):
            for place in found:
                present = rosters.entry_used(scenario_id, place.name, stands.given)
                # What a list begins with cannot be taken out of it: nothing is one of its entries.
                entries = {"": "none of your own"} | dict(place.entries)
                parameter = stands.model.parameter(place.name)
                choose(
                    parameter_words(parameter) if parameter else place.name.replace("_", " ").capitalize(),
                    entries,
                    present if present in entries else "",
                    f"{scenario_id}:own:{place.name}",
                    partial(_pick, scenario_id, place.name),
                )
        st.caption("A unit is filled in as plain stats, so the link to this page works for everybody.")
    else:
        st.caption("None of your units fits this question. Add some under Your units.")
    refused = st.session_state.get(f"{scenario_id}:own:refused", "")
    if refused:
        st.error(plain(refused))
    st.page_link(visit.pages["own units"], label="Your units and weapons")


def _pick(scenario_id: str, place: str, entry: str) -> None:
    refusal = f"{scenario_id}:own:refused"
    st.session_state[refusal] = ""
    visit = visits.current()
    visit.touch()
    try:
        rosters.use(visit, scenario_id, place, entry or None)
    except InputError as error:
        st.session_state[refusal] = str(error)
