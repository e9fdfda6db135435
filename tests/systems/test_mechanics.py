"""The dice without a game: worked cases, slow twins, presets, and what every player takes for granted."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import probcalc
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.resolve import resolve
from tests.systems import harness
from tests.twins.mechanics import TWINS

NATURALS = st.lists(st.integers(1, 20), max_size=3)
ROLL = {
    "die": st.sampled_from([2, 4, 6, 10]),
    "dice": (1, 2),
    "target": (-2, 14),
    "modifier": (-3, 3),
    "always": NATURALS,
    "never": NATURALS,
    "critical": NATURALS,
    "fumble": NATURALS,
    "reroll_values": NATURALS,
}
LIMITS = {
    "mechanics.test": {**ROLL, "copies": (1, 4)},
    "mechanics.attack": {
        **ROLL,
        "attacks": (1, 3),
        "damage": (0, 2),
        "damage_die": (0, 3),
        "critical_multiplier": (1, 2),
    },
    "mechanics.race": {
        **ROLL,
        "die": st.sampled_from([2, 4, 6]),
        "attacks": (1, 2),
        "damage": (0, 2),
        "damage_die": (0, 2),
        "critical_multiplier": (1, 2),
        "hit_points": (1, 5),
    },
    "mechanics.opposed": {"die": st.sampled_from([2, 3, 4, 6]), "dice": (1, 3), "modifier": (-2, 2)},
    "mechanics.keep": {"die": (2, 4), "dice": (1, 4), "rolls": (1, 3), "target": (1, 4)},
    "mechanics.push": {
        "die": (2, 6),
        "dice": (1, 2),
        "loses": NATURALS,
        "throws": (1, 3),
        "stop_at": (1, 12),
        "stop_after": st.none() | st.integers(1, 4),
    },
    "mechanics.pool": {**ROLL, "count": (0, 5), "reroll_dice": (0, 6), "tier_step": (0, 3), "tiers": (1, 3)},
}


def limits(model):
    names = {p.name.rpartition(".")[2] for p in model.parameters()}
    return {name: limit for name, limit in LIMITS[model.id].items() if name in names}


@pytest.mark.parametrize("case", harness.cases("mechanics"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("mechanics"))
def test_refused(case):
    harness.check_refused(case)


@pytest.mark.parametrize("model", harness.scenarios("mechanics"), ids=harness.name)
@given(data=st.data())
def test_twin(model, data):
    request = data.draw(harness.requests(model, limits(model)))
    harness.check_laws(request.answer())
    harness.check_twin(request, TWINS)


@given(data=st.data())
def test_swapping_the_sides_mirrors_an_opposed_roll(data):
    model = registry.scenario("mechanics.opposed")
    request = data.draw(harness.requests(model, {**limits(model), "ties": st.sampled_from(["tie", "a", "reroll"])}))
    harness.check_mirrored(request, {"a": "b", "b": "a", "tie": "tie"}, {"margin": lambda margin: -margin})


ORDERS = {"a_first": "b_first", "b_first": "a_first", "same_time": "same_time", "coin": "coin"}


@given(data=st.data())
def test_swapping_the_sides_mirrors_a_race(data):
    model = registry.scenario("mechanics.race")
    order = data.draw(st.sampled_from(list(ORDERS)))
    request = data.draw(harness.requests(model, {**limits(model), "order": st.just(order)}))
    harness.check_fight_mirrored(request, {"order": ORDERS[order]})


def test_a_race_of_one_round_kills_as_the_attack_does():
    sides = {"hit.target": 3, "attacks": 4, "damage": 2, "save_on": True, "ward": 5}
    race = probcalc.odds(
        "mechanics.race",
        {f"{side}.{n}": v for side in "ab" for n, v in sides.items()} | {"rounds": 1, "b.hit_points": 5},
    )
    assert race["b_end"]["out"] == probcalc.odds("mechanics.attack", {**sides, "health": 5})["kills"]


@pytest.mark.parametrize("order", ["a_first", "same_time", "coin"])
def test_races_worked_by_hand(order):
    one = probcalc.odds("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1, "order": order})["winner"]
    third = Fraction(1, 3)
    assert (
        harness.plain(one)
        == {
            "a_first": {"a": 2 * third, "b": third},
            "same_time": {"a": third, "draw": third, "b": third},
            "coin": {"a": Fraction(1, 2), "b": Fraction(1, 2)},
        }[order]
    )
    two = probcalc.odds("mechanics.race", {"a.hit_points": 2, "b.hit_points": 2, "order": order})["winner"]
    assert two["a"] == {"a_first": Fraction(16, 27), "coin": Fraction(1, 2)}.get(order, two["b"])


@given(data=st.data())
def test_one_more_on_the_roll_never_hurts(data):
    model = registry.scenario("mechanics.test")
    request = data.draw(harness.requests(model, {**limits(model), "reroll": st.just("none"), "critical_value": (1, 1)}))
    more = {**request.given, "modifier": request.given["modifier"] + 1}
    assert probcalc.odds(request.scenario, more)["successes"].mean >= request.answer()["successes"].mean


@given(data=st.data())
def test_rerolling_failures_of_a_pool_never_hurts(data):
    model = registry.scenario("mechanics.pool")
    chosen = {"reroll_what": st.just("failures"), "reroll_dice": (0, 4)}
    request = data.draw(harness.requests(model, {**limits(model), **chosen}))
    more = {**request.given, "reroll_dice": request.given["reroll_dice"] + 1}
    assert probcalc.odds(request.scenario, more)["hits"].mean >= request.answer()["hits"].mean


def test_best_of_two_d6_at_five():
    assert probcalc.odds("mechanics.test", dice=2, keep="best", target=5)["success"] == Fraction(5, 9)


def test_d20_under_eleven_with_everything():
    outcome = probcalc.odds(
        "mechanics.test",
        {
            "die": 20,
            "direction": "under",
            "target": 11,
            "critical": [1, 2],
            "always": [1],
            "never": [20],
            "fumble": [20],
        },
    )["outcome"]
    expected = {"critical": (1, 10), "success": (9, 20), "failure": (2, 5), "fumble": (1, 20)}
    assert dict(outcome) == {band: Fraction(*share) for band, share in expected.items()}


def test_two_d10_best_die_by_die_tie_in_19_of_1000():
    sides = {f"{side}.{name}": value for side in "ab" for name, value in (("die", 10), ("dice", 2), ("keep", "best"))}
    assert probcalc.odds("mechanics.opposed", sides, ties="next_die")["tie"] == Fraction(19, 1000)


def test_too_much_damage_is_refused_with_bound_and_estimate():
    with pytest.raises(probcalc.InputError, match=r"attacks: .* 25,000 points .limit 20,000"):
        probcalc.odds("mechanics.attack", attacks=500, damage=50)


@pytest.mark.parametrize(
    ("scenario", "given_", "silent"),
    [
        ("mechanics.test", {"critical": [7], "never": [6, 9]}, {"critical"}),
        ("mechanics.test", {"dice": 2, "always": [1], "fumble": [2]}, {"always"}),
        ("mechanics.test", {"dice": 2, "keep": "worst", "always": [1], "fumble": [7]}, {"fumble"}),
        ("mechanics.test", {"reroll": "values"}, {"reroll"}),
        ("mechanics.test", {"reroll": "values", "reroll_values": [9]}, {"reroll", "reroll_values"}),
        ("mechanics.test", {"reroll": "values", "reroll_values": [6, 9]}, set()),
        ("mechanics.attack", {"save_on": True, "save.die": 4, "save.always": [5]}, {"save.always"}),
        ("mechanics.attack", {"save.always": [7]}, {"save.always"}),
        ("mechanics.pool", {"never": [1], "always": [7]}, {"always"}),
    ],
)
def test_a_natural_that_the_dice_cannot_show_is_noted(scenario, given_, silent):
    found = [note.partition(" has no effect here")[0] for note in probcalc.odds(scenario, given_).notes]
    assert sorted(found) == sorted(silent)


@harness.every_preset("mechanics")
def test_preset_with_every_pair_of_modifiers(preset):
    harness.check_preset(preset)


@example(die=14, dice=3, rolls=2, keeps="pairs")
@example(die=8, dice=4, rolls=3, keeps="alike")
@given(
    die=st.sampled_from([2, 4, 6, 13, 20]),
    dice=st.integers(1, 2),
    rolls=st.integers(1, 6),
    keeps=st.sampled_from(["alike", "pairs", "run", "high", "all"]),
)
def test_kept_dice_take_at_least_the_steps_that_are_foretold(die, dice, rolls, keeps):
    asked, _ = resolve(registry.scenario("mechanics.keep"), {"die": die, "dice": dice, "rolls": rolls, "keeps": keeps})
    with metered(Budget()) as budget:
        evaluate_within(asked)
    assert asked.least_steps() <= budget.spent + budget.unspent


def test_a_formula_of_many_kept_dice_is_refused_before_they_are_rolled():
    said = r"at least [\d,]+ steps for [\d,]+ cases .limit 20,000,000"
    with pytest.raises(InputError, match=said):
        probcalc.formula("mechanics.keep", {"dice": 10}, free=["die", "rolls", "keeps"])
