"""Oathmark: worked cases, slow twins, presets, and what every player takes for granted."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from probcalc.scenarios.resolve import resolve
from tests.systems import harness
from tests.twins.oathmark import TWINS

FIGHT = {
    "figures": (1, 3),
    "health": (1, 2),
    "combat_dice": (1, 2),
    "unit_of_one": st.just(False),
    "rounds": st.sampled_from([1, 2, "end"]),
    "unit": st.sampled_from(["none", "human_king", "goblin_slave", "human_spearman"]),
}
LIMITS = {
    "oathmark.fight": FIGHT,
    "oathmark.initiative": {"die": st.sampled_from([4, 6, 8]), "players": (2, 3)},
    "oathmark.cascade": {"activations": st.lists(st.integers(1, 10), min_size=1, max_size=4)},
    "oathmark.breath": {"dice": (1, 4)},
    "oathmark.artillery": {"figures": (1, 9)},
}


@pytest.mark.parametrize("case", harness.cases("oathmark"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("oathmark"))
def test_refused(case):
    harness.check_refused(case)


@pytest.mark.parametrize("model", harness.scenarios("oathmark"), ids=harness.name)
@given(data=st.data())
def test_twin(model, data):
    request = data.draw(harness.requests(model, LIMITS.get(model.id, {})))
    harness.check_laws(request.answer())
    harness.check_twin(request, TWINS)


@settings(max_examples=40)
@given(data=st.data())
def test_the_first_round_of_a_fight_is_a_combat(data):
    limits = {name: limit for name, limit in FIGHT.items() if name != "rounds"}
    limits |= {"uncaring": st.just(False), "wild_charge": st.just(False), "a.health": (1, 3)}
    request = data.draw(harness.requests(registry.scenario("oathmark.combat"), limits))
    given_ = {n: v for n, v in request.given.items() if not n.endswith(("uncaring", "wild_charge"))}
    combat, fight = request.answer(), probcalc.odds("oathmark.fight", {**given_, "rounds": 1})
    for side in "ab":
        figures = combat.parameters[f"{side}.figures"]
        if not combat.parameters[f"{side}.unit_of_one"]:
            lost = combat[f"{side}_casualties"]
            assert harness.plain(fight[f"{side}_left"]) == {figures - n: p for n, p in lost.items()}
        ends, morale = fight[f"{side}_end"], combat[f"{side}_morale"]
        assert (ends["broken"], ends["destroyed"]) == (morale["broken"], morale["destroyed"])


def test_a_unit_of_one_carries_every_hit():
    troll = {"a.unit": "troll", "b.figures": 3, "b.fight": 5, "rounds": 3, "hits_carried": "lost"}
    harness.check_twin(harness.Request("oathmark.fight", troll), TWINS)


def test_equal_units_that_take_turns_by_initiative_win_as_often_in_the_long_run():
    answer = probcalc.odds("oathmark.fight", {"a.figures": 1, "b.figures": 1, "active": "initiative"})
    assert harness.plain(answer["winner"]) == {"a": Fraction(3, 8), "draw": Fraction(1, 4), "b": Fraction(3, 8)}


@settings(max_examples=40)
@given(data=st.data())
def test_cascade_on_any_graph_is_the_slow_twin(data):
    units = data.draw(st.integers(2, 4))
    every = [f"{a}-{b}" for a in range(1, units + 1) for b in range(1, a)]
    near = ",".join(data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=4)))
    numbers = st.lists(st.integers(0, 1), min_size=units, max_size=units)
    given_ = {
        "activations": data.draw(st.lists(st.integers(3, 10), min_size=units, max_size=units)),
        "disordered": data.draw(numbers),
        "command": data.draw(numbers),
        "near": near,
        "starts": data.draw(st.integers(1, units)),
        "morale_natural_10": data.draw(st.sampled_from(["passes", "nothing"])),
    }
    harness.check_twin(harness.Request("oathmark.cascade", given_), TWINS)


@given(data=st.data())
def test_one_more_fight_never_lowers_the_expected_hits(data):
    request = data.draw(harness.requests(registry.scenario("oathmark.combat"), {"a.fight": (0, 11)}))
    better = probcalc.odds(request.scenario, {**request.given, "a.fight": request.given["a.fight"] + 1})
    # Above the highest face the ruling may score more than the face itself would.
    if request.answer().rulings["tn_over_max"] == "impossible":
        assert better["a_hits"].mean >= request.answer()["a_hits"].mean


@given(data=st.data())
def test_cover_never_raises_casualties(data):
    limits = {"tn_over_max": st.just("impossible")}
    request = data.draw(harness.requests(registry.scenario("oathmark.shooting"), limits))
    means = [
        probcalc.odds(request.scenario, {**request.given, "cover": c})["casualties"].mean
        for c in ("none", "light", "heavy")
    ]
    assert means == sorted(means, reverse=True)


@given(data=st.data())
def test_more_health_never_loses_more_figures(data):
    request = data.draw(harness.requests(registry.scenario("oathmark.shooting"), {"health": (1, 19)}))
    tougher = probcalc.odds(request.scenario, {**request.given, "health": request.given["health"] + 1})
    assert tougher["casualties"].mean <= request.answer()["casualties"].mean


@pytest.mark.parametrize("die", [4, 6, 8, 10, 12, 20])
def test_even_sides_hit_each_other_evenly_on_any_die(die):
    answer = probcalc.odds(
        "oathmark.combat", {"die": die, "a.defence": 7, "b.defence": 7, "a.full_ranks": 1, "b.full_ranks": 1}
    )
    assert answer["winner"]["a"] == answer["winner"]["b"]


def test_activation_two_to_eight_on_two_dice():
    chances = [probcalc.odds("oathmark.activation", activation=a)["activates"] for a in range(2, 9)]
    assert chances == [Fraction(n, 100) for n in (99, 96, 91, 84, 75, 64, 51)]


def test_best_of_two_d6_is_one_choice_away():
    assert probcalc.odds("oathmark.activation", die=6, activation=5)["activates"] == Fraction(5, 9)


def test_the_unthinking_have_one_die_and_with_command_two():
    one, two = ({"unthinking": True, "dice": 3}, {"unthinking": True, "dice": 3, "command": True})
    assert probcalc.odds("oathmark.activation", one)["activates"] == Fraction(6, 10)
    assert probcalc.odds("oathmark.activation", two)["activates"] == 1 - Fraction(4, 10) ** 2


def test_five_dice_at_four_against_five_at_five():
    answer = probcalc.odds(
        "oathmark.combat",
        {
            "a.unit": "dwarf_soldier",
            "b.unit": "human_soldier",
            "a.figures": 20,
            "b.figures": 20,
            "a.full_ranks": 1,
            "b.full_ranks": 1,
            "b.shielding": 0,
            "a.fight": 5,
            "b.fight": 5,
        },
    )
    assert (answer["a_target_number"], answer["b_target_number"]) == (4, 5)
    assert answer["winner"]["a"] == Fraction(2972517059, 5000000000)


def test_ten_wild_chargers_reroll_only_below_the_mean():
    plain = probcalc.odds("oathmark.combat", {"a.fight": 8})
    wild = probcalc.odds("oathmark.combat", {"a.fight": 8, "a.wild_charge": True})
    assert wild["a_hits_per_die"] == plain["a_hits_per_die"]
    assert wild["a_hits"].mean > plain["a_hits"].mean


@pytest.mark.parametrize(
    ("scenario", "given_", "silent"),
    [
        ("combat", {"a.arc": "flank", "b.front": 3}, {"b.front"}),
        ("combat", {"b.braced": True}, {"b.braced"}),
        ("combat", {"a.charge": 2, "b.braced": True}, set()),
        ("combat", {"a.undead": True, "a.courage": 2}, {"a.courage"}),
        ("combat", {"a.uncaring": True, "a.undead": True, "a.courage": 2}, {"a.undead"}),
        ("combat", {"a.unit_of_one": True, "a.base": "50x50"}, {"a.base"}),
        ("combat", {"a.unit_of_one": True, "b.undead": True, "ranks_when": "before"}, {"ranks_when"}),
        ("combat", {"a.unit_of_one": True, "ranks_when": "before"}, set()),
        ("artillery", {"unit_of_one": True, "base": "25x50"}, {"base"}),
        ("artillery", {"artillery_cap": "none"}, {"artillery_cap"}),
        ("artillery", {"artillery_cap": "none", "figures": 20, "arc": "rear"}, set()),
    ],
)
def test_what_has_no_effect_is_said(scenario, given_, silent):
    notes = probcalc.odds(f"oathmark.{scenario}", given_).notes
    assert {note.partition(" has no effect here")[0] for note in notes if " has no effect here" in note} == silent


def test_more_figures_or_ranks_than_the_game_allows_are_computed_and_said():
    crowded = probcalc.odds("oathmark.combat", {"a.unit": "ogre", "b.figures": 4, "b.full_ranks": 1})
    assert crowded.notes == (
        "a.figures = 10: a unit on 50x50 bases has at most 3; calculated anyway.",
        "b.full_ranks = 1 takes 5 figures, and the unit has 4; calculated anyway.",
    )
    assert probcalc.odds("oathmark.shooting", target="ogre").notes == (
        "figures = 10: a unit on 50x50 bases has at most 3; calculated anyway.",
    )
    assert not probcalc.odds("oathmark.artillery", target="ogre", figures=3).notes


def test_every_pair_of_eight_units_may_be_written_with_spaces():
    every = ", ".join(f"{a}-{b}" for a in range(1, 9) for b in range(a + 1, 9))
    units = {"activations": [5] * 8}
    assert dict(probcalc.odds("oathmark.cascade", units, near=every)) == dict(probcalc.odds("oathmark.cascade", units))


@harness.every_preset("oathmark")
def test_preset_with_every_pair_of_modifiers(preset):
    harness.check_preset(preset, most=2 if preset.scenario != "oathmark.combat" else 1)


def test_combat_with_every_pair_of_modifiers():
    harness.check_preset(registry.Preset("oathmark.combat", "bare", {}))


def test_declarations_catalogue_and_ready_made_questions_agree():
    assert faults(registry.system("oathmark")) == []


@pytest.mark.parametrize(("defence", "is_idle"), [(13, True), (14, False)])
def test_a_target_number_of_ten_is_reached_and_needs_no_ruling(defence, is_idle):
    combat, _ = resolve(registry.scenario("oathmark.combat"), {"b.defence": defence})
    assert ("tn_over_max" in combat.idle()) is is_idle
