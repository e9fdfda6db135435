"""Other rules: the same question with other dice and other numbers of the rules, beside the original."""

from __future__ import annotations

from probcalc.analysis.variant import variant
from probcalc.present.reports.numbers import words_report
from probcalc.present.reports.variant import variant_reports
from probcalc.scenarios import registry
from probcalc.scenarios.fixed import fixed_of
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.control import control
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.pages.answer.counted_number import counted
from probcalc.web.pages.laboratory.panel import way_to
from probcalc.web.state import games
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit


def fits(stands: Standing) -> bool:
    """Whether it is a game whose dice are its rules."""
    return registry.system_of(stands.model.id).is_game


def title(stands: Standing) -> str:
    """The heading, which says by which variant the page answers."""
    text = _text(stands)
    return f"House rules: {text}" if text else "House rules: what if it used 2d10?"


def _text(stands: Standing) -> str:
    return str(stands.given.get(VARIANT.name, ""))


def draw(stands: Standing, visit: Visit) -> None:
    """The variant as text, the numbers that it may change, and what it changes."""
    model, text = stands.model, _text(stands)
    control(stands.slot, model, VARIANT, text, "", "Changes to the rules")
    st.caption(plain("For example d20=2d10, or d6=d8; lowest=2. The whole page then uses these rules."))
    if games.game_of(model.id) is None:
        way_to(stands, visit)
    if text and stands.answer is not None:
        _draw_beside(stands, visit, text)
    numbers = fixed_of(model)
    if numbers:
        rows = [(name, str(each.value), each.help) for name, each in numbers.items()]
        head = ("number", "in the rules", "what it is")
        st.markdown("**Numbers of the rules**")
        show_report(words_report("numbers", "Numbers of the rules", head, rows, model.id), f"{model.id}:fixed")


def _draw_beside(stands: Standing, visit: Visit, text: str) -> None:
    """The same question by both rules."""
    assert stands.answer is not None
    original = {name: value for name, value in stands.given.items() if name != VARIANT.name}
    found = variant(
        stands.model.id, original, text, counted(stands.answer, visit.view(stands.model.id)), budget=spending()
    )
    for report in variant_reports(found):
        st.markdown(f"**{plain(report.title)}**")
        show_report(report, f"{stands.model.id}:{report.id}")
