"""A control is dimmed only while nothing that could be entered in it would count: it can always be brought back."""

import probcalc
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.state.answered_request import standing
from tests.looped import each

LONG = 10_000
LONGEST = 1_000_000


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


ALL = [(system, model) for system in registry.systems() for model in system.scenarios]


@each("system, model", ALL, lambda both: both[1].id, parts=4)
def test_what_is_dimmed_has_no_effect_whatever_is_entered(system, model):
    ready = [{}, *(preset.parameters for preset in system.presets if preset.scenario == model.id)]
    tried = set()
    for steps, given, now in sorted((counted(model.id, given) for given in ready), key=lambda found: found[0]):
        stands = standing(model.id, given)
        for parameter in stands.model.parameters():
            if parameter.name not in stands.idle or stands.is_changed(parameter):
                continue
            # Of what takes seconds, only what no shorter one has tried.
            if steps > LONGEST and parameter.name in tried:
                continue
            tried.add(parameter.name)
            for value in entries(parameter, stands.values[parameter.name], steps):
                asked = {**given, parameter.name: value}
                assert answered(model.id, asked) in (now, None), (asked, parameter.name)


def counted(scenario_id, given):
    """How many steps an answer takes, what is asked, and the answer."""
    # An answer that is kept costs nothing, and would say nothing of how long it takes.
    registry.clear_caches()
    with metered(Budget()) as budget:
        now = dict(registry.answer(scenario_id, given).items())
    return budget.spent, given, now
