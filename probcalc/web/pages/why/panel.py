"""Why this number: the picture that arrives at it, every roll in words, and the whole as text to keep."""

from __future__ import annotations

from probcalc.present.reports.answer import answer_report
from probcalc.present.reports.explanation import explanation, explanation_report
from probcalc.present.words.party_names import name_all
from probcalc.present.writing.report import report_markdown
from probcalc.scenarios.fights import Fight
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button
from probcalc.web.pages.answer.counted_number import measure_shown, sentence_of
from probcalc.web.pages.why import shown as why
from probcalc.web.pages.why.drawn import why_card
from probcalc.web.pages.why.words import words_card
from probcalc.web.parts.markup import tag
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit


def text_at_first(stands: Standing, visit: Visit) -> str:
    """What is needed at first, or what one run of several comes to; of a fight its turns would have to be played."""
    if stands.answer is None or isinstance(stands.answer.scenario, Fight):
        return ""
    return why.in_short(stands.answer, measure_shown(stands.answer, visit.view(stands.model.id)))


def draw(stands: Standing, visit: Visit) -> None:
    """The picture beside the words."""
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    measure = measure_shown(stands.answered, view)
    result = measure.result
    found = name_all(stands.answered, explanation(stands.answered, result))
    picture = why_card(why.picture(stands.answered, measure, found, sentence_of(stands.answered, measure)))
    show("why", tag("div.why-two", picture, words_card(stands.answered, found)))
    reports = answer_report(stands.answered, result=result, in_full=True), explanation_report(stands.answered, result)
    text = "\n\n".join(map(report_markdown, reports))
    name = f"{scenario_id.replace('.', '-')}-why.md"
    file_button("All of it as Markdown", text, name, f"{scenario_id}:explanation")
