"""What could be changed: every entry of a table against this request, ranked."""

from __future__ import annotations

from probcalc.analysis.tables.presets import preset_parameters, presets
from probcalc.exact.budget.bounds import metered
from probcalc.present.reports.entries import entries_report
from probcalc.scenarios.joining import join_words
from probcalc.scenarios.sentences import lower_first
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.inputs import table_names
from probcalc.web.controls.view_choice import pick
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit


def entries_title(stands: Standing) -> str:
    """The heading, with what can be ranked: "All weapons, attackers and targets"."""
    names = list(dict.fromkeys(f"{lower_first(p.label)}s" for p in preset_parameters(stands.model)))
    return f"All {join_words(names)}"


def draw_entries(stands: Standing, visit: Visit) -> None:
    """Every entry of the table that the reader picks: ranked in a chart, exact in a table."""
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    parameters = preset_parameters(stands.model)
    if len(parameters) > 1:
        chosen = pick("Rank by", table_names(stands, parameters), view.entries, scenario_id, "entries")
    else:
        chosen = parameters[0].name
    measure = measure_shown(stands.answered, view)
    with progress_bar() as progress, metered(spending()):
        found = presets(scenario_id, stands.given, chosen, measure, progress)
    show_report(entries_report(found, stands.parties), f"{scenario_id}:entries", parties=stands.parties)
