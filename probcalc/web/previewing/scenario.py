"""The link of one question: its answer as the link looks at it, with the names of own units."""

from __future__ import annotations

from dataclasses import replace

from probcalc import links
from probcalc.links.addresses import SCENARIO_KEY
from probcalc.present.card import card_svg
from probcalc.present.headline import headline
from probcalc.present.line import answer_line
from probcalc.scenarios import registry
from probcalc.web.pages.answer.counted_number import what_was_chosen
from probcalc.web.paths import encode, path_of
from probcalc.web.previewing.everybody import of_balance
from probcalc.web.previewing.found import Fields, Found, preview_of
from probcalc.web.state import called
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import part_query, view_query

# How an answer is looked at beside these changes nothing of its card.
_SHOWN = ("result", "at_least", "outcome", "called")


def of_scenario(fields: Fields) -> Found | None:
    """What the link of one question shows; None where it asks nothing, or less than was meant."""
    if SCENARIO_KEY not in fields:
        return None
    rest, looked, wrong = part_query(fields)
    view = View(**{name: getattr(looked, name) for name in _SHOWN})
    asked = links.from_query(rest)
    if asked.scenario_id is None or asked.doubts:
        return None
    if not wrong and (everybody := of_balance(asked.scenario_id, asked.given, looked)) is not None:
        return everybody
    answer = registry.answer(asked.scenario_id, asked.given)
    names = called.holding(called.names_of_request(asked.scenario_id, view.called, asked.given), asked.given)
    answer = answer.called(names) if names else answer
    if view.result not in answer:
        view = replace(view, result="")
    counts = what_was_chosen(answer, view)
    request = links.to_query(asked.scenario_id, asked.given)
    title, line = headline(answer, *counts).text, answer_line(answer, *counts)
    path = path_of(registry.system_id_of(asked.scenario_id))
    twin = f"odds/{asked.scenario_id}?{encode(request)}"
    return Found(
        preview_of(title, line, path, request | view_query(view), twin), lambda theme: card_svg(answer, *counts, theme)
    )
