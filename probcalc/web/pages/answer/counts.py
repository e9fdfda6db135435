"""What counts, as controls: the result, and its threshold or outcome."""

from __future__ import annotations

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.present.words import outcome_words
from probcalc.scenarios.answer import Answer
from probcalc.web.controls.inputs import pick_of
from probcalc.web.pages.answer.counted_number import measurable, measure_shown, outcomes_of
from probcalc.web.parts.controls import Control, step_control
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
        labels = {name: answer.declared(name).label for name in names}
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
            listed |= {str(n): f"{n} or more" for n in range(low + 1, high + 1)}
            present = "" if view.at_least is None else str(view.at_least)
            found.append(pick_of("show.at_least", "At least", present, listed, f"{present} or more"))
        else:
            absent = "average" if value.has_mean else "any number"
            found.append(step_control("show.at_least", "At least", view.at_least, low, high, absent))
    return found


def look_at(visit: Visit, scenario_id: str, field: str, text: str) -> None:
    """Take over what one of these controls says."""
    if field == "at_least":
        visit.look(scenario_id, at_least=int(text) if text.removeprefix("-").isdecimal() else None)
    elif field == "result":
        visit.look(scenario_id, result=text, at_least=None, outcome="")
    elif field == "outcome":
        visit.look(scenario_id, outcome=text)
