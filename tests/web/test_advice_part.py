"""The part "What should I do?" says what advice says, for every scenario that leaves a decision."""

import pytest

from probcalc.analysis.advise import advise
from probcalc.present.reports.advice import advice_sentence
from tests.web.driver import SCENARIOS, Reader

ADVISED = [model for model in SCENARIOS if model.advising is not None]
CURSED = {"attacker": "the_cursed", "target": "spearmen"}


@pytest.mark.parametrize("model", ADVISED, ids=lambda model: model.id)
def test_every_scenario_with_a_decision_has_the_part(model):
    reader = Reader().ask(model.id, {}).open_part(model.id, "advice")
    assert not reader.page.error
    assert any("at best" in text for text in reader.texts) or any("at best" in str(i.value) for i in reader.page.info)


def test_the_part_says_what_advice_says():
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "advice")
    found = advise("chronopia.melee", CURSED, aim="slain", points=3)
    assert any(advice_sentence(found) in text for text in reader.texts)
    for sentence in found.policy:
        assert any(sentence in text for text in reader.texts)
    reader.change("chronopia.melee:advice:points", 6)
    more = advise("chronopia.melee", CURSED, aim="slain", points=6)
    assert any(advice_sentence(more) in text for text in reader.texts)


def test_a_scenario_without_decisions_has_no_such_part():
    reader = Reader().ask("chronopia.armour", {})
    assert "What should I do?" not in [expander.label for expander in reader.page.expander]
