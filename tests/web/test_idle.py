"""A control is dimmed only while nothing that could be entered in it would count: it can always be brought back."""

import probcalc
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.state.answered_request import standing
from tests.looped import each

READY = [
    (model.id, given)
    for system in registry.systems()
    for model in system.scenarios
    for given in ({}, *(preset.parameters for preset in system.presets if preset.scenario == model.id))
]


LONG = 10_000


def entries(parameter, now, steps):
    """Some of what might be entered instead of what stands; of a long fight, so many steps to an answer, its ends."""
    if parameter.kind == "boolean":
        return [not now] if now == parameter.default else [False, True]
    if parameter.kind == "integer":
        low, high = parameter.low, parameter.high
        if steps > LONG:
            return [high]
        return sorted({low, high, (low + high) // 2, *(value for value in range(-2, 8) if low <= value <= high)})
    if parameter.kind == "list":
        return [[1, 6]] if steps > LONG else [[number] for number in (1, 2, 4, 6)]
    return []


def answered(scenario_id, given):
    try:
        return dict(probcalc.odds(scenario_id, given).items())
    except InputError:
        return None


@each("scenario_id, given", READY, parts=4)
def test_what_is_dimmed_has_no_effect_whatever_is_entered(scenario_id, given):
    # An answer that is kept costs nothing, and would say nothing of how long it takes.
    registry.clear_caches()
    with metered(Budget()) as budget:
        now = dict(registry.answer(scenario_id, given).items())
    stands = standing(scenario_id, given)
    for parameter in stands.model.parameters():
        if parameter.name not in stands.idle or stands.is_changed(parameter):
            continue
        for value in entries(parameter, stands.values[parameter.name], budget.spent):
            assert answered(scenario_id, {**given, parameter.name: value}) in (now, None), (parameter.name, value)
