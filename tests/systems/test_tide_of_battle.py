"""Tide of Battle: worked cases, slow twins, presets, and what every player takes for granted."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.formulas.formula import formula
from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from tests.systems import harness
from tests.twins.tide_of_battle import TWINS

SMALL = {
    "models": (1, 4),
    "attacks_each": (1, 2),
    "weapon_attacks": (0, 1),
    "fighting": (1, 3),
    "contacts": (1, 6),
    "touched": (1, 6),
    "hit_points": (1, 4),
    "target_models": (1, 6),
    "target_ranks": (1, 5),
    "distance": (1, 24),
    "wills": st.just([3, 4, 5]),
    "modifiers": st.lists(st.integers(-2, 2), min_size=3, max_size=3),
    "rerolls": st.lists(st.integers(0, 1), min_size=3, max_size=3),
    "immune": st.lists(st.integers(0, 1), min_size=3, max_size=3),
}
# With healers the pool must be able to hold more injuries than they roll again, and of two kinds.
HEALED = {
    "models": (7, 9),
    "attacks_each": (1, 1),
    "weapon_attacks": (0, 0),
    "healers": st.just(True),
    "hit_points": (1, 3),
    "target_models": (1, 6),
    "target_kind": st.just("none"),
    "fortitude": (1, 6),
    "armor_class": (1, 5),
}
FIGHT = {**SMALL, "models": (1, 3), "hit_points": (1, 2), "rounds": st.sampled_from([1, 2, "end"])}
MIRROR = {
    "a_inflicts": "b_inflicts",
    "a_routes": "b_routes",
    "b_routes": "a_routes",
    "a_wiped_out": "b_wiped_out",
    "b_wiped_out": "a_wiped_out",
}


def requests(scenario, limits):
    model = registry.scenario(f"tide_of_battle.{scenario}")
    bare = {
        name: limit
        for name, limit in limits.items()
        if any(p.name.rpartition(".")[2] == name for p in model.parameters())
    }
    return harness.requests(model, bare)


def lost(request, **changes):
    return probcalc.odds(request.scenario, {**request.given, **changes})["hit_points_lost"].mean


@pytest.mark.parametrize("case", harness.cases("tide_of_battle"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("tide_of_battle"))
def test_refused(case):
    harness.check_refused(case)


@pytest.mark.parametrize("model", harness.scenarios("tide_of_battle"), ids=harness.name)
@given(data=st.data())
def test_twin(model, data):
    request = data.draw(requests(harness.name(model), FIGHT if model.id == "tide_of_battle.fight" else SMALL))
    harness.check_laws(request.answer())
    harness.check_twin(request, TWINS)


@pytest.mark.parametrize("scenario", ["melee", "shooting"])
@settings(max_examples=40)
@given(data=st.data())
def test_healers_against_the_slow_twin(scenario, data):
    harness.check_twin(data.draw(requests(scenario, HEALED)), TWINS)


@harness.every_preset("tide_of_battle")
def test_preset_with_every_pair_of_modifiers(preset):
    # Two sides have so many modifiers that pairs of them would be thousands.
    harness.check_preset(preset, most=1 if preset.scenario.endswith("engagement") else 2)


def test_declarations_catalogue_and_ready_made_questions_agree():
    assert faults(registry.system("tide_of_battle")) == []


@pytest.mark.parametrize(("stat", "chance"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 5)])
def test_a_save_of_six_can_still_fail(stat, chance):
    assert probcalc.odds("tide_of_battle.save", stat=stat)["success"] == Fraction(chance, 6)


def test_a_stat_below_one_still_saves_on_a_natural_one():
    assert probcalc.odds("tide_of_battle.save", stat=1, modifier=-2)["success"] == Fraction(1, 6)


def test_ten_trained_fighters_against_deflection_two():
    answer = probcalc.odds("tide_of_battle.melee", models=10, melee=1, deflection=2)
    assert answer["hit_points_lost"].mean == Fraction(20, 9)
    assert answer["hit_points_lost"][0] == Fraction(282475249, 3486784401)


def test_twenty_dice_and_healers():
    answer = probcalc.odds("tide_of_battle.melee", models=20, melee=1, healers=True)
    assert answer["hit_points_lost"].mean == Fraction(4569841187, 1162261467)


def test_critical_strike_ignores_deflection_and_costs_two():
    answer = probcalc.odds(
        "tide_of_battle.melee",
        models=1,
        strength=1,
        fortitude=5,
        deflection=2,
        hit_points=3,
        critical_strike=True,
    )
    assert dict(answer["hit_points_lost"]) == {0: Fraction(29, 36), 1: Fraction(1, 9), 2: Fraction(1, 12)}


@given(data=st.data())
def test_one_more_to_hit_never_lowers_the_hit_points_lost(data):
    request = data.draw(requests("melee", {**SMALL, "modifier": (-6, 5)}))
    assert lost(request, modifier=request.given["modifier"] + 1) >= lost(request)


@given(data=st.data())
def test_cover_never_raises_casualties(data):
    request = data.draw(requests("shooting", {**SMALL, "terrain": st.just("none")}))
    in_cover = [lost(request, terrain=terrain) for terrain in ("none", "hill", "forest", "wall")]
    assert in_cover == sorted(in_cover, reverse=True)


@given(data=st.data())
def test_more_hit_points_never_lose_more_models(data):
    # From 1 to 2 they may: a critical then costs 2, and by one ruling it can no longer be deflected.
    limits = {**SMALL, "hit_points": (2, 5), "already_lost": (0, 0)}
    request = data.draw(requests("shooting", limits))
    tougher = {**request.given, "hit_points": request.given["hit_points"] + 1}
    assert probcalc.odds(request.scenario, tougher)["models_lost"].mean <= request.answer()["models_lost"].mean


@given(data=st.data())
def test_better_deflection_never_hurts(data):
    request = data.draw(requests("melee", {**SMALL, "deflection": st.integers(1, 5)}))
    assert lost(request, deflection=request.given["deflection"] + 1) <= lost(request)
    assert lost(request) <= lost(request, deflection="none", turtle=False)


@given(data=st.data())
def test_regeneration_never_costs_hit_points(data):
    request = data.draw(requests("melee", {**SMALL, "regeneration": st.integers(1, 6)}))
    answer = request.answer()
    assert answer["net_hit_points_lost"].mean <= answer["hit_points_lost"].mean
    assert answer["net_hit_points_lost"].at_least(1) <= answer["hit_points_lost"].at_least(1)


@given(data=st.data())
def test_swapping_the_sides_mirrors_the_engagement(data):
    request = data.draw(requests("engagement", SMALL))
    turned = {
        "vp_difference": lambda points: -points,
        "winner": {"a": "b", "b": "a", "draw": "draw"}.__getitem__,
    }
    harness.check_mirrored(request, MIRROR, turned)


@settings(max_examples=40)
@given(data=st.data())
def test_swapping_the_sides_mirrors_a_fight(data):
    harness.check_fight_mirrored(data.draw(requests("fight", FIGHT)))


@given(data=st.data())
def test_the_first_round_of_a_fight_is_an_engagement(data):
    request = data.draw(
        requests("engagement", {**SMALL, "weapon": st.sampled_from(["none", "lance", "pike", "halberd"])})
    )
    given_ = request.given
    if any(given_.get(f"{side}.first_strike") is not None for side in "ab"):
        # An engagement knows no First Strike for the first turn only, so what is given there must not be filled here.
        given_ = {**given_, "a.first_strike": False, "b.first_strike": False}
    engagement = probcalc.odds("tide_of_battle.engagement", given_)
    fight = probcalc.odds("tide_of_battle.fight", {**given_, "rounds": 1})
    for side in "ab":
        ends = fight[f"{side}_end"]
        assert (ends["routed"], ends["wiped_out"]) == (engagement[f"{side}_routes"], engagement[f"{side}_wiped_out"])


def test_a_charge_counts_in_the_first_round_only():
    lancers = {"a.weapon": "lance", "a.charging": True, "a.models": 4, "b.models": 4, "b.weapon": "pike"}
    answer = probcalc.odds("tide_of_battle.fight", lancers).parameters
    assert (answer["a.weapon_strength"], answer["a.charge_strength"]) == (0, 2)
    assert (answer["b.weapon_melee"], answer["b.charge_melee"]) == (0, 1)
    assert (answer["b.first_strike"], answer["b.first_turn_strike"]) == (False, True)
    given_ = probcalc.odds(
        "tide_of_battle.fight", {**lancers, "a.weapon_strength": 1, "b.first_strike": False}
    ).parameters
    assert (given_["a.weapon_strength"], given_["a.charge_strength"]) == (1, 0)
    assert given_["b.first_turn_strike"] is False


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_quicker_side_suffers_less(side):
    even = probcalc.odds("tide_of_battle.engagement", {"a.models": 5, "b.models": 5})
    quick = probcalc.odds("tide_of_battle.engagement", {"a.models": 5, "b.models": 5, f"{side}.reflex": 4})
    other = "b" if side == "a" else "a"
    assert quick[f"{other}_inflicts"].mean < even[f"{other}_inflicts"].mean
    assert quick[f"{side}_inflicts"] == even[f"{side}_inflicts"]


def test_nobody_tests_when_the_points_are_level():
    answer = probcalc.odds(
        "tide_of_battle.engagement", {"a.armor_class": 15, "a.fortitude": 15, "b.armor_class": 15, "b.fortitude": 15}
    )
    assert answer["winner"]["draw"] == 1
    assert answer["a_routes"] == answer["b_routes"] == 0


def test_a_spear_strikes_first_only_when_somebody_charges():
    quiet = probcalc.odds("tide_of_battle.engagement", {"a.weapon": "spear"})
    charged = probcalc.odds("tide_of_battle.engagement", {"a.weapon": "spear", "b.charging": True})
    assert not quiet.parameters["a.first_strike"]
    assert charged.parameters["a.first_strike"]
    assert charged.parameters["a.weapon_melee"] == 1


def test_a_lance_counts_only_in_a_charge():
    standing = probcalc.odds("tide_of_battle.melee", weapon="lance")
    charging = probcalc.odds("tide_of_battle.melee", weapon="lance", charging=True)
    assert (standing.parameters["weapon_melee"], standing.parameters["weapon_strength"]) == (0, 0)
    assert (charging.parameters["weapon_melee"], charging.parameters["weapon_strength"]) == (1, 2)


def test_healers_leave_a_plain_injury_that_might_turn_into_a_critical():
    # Deflection 5 stops most plain injuries; a re-roll may be a critical, which nothing stops.
    given_ = {"models": 1, "strength": 10, "deflection": 5, "hit_points": 2, "critical_strike": True, "paralysed": True}
    answer = probcalc.odds("tide_of_battle.melee", {**given_, "healers": True})
    assert answer["hit_points_lost"].mean == Fraction(5, 36) + Fraction(1, 6) * (2 * Fraction(1, 6) + Fraction(5, 36))


@pytest.mark.parametrize(
    ("scenario", "given_", "name", "why"),
    [
        ("melee", {"models": 150, "attacks_each": 9, "weapon_attacks": 5}, "models", "2,000"),
        ("shooting", {"weapon": "crossbow", "moved": True}, "moved", "Slow Reload"),
        ("shooting", {"weapon": "sling", "indirect": True}, "indirect", "Indirect Fire"),
        ("will_saves", {"wills": [4, 4], "modifiers": [0]}, "modifiers", "2 units"),
        ("shooting", {"already_lost": 20}, "already_lost", "20 hit points"),
    ],
)
def test_refusals_say_why(scenario, given_, name, why):
    with pytest.raises(probcalc.InputError) as caught:
        probcalc.odds(f"tide_of_battle.{scenario}", given_)
    assert caught.value.parameter == name
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("scenario", "given_", "name"),
    [
        ("melee", {"magical": True}, "magical"),
        ("melee", {"fortitude_save": 2}, "fortitude_save"),
        ("melee", {"crit_face": "modified_6_plus"}, "crit_face"),
        ("melee", {"reroll_order": "healers_first", "poisoned": True}, "reroll_order"),
        ("shooting", {"strength": 2}, "strength"),
        ("shooting", {"weapon": "javelin", "ranged_strength": 2}, "ranged_strength"),
        ("shooting", {"weapon": "ballista", "models": 9}, "models"),
        ("shooting", {"will_modifier": 1}, "will_modifier"),
        ("catapult", {"bonus": 2, "catapult_modifiers": "flat"}, "bonus"),
        ("engagement", {"a.implacable": True, "a.will": 7}, "a.will"),
        ("save", {"implacable": True, "modifier": 1}, "modifier"),
    ],
)
def test_what_has_no_effect_is_said_and_has_none(scenario, given_, name):
    answer = probcalc.odds(f"tide_of_battle.{scenario}", given_)
    assert any(note.startswith(f"{name} has no effect here") for note in answer.notes)
    without = {key: value for key, value in given_.items() if key != name}
    assert dict(answer) == dict(probcalc.odds(f"tide_of_battle.{scenario}", without))


@pytest.mark.parametrize("model", harness.scenarios("tide_of_battle"), ids=harness.name)
@settings(max_examples=30)
@given(data=st.data())
def test_whatever_a_note_calls_without_effect_has_none(model, data):
    request = data.draw(requests(harness.name(model), SMALL))
    answer = request.answer()
    for note in answer.notes:
        name, found, _ = note.partition(" has no effect here")
        if found:
            without = {key: value for key, value in request.given.items() if key != name}
            assert dict(probcalc.odds(model.id, without)) == dict(answer), name


@pytest.mark.parametrize(
    ("scenario", "given_", "start"),
    [
        ("melee", {"charging": True, "charged": True}, "The attackers charged and were charged"),
        ("shooting", {"turtle": True, "skirmishers": True}, "Skirmishers cannot stand in Turtle"),
        ("blast", {"touched": 9, "target_models": 8}, "touched = 9 is more than the 8 models"),
        ("trample", {"contacts": 3, "target_models": 2}, "contacts = 3 is more than the 2 models"),
        ("catapult", {"touched": 2, "target_models": 1}, "touched = 2 is more than the 1 models"),
        ("engagement", {"b.ranks": 4, "b.models": 11}, "b.ranks = 4: complete ranks of 3 or more take 12 models"),
    ],
)
def test_what_the_game_does_not_know_is_computed_with_a_note(scenario, given_, start):
    assert any(note.startswith(start) for note in probcalc.odds(f"tide_of_battle.{scenario}", given_).notes)


@pytest.mark.parametrize(
    ("scenario", "given_", "free", "points"),
    [
        ("save", {}, ("stat", "modifier"), [(1, -3), (4, 0), (7, 2)]),
        ("melee", {"turtle": True}, ("melee", "deflection"), [(-5, 1), (1, 4), (10, 6)]),
        ("melee", {"models": 9, "healers": True}, ("strength",), [(-5,), (0,), (2,), (10,)]),
        (
            "melee",
            {"models": 8, "healers": True, "critical_strike": True, "strength": 3},
            ("deflection",),
            [(1,), (4,), (5,)],
        ),
        ("melee", {"regeneration": 3, "stunning_blow": True}, ("fortitude",), [(1,), (5,), (15,)]),
        ("shooting", {"models": 12, "target_models": 8, "will": 4}, ("ranged", "will"), [(-2, 1), (0, 4), (3, 7)]),
        ("catapult", {"deflection": 2}, ("bonus", "fortitude"), [(-3, 1), (0, 4), (6, 9)]),
        ("blast", {"reflex": 3}, ("reflex", "strength"), [(1, -2), (4, 1), (6, 9)]),
        ("rally", {}, ("will",), [(1,), (4,), (7,)]),
        ("engagement", {"a.reflex": 9}, ("a.melee", "b.will"), [(-3, 1), (0, 4), (5, 7)]),
    ],
)
def test_a_formula_at_any_point_is_the_answer_there(scenario, given_, free, points):
    symbolic = formula(f"tide_of_battle.{scenario}", given_, free=list(free))
    for point in points:
        values = dict(zip(free, point, strict=True))
        answer = probcalc.odds(f"tide_of_battle.{scenario}", {**given_, **values})
        for name in answer:
            assert harness.plain(symbolic[name].subs(values)) == harness.plain(answer[name]), (name, values)


MANY = {"models": 200, "attacks_each": 10, "critical_strike": True, "hit_points": 30, "target_models": 400}


@pytest.mark.parametrize(
    ("scenario", "given_", "name"),
    [
        ("shooting", {**MANY, "healers": True, "swarm_template": True, "vulnerable": True}, "models"),
        ("shooting", {**MANY, "regeneration": 3, "swarm_template": True, "vulnerable": True}, "models"),
        (
            "engagement",
            {
                f"{side}.{name}": value
                for side in "ab"
                for name, value in {
                    "models": 60,
                    "fighting": 60,
                    "attacks_each": 10,
                    "weapon_attacks": 5,
                    "hit_points": 9,
                    "reflex": 3 if side == "a" else 4,
                    "critical_strike": True,
                    "healers": True,
                }.items()
            },
            "a.fighting",
        ),
    ],
)
def test_what_would_take_long_is_refused_with_the_estimate_and_the_bound(scenario, given_, name):
    with pytest.raises(probcalc.InputError, match=r"steps .limit") as caught:
        probcalc.odds(f"tide_of_battle.{scenario}", given_)
    assert caught.value.parameter == name


def test_healers_and_regeneration_share_one_bound():
    request = {**MANY, "vulnerable": True, "deflection": 1, "fortitude": 5}
    for alone in ({"healers": True}, {"regeneration": 6}):
        assert probcalc.odds("tide_of_battle.melee", {**request, **alone})["wiped_out"] == 0
    with pytest.raises(probcalc.InputError, match="too large with healers and regeneration: about"):
        probcalc.odds("tide_of_battle.melee", {**request, "healers": True, "regeneration": 6})


@pytest.mark.parametrize(("stat", "saved"), [(1, 1), (3, 3), (6, 5)])
def test_hundreds_of_regenerating_models_regain_their_share(stat, saved):
    request = {**MANY, "hit_points": 10, "regeneration": stat}
    answer = probcalc.odds("tide_of_battle.melee", request)
    lost, net = answer["hit_points_lost"], answer["net_hit_points_lost"]
    # Of a unit that is wiped out, by two thousand criticals, nobody is left to regenerate.
    hurt = lost.map(lambda points: -(-points // 10) if points < 4000 else 0).mean
    assert sum(net.weights.values()) == net.total
    assert net.mean == lost.mean - Fraction(saved, 6) * hurt


def test_two_thousand_dice_at_healers_add_up_to_one():
    answer = probcalc.odds(
        "tide_of_battle.melee", models=200, attacks_each=10, healers=True, deflection=3, target_models=400
    )
    law = answer["hit_points_lost"]
    assert sum(law.weights.values()) == law.total
    assert law.mean == 2000 * Fraction(1, 8) - 6 * Fraction(1, 4) + _few_injuries_correction()


def _few_injuries_correction():
    # Six re-rolls save half an injury each, but only where there are six injuries to roll again.
    p, n = Fraction(1, 4), 2000
    chance = (1 - p) ** n
    missing = Fraction(0)
    for injuries in range(6):
        missing += (6 - injuries) * chance
        chance = chance * (n - injuries) / (injuries + 1) * p / (1 - p)
    return missing * Fraction(1, 4)
