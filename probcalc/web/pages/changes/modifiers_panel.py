"""What each modifier is worth now: the change that it makes alone, sorted by size."""

from __future__ import annotations

from probcalc.analysis.modifiers import modifiers
from probcalc.exact.budget.bounds import metered
from probcalc.present.reports.modifiers import modifiers_report
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit


def draw(stands: Standing, visit: Visit) -> None:
    """The chart and the table of all changes."""
    scenario_id = stands.model.id
    measure = measure_shown(stands.answered, visit.view(scenario_id))
    with progress_bar() as progress, metered(spending()):
        found = modifiers(scenario_id, stands.given, measure, progress=progress)
    show_report(modifiers_report(found, called=stands.parties), f"{scenario_id}:modifiers", parties=stands.parties)
