"""What a tap on a bar of the answer asks for: from that number on, or that outcome."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.measure import headline_in
from probcalc.exact.budget.bounds import metered
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.answer.shown import tail_of
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit


def count(visit: Visit, scenario_id: str, rest: str) -> None:
    """Count from a bar on, "wounds=2", or an outcome, "winner=b"; what counts already is left again."""
    name, _, text = rest.partition("=")
    try:
        with metered(spending()):
            answer = registry.answer(scenario_id, visit.given.get(scenario_id, {}))
    except InputError:
        return
    view = visit.view(scenario_id)
    if name in answer and isinstance(answer[name], Distribution):
        visit.look(scenario_id, **view_after_tap(answer, view, name, text))


def view_after_tap(answer: Answer, view: View, name: str, text: str) -> dict[str, Any]:
    """How the answer is looked at after such a tap.

    >>> import probcalc
    >>> cursed = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> view_after_tap(cursed, View(), "wounds", "2")
    {'result': 'wounds', 'at_least': 2, 'outcome': ''}
    >>> view_after_tap(cursed, View(), "wounds", "1")
    {'result': '', 'at_least': None, 'outcome': ''}
    """
    if text not in map(str, answer[name]):
        return {}
    headline = headline_in(answer)
    found: dict[str, Any] = {"result": "" if name == headline else name, "at_least": None, "outcome": ""}
    law = answer[name]
    if not (law.has_mean or law.is_extended) or not text.removeprefix("-").isdecimal():
        return found | {"outcome": text}
    least, present = int(text), measure_shown(answer, view)
    if present.result == name and present.at_least == least:
        return {"result": "", "at_least": None, "outcome": ""}
    lead = answer[headline]
    if not isinstance(lead, Distribution) and tail_of(law, lead) == least:
        # One wound or more is that the target is slain: what the page asked at first.
        return {"result": "", "at_least": None, "outcome": ""}
    # As many as there are at the least come in any case: the mean says more.
    return found if law.at_least(least) == 1 else found | {"at_least": least}
