"""Several attacks on one target, in order: what is left of it after each, with overkill counted right."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

from probcalc.analysis.sequence import AttackSequence, sequence
from probcalc.present.charts.compared import compared_chart
from probcalc.present.charts.report import report_chart
from probcalc.present.reports.sequence import curve_report, stages_report
from probcalc.present.table import table_of
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fields import Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.web.controls.control import label_of
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_chart, show_report
from probcalc.web.pages import bar, cards, share_list
from probcalc.web.pages.panels.odds import touched
from probcalc.web.state import address, several
from probcalc.web.state import visit as visits
from probcalc.web.state.spending import spending
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import Visit, show_in

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

LISTING = "attacks"
MOST = 8
_TARGET = "target"


@cache
def attack_questions() -> dict[str, str]:
    """The scenarios whose attacks leave something behind, with their titles."""
    found: dict[str, str] = {}
    for system in registry.systems():
        for model in system.scenarios:
            # Only a scenario that says what it leaves behind has a `carryover` of its own.
            if model.carryover is not Scenario.carryover:
                found[model.id] = f"{system.name}: {model.title}"
    return found


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    several.read(visit, LISTING, MOST)
    bar.draw(visit, "attacks", "Several attacks")
    st.title("Several attacks on one target", anchor=False)
    answer_place = st.container(key="answer")
    st.caption(
        "Attacks are resolved in order; each one meets what the attacks before it left. "
        "What exceeds the target's last wound is lost."
    )
    _add(visit)
    _target(visit)
    stands: list[Standing] = []
    with st.grid(min_column_width=300):
        for place in range(len(visit.requests(LISTING))):
            with st.container(border=True):
                stands.append(cards.draw(visit, LISTING, place, f"Attack {place + 1}", MOST, False))
    query = several.write(visit, LISTING)
    if stands:
        _result(stands, answer_place, address.link_to(visit.pages[LISTING], query))
    else:
        answer_place.markdown("Add the first attack.")


def _add(visit: Visit) -> None:
    questions = attack_questions()
    slots = visit.requests(LISTING)
    # All attacks are on one target, so the next one is of the same game.
    system = slots[0].scenario_id.partition(".")[0] if slots else ""
    fitting = [name for name in questions if name.partition(".")[0] == system] if system else list(questions)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = st.selectbox(
            "Kind of attack",
            fitting,
            key="attacks:kind",
            format_func=lambda name: questions.get(name, name),
            filter_mode=None,
            on_change=touched,
        )
        st.button("Add", key="attacks:add", on_click=_added, args=(chosen,), disabled=len(slots) >= MOST)


def _added(scenario_id: str) -> None:
    visit = visits.current()
    system = registry.system(scenario_id.partition(".")[0])
    ready = next((dict(p.parameters) for p in system.presets if p.scenario == scenario_id), {})
    target = _present_target(visit)
    if target is not None and registry.scenario(scenario_id).parameter(_TARGET) is not None:
        ready[_TARGET] = target
    visit.add(LISTING, scenario_id, ready)


def _present_target(visit: Visit) -> str | None:
    for slot in visit.requests(LISTING):
        if _TARGET in visit.given[slot.name]:
            return str(visit.given[slot.name][_TARGET])
    return None


def _target(visit: Visit) -> None:
    """The target by name, for all attacks at once, where the game has names for targets."""
    slots = visit.requests(LISTING)
    parameters = [registry.scenario(slot.scenario_id).parameter(_TARGET) for slot in slots]
    first = next((p for p in parameters if p is not None and p.role == "preset"), None)
    if first is None:
        return
    parameter: Parameter = first
    key = "attacks:target"
    show_in(key, _present_target(visit) or "none")
    st.selectbox(
        "Target of all attacks",
        parameter.choices,
        key=key,
        format_func=lambda name: label_of(parameter, name),
        filter_mode="fuzzy" if len(parameter.choices) > 10 else None,
        on_change=_aimed,
        args=(key,),
    )


def _aimed(key: str) -> None:
    visit = visits.current()
    for slot in visit.requests(LISTING):
        if registry.scenario(slot.scenario_id).parameter(_TARGET) is not None:
            visit.give(slot.name, slot.scenario_id, _TARGET, st.session_state[key])


def _result(stands: list[Standing], answer_place: DeltaGenerator, link: str) -> None:
    requests = [(row.model.id, row.given) for row in stands]
    try:
        found = sequence(requests, budget=spending())
    except InputError as error:
        answer_place.error(plain(str(error)))
        share_list.draw("sequence", link, requests)
        return
    stages, running = stages_report(found), curve_report(found)
    answer_place.markdown(f"**{plain(stages.says[0])}**")
    show_report(replace(stages, says=()), "attacks:stages")
    if len(running.rows) > 1:
        st.markdown("**The running curve**")
        _running_chart(found)
        show_report(replace(running, says=(), notes=()), "attacks:running")
    lines = ["Several attacks on one target", *stages.says]
    share_list.draw("sequence", link, requests, stages, report_chart(stages), lines)


def _running_chart(found: AttackSequence) -> None:
    laws = {
        f"after attack {stage.name}": table_of(stage.law, "lost", found.label, found.unit) for stage in found.stages
    }
    if not found.order and max(len(law.rows) for law in laws.values()) > 2:
        show_chart(compared_chart(laws, "at least"), "attacks:running chart")
