"""Combinations that the rules refuse, and notes about what was given: said where it is so, and only there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.resolve import resolve
from tests.systems import harness
from tests.systems.test_input import refusal

MODELS = [model for game in ("chronopia", "mechanics", "oathmark", "reikhammer") for model in harness.scenarios(game)]
MODELS += [model for game in ("thud_and_blunder", "tide_of_battle") for model in harness.scenarios(game)]
SMALL = {
    "noa": (1, 3),
    "multiplier": (1, 3),
    "models": (1, 4),
    "attacks_each": (1, 2),
    "fighting": (1, 3),
    "target_models": (1, 6),
    "copies": (1, 4),
    "attacks": (1, 3),
    "count": (0, 4),
    "turns": (1, 3),
}
# What has no effect in two rounds has none in those that are like the second.
FIGHT = {"models": (1, 3), "figures": (1, 2), "rounds": st.sampled_from([1, 2])}
IDLE = " has no effect here"


# -- combinations ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "given_", "name"),
    [
        ("melee", {"watchers": 1}, "watchers"),
        ("melee", {"weapon": "longbow"}, "weapon"),
        ("melee", {"attacker": "civilian", "cc": 10, "noa": 1}, "attacker"),
        ("shooting", {"attacker": "spearmen"}, "attacker"),
        ("shooting", {"attacker": "civilian", "weapon": "longbow"}, "attacker"),
        ("shooting", {"weapon": "spear"}, "weapon"),
        ("shooting", {"target": "archers", "watchers": 2}, "watchers"),
        ("test", {"unit": "civilian", "characteristic": "wp", "value": 10}, "characteristic"),
        ("clash", {"b.first_strike": True, "b.strike_last": True}, "b.strike_last"),
        ("clash", {"b.unit": "civilian"}, "b.unit"),
        ("swipe", {"targets": 10, "noa": 7, "swipe_attempts": "noa"}, "targets"),
        ("free_slash", {"attackers": 4, "noa": 16}, "attackers"),
        ("break_test", {"unit": "civilian"}, "unit"),
        ("half_strength", {"unit": "civilian"}, "unit"),
        ("half_strength", {"models": 5, "losses": [3, 3]}, "losses"),
        ("gossip", {"major": 8, "minor": 9}, "minor"),
        ("gossip", {"b.unit": "civilian"}, "b.unit"),
    ],
)
def test_chronopia_refuses(scenario, given_, name):
    assert refusal(f"chronopia.{scenario}", given_)[1].parameter == name


@pytest.mark.parametrize(
    ("scenario", "given_", "name"),
    [
        ("mechanics.test", {"always": [3], "never": [3]}, "never"),
        ("mechanics.attack", {"save.always": [3], "save.never": [3]}, "save.never"),
        ("mechanics.attack", {"attacks": 401, "damage": 50}, "attacks"),
        ("mechanics.opposed", {"a.dice": 2, "a.keep": "best", "wins": "lower", "ties": "next_die"}, "ties"),
        ("mechanics.pool", {"always": [1], "never": [1, 2]}, "never"),
        ("oathmark.combat", {"a.unit": "giant", "a.figures": 2}, "a.figures"),
        ("oathmark.combat", {"b.figures": 3, "b.front": 4}, "b.front"),
        ("oathmark.artillery", {"large": True, "enormous": True}, "enormous"),
        ("oathmark.breath", {"unit_of_one": True, "figures": 10}, "figures"),
        ("oathmark.cascade", {"disordered": [0, 1]}, "disordered"),
        ("oathmark.cascade", {"near": "1-4"}, "near"),
        ("reikhammer.turn", {"b_commands": [4, 4], "b_shocks": [0]}, "b_shocks"),
        ("thud_and_blunder.attack", {"split": [1, 1]}, "split"),
        ("thud_and_blunder.attack", {"split": [1, 2], "mode": "shooting"}, "split"),
        ("thud_and_blunder.attack", {"volley": 1}, "volley"),
        ("thud_and_blunder.attack", {"airborne": True, "target_knocked_down": True}, "airborne"),
        ("thud_and_blunder.destiny", {"hero": "on_failure"}, "hero"),
        ("thud_and_blunder.casting", {"grade": 2, "level": "adept"}, "grade"),
        ("tide_of_battle.melee", {"models": 200, "attacks_each": 10, "weapon_attacks": 1}, "models"),
        ("tide_of_battle.melee", {"already_lost": 20}, "already_lost"),
        ("tide_of_battle.shooting", {"target_kind": "invisible"}, "target_kind"),
        ("tide_of_battle.shooting", {"weapon": "ballista", "moved": True}, "moved"),
        ("tide_of_battle.shooting", {"weapon": "bow", "on_the_double": True}, "on_the_double"),
        ("tide_of_battle.shooting", {"weapon": "sling", "indirect": True}, "indirect"),
        ("tide_of_battle.shooting", {"weapon": "javelin", "long_range": True}, "long_range"),
        ("tide_of_battle.will_saves", {"wills": [4], "rerolls": [1, 1]}, "rerolls"),
    ],
)
def test_combinations_that_are_refused(scenario, given_, name):
    assert refusal(scenario, given_)[1].parameter == name


# -- notes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=15)
@given(data=st.data())
def test_what_is_said_to_have_no_effect_has_none(model, data):
    limits = {**SMALL, **FIGHT} if issubclass(model, Fight) else SMALL
    request = data.draw(harness.requests(model, limits))
    idle = [note.partition(IDLE)[0] for note in resolve(model, request.given)[1] if IDLE in note]
    if not idle:
        return
    answer = request.answer()
    for name in idle:
        without = {key: value for key, value in request.given.items() if key != name}
        try:
            other = probcalc.odds(model.id, without)
        except probcalc.InputError:
            # The others were allowed only with it: the split of a skill, without the skill.
            continue
        assert dict(other) == dict(answer), name


@pytest.mark.parametrize(
    ("scenario", "given_", "name"),
    [
        ("chronopia.shooting", {"ld": 9}, "ld"),
        ("chronopia.melee", {"facing": "back"}, "facing"),
        ("chronopia.melee", {"facing": "back", "target": "spearmen", "target_dazed": "half"}, "facing"),
        ("chronopia.melee", {"facing": "back", "target": "lotus_guard", "martial_arts_master": True}, "facing"),
        ("chronopia.break_test", {"models": 4}, "models"),
        ("chronopia.clash", {"shield_in_melee": "twice"}, "shield_in_melee"),
        ("mechanics.test", {"keep": "best"}, "keep"),
        ("mechanics.attack", {"critical_multiplier": 3}, "critical_multiplier"),
        ("mechanics.pool", {"tier_step": 2}, "tier_step"),
        ("oathmark.activation", {"disordered_pass": "full"}, "disordered_pass"),
        ("oathmark.shooting", {"halving": "up"}, "halving"),
        ("oathmark.artillery", {"flank_dice": "not_unit_of_one", "arc": "rear"}, "flank_dice"),
        ("oathmark.combat", {"b.undead": True, "b.activation": 9}, "b.activation"),
        ("reikhammer.action", {"suppressed": True, "shock": 2}, "suppressed"),
        ("reikhammer.rally", {"units": 9}, "units"),
        ("reikhammer.formation", {"units": 9}, "units"),
        ("thud_and_blunder.attack", {"flaming": True, "armour_rating": 9}, "flaming"),
        ("thud_and_blunder.casting", {"target_talent": True}, "target_talent"),
        ("tide_of_battle.melee", {"charging": True, "weapon": "halberd"}, "charging"),
        ("tide_of_battle.melee", {"shield_breaker": True}, "shield_breaker"),
        ("tide_of_battle.blast", {"shield_breaker": True}, "shield_breaker"),
        ("tide_of_battle.engagement", {"b.shield_breaker": True}, "b.shield_breaker"),
        ("tide_of_battle.shooting", {"on_the_double": True, "weapon": "javelin"}, "on_the_double"),
    ],
)
def test_what_has_no_effect_is_said(scenario, given_, name):
    assert any(note.startswith(name + IDLE) for note in probcalc.odds(scenario, given_).notes)


@pytest.mark.parametrize(
    ("scenario", "given_", "name"),
    [
        ("chronopia.melee", {"facing": "back", "braced": True, "charging": True}, "facing"),
        ("chronopia.melee", {"facing": "back", "target": "spearmen"}, "facing"),
        ("tide_of_battle.melee", {"shield_breaker": True, "turtle": True}, "shield_breaker"),
        ("tide_of_battle.engagement", {"a.shield_breaker": True, "b.turtle": True}, "a.shield_breaker"),
        ("reikhammer.rally", {"units": 9, "broken": True}, "units"),
    ],
)
def test_what_has_an_effect_is_not_said_to_have_none(scenario, given_, name):
    without = {key: value for key, value in given_.items() if key != name}
    assert not any(note.startswith(name + IDLE) for note in probcalc.odds(scenario, given_).notes)
    assert dict(probcalc.odds(scenario, given_)) != dict(probcalc.odds(scenario, without))


def test_a_figure_in_place_of_a_preset_is_said():
    notes = probcalc.odds("oathmark.combat", {"a.unit": "ogre", "a.fight": 5}).notes
    assert "a.fight = 5 replaces the preset's 3." in notes


@pytest.mark.parametrize(
    ("scenario", "given_"),
    [
        ("melee", {"attacker_dazed": "half", "command_boost": True}),
        ("melee", {"attacker_dazed": "full", "reroll": True}),
        ("melee", {"attacker_dazed": "full", "critical_wounds": "paid", "critical_command_points": 1}),
        ("shooting", {"shooter_dazed": "half", "reroll": True}),
        ("shooting", {"target_dazed": "half", "duck_for_cover": True}),
    ],
)
def test_command_points_of_the_dazed_are_computed_and_remarked_upon(scenario, given_):
    assert any("Dazed model cannot spend" in note for note in probcalc.odds(f"chronopia.{scenario}", given_).notes)
