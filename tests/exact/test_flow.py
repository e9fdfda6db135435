"""The flow of play: widths that add up, hold the law of one run, and lie under what leads to them."""

from fractions import Fraction

import pytest

from probcalc.analysis.numbers.measure import headline_in
from probcalc.exact.readings.flow import flows
from probcalc.exact.readings.law import law_of, probability_of
from probcalc.exact.tree.steps import Event, Mapped, Tree, Turns
from probcalc.scenarios import registry

MODELS = [model for system in registry.systems() for model in system.scenarios]


def question(model):
    ready = next(
        (dict(p.parameters) for p in registry.system(model.id.partition(".")[0]).presets if p.scenario == model.id), {}
    )
    answer = registry.answer(model.id, ready)
    return answer.scenario.play()[headline_in(answer)]


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_every_band_lies_under_what_leads_to_it_and_the_outcomes_add_up(model):
    asked = question(model)
    for flow in flows(asked) if isinstance(asked, (Tree, Event)) else ():
        assert sum(p for _, p in flow.outcomes) == 1
        above = {(Fraction(0), Fraction(1))}
        for level in flow.levels:
            for roll in level:
                assert (roll.start, roll.width) in above
                assert sum(band.probability for band in roll.bands) == 1
                assert sum(band.width for band in roll.bands) == roll.width
                assert roll.bands[0].start == roll.start
                for before, after in zip(roll.bands, roll.bands[1:], strict=False):
                    assert after.start == before.start + before.width
            above = {(band.start, band.width) for roll in level for band in roll.bands if band.leads}


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_a_single_run_is_the_law_or_the_chance_that_is_asked_for(model):
    asked = question(model)
    found = flows(asked) if isinstance(asked, (Tree, Event)) else ()
    if len(found) != 1 or found[0].times != 1 or not found[0].levels[0][0].dice:
        return
    [flow] = found
    source = asked.source if isinstance(asked, Event) else asked
    while isinstance(source, Mapped):
        source = source.source
    if isinstance(source, Turns):
        return
    if isinstance(asked, Event):
        assert sum((p for o, p in flow.outcomes if asked.condition(o)), Fraction(0)) == probability_of(asked)
    else:
        assert dict(flow.outcomes) == dict(law_of(asked).items())
