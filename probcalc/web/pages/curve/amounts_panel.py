"""How many are needed: the smallest number of attacks, dice or models for 50, 75 and 90%."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.needed import find_needed
from probcalc.exact.budget.bounds import metered
from probcalc.exact.law.distribution import Distribution
from probcalc.present.reports.needed import needed_report
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.spoken import st
from probcalc.web.controls.view_choice import pick
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.curve.figures import amounts
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import FOLLOWING, spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit

_MOST_TRIED, _FEW_TRIED, _MOST_LEADS = 40, 3, 4


def chance_of(answer: Answer, view: View) -> Measure:
    """What counts as a chance: of a mean, the chance of one or more, or of as many as are not certain."""
    measure = measure_shown(answer, view)
    law = answer[measure.result]
    if isinstance(law, Distribution) and measure.at_least is None and measure.outcome is None:
        tried = range(1, _MOST_TRIED if law.has_mean else 1)
        return Measure(measure.result, at_least=next((n for n in tried if law.at_least(n) < 1), 1))
    return measure


def draw(stands: Standing, visit: Visit) -> None:
    """The parameter to raise, the three thresholds, and the chance for each value."""
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    names = amounts(stands)
    measure = chance_of(stands.answered, view)
    present = view.amount if view.amount in names else _one_that_matters(stands, list(names), measure)
    if not present:
        st.caption("No number here changes the chance.")
        return
    amount = pick("Raise", names, present, scenario_id, "amount")
    with progress_bar() as progress, metered(spending()):
        found = find_needed(scenario_id, stands.given, amount, measure, progress=progress, most=_MOST_TRIED)
    show_report(needed_report(found, stands.parties), f"{scenario_id}:needed", parties=stands.parties)


def _one_that_matters(stands: Standing, names: Sequence[str], measure: Measure) -> str:
    """The first of which a few values give different chances, "" where none does: a table of it would say nothing."""
    for name in names[:_MOST_LEADS]:
        try:
            with metered(spending(FOLLOWING)):
                found = find_needed(stands.model.id, stands.given, name, measure, most=_FEW_TRIED)
        except InputError:
            return name
        if len({trial.value for _, trial in found.tried}) > 1:
            return name
    return names[0] if len(names) > _MOST_LEADS else ""
