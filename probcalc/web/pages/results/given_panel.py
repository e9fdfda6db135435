"""Given that: the answer in the light of one of its own results, as the wounds given that it hit; two together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from probcalc.analysis.one_play.conditional import odds_given
from probcalc.exact.budget.bounds import metered
from probcalc.present.reports.law import law_report, numbers_report
from probcalc.present.reports.law_table import law_table
from probcalc.present.sentences.headline import sentence
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.inputs import pick_of
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import tell_in_one_line
from probcalc.web.controls.spoken import st
from probcalc.web.pages.results import together_panel as together
from probcalc.web.pages.results.known import conditions
from probcalc.web.parts.controls import pick_chip
from probcalc.web.parts.markup import tag
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view_fields import LONGEST_CONDITION
from probcalc.web.state.visit import Visit

_MOST_LAWS, _MOST_PARTS = 2, 3
_AND = " and "


def draw(stands: Standing, visit: Visit) -> None:
    """What is known, and then the answer; below it two results side by side."""
    # What the condition refuses does not hinder the table of two results.
    with tell_in_one_line(stands):
        _draw_given(stands, visit)
    if len(together.results_to_offer(stands)) > 1:
        together.draw(stands, visit)


def _draw_given(stands: Standing, visit: Visit) -> None:
    model = stands.model
    condition = visit.view(model.id).given
    offered = conditions(stands)
    parts = parts_of(condition, offered)
    # A link may bring any condition; it is offered beside those of the list.
    offered = {part: part for part in parts} | offered
    picks = [
        pick_of(f"given.{n}", "and" if n else "Given that", part, {"": "nothing", **offered})
        for n, part in enumerate([*parts, ""][:_MOST_PARTS])
    ]
    show("given", tag("div.chips", map(pick_chip, picks)), {"set": partial(_put, visit, model.id, parts)})
    if not condition:
        st.caption("Pick what has already happened; the other odds update.")
        return
    with metered(spending()):
        answer = odds_given(model.id, stands.given, condition)
    st.markdown(plain(sentence(answer)))
    numbers = numbers_report(answer)
    if numbers.rows:
        words = f"The results given that {' and '.join(offered[part] for part in parts)}"
        show_report(replace(numbers, title=words), f"{model.id}:given:numbers")
    for name in list(answer.laws)[:_MOST_LAWS]:
        show_report(law_report(law_table(answer, name), model.id), f"{model.id}:given:{name}", drawn=True)


def parts_of(condition: str, known: Mapping[str, str]) -> list[str]:
    """What a condition joins by "and", where all of that is known; else the whole of it.

    >>> parts_of("hit and wounds >= 2", {"hit": "Hit", "wounds >= 2": "Wounds: 2 or more"})
    ['hit', 'wounds >= 2']
    >>> parts_of("hit or slain", {"hit": "Hit"}), parts_of("", {})
    (['hit or slain'], [])
    """
    parts = condition.split(_AND)
    return parts if all(part in known for part in parts) else [condition] if condition else []


def _put(visit: Visit, scenario_id: str, parts: Sequence[str], rest: str) -> None:
    field, _, value = rest.partition("=")
    place = field.removeprefix("given.")
    if not (place.isdecimal() and int(place) <= len(parts)):
        return
    joined = _AND.join(filter(None, dict.fromkeys([*parts[: int(place)], value, *parts[int(place) + 1 :]])))
    if len(joined) <= LONGEST_CONDITION:
        visit.look(scenario_id, given=joined)
