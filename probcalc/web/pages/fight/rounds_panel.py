"""A fight round by round: who has won it by then, how often it goes on, and what is left."""

from __future__ import annotations

from probcalc.analysis.stages.rounds import by_round
from probcalc.present.charts.rounds import rounds_chart
from probcalc.present.reports.rounds import rounds_report
from probcalc.web.controls.charts_and_tables import show_chart, show_report
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit


def draw(stands: Standing, visit: Visit) -> None:
    """The areas over the rounds, and the table."""
    found = by_round(stands.model.id, stands.given, spending())
    key = f"{stands.model.id}:rounds"
    show_chart(rounds_chart(found), f"{key} areas")
    show_report(rounds_report(found), key, parties=found.answer.parties)
