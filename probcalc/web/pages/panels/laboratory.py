"""For designers: what each step of a number is worth, dead numbers, dominance, swing, fairness, rulings, faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import streamlit as st

from probcalc.analysis.laboratory.along import all_along, along
from probcalc.analysis.laboratory.fairness import fairness
from probcalc.analysis.laboratory.faults import faults
from probcalc.analysis.laboratory.matrix import matrix
from probcalc.analysis.laboratory.swing import contest_of, swings
from probcalc.analysis.measure import Measure
from probcalc.analysis.presets import preset_parameters
from probcalc.analysis.report import Report
from probcalc.present.reports import laboratory as reports
from probcalc.present.reports.faults import faults_report
from probcalc.present.words import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.markdown_text import plain
from probcalc.web.pages.counted_number import counted
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing to look for: its words, for which requests it fits, and what makes its reports."""

    words: str
    fits: Callable[[Standing], bool]
    found: Callable[[Standing, Measure], Iterator[Report]]


def fits(stands: Standing) -> bool:
    """Whether there is an answer to look into."""
    return stands.answer is not None


def draw(stands: Standing, visit: Visit) -> None:
    """What is looked for, and what is found."""
    kinds = [kind for kind in KINDS if kind.fits(stands)]
    chosen = st.selectbox(
        "Look for",
        range(len(kinds)),
        index=None,
        format_func=lambda place: kinds[place].words,
        placeholder="what a designer asks",
        key=f"{stands.model.id}:laboratory",
    )
    if chosen is None:
        st.caption("Each is an exact table, with this request as it stands.")
        return
    assert stands.answer is not None
    try:
        for report in kinds[chosen].found(stands, counted(stands.answer, visit.view(stands.model.id))):
            show_report(report, f"{stands.model.id}:laboratory:{report.id}")
    except InputError as error:
        st.info(plain(in_words(str(error), stands.model)))


def _numbers(stands: Standing, wanted: Measure) -> Iterator[Report]:
    found = all_along(stands.model.id, stands.given, wanted, budget=spending())
    yield reports.numbers_report(found)
    if not found[0].is_dead:
        over = found[0].parameter.name
        yield reports.along_report(along(stands.model.id, stands.given, over, wanted, budget=spending()))


def _dominance(stands: Standing, wanted: Measure) -> Iterator[Report]:
    found = matrix(stands.model.id, stands.given, "", "", wanted, budget=spending())
    yield reports.dominance_report(found)
    yield reports.matrix_report(found)


def _swing(stands: Standing, _: Measure) -> Iterator[Report]:
    assert stands.answer is not None
    found = swings(stands.model.id, stands.given, spending())
    yield reports.swing_report(stands.model.id, found, [stands.answer.declared(each.result).label for each in found])


def _fairness(stands: Standing, _: Measure) -> Iterator[Report]:
    assert stands.answer is not None
    yield reports.fairness_report(fairness(stands.model.id, stands.given, spending()), stands.answer.sides)


def _faults(stands: Standing, _: Measure) -> Iterator[Report]:
    system = registry.system(stands.model.id.partition(".")[0])
    ready = [preset.parameters for preset in system.presets if preset.scenario == stands.model.id]
    yield faults_report(stands.model.title, [faults(stands.model, ready, spending())])


def _always(_: Standing) -> bool:
    return True


def _has_two_tables(stands: Standing) -> bool:
    return len({parameter.whose for parameter in preset_parameters(stands.model)}) > 1


def _is_contest(stands: Standing) -> bool:
    return stands.answer is not None and contest_of(stands.answer) is not None


KINDS = (
    Kind("What each number can change, and where it changes nothing", _always, _numbers),
    Kind("Who is best against whom, and who never is", _has_two_tables, _dominance),
    Kind("How much it swings", _always, _swing),
    Kind("How fair it is, and what evens it", _is_contest, _fairness),
    Kind("What never happens, never matters, or is told apart for nothing", _always, _faults),
)
