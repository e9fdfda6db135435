"""The verb between who acts and whom they meet, as a list to pick from: to charge, to strike from behind."""

from __future__ import annotations

from itertools import product
from typing import Any

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import conjugate
from probcalc.scenarios.value_text import value_text
from probcalc.web.parts.controls import Control
from probcalc.web.state.answered_request import Standing

VERB = "verb"
"""The name of the list: no parameter, since a verb may stand for several."""
_MOST_VALUES = 4


def verb_pick(stands: Standing, present: str) -> Control | None:
    """What else may be done than what is `present`; None where the sentence knows only one way.

    An option stands for the circumstances that it needs: "charging=true&facing=front".
    """
    if stands.answer is None or not stands.answer.parties:
        return None
    scenario = stands.answer.scenario
    verbs = _verbs(scenario, ways_to_meet(stands))
    if len(verbs) < 2:
        return None
    many = stands.answer.parties[0].heads_many
    options = [("&".join(f"{n}={value_text(v)}" for n, v in values.items()), met) for met, values in verbs.items()]
    now = scenario.meeting()
    return {
        "parameter": VERB,
        "label": "What they do",
        "value": next(pairs for pairs, met in options if met == now),
        "options": [(pairs, conjugate(met or "against", many)) for pairs, met in options],
        "shown": present,
        "help": None,
    }


def ways_to_meet(stands: Standing) -> list[Parameter]:
    """The circumstances that change the verb: whether one side charges, from which side."""
    if stands.answer is None or type(stands.answer.scenario).meeting is Scenario.meeting:
        return []
    scenario = stands.answer.scenario
    return [p for p in stands.model.parameters() if _may_move(p) and len(_verbs(scenario, [p])) > 1]


def _may_move(parameter: Parameter) -> bool:
    return parameter.role == "modifier" and (parameter.kind == "boolean" or 1 < len(parameter.choices) <= _MOST_VALUES)


def _verbs(scenario: Scenario, moving: list[Parameter]) -> dict[str, dict[str, Any]]:
    """Each verb with the values that it needs, the present ones first."""
    now = {p.name: scenario.value_of(p.name) for p in moving}
    found = {scenario.meeting(): now}
    values = [(False, True) if p.kind == "boolean" else p.choices for p in moving]
    for chosen in product(*values):
        given = dict(zip(now, chosen, strict=True))
        try:
            met = scenario.replaced(given).meeting()
        except InputError:
            continue
        found.setdefault(met, given)
    return found
