"""Variants: a game by other dice equals an enumeration of those dice, and one that changes nothing changes nothing."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.exact.dice import d
from probcalc.exact.named_dice import named_die
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fixed import fixed_of
from probcalc.scenarios.variants import read_variant, variant_from_toml

GAMES = [system for system in registry.systems() if system.is_game]
PLAIN = {"chronopia": "d20=d20", "oathmark": "d10=d10", "reikhammer": "d6=d6", "tide_of_battle": "d6=d6"}
SCENARIOS = [model.id for system in GAMES for model in system.scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_variant_that_changes_nothing_equals_the_original(scenario):
    original = probcalc.odds(scenario)
    same = probcalc.odds(scenario, variant=PLAIN.get(scenario.partition(".")[0], "d10=d10"))
    assert dict(same) == dict(original)
    assert same.parameters["variant"]
    assert "variant" not in original.parameters


def wounded(results, hit_on, armour, damage):
    """One attack by hand: hits on `hit_on` or less, the lowest result always, the highest never; then the save."""
    low, high = min(results), max(results)
    found = Fraction(0)
    for attack, save in product(results, repeat=2):
        hits = attack != high and (attack <= hit_on or attack == low)
        saved = save != high and (save <= armour - damage or save == low)
        found += Fraction(hits and not saved, len(results) ** 2)
    return found


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(
        ["d12", "d24", "2d10", "3d4", "d{1,1,2,5,9}", "best of 2d8", "worst of 2d8", "middle of 3d6", "d10 + 3"]
    ),
    st.integers(1, 25),
    st.integers(0, 30),
    st.integers(0, 20),
)
def test_close_combat_with_another_die_equals_its_enumeration(die, cc, armour, damage):
    counts = named_die(die).by_result()
    results = [result for result, count in counts.items() for _ in range(count)]
    plain = {"agility": 0, "shield": "none", "heal": 0, "ward": 0, "wounds": 1, "critic": 0, "multiplier": 1}
    odds = probcalc.odds(
        "chronopia.melee",
        plain | {"cc": cc, "armour": armour, "damage": damage, "strength": 0, "variant": f"d20={die}"},
    )
    if len(set(results)) == len(range(min(results), max(results) + 1)):
        assert odds["slain"] == wounded(results, cc, armour, damage)


def test_dice_by_their_names_are_what_they_say():
    for name, law in {"2d6": 2 @ d(6), "d8 + 2": d(8) + 2, "3d4 - 3": 3 @ d(4) - 3}.items():
        die = named_die(name)
        assert {result: Fraction(count, die.total) for result, count in die.by_result().items()} == dict(law.items())
    three = [sorted(faces)[1] for faces in product(range(1, 7), repeat=3)]
    middle = named_die("middle of 3d6")
    chances = {face: Fraction(count, middle.total) for face, count in middle.by_result().items()}
    assert chances == {face: Fraction(three.count(face), 216) for face in range(1, 7)}


@pytest.mark.parametrize("die", ["2d10", "3d6", "d{1,2,2,3,3,3}"])
def test_a_formula_in_a_variant_equals_its_answers(die):
    formula = probcalc.formula("chronopia.armour", {"damage": 5, "variant": f"d20={die}"}, free=["armour"])["any_wound"]
    for armour in range(-10, 41, 3):
        odds = probcalc.odds("chronopia.armour", damage=5, armour=armour, variant=f"d20={die}")
        assert formula.subs(armour=armour) == odds["any_wound"]


def test_one_roll_alone_may_have_another_die():
    both = probcalc.odds("chronopia.armour", damage=10, variant="d20=2d10")
    alone = probcalc.odds("chronopia.armour", damage=10, variant="Armour save=2d10")
    assert both["any_wound"] == alone["any_wound"] == Fraction(11, 20)
    hit = probcalc.odds("chronopia.melee", variant="Armour save=2d10")["hit"]
    assert hit == probcalc.odds("chronopia.melee")["hit"]


def test_a_number_of_the_rules_may_be_another():
    asked = {"command_boost": True, "charging": True, "boost_scope": "all_attacks"}
    for boost in (0, 3, 9):
        odds = probcalc.odds("chronopia.melee", {**asked, "variant": f"charging_boost={boost}"})
        assert odds["hit"] == probcalc.odds("chronopia.melee", {"charging": True, "modifier": boost})["hit"]


def test_the_ends_of_a_die_may_be_wider_or_nothing():
    for lowest, highest in ((0, 0), (2, 3), (1, 0)):
        odds = probcalc.odds("chronopia.melee", cc=9, critic=0, variant=f"d20=d20; lowest={lowest}; highest={highest}")
        assert odds["fumble"] == Fraction(highest, 20)
        low = probcalc.odds("chronopia.melee", cc=1, fear=8, variant=f"d20=d20; lowest={lowest}; highest={highest}")
        assert low["hit"] == Fraction(lowest, 20)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d20", "is not written like"),
        ("d20=2x10", "a die is written like"),
        ("d20=0d6", "1 to 20 dice"),
        ("d20=d20; d20=d6", "given twice"),
        ("bost=3", "did you mean boost"),
        ("boost=99", "boost is 0..20, not 99"),
        ("d20=d4; lowest=3; highest=3", "fewer than its ends take"),
        ("d20=middle of 4d6", "no middle one"),
        ("x" * 500, "at most 400"),
    ],
)
def test_a_variant_that_cannot_be_is_refused_in_one_line(text, said):
    with pytest.raises(InputError) as refusal:
        probcalc.odds("chronopia.melee", variant=text)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_dice_without_a_game_have_their_dice_as_parameters():
    with pytest.raises(InputError, match="given as a whole"):
        probcalc.odds("mechanics.test", variant="d20=2d10")


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        variant = read_variant(text)
    except InputError:
        return
    assert read_variant(variant.text) == variant


def test_a_file_says_the_same_as_a_line():
    variant = read_variant("d20=2d10; Armour save=3d6; highest=2; boost=3")
    assert variant_from_toml(variant.toml()) == variant
    for broken in ("[dice]\nd20 = 3", "[dies]\nd20 = 'd6'", "= 3", "[numbers]\nboost = 'two'", "name = 3"):
        with pytest.raises(InputError):
            variant_from_toml(broken)


WORTH = [
    ("oathmark.combat", "flank_or_rear_worth", {"a.arc": "flank"}, "a.modifier", 1),
    ("oathmark.shooting", "indirect_fire_worth", {"indirect": True}, "modifier", 1),
    ("oathmark.morale", "full_ranks_worth", {"ranks_bonus": True, "casualties": 2}, "modifier", 1),
    ("chronopia.shooting", "duck_for_cover_worth", {"duck_for_cover": True}, "modifier", 1),
    ("reikhammer.action", "retaining_worth", {"retaining": True}, "command", 1),
    ("thud_and_blunder.recovery", "entangled_worth", {"entangled": True, "modifier": 0}, "modifier", -1),
    ("tide_of_battle.shooting", "long_range_worth", {"long_range": True}, "ranged", 1),
]


@pytest.mark.parametrize(("scenario", "name", "given", "beside", "sign"), WORTH, ids=[row[1] for row in WORTH])
def test_another_worth_is_like_so_much_more_of_what_it_is_added_to(scenario, name, given, beside, sign):
    usual = fixed_of(registry.scenario(scenario))[name].value
    now = probcalc.odds(scenario, given).scenario.value_of(beside)
    for more in (-1, 1):
        changed = probcalc.odds(scenario, {**given, "variant": f"{name}={usual + more}"})
        assert dict(changed) == dict(probcalc.odds(scenario, {**given, beside: now + sign * more}))
    assert dict(probcalc.odds(scenario, {**given, "variant": f"{name}={usual}"})) == dict(
        probcalc.odds(scenario, given)
    )


def test_a_shot_that_shows_the_lowest_result_of_another_die_does_not_stray():
    """A natural 1 hits whatever the target number, and so do the lowest results of the die in its place."""
    astray = probcalc.odds("chronopia.deviation", rs=5, modifier=-10, variant="d20=2d10; lowest=2")["inches"]
    assert astray.weights.keys() == {0, *range(9, 25)}
    assert astray.at_most(0) == Fraction(3, 100)
    assert probcalc.odds("chronopia.deviation", rs=5, modifier=-10, variant="lowest=0")["inches"].at_most(5) == 0


OFTEN = {"die": 6, "activation": 9, "activation_natural_10": "passes"}
ENDS = [
    ("chronopia.test", {"value": 5, "modifier": -10}, "d20", "success", "lowest=0", 0),
    ("chronopia.test", {"value": 5, "modifier": -10}, "d20", "success", "lowest=2; highest=3", Fraction(1, 10)),
    ("oathmark.activation", OFTEN, "d6", "activates", "highest=2", Fraction(5, 9)),
    ("tide_of_battle.save", {"stat": 1, "modifier": -6}, "d6", "success", "lowest=3", Fraction(1, 2)),
]


@pytest.mark.parametrize(("scenario", "given", "die", "result", "ends", "value"), ENDS)
def test_ends_without_a_die_are_those_of_the_dice_of_the_game(scenario, given, die, result, ends, value):
    alone = probcalc.odds(scenario, {**given, "variant": ends})[result]
    named = probcalc.odds(scenario, {**given, "variant": f"{die}={die}; {ends}"})[result]
    assert alone == named == value


def test_ends_that_a_die_of_the_game_has_no_room_for_are_refused():
    with pytest.raises(InputError, match="variant: d6 has 6 results, fewer than its ends take"):
        probcalc.odds("tide_of_battle.save", variant="lowest=4; highest=3")


def test_a_number_of_another_scenario_is_named_and_changes_nothing():
    odds = probcalc.odds("chronopia.armour", variant="boost=9")
    assert dict(odds) == dict(probcalc.odds("chronopia.armour"))
    assert any("boost is no number of chronopia.armour" in note for note in odds.notes)


def test_numbers_of_the_rules_are_within_their_own_bounds():
    for model in (model for system in GAMES for model in system.scenarios):
        for name, number in fixed_of(model).items():
            assert number.low <= number.value <= number.high
            assert getattr(model, name) == number.value
