"""What counts: the result, its threshold or outcome, as controls and as a tap on a bar of the answer asks for it."""

from __future__ import annotations

from dataclasses import replace

from probcalc.analysis.numbers.measure import headline_in
from probcalc.exact.budget.bounds import metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.controls.inputs import pick_of
from probcalc.web.pages.answer.counted_number import measurable, measure_shown, outcomes_of
from probcalc.web.pages.answer.shown import tail_of
from probcalc.web.parts.controls import Control, step_control
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit

_MOST_LISTED = 40


def counts(answer: Answer, view: View) -> list[Control]:
    """What counts: the result, and its threshold or outcome."""
    names = measurable(answer)
    measure = measure_shown(answer, view)
    value = answer[measure.result]
    found: list[Control] = []
    if len(names) > 1:
        labels = {name: with_minus(answer.declared(name).label) for name in names}
        found.append(pick_of("show.result", "Show", measure.result, labels))
    if not isinstance(value, Distribution):
        return found
    if measure.outcome is not None:
        outcomes = {str(o): outcome_words(o, answer.sides) for o in outcomes_of(answer, measure.result)}
        found.append(pick_of("show.outcome", "Outcome", str(measure.outcome), outcomes))
    if value.is_extended:
        numbers = [int(o) for o in value if is_number(o)]
        low, high = min(numbers, default=0), max(numbers, default=1)
        if high - low <= _MOST_LISTED:
            listed = {"": "average"} if value.has_mean else {"": "any number"}
            listed |= {str(n): with_minus(f"{n} or more") for n in range(low + 1, high + 1)}
            present = "" if view.at_least is None else str(view.at_least)
            found.append(pick_of("show.at_least", "At least", present, listed, with_minus(f"{present} or more")))
        else:
            absent = "average" if value.has_mean else "any number"
            found.append(step_control("show.at_least", "At least", view.at_least, low, high, absent))
    return found


def look_at(visit: Visit, scenario_id: str, rest: str) -> None:
    """Take over what one of these controls says, or a list of what is ranked or laid out: "show.entries=weapon"."""
    field, _, text = rest.removeprefix("show.").partition("=")
    if field == "at_least":
        visit.look(scenario_id, at_least=int(text) if text.removeprefix("-").isdecimal() else None)
    elif field == "result":
        visit.look(scenario_id, result=text, at_least=None, outcome="")
    elif field in ("outcome", "entries", "rows", "columns", "change", "each"):
        visit.look(scenario_id, **{field: text})


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
        visit.touch()
        visit.views[scenario_id] = view_after_tap(answer, view, name, text)


def view_after_tap(answer: Answer, view: View, name: str, text: str) -> View:
    """How the answer is looked at after such a tap.

    >>> import probcalc
    >>> cursed = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> view_after_tap(cursed, View(), "wounds", "2") == View(result="wounds", at_least=2)
    True
    >>> view_after_tap(cursed, View(), "wounds", "1") == View()
    True
    """
    law, headline = answer[name], headline_in(answer)
    if text not in map(str, law):
        return view
    at_first = replace(view, result="", at_least=None, outcome="")
    found = replace(at_first, result="" if name == headline else name)
    if not (law.has_mean or law.is_extended) or not text.removeprefix("-").isdecimal():
        return replace(found, outcome=text)
    least, present = int(text), measure_shown(answer, view)
    if present.result == name and present.at_least == least:
        return at_first
    lead = answer[headline]
    if not isinstance(lead, Distribution) and tail_of(law, lead) == least:
        # One wound or more is that the target is slain: what the page asked at first.
        return at_first
    # As many as there are at the least come in any case: the mean says more.
    return found if law.at_least(least) == 1 else replace(found, at_least=least)
