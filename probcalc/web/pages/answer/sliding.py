"""A number that is drawn along its range: the cards of every value are drawn once, and the browser shows them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from probcalc.exact.budget.bounds import metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.state import rosters
from probcalc.web.state.answered_request import Standing, standing
from probcalc.web.state.spending import FOLLOWING, many_can_follow, spending
from probcalc.web.state.visit import Visit

_MOST, _MORE = 61, 4


def along(visit: Visit, stands: Standing) -> dict[int, Standing]:
    """The request with each value of the number that is drawn, the nearest of the present one first.

    There are no more than follow every tap; none where nothing is drawn, or what is drawn is no whole number.
    """
    name = visit.drawn
    parameter = stands.model.parameter(name)
    if parameter is None or parameter.kind != "integer" or stands.answer is None:
        return {}
    low, high = parameter.bounds
    present = low if stands.values[name] is None else int(stands.values[name])
    budget = spending(FOLLOWING)
    found: dict[int, Standing] = {}
    for n in sorted(range(low, high + 1), key=lambda n: abs(n - present))[:_MOST]:
        given = visit.given_after(stands.slot, stands.model.id, name, n)
        before = budget.spent
        try:
            with metered(budget):
                answer = registry.answer(stands.model.id, given)
            if answer.left_out:
                break
        except TooMuch:
            break
        except InputError:
            # What is refused is shown as such.
            pass
        own = rosters.own_places(visit, stands.model.id, given)
        each = standing(stands.model.id, given, own=own, result=visit.view(stands.model.id).result)
        found[n] = replace(each, spent=budget.spent - before)
    return found


def nearest(found: Mapping[int, Standing], each: int) -> dict[int, Standing]:
    """The first of these where each takes so many more answers: the page is drawn, so a little more may be spent."""
    spent = max((stands.spent for stands in found.values()), default=0)
    return dict(list(found.items())[: _MORE * many_can_follow(spent * each)])


def cards(name: str, found: Mapping[int, Standing], card: Callable[[Standing], Markup | None]) -> Markup | None:
    """One card of the page for every value, to be shown while the number moves; nothing where none does."""
    drawn = {n: card(stands) for n, stands in found.items()}
    return tag("div", hidden=True, data_slide=json.dumps({"name": name, "cards": drawn})) if drawn else None
