"""Whose parameters are, what a choice costs, what holds where nothing is picked, and what comes with a unit."""

import json

import pytest

import probcalc
from probcalc.analysis.tables.presets import presets
from probcalc.present.reports.entries import entries_report
from probcalc.present.words.requests import preset_words, standing_in, value_words
from probcalc.scenarios import registry
from probcalc.scenarios.rosters import imported
from tests.looped import each

MODELS = [model for system in registry.systems() for model in system.scenarios]
every_scenario = each("model", MODELS, lambda model: model.id)


def parameter(scenario, name):
    found = registry.scenario(scenario).parameter(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("scenario", "whose", "names"),
    [
        ("chronopia.melee", "attacker", ["attacker", "weapon", "cc", "noa", "command_boost", "attacker_dazed"]),
        ("chronopia.melee", "target", ["target", "armour", "agility", "shield", "target_dazed", "braced"]),
        ("chronopia.melee", "situation", ["obstacle", "facing", "modifier", "supporting_friends"]),
        ("oathmark.combat", "attacker", ["a.unit", "a.figures", "a.arc"]),
        ("oathmark.combat", "target", ["b.unit", "b.braced"]),
        ("oathmark.shooting", "target", ["target", "figures", "cover", "shielding"]),
        ("oathmark.shooting", "attacker", ["unit", "shoot", "used_action"]),
        ("thud_and_blunder.attack", "target", ["armour", "shield", "destiny", "target_moved"]),
        ("thud_and_blunder.attack", "attacker", ["skill", "weapon", "cursed"]),
        ("tide_of_battle.melee", "target", ["armor_class", "fortitude", "target_models", "turtle"]),
        ("mechanics.attack", "target", ["save.die", "save_on", "health"]),
        ("mechanics.attack", "attacker", ["damage"]),
    ],
)
def test_whose_parameters_are(scenario, whose, names):
    assert {name: parameter(scenario, name).belongs_to for name in names} == dict.fromkeys(names, whose)


@every_scenario
def test_what_is_claimed_exists_somewhere(model):
    for part in model.__mro__:
        claimed = {*vars(part).get("of_attacker", ()), *vars(part).get("of_target", ())}
        if "tide_of_battle" not in part.__module__:
            assert claimed <= model.fields().keys(), (part, claimed - model.fields().keys())


def test_what_a_choice_costs():
    costs = {p.name: p.cost for p in registry.scenario("chronopia.shooting").parameters() if p.cost}
    assert costs == {
        "command_boost": "1 Command Point",
        "reroll": "3 Command Points",
        "critical_command_points": "1 Command Point each",
        "duck_for_cover": "1 Command Point",
        "charging_target": "1 Command Point",
    }


@every_scenario
def test_a_cost_that_the_help_names_is_declared(model):
    for found in model.parameters():
        if found.role == "modifier" and found.help[:1].isdigit() and " Command Point" in found.help:
            assert found.cost, found.name


@every_scenario
def test_nothing_that_can_be_named_is_called_none(model):
    for found in model.parameters():
        if found.role == "preset":
            assert found.choice_labels[0] != "none", found.name
        if found.optional and found.name != "stat":
            assert value_words(found, None) != "none", found.name


def test_the_units_own_weapon_is_named_and_marked_in_the_ranking():
    given = {"attacker": "the_cursed", "target": "spearmen"}
    scenario = probcalc.odds("chronopia.melee", given).scenario
    assert standing_in(scenario) == {"weapon": "two_handed_battle_axe"}
    weapon = parameter("chronopia.melee", "weapon")
    assert preset_words(scenario, weapon, "none") == "own weapon: Two-handed Battle Axe"
    assert preset_words(scenario, weapon, "spear") == "Spear"
    marked = [row for row in entries_report(presets("chronopia.melee", given)).rows if row.is_present]
    assert [row.cells[0] for row in marked] == ["own weapon: Two-handed Battle Axe"]
    picked = entries_report(presets("chronopia.melee", {**given, "weapon": "spear"})).rows
    assert [row.cells[0] for row in picked if row.is_present] == ["Spear"]


def test_a_unit_comes_at_full_strength():
    combat = registry.scenario("oathmark.combat")
    assert combat.comes_with("b.unit", "troll") == {"b.figures": 3}
    assert combat.comes_with("a.unit", "human_spearman") == {"a.figures": 20}
    assert combat.comes_with("a.unit", "none") == combat.comes_with("die", "10") == {}
    # The scenario's own default stays as it is.
    assert probcalc.odds("oathmark.combat", {"b.unit": "troll"}).parameters["b.figures"] == 10


def test_points_are_used_where_they_are_given():
    target = {"target": "spearmen"}
    report = entries_report(presets("chronopia.melee", target, "attacker"))
    names = [column.label for column in report.columns]
    assert names[-3:] == ["points", "per point", "exact"]
    cursed = next(row for row in report.rows if row.cells[0] == "The Cursed")
    points, each = cursed.cells[-3:-1]
    assert points > 0
    assert each * points == probcalc.odds("chronopia.melee", target, attacker="the_cursed")["slain"]
    # A target's points say nothing of who strikes it, and weapons have none.
    for other in ("target", "weapon"):
        assert "points" not in [c.label for c in entries_report(presets("chronopia.melee", target, other)).columns]


def test_points_of_own_units_count_too():
    entry = {"name": "Brutes", "like": "the_cursed", "points": 20}
    roster = imported(json.dumps({"probcalc_roster": 1, "system": "chronopia", "units": {"brutes": entry}}))
    found = presets("chronopia.melee", {"target": "spearmen"}, "attacker", roster=roster)
    [brutes] = [e for e in found.entries if e.id == "brutes"]
    assert brutes.points == 20
