"""Why this number: every roll with its needed faces, each modifier by name, the rule, and how often it comes up."""

from __future__ import annotations

import streamlit as st

from probcalc.exact.readings.explanation import Explanation, RollStep, Step
from probcalc.present.charts.funnel import funnel_chart
from probcalc.present.explain import (
    HEADING,
    band_rows,
    certain_band,
    explanation,
    explanation_markdown,
    rule_titles,
    step_title,
    target_words,
)
from probcalc.present.words import in_words
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_chart, show_table
from probcalc.web.pages.counting import counted
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import Visit

_MOST_STEPS = 24


def fits(stands: Standing) -> bool:
    """Whether there is an answer to explain."""
    return stands.answer is not None


def draw(stands: Standing, visit: Visit) -> None:
    """The funnel of the rolls, then each roll for itself."""
    assert stands.answer is not None
    scenario_id = stands.model.id
    result = counted(stands.answer, visit.view(scenario_id)).result
    try:
        found = explanation(stands.answer, result)
    except InputError as error:
        st.info(plain(in_words(str(error), stands.model)))
        return
    label = stands.answer.declared(result).label
    st.caption(f"The rolls behind: {plain(label)}. Another result is picked above, at “What counts”.")
    rolls = [step for step in found.rolls if not certain_band(step)]
    if rolls:
        show_chart(funnel_chart(rolls[:_MOST_STEPS]), f"{scenario_id}:funnel")
    titles = rule_titles(stands.answer, found)
    steps = [step for step in found if not certain_band(step)]
    for number, step in enumerate(steps[:_MOST_STEPS], 1):
        _step(number, step, titles)
    _closing(found, len(steps))
    text = explanation_markdown(stands.answer, result)
    key = f"{scenario_id}:explanation"
    name = f"{scenario_id.replace('.', '-')}-why.md"
    st.download_button("All of it as Markdown", text, name, "text/markdown", key=key, on_click="ignore")


def _step(number: int, step: Step, titles: dict[str, str]) -> None:
    st.markdown(f"**{number}. {plain(step_title(step))}**")
    told = []
    if target := target_words(step):
        told.append(f"Target {target}")
    if isinstance(step, RollStep) and titles.get(step.rule):
        told.append(f"{step.rule}: {titles[step.rule]}")
    if told:
        st.caption(plain(". ".join(told)))
    if rows := band_rows(step):
        show_table([("band", *HEADING[1:]), *rows], step_title(step))


def _closing(found: Explanation, steps: int) -> None:
    if steps > _MOST_STEPS:
        st.caption(f"The first {_MOST_STEPS} of {steps} steps are shown.")
    certain = dict.fromkeys(f"{step.name} ({certain_band(step)})" for step in found.rolls if certain_band(step))
    if certain:
        st.caption(plain(f"Certain here, so nothing is rolled: {', '.join(certain)}"))
