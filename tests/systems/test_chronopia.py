"""Chronopia: worked cases, slow twins, presets, the catalogue, and figures that players can check by hand."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.exact.budget.bounds import MAX_STEPS, Budget, metered
from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.resolve import resolve
from probcalc.systems.chronopia.tables import UNITS, WEAPONS
from tests.systems import harness
from tests.twins.chronopia import TWINS

SMALL = {
    "noa": (1, 3),
    "multiplier": (1, 3),
    "models": (1, 3),
    "targets": (1, 3),
    "attackers": (1, 3),
    "zones": (0, 3),
    "attempts": (0, 3),
    "critical_command_points": (0, 3),
    "losses": st.lists(st.integers(0, 3), min_size=1, max_size=5),
}
FIGHT = {
    **{name: SMALL[name] for name in ("noa", "multiplier")},
    "models": (1, 2),
    "wounds": (1, 2),
    "rounds": st.sampled_from([1, 2, "end"]),
}
MANY_WOUNDS = {"unit": "spearmen", "noa": 13, "wounds": 1, "multiplier": 6, "critic": 9, "damage": 30}
SOLDIERS = [unit for unit in UNITS if unit != "civilian"]


@pytest.mark.parametrize("case", harness.cases("chronopia"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("chronopia"))
def test_refused(case):
    harness.check_refused(case)


@pytest.mark.parametrize("model", harness.scenarios("chronopia"), ids=harness.name)
@settings(max_examples=25)
@given(data=st.data())
def test_twin(model, data):
    request = data.draw(harness.requests(model, FIGHT if model.id == "chronopia.fight" else SMALL))
    harness.check_laws(request.answer())
    harness.check_twin(request, TWINS)


@settings(max_examples=40)
@given(data=st.data())
def test_swapping_the_sides_mirrors_a_fight(data):
    harness.check_fight_mirrored(data.draw(harness.requests(registry.scenario("chronopia.fight"), FIGHT)))


@settings(max_examples=40)
@given(data=st.data())
def test_the_first_round_of_a_fight_is_a_clash(data):
    limits = {**FIGHT, "rounds": st.just(1)}
    model = registry.scenario("chronopia.clash")
    request = data.draw(harness.requests(model, {name: limit for name, limit in limits.items() if name != "rounds"}))
    # Some units strike first when they charge, and then never last, which a single clash leaves to whoever asks.
    assume(not any(request.given.get(f"{side}.strike_last") and request.given.get(f"{side}.charging") for side in "ab"))
    fight = probcalc.odds("chronopia.fight", {**request.given, "rounds": 1})
    # Who strikes first when charging does so in the first round, as if it struck first always.
    first = {
        f"{side}.first_strike": fight.parameters[f"{side}.first_strike"]
        or (fight.parameters[f"{side}.charging"] and fight.parameters[f"{side}.charge_first_strike"])
        for side in "ab"
    }
    clash = probcalc.odds("chronopia.clash", {**request.given, **first})
    for side in "ab":
        lost, left = clash[f"{side}_models_lost"], fight[f"{side}_left"]
        models = clash.parameters[f"{side}.models"]
        assert harness.plain(left) == {models - n: p for n, p in lost.items()}
        assert fight[f"{side}_end"]["fled"] == clash[f"{side}_breaks"]


def test_a_charge_counts_in_the_first_round_only():
    guard = {"a.unit": "lotus_guard", "a.charging": True, "b.unit": "the_cursed"}
    answer = probcalc.odds("chronopia.fight", guard)
    assert (answer.parameters["a.charge_first_strike"], answer.parameters["a.first_strike"]) == (True, False)
    standing = probcalc.odds("chronopia.fight", {**guard, "a.charging": False})
    assert answer["a_left"].mean > standing["a_left"].mean


def test_wounds_that_heal_may_let_a_fight_go_on_for_ever():
    healed = {"a.wounds": 2, "b.wounds": 2, "wounds_carried": "healed_between", "a.models": 1, "b.models": 1}
    immune = {"a.immune_to_panic": True, "b.immune_to_panic": True}
    answer = probcalc.odds("chronopia.fight", {**healed, **immune})
    assert harness.plain(answer["rounds"]) == {"never": 1}
    assert harness.plain(answer["winner"]) == {"nobody": 1}


@harness.every_preset("chronopia")
def test_preset_with_every_pair_of_modifiers(preset):
    harness.check_preset(preset)


def test_declarations_catalogue_and_ready_made_questions_agree():
    assert faults(registry.system("chronopia")) == []


# -- figures of the rulebook's own units -----------------------------------------------------------------------


def test_cursed_against_spearman_slays_with_369_in_625():
    answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    assert answer["slain"] == Fraction(369, 625)
    assert answer["hit"] == Fraction(10, 20)
    assert answer["critical"] == Fraction(2, 20)


def test_cursed_wounds_spearman_with_9_in_25_a_blow_and_21_in_50_when_charging():
    one_blow = {"attacker": "the_cursed", "target": "spearmen", "noa": 1}
    assert probcalc.odds("chronopia.melee", one_blow)["slain"] == Fraction(9, 25)
    assert probcalc.odds("chronopia.melee", one_blow, charging=True)["slain"] == Fraction(21, 50)


def test_braced_spearman_takes_the_charge_bonus_away_from_the_front_only():
    def slain(**circumstances):
        return probcalc.odds("chronopia.melee", attacker="followers", target="spearmen", **circumstances)["slain"]

    assert slain(charging=True, braced=True) == slain() < slain(charging=True)
    assert slain(facing="back", charging=True, braced=True) == slain(facing="back", charging=True)


def test_lotus_guard_wounds_cursed_with_399_in_2000():
    answer = probcalc.odds("chronopia.melee", attacker="lotus_guard", target="the_cursed", noa=1)
    assert answer["slain"] == Fraction(399, 2000)


def test_archer_needing_7_wounds_follower_with_37_in_200():
    shot = {"attacker": "archers", "target": "followers", "within_12": True, "cover": 1, "duck_for_cover": True}
    answer = probcalc.odds("chronopia.shooting", shot)
    assert (answer["hit"], answer["slain"]) == (Fraction(7, 20), Fraction(37, 200))


def test_damage_10_x3_with_hit_and_save_on_10():
    wounds = probcalc.odds("chronopia.melee", multiplier=3)["wounds"]
    assert [wounds[k] * 160000 for k in range(4)] == [96317, 19683, 19683, 24317]


def test_initiative_with_4_against_5_activations():
    answer = probcalc.odds("chronopia.initiative", a_activations=4, b_activations=5, previous="a")
    assert (answer["a"], answer["tie"]) == (Fraction(21, 40), Fraction(19, 400))
    assert probcalc.odds("chronopia.initiative", b_activations=5)["a"] == Fraction(70, 127)


def test_break_test_on_12_lost_by_2_is_passed_half_the_time():
    assert probcalc.odds("chronopia.break_test", ld=12, lost_by=2)["breaks"] == Fraction(1, 2)


def test_heal_is_rolled_before_ward_and_not_against_a_critical():
    hit = {"damage": 20, "armour": 20, "heal": 5, "ward": 5}
    # 1/20 saves, 1/20 wounds for good, and of the other 18/20 the Heal and then the Ward Save fail 15/20 each.
    plain = probcalc.odds("chronopia.armour", hit)["any_wound"]
    assert plain == Fraction(1, 20) + Fraction(18, 20) * Fraction(15, 20) ** 2
    assert probcalc.odds("chronopia.armour", hit, critical=True)["any_wound"] == Fraction(15, 20)


def test_lotus_guard_strikes_first_when_it_charges():
    for charging in (True, False):
        sides = {"a.unit": "lotus_guard", "a.charging": charging, "b.unit": "followers"}
        assert probcalc.odds("chronopia.clash", sides).parameters["a.first_strike"] is charging


@pytest.mark.parametrize("target", UNITS)
@pytest.mark.parametrize("attacker", SOLDIERS)
def test_every_unit_can_strike_every_unit(attacker, target):
    answer = probcalc.odds("chronopia.melee", attacker=attacker, target=target)
    assert answer.parameters["noa"] == WEAPONS[UNITS[attacker].close_weapon].noa
    assert 0 < answer["slain"] < 1


def test_a_fight_of_many_models_with_many_attacks_is_answered():
    sides = {"a": 20, "b": 3}
    given = {f"{side}.{name}": value for side in sides for name, value in MANY_WOUNDS.items()}
    given |= {f"{side}.models": models for side, models in sides.items()} | {"rounds": 20}
    budget = Budget()
    with metered(budget):
        answer = registry.answer(
            "chronopia.fight", {**given, "wounds_carried": "healed_between", "wounds_counted": "all"}
        )
    assert not answer.left_out
    assert sum(answer["winner"].weights.values()) == answer["winner"].total
    assert answer["a_end"]["wiped_out"] > 0
    assert answer["b_end"]["fled"] > 0
    assert budget.spent < MAX_STEPS // 2


@pytest.mark.parametrize(
    ("name", "given"),
    [("swipe", {"targets": 10, "noa": 6, "swipe_attempts": "noa"}), ("free_slash", {"attackers": 10, "noa": 6})],
)
def test_sixty_tests_are_made_and_no_more(name, given):
    model = registry.scenario(f"chronopia.{name}")
    resolve(model, given)
    with pytest.raises(InputError, match=r"at most 60 .* with noa 7 make 70"):
        resolve(model, given | {"noa": 7})
