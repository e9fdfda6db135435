"""Every weapon, unit or other entry of a table against this request: ranked in a chart, exact in a table."""

from __future__ import annotations

import streamlit as st

from probcalc.analysis.presets import PresetTable, preset_parameters, presets
from probcalc.exact.numerals import fraction_text
from probcalc.present.charts.many import Bar, number_text, ranked_chart
from probcalc.present.table import LONGEST_FRACTION
from probcalc.present.words import in_words, lowered, parameter_words
from probcalc.web.controls.picking import pick
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_chart, show_table
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.counting import counted, measure_words
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import Visit

_MOST_BARS = 40


def fits(stands: Standing) -> bool:
    """Whether the scenario picks anything from a table."""
    return stands.answer is not None and bool(preset_parameters(stands.model))


def title(stands: Standing) -> str:
    """The heading, with what can be ranked: "Every weapon, attacker and target"."""
    names = list(dict.fromkeys(lowered(p.label) for p in preset_parameters(stands.model)))
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"Every {listed}"


def draw(stands: Standing, visit: Visit) -> None:
    """The table that the reader picks, entry by entry."""
    assert stands.answer is not None
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    parameters = preset_parameters(stands.model)
    if len(parameters) > 1:
        names = {p.name: parameter_words(p) for p in parameters}
        chosen = pick("Rank by", names, view.entries, scenario_id, "entries")
    else:
        chosen = parameters[0].name
    measure = counted(stands.answer, view)
    with progress_bar() as progress:
        found = presets(scenario_id, stands.given, chosen, measure, progress)
    title = measure_words(measure, stands.answer)
    kind = measure.kind(stands.answer)
    bars = [
        Bar(entry.label, entry.trial.value, entry.id == stands.values[chosen])
        for entry in found.ranked()[:_MOST_BARS]
        if entry.trial.value is not None
    ]
    st.caption(f"Counted: {plain(title)}")
    if bars:
        show_chart(ranked_chart(bars, title, kind), f"{scenario_id}:entries chart")
    heading = (parameter_words(found.parameter), "chance" if kind == "probability" else "mean", "exact")
    rows = [heading, *_rows(found, stands)]
    show_table(rows, f"{title} for every {parameter_words(found.parameter)}")


def _rows(found: PresetTable, stands: Standing) -> list[tuple[str, str, str]]:
    rows: list[tuple[str, str, str]] = []
    assert stands.answer is not None
    for entry in found.ranked():
        value = entry.trial.value
        if value is None:
            rows.append((entry.label, "–", in_words(entry.trial.refusal, stands.model)))
        else:
            text = number_text(value, found.measure.kind(entry.trial.answer or stands.answer))
            rows.append((entry.label, text, fraction_text(value, longest=LONGEST_FRACTION)))
    return rows
