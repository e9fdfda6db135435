"""Chronopia: what is refused, what is answered with a note, and how large a clash may be."""

import pytest

import probcalc
from probcalc.systems.chronopia.clash_size import MOST_STEPS, clash_steps
from probcalc.systems.chronopia.sides import ClashSide


def notes(scenario, given):
    return probcalc.odds(f"chronopia.{scenario}", given).notes


def both(**figures):
    return {f"{side}.{name}": value for side in "ab" for name, value in figures.items()}


@pytest.mark.parametrize(
    ("scenario", "given_", "parameter"),
    [
        ("melee", {"attacker": "civilian"}, "attacker"),
        ("melee", {"weapon": "longbow"}, "weapon"),
        ("melee", {"watchers": 1}, "watchers"),
        ("shooting", {"attacker": "spearmen"}, "attacker"),
        ("shooting", {"attacker": "civilian", "weapon": "longbow"}, "attacker"),
        ("shooting", {"weapon": "spear"}, "weapon"),
        ("shooting", {"target": "archers", "watchers": 2}, "watchers"),
        ("swipe", {"attacker": "civilian"}, "attacker"),
        ("swipe", {"targets": 10, "noa": 7, "swipe_attempts": "noa"}, "targets"),
        ("clash", {"b.unit": "civilian"}, "b.unit"),
        ("clash", {"b.first_strike": True, "b.strike_last": True}, "b.strike_last"),
        ("test", {"unit": "civilian", "characteristic": "wp", "value": 9}, "characteristic"),
        ("break_test", {"unit": "civilian"}, "unit"),
        ("half_strength", {"unit": "civilian"}, "unit"),
        ("half_strength", {"models": 5, "losses": [3, 3]}, "losses"),
        ("half_strength", {"losses": []}, "losses"),
        ("half_strength", {"losses": [1] * 8}, "losses"),
        ("gossip", {"minor": 6, "major": 5}, "minor"),
        ("civilian", {"turn": 8}, "turn"),
    ],
)
def test_refused_in_one_line_that_names_the_parameter(scenario, given_, parameter):
    with pytest.raises(probcalc.InputError) as caught:
        probcalc.odds(f"chronopia.{scenario}", given_)
    assert caught.value.parameter == parameter
    assert str(caught.value).startswith(parameter)
    assert "\n" not in str(caught.value)


def test_a_unit_without_a_bow_shoots_with_the_weapon_given():
    answer = probcalc.odds("chronopia.shooting", attacker="lotus_guard", weapon="longbow")
    assert (answer.parameters["rs"], answer.parameters["damage"]) == (10, 10)


def test_free_slash_and_swipe_take_sixty_attacks():
    assert probcalc.odds("chronopia.free_slash", attackers=10, noa=6)
    assert probcalc.odds("chronopia.free_slash", attackers=10, noa=7, fly_away=True)
    assert probcalc.odds("chronopia.swipe", targets=10, noa=20)


@pytest.mark.parametrize(
    ("scenario", "given_"),
    [
        ("melee", {"attacker_dazed": "half", "command_boost": True}),
        ("melee", {"attacker_dazed": "full", "reroll": True}),
        ("melee", {"attacker_dazed": "full", "critical_wounds": "paid", "critical_command_points": 1}),
        ("shooting", {"shooter_dazed": "half", "command_boost": True}),
        ("shooting", {"shooter_dazed": "half", "charging_target": True}),
        ("shooting", {"target_dazed": "full", "duck_for_cover": True}),
    ],
)
def test_command_points_of_a_dazed_model_are_noted(scenario, given_):
    assert any("Dazed model cannot spend Command Points" in note for note in notes(scenario, given_))
    awake = {name: "none" if name.endswith("dazed") else value for name, value in given_.items()}
    assert not any("Dazed" in note for note in notes(scenario, awake))


@pytest.mark.parametrize(
    ("scenario", "given_", "names"),
    [
        ("shooting", {"ld": 9}, "ld"),
        ("shooting", {"critical_command_points": 2}, "critical_command_points"),
        ("melee", {"charge_damage": 4}, "charge_damage"),
        ("melee", {"braced": True}, "braced"),
        ("melee", {"target": "civilian", "watchers": 3, "armour": 18}, "watchers"),
        ("armour", {"critical": True, "heal": 4}, "heal"),
        ("test", {"characteristic": "ld"}, "characteristic"),
        ("fear", {"fear": 0, "retry": True}, "retry"),
        ("panic", {"dazed": True, "distance": 30}, "distance"),
        ("deviation", {"tested": False, "rs": 14}, "rs"),
        ("break_test", {"heal": 5, "zones": 2}, "heal"),
        ("free_slash", {"fly_away": True, "noa": 3}, "noa"),
        ("clash", {"a.charge_damage": 5}, "a.charge_damage"),
        ("melee", {"facing": "back", "agility": -2}, "agility"),
        ("melee", {"multiplier_specials": "each_die"}, "multiplier_specials"),
        ("shooting", {"shield": "shield", "facing": "back"}, "shield"),
    ],
)
def test_what_has_no_effect_is_noted(scenario, given_, names):
    assert any(note.startswith(f"{names} has no effect") for note in notes(scenario, given_))


@pytest.mark.parametrize(("scenario", "figure"), [("into_clash", "RS"), ("deviation", "RS"), ("panic", "Move")])
def test_a_figure_missing_on_the_card_is_noted(scenario, figure):
    assert any(f"has no {figure}" in note for note in notes(scenario, {"unit": "civilian"}))
    assert not any("has no" in note for note in notes(scenario, {"unit": "spearmen"}))


def test_a_skill_missing_on_the_card_is_noted():
    assert any("Swipe" in note for note in notes("swipe", {"attacker": "spearmen"}))
    assert notes("swipe", {"attacker": "the_cursed"}) == ()
    braced = {"attacker": "followers", "charging": True, "braced": True}
    assert any("Brace" in note for note in notes("melee", {**braced, "target": "archers"}))
    assert notes("melee", {**braced, "target": "spearmen"}) == ()


def test_a_preset_overridden_is_noted():
    (note,) = notes("melee", {"attacker": "the_cursed", "cc": 9})
    assert note.startswith("cc = 9 replaces the preset's 13.")


def test_the_greatest_clash_with_one_wound_each_is_answered():
    answer = probcalc.odds("chronopia.clash", both(models=20, noa=20, multiplier=6))
    assert max(answer["a_wounds_caused"]) == 20


@pytest.mark.parametrize("ruling", ["capped", "all"])
def test_a_clash_too_large_for_a_second_is_refused_with_estimate_and_bound(ruling):
    figures = both(models=20, noa=20, multiplier=6, wounds=30, heal=2, ward=2)
    with pytest.raises(probcalc.InputError, match=r"a\.noa: .* too large: about [\d,]+ steps .limit 5,000,000"):
        probcalc.odds("chronopia.clash", figures, wounds_counted=ruling)


def test_the_estimate_of_a_clash_grows_with_everything_in_it():
    small = ClashSide(models=5, noa=2, wounds=2)
    steps = clash_steps(small, small, capped=True)
    for larger in (
        ClashSide(models=10, noa=2, wounds=2),
        ClashSide(models=5, noa=4, wounds=2),
        ClashSide(models=5, noa=2, wounds=2, multiplier=3),
        ClashSide(models=5, noa=2, wounds=2, ward=2),
        ClashSide(models=5, noa=4, wounds=2, first_strike=True),
    ):
        assert steps < clash_steps(larger, small, capped=True) < MOST_STEPS
    assert steps <= clash_steps(small, small, capped=False)
