"""Thud & Blunder: worked cases, slow twins, presets, and what every player takes for granted."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from probcalc.scenarios.errors import InputError
from probcalc.systems.thud_and_blunder.blows import every_split
from probcalc.systems.thud_and_blunder.tables import ARMOUR, FIGHTING, SHIELDS, SHOOTING
from tests.systems import harness
from tests.twins.thud_and_blunder import TWINS

GAME = "thud_and_blunder"
LIMITS = {
    f"{GAME}.duel": {"turns": (1, 3)},
    f"{GAME}.brawl": {"figures": (1, 2), "rounds": (1, 2)},
    f"{GAME}.fire": {"turns": (1, 5)},
    f"{GAME}.trial": {"turns": (1, 5)},
    f"{GAME}.recovery": {"turns": (1, 6)},
    f"{GAME}.structure": {"attacks": (1, 6)},
    f"{GAME}.volley": {"shooters": (2, 4)},
    f"{GAME}.initiative": {"leaderships": st.lists(st.integers(0, 10), min_size=2, max_size=3)},
}


def drawn(data, scenario, **limits):
    """A legal request; what is named in the limits is always given."""
    fixed = {name: limit if not isinstance(limit, list) else st.sampled_from(limit) for name, limit in limits.items()}
    return data.draw(harness.requests(registry.scenario(f"{GAME}.{scenario}"), fixed))


def changed(request, **values):
    """The same request with other values."""
    return probcalc.odds(request.scenario, {**request.given, **values})


# -- worked cases and slow twins ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", harness.cases(GAME))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases(GAME))
def test_refused(case):
    harness.check_refused(case)


@pytest.mark.parametrize("model", harness.scenarios(GAME), ids=harness.name)
@given(data=st.data())
def test_twin(model, data):
    request = data.draw(harness.requests(model, LIMITS.get(model.id, {})))
    harness.check_laws(request.answer())
    harness.check_twin(request, TWINS)


@settings(max_examples=6)
@given(data=st.data())
def test_a_brawl_to_its_end_is_the_slow_twin(data):
    # The twin solves each chain of turns by itself, in seconds.
    harness.check_twin(drawn(data, "brawl", figures=(1, 2), rounds=["end"]), TWINS)


@given(data=st.data())
def test_a_brawl_of_one_against_one_is_a_duel(data):
    duel = drawn(data, "duel", turns=(1, 20))
    given_ = {name: value for name, value in duel.given.items() if name != "turns"}
    brawl = probcalc.odds(f"{GAME}.brawl", {**given_, "a.figures": 1, "b.figures": 1, "rounds": duel.given["turns"]})
    answer = duel.answer()
    assert harness.plain(brawl["winner"]) == harness.plain(answer["winner"])
    assert harness.plain(brawl["rounds"]) == harness.plain(answer["turn"])


@settings(max_examples=15)
@given(data=st.data())
def test_swapping_the_sides_mirrors_a_brawl(data):
    harness.check_fight_mirrored(drawn(data, "brawl", figures=(1, 2)))


def test_three_against_two_is_the_slow_twin():
    given_ = {"a.figures": 3, "b.figures": 2, "rounds": 2, "a.weapon": "long_sword", "outnumbering": "counted"}
    harness.check_twin(harness.Request(f"{GAME}.brawl", given_), TWINS)


@st.composite
def splits(draw, most_skill=5, most_parts=3):
    """A skill and the parts that it is split into."""
    parts = draw(st.lists(st.integers(0, most_skill), min_size=2, max_size=most_parts))
    while sum(parts) > most_skill:
        parts[parts.index(max(parts))] -= 1
    return parts


@settings(max_examples=40)
@given(data=st.data(), parts=splits())
def test_split_attack_is_the_slow_twin(data, parts):
    request = drawn(data, "attack", mode=["fighting"], skill=[sum(parts)], split=[parts])
    assert "best_split" in request.answer()
    harness.check_twin(request, TWINS)


def test_the_order_of_four_players_is_that_of_the_slow_twin():
    harness.check_twin(harness.Request(f"{GAME}.initiative", {"leaderships": [2, 0, 1, 2]}), TWINS)


@pytest.mark.parametrize("weapon", ["unarmed", "martial_artist_basic", "martial_artist_advanced", "dagger"])
def test_bare_hands_and_martial_arts_are_never_lost_in_a_duel(weapon):
    request = harness.Request(f"{GAME}.duel", {"a.weapon": weapon, "turns": 3})
    harness.check_twin(request, TWINS)
    row = FIGHTING[weapon]
    dropped = {"a.weapon": "club", "a.weapon_bonus": row.weapon_bonus, "a.weapon_destiny": row.weapon_destiny}
    same = dict(probcalc.odds(request.scenario, {**dropped, "turns": 3})) == dict(request.answer())
    assert same == (weapon in ("unarmed", "dagger"))


# -- the public check figures ------------------------------------------------------------------------------


def test_long_sword_of_skill_3_against_rating_11():
    outcome = probcalc.odds(f"{GAME}.attack", weapon="long_sword", armour_rating=11)["outcome"]
    assert (outcome["out"], outcome["knocked_down"]) == (Fraction(3, 10), Fraction(3, 50))


def test_a_vehicle_of_resilience_6_takes_up_to_three_lots():
    lots = probcalc.odds(f"{GAME}.vehicle")["lots"]
    assert [lots[n] for n in range(4)] == [Fraction(1, 2), Fraction(9, 20), Fraction(9, 200), Fraction(1, 200)]


def test_disarm_at_6_against_4():
    assert probcalc.odds(f"{GAME}.disarm", a_bonus=6, b_bonus=4)["disarms"] == Fraction(31, 50)


# -- what players take for granted -------------------------------------------------------------------------


@given(data=st.data())
def test_one_more_skill_never_takes_fewer_out(data):
    request = drawn(data, "attack", skill=(0, 11))
    request.given.pop("split", None)
    more = changed(request, skill=request.given["skill"] + 1)
    assert more["outcome"]["out"] >= request.answer()["outcome"]["out"]
    assert more["outcome"]["missed"] <= request.answer()["outcome"]["missed"]


@given(data=st.data())
def test_heavier_armour_never_helps_the_attacker_of_a_slow_figure(data):
    request = drawn(data, "attack", speed=[0], armour_rating=[None])
    outs = [changed(request, armour=armour)["outcome"]["out"] for armour in ARMOUR]
    assert outs == sorted(outs, reverse=True)
    outs = [changed(request, shield=shield)["outcome"]["out"] for shield in SHIELDS]
    assert outs == sorted(outs, reverse=True)


@given(data=st.data())
def test_a_higher_rating_never_hurts_anybody_in_the_fight(data):
    request = drawn(data, "into_fight", armour_rating=st.integers(0, 24))
    higher = changed(request, armour_rating=request.given["armour_rating"] + 1)
    assert higher["struck"]["nobody"] >= request.answer()["struck"]["nobody"]


@given(data=st.data())
def test_a_better_destiny_roll_never_takes_more_out(data):
    request = drawn(data, "fire", destiny_modifier=(-10, 9), turns=(1, 4))
    better = changed(request, destiny_modifier=request.given["destiny_modifier"] + 1)
    assert better["out_at_once"] <= request.answer()["out_at_once"]
    assert better["out_by_turn"]["alive"] >= request.answer()["out_by_turn"]["alive"]


@settings(max_examples=20)
@given(data=st.data(), parts=splits(most_skill=8, most_parts=4))
def test_the_best_split_is_at_least_as_good_as_any(data, parts):
    request = drawn(data, "attack", mode=["fighting"], skill=[sum(parts)], split=[parts])
    answer = request.answer()
    best = changed(request, split=answer["best_split"])
    assert sum(answer["best_split"]) == sum(parts)
    assert best["outcome"]["out"] >= answer["outcome"]["out"]
    assert best["best_split"] == answer["best_split"]


def test_equal_splits_leave_the_lexicographically_largest():
    # Whatever the skill, every attack hits on 2 to 10.
    answer = probcalc.odds(f"{GAME}.attack", skill=4, split=[1, 1, 2], armour_rating=0)
    assert answer["best_split"] == [4, 0, 0] == next(iter(every_split(4, 3)))


@given(data=st.data())
def test_swapping_the_figures_mirrors_the_duel(data):
    request = drawn(data, "duel", turns=(1, 4))
    other = {"a": "b", "b": "a"}
    harness.check_mirrored(request, {}, {"winner": lambda who: other.get(who, who), "turn": lambda turn: turn})
    swapped = {other.get(name[0], name[0]) + name[1:] if "." in name else name: v for name, v in request.given.items()}
    assert request.answer()["a_strikes_first"] + probcalc.odds(request.scenario, swapped)["a_strikes_first"] == 1


@settings(max_examples=20)
@given(leaderships=st.lists(st.integers(0, 10), min_size=2, max_size=4), data=st.data())
def test_players_in_another_order_act_as_they_did(leaderships, data):
    places = data.draw(st.permutations(range(len(leaderships))))
    there = probcalc.odds(f"{GAME}.initiative", leaderships=leaderships)
    back = probcalc.odds(f"{GAME}.initiative", leaderships=[leaderships[place] for place in places])
    for new, old in enumerate(places):
        assert back["first"][f"player_{new + 1}"] == there["first"][f"player_{old + 1}"]
    for order in permutations(range(len(places))):
        before = ">".join(str(places[player] + 1) for player in order)
        assert back["order"][">".join(str(player + 1) for player in order)] == there["order"][before]
    assert list(there["order"]) == sorted(there["order"])


def test_six_equal_leaders_act_first_alike():
    answer = probcalc.odds(f"{GAME}.initiative", leaderships=[4] * 6)
    assert set(answer["first"].values()) == {Fraction(1, 6)}
    # All six different: 10 * 9 * 8 * 7 * 6 * 5 of 10^6.
    assert answer["tie_first_roll"] == 1 - Fraction(151200, 10**6)
    assert "order" not in answer


@given(data=st.data())
def test_the_first_of_the_order_is_who_acts_first(data):
    answer = drawn(data, "initiative", leaderships=st.lists(st.integers(0, 10), min_size=2, max_size=4)).answer()
    for player in answer["first"]:
        number = player.removeprefix("player_")
        assert answer["order"].chance(lambda order, n=number: order.startswith(n)) == answer["first"][player]


@given(data=st.data())
def test_two_shots_together_are_a_volley_and_apart_two_attacks(data):
    at_ease = {"target_moved": ["none"], "shooter_moved": [False], "terrain": [0]}
    request = drawn(data, "volley", shooters=[2], skill=[0], **at_ease)
    answer = request.answer()
    attack = {name: value for name, value in request.given.items() if name != "shooters"}
    together = probcalc.odds(f"{GAME}.attack", {**attack, "mode": "shooting", "volley": 1})
    assert answer["together"] == together["outcome"]
    # Fists and bows alike: with the same figures, shots one by one are blows of no skill.
    fought = {name: value for name, value in attack.items() if name not in (*at_ease, "seeking", "weapon")}
    fought |= {name: answer.parameters[name] for name in ("weapon_bonus", "weapon_destiny")}
    apart = probcalc.odds(f"{GAME}.attack", {**fought, "split": [0, 0], "fumble_in_split": "goes_on"})
    assert answer["apart"] == apart["outcome"]


@given(data=st.data())
def test_a_hero_point_never_hurts_its_hero(data):
    request = drawn(data, "trial", turns=(1, 8))
    without, hero = changed(request, hero=False), changed(request, hero=True)
    assert hero["all_succeed"] >= without["all_succeed"]
    assert hero["failures"].mean <= without["failures"].mean


@given(data=st.data())
def test_a_duel_against_a_figure_that_cannot_hit_is_never_lost(data):
    request = drawn(data, "duel", turns=(1, 3))
    answer = changed(request, **{"a.armour_rating": 25, "b.skill": 0, "b.modifier": -10, "natural_10": "nothing"})
    assert answer["winner"]["b"] == 0


@pytest.mark.parametrize(
    ("scenario", "given_", "silent"),
    [
        ("attack", {"flaming": True, "skill": 5}, {"skill"}),
        ("attack", {"flaming": True, "skill": 5, "split": [2, 3]}, set()),
        ("entangle", {"skill": 5, "weapon": "net", "hit_compare": "more_than"}, {"skill", "weapon", "hit_compare"}),
        ("fire", {"target_knocked_down": True, "natural_10": "hits"}, {"target_knocked_down", "natural_10"}),
        ("fire", {"weapon": "polearm"}, set()),
        ("into_fight", {"flaming": True, "skill": 5}, {"skill"}),
        ("volley", {"flaming": True, "skill": 5, "shooters": 3}, {"skill"}),
    ],
)
def test_an_attack_that_hits_unless_natural_1_says_what_it_ignores(scenario, given_, silent):
    notes = probcalc.odds(f"{GAME}.{scenario}", given_, ignoring_armour="automatic").notes
    assert {note.partition(" has no effect here")[0] for note in notes} == silent


def test_a_run_in_medium_armour_is_computed_and_said():
    sentence = "A figure in medium or heavy armour cannot run (target_moved); calculated anyway."
    running = {"mode": "shooting", "target_moved": "ran", "armour": "mail_shirt"}
    assert sentence in probcalc.odds(f"{GAME}.attack", running, shield="small").notes
    assert sentence in probcalc.odds(f"{GAME}.volley", target_moved="ran", armour="plate").notes
    for light in ({}, {"shield": "small", "magic_shield": True}, {"shield": "small", "armour_rating": 11}):
        assert sentence not in probcalc.odds(f"{GAME}.attack", running, **light).notes
    assert sentence not in probcalc.odds(f"{GAME}.attack", {**running, "target_moved": "moved"}, shield="small").notes


# -- presets, weapons and the catalogue --------------------------------------------------------------------


@pytest.mark.parametrize("weapon", FIGHTING)
def test_every_fighting_weapon_fills_its_figures(weapon):
    answer = probcalc.odds(f"{GAME}.attack", weapon=weapon)
    assert answer.parameters["weapon_bonus"] == FIGHTING[weapon].weapon_bonus
    assert answer.parameters["weapon_destiny"] == FIGHTING[weapon].weapon_destiny


def test_a_weapon_of_the_other_mode_is_refused():
    for mode, weapon in (("fighting", "sling"), ("shooting", "mace")):
        with pytest.raises(InputError, match=f"weapon: {weapon} is not a "):
            probcalc.odds(f"{GAME}.entangle", mode=mode, weapon=weapon)
    assert len(set(FIGHTING) & set(SHOOTING)) == 3


@harness.every_preset(GAME)
def test_preset_with_every_pair_of_modifiers(preset):
    harness.check_preset(preset)


def test_declarations_catalogue_and_ready_made_questions_agree():
    assert faults(registry.system(GAME)) == []
