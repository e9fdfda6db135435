"""What lies below the maps: every question of the laboratory as a row, opened and computed only when it is asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from probcalc.analysis.balance.sided import is_sided
from probcalc.links.commands import to_variant, to_variant_python
from probcalc.present.reports.law import words_report
from probcalc.present.reports.two_rules import two_rules_report
from probcalc.present.writing.report import report_csv
from probcalc.scenarios.fixed import fixed_numbers_of
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.handing_on import file_button, show_elsewhere, show_link
from probcalc.web.controls.refusals import tell_in_one_line
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.everybody import panel as everybody
from probcalc.web.pages.laboratory import panel as laboratory
from probcalc.web.pages.laboratory.shown import Both
from probcalc.web.pages.laboratory.variant_panel import draw_beside
from probcalc.web.parts.numbers import amount
from probcalc.web.state import visit as visits
from probcalc.web.state.view_fields import names_in, with_name
from probcalc.web.state.visit import Visit

_RULES, _EVERYBODY, _NUMBERS, _SHARE = "rules", "everybody", "fixed", "share"
_OWN = (_RULES, _EVERYBODY, _NUMBERS, _SHARE)


class Row(NamedTuple):
    """A row: its name in addresses, what stands on it, and what draws it when it is open."""

    id: str
    title: str
    inside: Callable[[], None]


def all_rows() -> list[str]:
    """The names of all rows that there may be."""
    return [*laboratory.every_question(), *_OWN]


def turn(visit: Visit, scenario_id: str, name: str) -> None:
    """Open what is closed, close what is open; what folds within a card stands in no address."""
    if name not in all_rows():
        visit.turn(name)
        return
    opened = visit.view(scenario_id).asked
    visit.look(scenario_id, asked=with_name(opened, name, name not in names_in(opened)))


def draw(visit: Visit, both: Both, link: str) -> None:
    """The rows; `link` is the address of the page."""
    scenario_id = both.printed.model.id
    with st.container(key="lab-rows"):
        st.header("Questions about the rules" if both.rule else "Questions", anchor=False)
        for row in _rows(visit, both, link):
            opened = row.id in names_in(visit.view(scenario_id).asked)
            key = f"{scenario_id}:laboratory:row:{row.id}"
            place = st.expander(row.title, opened, **widget(key, opened, partial(_turn, scenario_id, row.id)))
            if opened:
                with place, tell_in_one_line(both.printed):
                    row.inside()


def _turn(scenario_id: str, name: str, is_open: bool) -> None:
    visit = visits.current()
    if is_open != (name in names_in(visit.view(scenario_id).asked)):
        turn(visit, scenario_id, name)


def _rows(visit: Visit, both: Both, link: str) -> list[Row]:
    stands = both.printed
    found = []
    if both.rule and both.changed.answer is not None:
        text, key = both.changed.given[VARIANT.name], f"{stands.model.id}:laboratory:rules"
        inside = partial(draw_beside, stands, text, both.measure, key)
        found.append(Row(_RULES, "Every result, unit, weapon and modifier under both rules", inside))
    found += [
        Row(name, each.words, partial(laboratory.draw_question, name, stands, visit))
        for name, each in laboratory.fitting(stands).items()
    ]
    if is_sided(stands.model.id, by_table=True):
        found.append(Row(_EVERYBODY, "Everybody against everybody", partial(everybody.draw, stands, visit)))
    if fixed_numbers_of(stands.model):
        found.append(Row(_NUMBERS, "Numbers of the rules", partial(draw_numbers, both)))
    return [*found, Row(_SHARE, "Share: link, QR code, files, command line", partial(_share, both, link))]


def draw_numbers(both: Both) -> None:
    """The numbers that the rules fix, by the names that a variant has for them."""
    model = both.printed.model
    rows = [(name, str(each.value), each.help) for name, each in fixed_numbers_of(model).items()]
    head = ("number", "in the rules", "what it is")
    show_report(words_report("numbers", "Numbers of the rules", head, rows, model.id), f"{model.id}:fixed")


def _share(both: Both, link: str) -> None:
    """The link, the maps as a file, and the same comparison elsewhere."""
    show_link(link)
    model, stands = both.printed.model, both.printed
    if both.maps is not None:
        name = f"{model.id.replace('.', '-')}-two-rules.csv"
        file_button("CSV", report_csv(two_rules_report(*both.maps, stands.parties)), name, f"{model.id}:two")
    if not both.rule or both.changed.answer is None:
        show_elsewhere(link)
        return
    asked = model.id, stands.given, both.changed.given[VARIANT.name]
    unit = both.measure.unit(stands.answered)
    one, other = ("" if value is None else amount(value, unit) for value in both.values)
    said = f"{both.sentence}: {one}; with {both.rule}: {other}."
    show_elsewhere(link, said, to_variant(*asked), to_variant_python(*asked))
