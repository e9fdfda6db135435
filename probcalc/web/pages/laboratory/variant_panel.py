"""Other rules: the same question with other dice and other numbers of the rules, beside the original."""

from __future__ import annotations

from functools import partial
from typing import Any

from probcalc.analysis.table import OddsTable
from probcalc.analysis.variant import variant
from probcalc.present.headline import headline
from probcalc.present.reports.numbers import words_report
from probcalc.present.reports.two_rules import breakpoints_report, two_rules_sentence
from probcalc.present.reports.variant import variant_reports
from probcalc.scenarios import registry
from probcalc.scenarios.errors import TooMuch
from probcalc.scenarios.fixed import fixed_of
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.control import control
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.pages.answer.counted_number import counted
from probcalc.web.pages.heat import multiples_panel as multiples
from probcalc.web.pages.heat import panel as grid
from probcalc.web.pages.heat.drawn import two_maps_card
from probcalc.web.pages.heat.shown import heat
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

# Rows, columns and cells of each map at most; the fewer where more would be too much at once.
_SIZES = ((11, 11, 121), (5, 3, 15))


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
    for place, report in enumerate(variant_reports(found)):
        st.markdown(f"**{plain(report.title)}**")
        show_report(report, f"{stands.model.id}:{report.id}")
        if not place and multiples.has_numbers(stands):
            try:
                _draw_maps(stands, visit, original)
            except TooMuch as error:
                st.caption(f"No maps: {plain(str(error))}")


def _draw_maps(stands: Standing, visit: Visit, original: dict[str, Any]) -> None:
    """The same map by both rules, where each reaches one half and what one step is worth."""
    assert stands.answer is not None
    view, text = visit.view(stands.model.id), _text(stands)
    rows, columns = multiples.number_sides(stands, view)
    measure = counted(stands.answer, view)

    def sized(size: tuple[int, int, int]) -> list[OddsTable]:
        givens = original, stands.given
        return [grid.table_of(stands, visit, given, rows, columns, measure, (size,)) for given in givens]

    both = grid.first_affordable(sized, _SIZES)
    axes = {p.name: p for p in grid.axes_of(stands)}
    sentence = headline(stands.answer, view.at_least, measure.result, measure.outcome).sentence
    cards = [heat(found, stands, sentence, axes, like=both[0]) for found in both]
    card = {
        "sentence": sentence,
        "says": two_rules_sentence(both[0], both[1], text, stands.parties),
        "picks": cards[0]["picks"],
        "maps": [
            {"letter": letter, "name": name, "card": each}
            for letter, name, each in zip("AB", ("the rules", text), cards, strict=True)
        ],
    }
    show("two maps", two_maps_card(card), partial(grid.taken, visit, stands.model.id))
    report = breakpoints_report(both[0], both[1], stands.parties)
    st.markdown(f"**{plain(report.title)}**")
    show_report(report, f"{stands.model.id}:breakpoints")
