"""Another question of the same game is asked about the same units."""

from probcalc.links import to_query
from tests.web.driver import PRESETS, Reader


def given(reader, scenario_id):
    return reader.page.session_state["visit"].given[scenario_id]


def test_units_and_their_numbers_go_along_to_the_fight_to_the_end():
    asked = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3, "a.arc": "flank"}
    reader = Reader().go("oathmark", to_query("oathmark.combat", asked))
    reader.tap("bar", "set scenario=oathmark.fight")
    assert given(reader, "oathmark.fight") == asked
    assert "20 Spearmen" in reader.sentence
    assert "3 Trolls" in reader.sentence


def test_an_attacker_is_the_first_side_and_a_target_the_second():
    asked = {"attacker": "the_cursed", "target": "archers", "weapon": "dagger", "charging": True}
    reader = Reader().go("chronopia", to_query("chronopia.melee", asked))
    reader.tap("bar", "set scenario=chronopia.swipe")
    assert given(reader, "chronopia.swipe") == asked
    reader.tap("bar", "set scenario=chronopia.clash")
    assert given(reader, "chronopia.clash") == {"a.unit": "the_cursed", "b.unit": "archers"}


def test_a_question_without_such_units_begins_with_its_ready_made_one():
    reader = Reader().go("chronopia", to_query("chronopia.melee", {"attacker": "the_cursed", "target": "archers"}))
    reader.tap("bar", "set scenario=chronopia.initiative")
    ready = next(p for p in PRESETS if p.scenario == "chronopia.initiative")
    assert given(reader, "chronopia.initiative") == ready.parameters


def test_units_that_may_not_do_the_other_thing_stay_behind():
    reader = Reader().go("chronopia", to_query("chronopia.melee", {"attacker": "the_cursed", "target": "archers"}))
    reader.tap("bar", "set scenario=chronopia.shooting")
    assert not reader.refusals


def test_no_choice_of_another_question_leads_to_a_refusal():
    wrong = []
    for game in ("oathmark", "chronopia", "tide-of-battle"):
        system_id = game.replace("-", "_")
        first = next(p for p in PRESETS if p.scenario.startswith(f"{system_id}."))
        reader = Reader().go(game, to_query(first.scenario, first.parameters))
        listed = [p.scenario for p in PRESETS if p.scenario.startswith(f"{system_id}.")]
        for scenario_id in dict.fromkeys(listed):
            reader.tap("bar", f"set scenario={scenario_id}")
            wrong += [(scenario_id, line) for line in reader.refusals]
    assert not wrong
