"""What each modifier is worth now: the change that it makes alone, sorted by size."""

from __future__ import annotations

import streamlit as st

from probcalc.analysis.measure import Kind
from probcalc.analysis.modifiers import Modifiers, ModifierStep, modifiers
from probcalc.exact.numerals import fraction_text
from probcalc.present.charts.many import Change, change_chart, change_text, number_text
from probcalc.present.table import LONGEST_FRACTION
from probcalc.present.words import in_words, lowered, parameter_words, value_words
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_chart, show_table
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.counting import counted, measure_words
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import Visit

_MOST_BARS = 30


def fits(stands: Standing) -> bool:
    """Whether there is anything to switch."""
    return stands.answer is not None and any(p.role == "modifier" for p in stands.model.parameters())


def step_words(step: ModifierStep) -> str:
    """A change in a few words: "Charging", "without Charging", "Modifier +1", "Facing: back".

    >>> found = modifiers("chronopia.melee", {"target": "spearmen"})
    >>> sorted(step_words(step) for step in found.steps)[:4]
    ['Attacker dazed: full (-4)', 'Attacker dazed: half (-2)', 'Brace support', 'Braced']
    """
    label = parameter_words(step.parameter)
    if step.parameter.kind == "boolean":
        return label if step.new else f"without {lowered(label)}"
    if step.parameter.kind == "integer" and isinstance(step.new, int) and isinstance(step.old, int):
        return f"{label} {step.new - step.old:+d}"
    return f"{label}: {value_words(step.parameter, step.new)}"


def draw(stands: Standing, visit: Visit) -> None:
    """The chart and the table of all changes."""
    assert stands.answer is not None
    scenario_id = stands.model.id
    measure = counted(stands.answer, visit.view(scenario_id))
    with progress_bar() as progress:
        found = modifiers(scenario_id, stands.given, measure, progress=progress)
    kind = measure.kind(stands.answer)
    title = measure_words(measure, stands.answer)
    changes = [
        Change(step_words(step), step.change, step.trial.value)
        for step in found.steps
        if step.change and step.trial.value is not None
    ]
    st.caption(f"Counted: {plain(title)}, now {number_text(measure.of(stands.answer), kind)}")
    if changes:
        show_chart(change_chart(changes[:_MOST_BARS], title, kind), f"{scenario_id}:modifiers chart")
    if rows := _rows(found, kind):
        worth = "worth, points" if kind == "probability" else "worth"
        show_table([("change", worth, "then", "then, exactly"), *rows], f"{title}: what each change is worth")
    idle = [step_words(step) for step in found.steps if step.change == 0]
    if idle:
        st.caption(f"Without effect now: {plain('; '.join(idle))}.")
    # Steps up and down, or to several values, are mostly refused for one reason.
    refused = dict.fromkeys(in_words(step.trial.refusal, stands.model) for step in found.steps if step.change is None)
    if refused:
        st.caption("Refused now:\n" + "\n".join(f"- {plain(reason)}" for reason in refused))


def _rows(found: Modifiers, kind: Kind) -> list[tuple[str, str, str, str]]:
    rows: list[tuple[str, str, str, str]] = []
    for step in found.steps:
        value = step.trial.value
        if value is not None and step.change:
            worth = change_text(step.change, kind).removesuffix(" points")
            exact = fraction_text(value, longest=LONGEST_FRACTION)
            rows.append((step_words(step), worth, number_text(value, kind), exact))
    return rows
