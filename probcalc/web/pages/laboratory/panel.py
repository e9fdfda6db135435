"""For designers: every question of the laboratory that fits what is asked, one at a time."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.measure import Measure
from probcalc.analysis.report import Report
from probcalc.present import laboratory, questions
from probcalc.present.question import Asked, Option, Question
from probcalc.present.words import table_words
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.answer.counted_number import counted
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

_LONGEST = 400


def fits(stands: Standing) -> bool:
    """Whether there is an answer to look into."""
    return stands.answer is not None


def draw(stands: Standing, visit: Visit) -> None:
    """What is looked for, and what is found."""
    every = (*questions.REGISTER.questions.values(), *laboratory.REGISTER.questions.values())
    # What has a part of its own has no words here.
    fitting = [each for each in every if each.words and each.can_ask(stands.model)]
    chosen = st.selectbox(
        "Question",
        range(len(fitting)),
        index=None,
        format_func=lambda place: fitting[place].words,
        placeholder="what a designer asks",
        key=f"{stands.model.id}:laboratory",
    )
    if chosen is None:
        st.caption("Exact, for the current setup.")
        return
    assert stands.answer is not None
    for place, report in enumerate(
        _found(fitting[chosen], stands, counted(stands.answer, visit.view(stands.model.id)))
    ):
        # The question heads the first table; a further one says itself what it lists.
        if place:
            st.markdown(f"**{plain(report.title)}**")
        show_report(report, f"{stands.model.id}:laboratory:{report.id}", parties=stands.parties)


def _found(question: Question[Any], stands: Standing, wanted: Measure) -> list[Report]:
    """The reports of a question; none while something that it needs is not said yet."""
    said: dict[str, Any] = {each.name: _said(each, stands) for each in question.options}
    if not all(said[each.name] for each in question.options if each.is_required or each.is_list):
        st.caption("Fill in what is missing above.")
        return []
    freed = {
        name.partition("=")[0]
        for each in question.options
        if each.frees
        for name in (said[each.name] if each.is_list else [said[each.name]])
    }
    given = {name: value for name, value in stands.given.items() if name not in freed}
    measure = wanted if question.is_measured else None
    with progress_bar() as progress:
        found = question.find(Asked(stands.model.id, given, said, measure, progress, spending()))
    return list(question.reports(found, stands.parties))


def _said(option: Option, stands: Standing) -> Any:
    """What a reader says to an option; nothing where the page does not ask for it."""
    words = option.words if isinstance(option.words, str) else option.words(stands.model)
    key = f"{stands.model.id}:laboratory:{option.name}"
    if not words:
        return ""
    if option.fits is None or option.is_list:
        written = st.text_input(words, key=key, max_chars=_LONGEST).strip()
        return split_at_commas(written) if option.is_list else written
    # The numbers first: they are what is run through most.
    fitting = sorted(option.fits(stands.model), key=lambda each: each.kind != "integer")
    known = {each.name: table_words(each, stands.parties) for each in fitting}
    return st.selectbox(words, known, format_func=known.__getitem__, key=key) or ""


def split_at_commas(written: str) -> list[str]:
    """The words of a line, where a comma between values of one name does not divide.

    >>> split_at_commas("cc=5..15, weapon=sword,spear")
    ['cc=5..15', 'weapon=sword,spear']
    """
    found: list[str] = []
    for part in filter(None, (each.strip() for each in written.split(","))):
        if found and not any(sign in part for sign in "=<>") and "=" in found[-1]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found
