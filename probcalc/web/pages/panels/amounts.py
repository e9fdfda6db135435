"""How many are needed: the smallest number of attacks, dice or models for 50, 75 and 90 %."""

from __future__ import annotations

import streamlit as st

from probcalc.analysis.measure import Measure
from probcalc.analysis.needed import Needed, amount_parameters, needed
from probcalc.exact.distribution import Distribution
from probcalc.exact.numerals import fraction_text
from probcalc.present.charts.rising import needed_chart
from probcalc.present.decimals import percent
from probcalc.present.reports.measured import measure_words
from probcalc.present.table import LONGEST_FRACTION
from probcalc.present.words import in_words, parameter_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.picking import pick
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_chart, show_table
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.counting import counted
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import View, Visit

_MOST_TRIED = 40


def fits(stands: Standing) -> bool:
    """Whether there is a number to raise."""
    return stands.answer is not None and bool(amount_parameters(stands.model))


def chance_of(answer: Answer, view: View) -> Measure:
    """What counts as a chance: of a mean, the chance of one or more."""
    measure = counted(answer, view)
    is_law = isinstance(answer[measure.result], Distribution)
    if is_law and measure.at_least is None and measure.outcome is None:
        return Measure(measure.result, at_least=1)
    return measure


def draw(stands: Standing, visit: Visit) -> None:
    """The parameter to raise, the three thresholds, and the chance for each value."""
    assert stands.answer is not None
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    names = {p.name: parameter_words(p) for p in amount_parameters(stands.model)}
    amount = pick("Raise", names, view.amount, scenario_id, "amount")
    measure = chance_of(stands.answer, view)
    try:
        with progress_bar() as progress:
            found = needed(scenario_id, stands.given, amount, measure, progress=progress, most=_MOST_TRIED)
    except InputError as error:
        st.info(plain(in_words(str(error), stands.model)))
        return
    title, chance = names[amount], measure_words(measure, stands.answer)
    st.caption(f"Counted: {plain(chance)}")
    rows = [("for a chance of", title, "chance then", "exact"), *_rows(found)]
    show_table(rows, f"{title} needed for {chance}")
    if any(trial.value is not None for _, trial in found.tried):
        show_chart(needed_chart(found, title, chance), f"{scenario_id}:needed chart")
    if not found.complete:
        first, last = found.tried[0][0], found.tried[-1][0]
        st.caption(f"The values {first} to {last} were tried.")


def _rows(found: Needed) -> list[tuple[str, str, str, str]]:
    rows = []
    for threshold in found.thresholds:
        share = percent(threshold.share, 0)
        if threshold.value is None or threshold.chance is None:
            best = f"at best {percent(found.best[1])} with {found.best[0]}" if found.best else ""
            rows.append((share, "not reached", best, ""))
        else:
            exact = fraction_text(threshold.chance, longest=LONGEST_FRACTION)
            rows.append((share, str(threshold.value), percent(threshold.chance), exact))
    return rows
