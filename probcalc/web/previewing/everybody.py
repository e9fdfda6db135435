"""The link of everybody against everybody: who leads, and how each stands against all others."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote, urlencode

from probcalc.analysis.balance.asking import balance
from probcalc.analysis.balance.names import names_by_entry
from probcalc.analysis.balance.sided import is_sided
from probcalc.exact.budget.bounds import Budget
from probcalc.links import to_query
from probcalc.present.cards.told import told_card_svg
from probcalc.present.reports.all_against_all import findings, verdict
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given
from probcalc.web.pages.everybody.shown import picture_to_hand_on
from probcalc.web.paths import path_of
from probcalc.web.previewing.found import Found, preview_of
from probcalc.web.state.balances import Asked, question_of_view
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import names_in, view_query

PART = "everybody"
_MOST_STEPS = 5_000_000
"""Of all fights of a preview: about half a second."""


def of_balance(scenario_id: str, given: Given, view: View) -> Found | None:
    """What a link shows whose part opened last is everybody against everybody.

    None for any other, and where that is refused or takes long: then it is the question that the link shows.
    """
    if names_in(view.turned)[-1:] != [PART] or not is_sided(scenario_id, by_table=True):
        return None
    try:
        asked = question_of_view(scenario_id, given, view)
        found = balance(scenario_id, steps=Budget(_MOST_STEPS), **asked._asdict())
    except InputError:
        return None
    looked = View(turned=PART, who=view.who, budget=view.budget, costs=view.costs, field=view.field, places=view.places)
    query = to_query(scenario_id, given) | view_query(looked)
    names = names_by_entry(found)
    title, about = verdict(found, names), " ".join(findings(found, names))
    path = path_of(registry.system_id_of(scenario_id))
    return Found(
        preview_of(title, about, path, query, _twin(scenario_id, asked)),
        partial(told_card_svg, picture_to_hand_on(found)),
    )


def _twin(scenario_id: str, asked: Asked) -> str:
    """Where a program asks the same."""
    said = [("entries", ",".join(asked.entries))] if asked.entries else []
    said += [("budget", asked.budget)] if asked.budget else []
    said += [("cost", f"{name}={cost}") for name, cost in (asked.costs or {}).items()]
    said += [("field", f"{name}={weight}") for name, weight in (asked.field or {}).items()]
    said += [("places", asked.places)] if asked.places != "both" else []
    said += to_query(scenario_id, asked.parameters).items()
    return f"balance/{scenario_id}?{urlencode(said, quote_via=quote, safe=',')}"
