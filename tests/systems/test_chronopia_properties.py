"""Chronopia: what must hold of any request, whatever the figures are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios import registry
from tests.systems import harness

BLOWS = ("chronopia.melee", "chronopia.shooting", "chronopia.free_slash", "chronopia.swipe")
# A plain hit may be worth less than another roll with many critical faces, so a re-roll is kept out where the
# number needed changes.
WITHOUT_REROLL = {"reroll": st.just(False)}
SMALL = {"noa": (1, 4), "multiplier": (1, 3), "targets": (1, 3), "attackers": (1, 3), "models": (1, 3)}


def draw(data, scenario, **limits):
    model = registry.scenario(scenario)
    known = {p.name.rpartition(".")[2] for p in model.parameters()}
    wanted = {**SMALL, **limits}
    return data.draw(harness.requests(model, {name: limit for name, limit in wanted.items() if name in known}))


def wounds(request, **change):
    return probcalc.odds(request.scenario, {**request.given, **change})["wounds"].mean


@pytest.mark.parametrize("scenario", BLOWS)
@settings(max_examples=25)
@given(data=st.data())
def test_plus_one_to_hit_never_lowers_the_expected_wounds(scenario, data):
    request = draw(data, scenario, modifier=(-20, 19), **WITHOUT_REROLL)
    assert wounds(request, modifier=request.given["modifier"] + 1) >= wounds(request)


@pytest.mark.parametrize("scenario", BLOWS)
@settings(max_examples=25)
@given(data=st.data())
def test_more_armour_heal_or_ward_never_raises_the_expected_wounds(scenario, data):
    request = draw(data, scenario, armour=(-10, 39), heal=(0, 19), ward=(0, 19))
    before = wounds(request)
    for name in ("armour", "heal", "ward"):
        assert wounds(request, **{name: request.given[name] + 1}) <= before


@pytest.mark.parametrize("scenario", [s for s in BLOWS if s != "chronopia.shooting"])
@settings(max_examples=25)
@given(data=st.data())
def test_better_agility_never_raises_the_expected_wounds(scenario, data):
    request = draw(data, scenario, agility=(-14, 5), **WITHOUT_REROLL)
    assert wounds(request, agility=request.given["agility"] - 1) <= wounds(request)


@settings(max_examples=25)
@given(data=st.data())
def test_one_more_piece_of_cover_never_raises_the_expected_wounds(data):
    request = draw(data, "chronopia.shooting", cover=(0, 4), **WITHOUT_REROLL)
    assert wounds(request, cover=request.given["cover"] + 1) <= wounds(request)


@pytest.mark.parametrize("scenario", ["chronopia.melee", "chronopia.shooting", "chronopia.free_slash"])
@settings(max_examples=25)
@given(data=st.data())
def test_more_wounds_never_make_a_target_easier_to_slay(scenario, data):
    request = draw(data, scenario, wounds=(1, 6))
    more = probcalc.odds(scenario, {**request.given, "wounds": request.given["wounds"] + 1})
    assert more["slain"] <= request.answer()["slain"]
    assert more["wounds"] == request.answer()["wounds"]


@settings(max_examples=25)
@given(data=st.data())
def test_exchanging_the_sides_of_a_clash_exchanges_its_results(data):
    request = draw(data, "chronopia.clash")
    names = ("wounds_caused", "models_lost", "breaks")
    pairs = {f"{x}_{name}": f"{y}_{name}" for x, y in ("ab", "ba") for name in names}
    turned = {"score_difference": lambda points: -points, "winner": {"a": "b", "draw": "draw", "b": "a"}.__getitem__}
    harness.check_mirrored(request, pairs, turned)


@given(data=st.data())
def test_exchanging_the_sides_exchanges_the_initiative(data):
    request = draw(data, "chronopia.initiative")
    harness.check_mirrored(request, {"a": "b", "b": "a", "tie": "tie"}, {})
    answer = request.answer()
    assert answer["a"] + answer["b"] == 1


@settings(max_examples=25)
@given(data=st.data())
def test_exchanging_the_sides_exchanges_the_gossip(data):
    request = draw(data, "chronopia.gossip")
    pairs = {"a_kills": "b_kills", "b_kills": "a_kills", "a_points": "b_points", "b_points": "a_points"}
    swap = {"a": "b", "b": "a"}
    harness.check_mirrored(request, pairs, {"victory": lambda v: v if v == "draw" else swap[v[0]] + v[1:]})


@settings(max_examples=40)
@given(data=st.data())
def test_a_clash_is_won_lost_or_drawn_and_only_its_loser_breaks(data):
    answer = draw(data, "chronopia.clash").answer()
    winner = answer["winner"]
    assert sum(winner.values()) == 1
    assert answer["a_breaks"] <= winner["b"]
    assert answer["b_breaks"] <= winner["a"]
    assert max(answer["a_models_lost"]) <= answer.parameters["a.models"]


@settings(max_examples=25)
@given(data=st.data())
def test_capped_wounds_are_the_wounds_that_a_side_has(data):
    request = draw(data, "chronopia.clash")
    capped, whole = (probcalc.odds(request.scenario, {**request.given, "wounds_counted": w}) for w in ("capped", "all"))
    p = capped.parameters
    assert max(capped["a_wounds_caused"]) <= p["b.models"] * p["b.wounds"]
    assert capped["a_wounds_caused"].mean <= whole["a_wounds_caused"].mean
    assert capped["b_models_lost"] == whole["b_models_lost"]


@settings(max_examples=40)
@given(data=st.data())
def test_a_panicked_unit_recovers_or_is_lost(data):
    answer = draw(data, "chronopia.panic").answer()
    assert answer["recovers"] + answer["lost"] == 1
    assert answer["turns"]["lost"] == answer["lost"]


@settings(max_examples=40)
@given(data=st.data())
def test_a_better_leader_is_never_worse(data):
    good = {"chronopia.fear": "masters", "chronopia.panic": "recovers"}
    bad = {"chronopia.break_test": "breaks", "chronopia.half_strength": "panics"}
    scenario = data.draw(st.sampled_from([*good, *bad]))
    request = draw(data, scenario, ld=(1, 29))
    result = good.get(scenario) or bad[scenario]
    now = request.answer()[result]
    better = probcalc.odds(scenario, {**request.given, "ld": request.given["ld"] + 1})[result]
    assert better >= now if scenario in good else better <= now


@given(data=st.data())
def test_a_reroll_turns_p_into_p_plus_p_of_the_failures(data):
    request = draw(data, "chronopia.test", reroll=st.just(True))
    once = probcalc.odds(request.scenario, {**request.given, "reroll": False})["success"]
    assert request.answer()["success"] == once + (1 - once) * once


@given(data=st.data())
def test_a_longer_shot_strays_no_less(data):
    request = draw(data, "chronopia.deviation", distance=(1, 59))
    farther = probcalc.odds(request.scenario, {**request.given, "distance": request.given["distance"] + 1})
    assert farther["inches"].mean >= request.answer()["inches"].mean
