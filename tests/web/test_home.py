"""The first page, and the words and controls of the others that a player meets first."""

from probcalc.scenarios import registry
from probcalc.scenarios.registry import systems
from tests.web.driver import Reader


def labels(reader):
    return [link.proto.label.replace("\\", "") for link in reader.page.get("page_link")]


def test_the_games_come_before_the_dice_of_no_game():
    offered = labels(Reader().open({}))
    names = [label.strip("*") for label in offered if label.startswith("**")]
    assert names == [system.name for system in systems()]
    first_without = next(place for place, system in enumerate(systems()) if not system.is_game)
    assert all(system.is_game for system in systems()[:first_without])
    assert not any(system.is_game for system in systems()[first_without:])


def test_each_ready_made_link_says_its_question():
    offered = labels(Reader().open({}))
    known = {
        f"{registry.scenario(preset.scenario).title}: {preset.name}" if len(system.scenarios) > 1 else preset.name
        for system in systems()
        for preset in system.presets
    }
    links = [label for label in offered if not label.startswith("**")]
    assert {label for label in links if ": " in label} <= known
    assert "Close combat attack: The Cursed charge Spearmen" in links


def test_a_number_that_may_be_absent_is_picked_and_taken_back():
    reader = Reader().ask("tide_of_battle.melee", {})
    before = reader.sentence
    reader.change("tide_of_battle.melee:deflection", 3)
    assert reader.query["deflection"] == "3"
    assert reader.sentence != before
    reader.change("tide_of_battle.melee:deflection", None)
    assert "deflection" not in reader.query
    assert reader.sentence == before


def test_a_refusal_and_a_ranking_call_nothing_by_its_id():
    reader = Reader().ask("chronopia.clash", {"b.unit": "spearmen"})
    reader.change("chronopia.clash:a.unit", "civilian")
    assert reader.refusals == ["First side, unit: a civilian has no CC and no weapon, it can only be a target"]
    reader.change("chronopia.clash:a.unit", "the_cursed")
    assert reader.sentence.startswith("3 Cursed against 3 Spearmen win: ")
    shown = " ".join(str(table.value.to_dict()) for table in reader.page.table)
    assert "a.unit" not in shown
