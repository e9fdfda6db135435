"""A unit that is picked on a page brings what belongs to it, and an own weapon is named where none is picked."""

import probcalc
from probcalc.web.pages.case import shown as case
from probcalc.web.pages.fight import meeting
from probcalc.web.state.answered_request import standing
from probcalc.web.state.visit import Visit
from tests.web.driver import Reader


def test_trolls_come_three_at_a_time_and_it_stands_in_the_address():
    reader = Reader().ask("oathmark.combat", {"a.unit": "human_spearman", "a.figures": 20})
    reader.change("oathmark.combat:b.unit", "troll")
    assert reader.query["b.figures"] == "3"
    assert reader.sentence.startswith("20 Spearmen beat 3 Trolls: ")
    reader.change("oathmark.combat:b.unit", "ogre")
    assert reader.query["b.figures"] == "3"
    reader.change("oathmark.combat:b.unit", "orc_soldier")
    assert reader.query["b.figures"] == "20"
    reader.change("oathmark.combat:b.unit", "none")
    assert "b.figures" not in reader.query


def test_what_was_typed_after_the_pick_stays():
    reader = Reader().ask("oathmark.combat", {})
    reader.change("oathmark.combat:a.unit", "orc_soldier")
    reader.change("oathmark.combat:a.figures", 15)
    reader.change("oathmark.combat:a.arc", "flank")
    assert reader.query["a.figures"] == "15"
    given = {"a.unit": "orc_soldier", "a.figures": 15, "a.arc": "flank"}
    assert reader.sentence.startswith("15 Orc Soldiers attack the flank of the enemy and win: ")
    assert probcalc.odds("oathmark.combat", given).parameters["a.figures"] == 15


def test_the_own_weapon_is_named_where_none_is_picked():
    found = meeting.meet(standing("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}))
    weapon = found.controls[1]
    assert weapon["options"][0] == ("none", "own weapon: Two-handed Battle Axe")
    assert weapon["shown"] == "Two-handed Battle Axe"


def test_figures_stand_behind_the_name_of_whom_they_belong_to():
    stands = standing("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    lines = {
        of: [stat.partition(" ")[0] for stat, _ in items]
        for of, items in case.case(stands, Visit(), (), False, False)["figures"]
    }
    assert list(lines) == ["The Cursed", "Spearmen"]
    assert "CC" in lines["The Cursed"]
    assert "Armour" in lines["Spearmen"]


def test_what_a_choice_costs_stands_on_it():
    stands = standing("chronopia.melee", {})
    groups = case.case(stands, Visit(), (), True, False)["groups"]
    costs = {item["parameter"]: item.get("cost") for group in groups for item in group["items"] if item.get("cost")}
    assert costs == {"command_boost": "1 CP", "reroll": "3 CP"}
