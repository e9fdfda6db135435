"""The odds of an answer: its chances one by one, and each law as a chart with the table beside it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from probcalc.analysis.measure import headline_in
from probcalc.analysis.report import Report
from probcalc.present.reports.law import law_report
from probcalc.present.reports.numbers import numbers_report
from probcalc.present.table import TAILS, Tail, law_table
from probcalc.scenarios.answer import Answer
from probcalc.web.controls.charts_and_tables import copy_report, file_name, show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.answer.drawn import named_law as named_law_part
from probcalc.web.pages.answer.rows import rows
from probcalc.web.pages.fight.shown import named_law
from probcalc.web.parts.rows import paged_table
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import address_word
from probcalc.web.state.visit import Visit

MOST_ROWS = 60

_MOST_COPIED = 500
"""In outcomes: a longer law is kept as a file."""


def name_of_law_shown(answer: Answer, view: View) -> str:
    """The law that the chart shows: what counts when it is one, else the headline, else the first; "" without any."""
    laws = answer.laws
    preferred = [name for name in (view.result, headline_in(answer)) if name in laws]
    return next(iter([*preferred, *laws]), "")


def draw(answer: Answer, view: View) -> None:
    """The chart of the law that counts, and every other number of the answer."""
    scenario_id = answer.scenario.id
    name = name_of_law_shown(answer, view)
    if name and len(answer[name]) > MOST_ROWS:
        _draw_paged(answer, name)
    elif name:
        law = law_table(answer, name)
        key = f"{scenario_id}:tail"
        tail = tail_of_view(view)
        if law.is_ordered:
            st.segmented_control(
                "Line",
                TAILS,
                default=tail,
                required=True,
                **widget(key, tail, partial(_turn, scenario_id)),
                label_visibility="collapsed",
            )
        _law(answer, name, tail)
    numbers = numbers_report(answer)
    if numbers.rows:
        show_report(numbers, f"{scenario_id}:numbers")


def _law(answer: Answer, name: str, tail: Tail | None = None) -> None:
    """A law and its table: with a tail bars over numbers, of names one bar or rows."""
    law, key = law_table(answer, name), f"{answer.scenario.id}:law {name}"
    report = law_report(law, answer.scenario.id, tail or TAILS[0])
    if law.is_ordered:
        show_report(report, key, drawn=tail is None)
        return
    show(f"named {key}", named_law_part(named_law(answer, name)))
    show_report(replace(report, says=(), counts=""), key, drawn=True)


def tail_of_view(view: View) -> Tail:
    """What the line of the chart adds up.

    >>> tail_of_view(View()), tail_of_view(View(tail="at_most"))
    ('at least', 'at most')
    """
    return next((tail for tail in TAILS if address_word(tail) == view.tail), TAILS[0])


def _turn(scenario_id: str, tail: Tail) -> None:
    visits.current().look(scenario_id, tail="" if tail == TAILS[0] else address_word(tail))


def _draw_paged(answer: Answer, name: str) -> None:
    """A long law, twenty rows at a time; its picture is on the result card."""
    visit = visits.current()
    key = f"{answer.scenario.id}:{name}"
    answers = {"rows": partial(_turn_rows, visit, answer.scenario.id)}
    show(f"rows-{key}", paged_table(rows(answer, name, visit.rows.get(key))), answers)
    scenario_id = answer.scenario.id
    whole = partial(_whole, answer, name)
    shown = whole() if len(answer[name]) <= _MOST_COPIED else None
    copy_report(whole, file_name(scenario_id, name), f"{key} rows", shown=shown)


def _whole(answer: Answer, name: str) -> Report:
    return law_report(law_table(answer, name, cut=False), answer.scenario.id)


def _turn_rows(visit: Visit, scenario_id: str, rest: str) -> None:
    name, _, text = rest.partition("=")
    if text.isascii() and text.isdecimal() and len(text) < 9:
        visit.touch()
        visit.rows[f"{scenario_id}:{name}"] = int(text)


def how_many(stands: Standing, visit: Visit) -> str:
    """How many results the answer has."""
    return f"{len(stands.answer)} of them" if stands.answer is not None and len(stands.answer) > 1 else ""


def draw_all(stands: Standing, visit: Visit) -> None:
    """The law that counts as a chart and a table, then every other result."""
    draw(stands.answered, visit.view(stands.model.id))
    _draw_others(stands, visit)


def _draw_others(stands: Standing, visit: Visit) -> None:
    """All laws of the answer but the one that the chart shows: tables, and a bar of 100% where there are few names."""
    answer, view = stands.answered, visit.view(stands.model.id)
    for name in answer.laws:
        if name != name_of_law_shown(answer, view) and len(answer[name]) > MOST_ROWS:
            _draw_paged(answer, name)
        elif name != name_of_law_shown(answer, view):
            _law(answer, name)


def touch(*_: Any) -> None:
    """A widget without a place in the address was used."""
    visits.current().touch()
