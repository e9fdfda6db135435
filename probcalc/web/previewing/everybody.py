"""The link of everybody against everybody: who leads, and how each stands against all others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from probcalc.analysis.balance.asking import Balance, balance
from probcalc.analysis.balance.names import called
from probcalc.analysis.balance.sided import is_sided
from probcalc.exact.budget.bounds import Budget
from probcalc.links import to_query
from probcalc.present.card_parts import Number, Row
from probcalc.present.decimals import percent
from probcalc.present.reports.all_against_all import findings, points_text, verdict
from probcalc.present.told_card import Told, told_card_svg
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.pages.shown.everybody import card_of
from probcalc.web.paths import path_of
from probcalc.web.previewing.found import Found, said
from probcalc.web.state.balances import Asked, asked_of
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import turned, view_query

PART = "everybody"
_MOST_STEPS = 5_000_000
"""Of all fights of a preview: about half a second."""


def of_balance(scenario_id: str, given: Mapping[str, Any], view: View) -> Found | None:
    """What a link shows whose part opened last is everybody against everybody.

    None for any other, and where that is refused or takes long: then it is the question that the link shows.
    """
    if turned(view)[-1:] != [PART] or not is_sided(scenario_id, by_table=True):
        return None
    try:
        asked = asked_of(scenario_id, given, view)
        found = balance(scenario_id, steps=Budget(_MOST_STEPS), **asked._asdict())
    except InputError:
        return None
    looked = View(turned=PART, who=view.who, budget=view.budget, costs=view.costs, places=view.places)
    query = to_query(scenario_id, given) | view_query(looked)
    names = called(found)
    title, about = verdict(found, names), " ".join(findings(found, names))
    path = path_of(registry.system_id_of(scenario_id))
    return Found(said(title, about, path, query, _twin(scenario_id, asked)), partial(told_card_svg, _told(found)))


def _told(found: Balance) -> Told:
    """The card: how often whoever leads wins, and beside it the others by their rank."""
    names, matrix, card = called(found), found.matrix, card_of(found, False)
    order = sorted(range(matrix.size), key=lambda place: (matrix.ranks[place], place))
    rows = [
        Row(names[found.names[place]].name, percent(matrix.means[place]), matrix.means[place], "a" if n == 0 else "tie")
        for n, place in enumerate(order)
    ]
    leads = percent(matrix.means[order[0]]).removesuffix("%")
    number = Number(card["words"], leads, "%", "on average, ties count half")
    game = registry.system_of(found.sided.scenario_id).name
    foot = f"{game}: {found.sided.model.title}"
    heading = "Everybody against everybody"
    heading += f" at {points_text(found.budget)} points" if found.budget is not None else ""
    return Told(heading, foot, verdict(found, names), number, rows, unit="on average")


def _twin(scenario_id: str, asked: Asked) -> str:
    """Where a program asks the same."""
    said = [("entries", ",".join(asked.entries))] if asked.entries else []
    said += [("budget", asked.budget)] if asked.budget else []
    said += [("cost", f"{name}={cost}") for name, cost in (asked.costs or {}).items()]
    said += [("places", asked.places)] if asked.places != "both" else []
    said += to_query(scenario_id, asked.given).items()
    return f"balance/{scenario_id}?{urlencode(said, quote_via=quote, safe=',')}"
