"""The odds of an answer: its chances one by one, and each law as a chart with the table beside it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate

from probcalc.analysis.findings.report import Report
from probcalc.analysis.numbers.measure import headline_in
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.numbers.decimals import percent
from probcalc.present.reports.law import law_report, numbers_report
from probcalc.present.reports.law_table import TAILS, Tail, law_table
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.controls.charts_and_tables import copy_report, file_name, show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.fight.fates_drawn import named_law
from probcalc.web.parts.controls import Action
from probcalc.web.parts.markup import Markup
from probcalc.web.parts.rows import paged_table
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import address_word
from probcalc.web.state.visit import Visit

MOST_ROWS = 60
_AT_ONCE = 20
_LONGEST_FRACTION = 24
_MOST_COPIED = 500
"""In outcomes: a longer law is kept as a file."""


def name_of_law_shown(answer: Answer, view: View) -> str:
    """The law that the chart shows: what counts when it is one, else the headline, else the first; "" without any."""
    laws = answer.laws
    preferred = [name for name in (view.result, headline_in(answer)) if name in laws]
    return next(iter([*preferred, *laws]), "")


def draw(stands: Standing, visit: Visit) -> None:
    """The law that counts as a chart and a table, every chance, then all other laws: tables, or a bar of 100%."""
    answer, view = stands.answered, visit.view(stands.model.id)
    scenario_id = answer.scenario.id
    shown = name_of_law_shown(answer, view)
    if shown and len(answer[shown]) > MOST_ROWS:
        _draw_paged(answer, shown)
    elif shown:
        tail = next((tail for tail in TAILS if address_word(tail) == view.tail), TAILS[0])
        if law_table(answer, shown).is_ordered:
            st.segmented_control(
                "Line",
                TAILS,
                default=tail,
                required=True,
                **widget(f"{scenario_id}:tail", tail, partial(_turn, scenario_id)),
                label_visibility="collapsed",
            )
        _law(answer, shown, tail)
    numbers = numbers_report(answer)
    if numbers.rows:
        show_report(numbers, f"{scenario_id}:numbers")
    for name in answer.laws:
        if name != shown:
            (_draw_paged if len(answer[name]) > MOST_ROWS else _law)(answer, name)


def _law(answer: Answer, name: str, tail: Tail | None = None) -> None:
    """A law and its table: with a tail bars over numbers, of names one bar or rows."""
    law, key = law_table(answer, name), f"{answer.scenario.id}:law {name}"
    report = law_report(law, answer.scenario.id, tail or TAILS[0])
    if law.is_ordered:
        show_report(report, key, drawn=tail is None)
        return
    show(f"named {key}", named_law(answer, name))
    show_report(replace(report, says=(), counts=""), key, drawn=True)


def _turn(scenario_id: str, tail: Tail) -> None:
    visits.current().look(scenario_id, tail="" if tail == TAILS[0] else address_word(tail))


def _draw_paged(answer: Answer, name: str) -> None:
    """A long law, twenty rows at a time; its picture is on the result card."""
    visit, scenario_id = visits.current(), answer.scenario.id
    key = f"{scenario_id}:{name}"
    answers = {"rows": partial(_turn_rows, visit, scenario_id)}
    show(f"rows-{key}", rows_of_law(answer, name, visit.rows.get(key)), answers)

    def whole() -> Report:
        return law_report(law_table(answer, name, cut=False), scenario_id)

    shown = whole() if len(answer[name]) <= _MOST_COPIED else None
    copy_report(whole, file_name(scenario_id, name), f"{key} rows", shown=shown)


def rows_of_law(answer: Answer, name: str, start: int | None) -> Markup:
    """Twenty rows of a law of an answer; without a start those around its likeliest outcome.

    >>> import probcalc
    >>> found = rows_of_law(probcalc.odds("custom.roll", roll="100d100"), "result", None)
    >>> found.count("<tr>"), "5050" in found, "4941 to 4960 of 9901" in found
    (21, True, True)
    >>> [cell in rows_of_law(probcalc.odds("custom.roll", roll="2d6"), "result", None) for cell in ("97.2%", "1/18")]
    [True, True]
    """
    law: Distribution = answer[name]
    declared = answer.declared(name)
    outcomes, weights = list(law.weights), list(law.weights.values())
    count, names = len(outcomes), answer.outcome_names(name)
    if start is None:
        start = weights.index(max(weights)) - _AT_ONCE // 2
    start = max(0, min(start, count - _AT_ONCE))
    last = min(count, start + _AT_ONCE)
    has_tails = law.is_extended
    below = [0, *accumulate(weights)]
    listed = []
    for n in range(start, last):
        row = [outcome_words(outcomes[n], names), percent(Fraction(weights[n], law.total))]
        if has_tails:
            row += [percent(Fraction(law.total - below[n], law.total)), percent(Fraction(below[n + 1], law.total))]
        listed.append([*row, fraction_text(Fraction(weights[n], law.total), longest=_LONGEST_FRACTION)])
    tails = ["or more", "or fewer"] if has_tails else []
    turns: list[Action] = []
    if start:
        turns.append({"label": f"{_AT_ONCE} before", "tap": f"rows {name}={max(0, start - _AT_ONCE)}"})
    if last < count:
        turns.append({"label": f"{_AT_ONCE} after", "tap": f"rows {name}={last}"})
    head = [declared.unit or "outcome", "exactly", *tails, "as a fraction"]
    return paged_table(declared.label, head, listed, f"{start + 1} to {last} of {count}", turns)


def _turn_rows(visit: Visit, scenario_id: str, rest: str) -> None:
    name, _, text = rest.partition("=")
    if text.isascii() and text.isdecimal() and len(text) < 9:
        visit.touch()
        visit.rows[f"{scenario_id}:{name}"] = int(text)
