"""House rules: the same question with other dice and other numbers of the rules, beside the original."""

from __future__ import annotations

from functools import partial

from probcalc.analysis.beside.variant import variant
from probcalc.analysis.numbers.measure import Measure
from probcalc.present.reports.variant import variant_reports
from probcalc.present.words.other_rules import rules_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.laboratory.panel import way_to
from probcalc.web.pages.laboratory.rules import rules_card, set_rule, step_rule
from probcalc.web.state import games
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit


def title(stands: Standing) -> str:
    """The heading, which says by which variant the page answers."""
    text = _text(stands)
    try:
        words = rules_words(text, registry.system_of(stands.model.id))
    except InputError:
        words = text
    return f"House rules: {words}" if words else "House rules: what if it used 2d10?"


def _text(stands: Standing) -> str:
    return str(stands.given.get(VARIANT.name, ""))


def draw(stands: Standing, visit: Visit) -> None:
    """The dice and numbers to tap, and what they change."""
    model, text = stands.model, _text(stands)
    answers: Answers = {
        "set": partial(set_rule, visit, model.id, text),
        "step": partial(step_rule, visit, model.id, text),
        "turn": visit.turn,
    }
    show("house rules", rules_card(model, visit, text, "By which rules", is_beside=False), answers)
    st.caption("The whole page uses these rules.")
    if games.game_of(model.id) is None:
        way_to(stands, visit)
    if text and stands.answer is not None:
        draw_beside(stands, text, measure_shown(stands.answer, visit.view(model.id)), model.id)


def draw_beside(stands: Standing, text: str, measure: Measure, key: str) -> None:
    """The same question by both rules."""
    original = {name: value for name, value in stands.given.items() if name != VARIANT.name}
    for report in variant_reports(variant(stands.model.id, original, text, measure, budget=spending())):
        st.markdown(f"**{plain(report.title)}**")
        show_report(report, f"{key}:{report.id}")
