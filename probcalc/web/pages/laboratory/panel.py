"""The questions of the laboratory: the way to them, and each with what it asks for and finds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from probcalc.analysis.findings.report import Report
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import metered
from probcalc.present import laboratory, questions
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.words.requests import table_words
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.view_choice import choose
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.controls.widget import widget
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.laboratory.drawn import option_form, ways_to
from probcalc.web.pages.laboratory.forms import FORMS, first_text, parted_field, split_at_commas
from probcalc.web.parts.controls import Link, after_step
from probcalc.web.state import address, games
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view_fields import LONGEST_TRIED
from probcalc.web.state.visit import Visit

PAGE = "laboratory"
_LONGEST = 400


def draw(stands: Standing, visit: Visit) -> None:
    """The way to the laboratory, and to each of the questions that it answers there."""
    way_to(stands, visit, with_questions=True)


def every_question() -> dict[str, Question[Any]]:
    """The questions that a page asks, by their names; what has a part of its own has no words here."""
    every = questions.all_questions(but=("system", "requests", "nothing"))
    return {name: each for name, each in every.items() if each.words}


def fitting(stands: Standing) -> dict[str, Question[Any]]:
    """Those that can be asked of a scenario."""
    return {name: each for name, each in every_question().items() if each.can_ask(stands.model)}


def way_to(stands: Standing, visit: Visit, with_questions: bool = False) -> None:
    """The way to the laboratory with this question, and to each of the questions that it answers there."""
    view = visit.view(stands.model.id)
    words = {name: each.words for name, each in fitting(stands).items()} if with_questions else {}
    views = {"": view, **{name: replace(view, asked=name) for name in words}}
    queries = {name: address.query_of(stands.model.id, stands.given, each) for name, each in views.items()}
    rows: list[Link] = [
        {
            "label": words.get(name, "Open the laboratory"),
            "href": address.link_within(visit, PAGE, query),
            "tap": f"go {name}",
        }
        for name, query in queries.items()
    ]

    def go(name: str) -> None:
        if name in queries:
            # The addresses of both pages say the same, so that it is no news which question is meant.
            visit.look(stands.model.id, asked=name)
            visit.chosen[PAGE] = stands.model.id
            visit.going = PAGE, {} if games.behind(PAGE, queries[name]) else queries[name]

    key = "to questions" if with_questions else "to laboratory"
    show(key, ways_to(rows), {"go": go})


def draw_question(name: str, stands: Standing, visit: Visit) -> None:
    """What a question asks for beside the request, and what it finds."""
    wanted = measure_shown(stands.answered, visit.view(stands.model.id))
    for place, report in enumerate(_find(name, stands, wanted)):
        # The question heads the first table; a further one says itself what it lists.
        if place:
            st.markdown(f"**{plain(report.title)}**")
        show_report(report, f"{stands.model.id}:laboratory:{name}:{report.id}", parties=stands.parties)


def _find(name: str, stands: Standing, wanted: Measure) -> list[Report]:
    """The reports of a question; none while something that it needs is not said yet."""
    question = (questions if name in questions.REGISTER.names else laboratory).REGISTER.question(name)
    said: dict[str, str | list[str]] = {}
    for each in question.options:
        before = next((one for one in said.values() if isinstance(one, str)), "")
        said[each.name] = _option_given(f"{name}.{each.name}", each, stands, before)
    if not all(said[each.name] for each in question.options if each.is_required or each.is_list):
        st.caption("Choose above what to search.")
        return []
    freeing = (said[each.name] for each in question.options if each.frees)
    freed = {one.partition("=")[0] for told in freeing for one in ([told] if isinstance(told, str) else told)}
    given = {key: value for key, value in stands.given.items() if key not in freed}
    measure = wanted if question.is_measured else None
    with progress_bar() as progress, metered(spending()):
        asked = Asked(stands.model.id, given, said, measure, progress, names=stands.parties)
        found = question.find(asked)
    return list(question.reports(found, asked))


def _option_given(field: str, option: Option, stands: Standing, of: str) -> str | list[str]:
    """What a reader says to an option; nothing where the page does not ask for it. `of` is what was said before."""
    if not option.words:
        return ""
    if option.fits is None or option.is_list:
        if option.form in FORMS:
            text = _tapped(f"{field}.{of}" if option.form == "VALUES" else field, option, stands, of)
        else:
            text = _tried(stands).get(field, "")
            shown = widget(_key(stands, field), text, partial(_try, stands, field))
            st.text_input(option.words, text, max_chars=_LONGEST, **shown)
        return split_at_commas(text) if option.is_list else text
    # The numbers first: they are what is run through most.
    fitting = sorted(option.fits(stands.model), key=lambda each: each.kind != "integer")
    known = {each.name: table_words(each, stands.parties) for each in fitting}
    chosen = _tried(stands).get(field, "")
    present = chosen if chosen in known else next(iter(known), "")
    if not known:
        return present
    choose(option.words, known, present, _key(stands, field), partial(_try, stands, field))
    return present


def _key(stands: Standing, field: str) -> str:
    return f"{stands.model.id}:laboratory:{field.replace('.', ':')}"


def _tried(stands: Standing) -> dict[str, str]:
    """What options were said, each by its question and its name."""
    parts = (part.partition("=") for part in visits.current().view(stands.model.id).tried.split(";"))
    return {field: text for field, _, text in parts}


def _try(stands: Standing, field: str, text: str) -> None:
    """Say an option; it stands in the address."""
    said = {**_tried(stands), field: text.replace(";", ",").strip()[:_LONGEST]}
    said.pop("", None)
    while len(tried := ";".join(f"{each}={text}" for each, text in said.items())) > LONGEST_TRIED:
        # What was said first goes first: of a link that is too long all would be lost.
        del said[next(each for each in said if each != field)]
    visits.current().look(stands.model.id, tried=tried)


def _tapped(field: str, option: Option, stands: Standing, of: str) -> str:
    """The text of an option, tapped together."""
    form = FORMS[option.form]
    text = _tried(stands).get(field, first_text(stands, option))
    groups = form.groups(stands, option, text, of)
    items = [item for group in groups for item in group["items"]]

    def put(rest: str) -> None:
        named, _, value = rest.partition("=")
        name, inner = parted_field(stands, named.removeprefix(f"{option.name}."))
        _try(stands, field, form.after(stands, text, name, inner, value))

    def step(rest: str) -> None:
        named, _, value = rest.partition("=")
        if named == f"{option.name}[]" and value in ("1", "-1"):
            _try(stands, field, form.after(stands, text, "", "", value))
        elif after := after_step(items, rest):
            put(after)

    show(_key(stands, field), option_form(option.words, groups), {"set": put, "step": step})
    return text
