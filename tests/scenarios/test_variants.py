"""Variants: a game by other dice equals an enumeration of those dice, and one that changes nothing changes nothing."""

import gc
import re
import weakref
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.exact.dice.dice import best_of, d
from probcalc.exact.dice.named_dice import named_die
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import probability_of
from probcalc.exact.tree.checks import roll_over
from probcalc.exact.tree.die import made_of, plain, uneven
from probcalc.exact.varied import OtherDie, Varied
from probcalc.present.reports.comparison import comparison_report
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluate, evaluate_within
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.fixed import Fixed, fixed_numbers_of
from probcalc.scenarios.models import MOST_MODELS, Seen
from probcalc.scenarios.named_rolls import names_of_rolls
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.variant_models import fixed_numbers
from probcalc.scenarios.variants import read_variant, variant_from_toml

GAMES = [system for system in registry.systems() if system.is_game]
PLAIN = {"chronopia": "d20=d20", "oathmark": "d10=d10", "reikhammer": "d6=d6", "tide_of_battle": "d6=d6"}
SCENARIOS = [model.id for system in GAMES for model in system.scenarios]
# Fights to the end, with few on each side.
FEW = {
    "tide_of_battle.fight": {"a.models": 3, "b.models": 2},
    "oathmark.fight": {"a.figures": 3, "b.figures": 2},
    "thud_and_blunder.brawl": {"a.figures": 1, "b.figures": 2},
}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_variant_that_changes_nothing_equals_the_original(scenario):
    few = FEW.get(scenario, {})
    original = probcalc.odds(scenario, few)
    same = probcalc.odds(scenario, few, variant=PLAIN.get(scenario.partition(".")[0], "d10=d10"))
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


def struck(faces, ends, hit_on, critic, save_on, multiplier, specials):
    """One attack by hand: the law of its wounds, of a die with so many faces for each result."""
    row, total = sorted(faces), sum(faces.values())
    lowest, highest = set(row[: ends[0]]), set(row[len(row) - ends[1] :])
    dice = 1 if specials == "single_roll" else multiplier
    wounds = Counter()
    for attack, *saves in product(row, repeat=dice + 1):
        through = [s in highest or not (s <= save_on or s in lowest) for s in saves]
        natural = next((s for s in saves if s in lowest | highest), None)
        lost = sum(through) if dice > 1 else multiplier * through[0]
        if specials == "first_decides" and natural is not None:
            lost = multiplier if natural in highest else 0
        if attack in highest or not (attack <= hit_on or attack in lowest):
            lost = 0
        elif attack in row[:critic]:
            lost = multiplier
        wounds[lost] += faces[attack] * prod(faces[s] for s in saves)
    return {lost: Fraction(count, total ** (dice + 1)) for lost, count in wounds.items()}


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["d8", "2d4", "best of 2d6", "middle of 3d4", "d{1,1,2,3,4,4,5}", "d6 + 2"]),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.tuples(st.integers(1, 12), st.integers(0, 3)),
    st.integers(0, 12),
    st.integers(1, 3),
    st.sampled_from(["first_decides", "each_die", "single_roll"]),
)
def test_criticals_naturals_and_multipliers_with_another_die_equal_their_enumeration(
    die, ends, hit, save_on, multiplier, specials
):
    faces = named_die(die).by_result()
    cc, critic = hit
    plain = {"agility": 0, "shield": "none", "heal": 0, "ward": 0, "wounds": 9, "strength": 0, "damage": 0}
    odds = probcalc.odds(
        "chronopia.melee",
        {**plain, "cc": cc, "critic": critic, "armour": save_on, "multiplier": multiplier},
        multiplier_specials=specials,
        variant=f"d20={die}; lowest={ends[0]}; highest={ends[1]}",
    )
    assert dict(odds["wounds"].items()) == struck(faces, ends, cc, critic, save_on, multiplier, specials)


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
        ("boost=99", "boost must be 0 to 20, not 99"),
        ("d20=d4; lowest=3; highest=3", "fewer than its ends take"),
        ("d20=middle of 4d6", "no middle one"),
        ("d20=d1; lowest=0; highest=0", "a die has two results or more"),
        ("d20=d{4,4}", "a die has two results or more"),
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
    usual = fixed_numbers_of(registry.scenario(scenario))[name].value
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


CRITICAL = {"models": 1, "paralysed": True, "critical_strike": True, "hit_points": 2, "fortitude": 4, "strength": 1}


@pytest.mark.parametrize(
    ("variant", "crit_face", "criticals"),
    [
        ("highest=2", "natural_6", Fraction(1, 3)),
        ("d6=d8; highest=2", "natural_6", Fraction(1, 4)),
        ("d6=d8", "natural_6", Fraction(1, 8)),
        ("d6=d8", "modified_6_plus", Fraction(1, 2)),
        ("d6=d3 + 2", "modified_6_plus", Fraction(1, 3)),
        ("d6=d4", "modified_6_plus", 0),
    ],
)
def test_criticals_of_another_die_are_its_natural_six_or_what_reaches_six(variant, crit_face, criticals):
    asked = CRITICAL | {"crit_face": crit_face, "variant": variant}
    assert probcalc.odds("tide_of_battle.melee", asked)["hit_points_lost"][2] == criticals


def test_a_routing_unit_that_moves_no_inch_of_its_die_has_not_rallied():
    odds = probcalc.odds("tide_of_battle.rally", will=1, mobility=1, distance=2, variant="d6=d2 - 1")
    # It passes with a 0. Else it moves one inch or two, and off the table with two, in one turn or both.
    assert odds["rallies"] == Fraction(1, 2) + Fraction(1, 4) * Fraction(1, 2)
    assert odds["leaves"] == Fraction(3, 8)
    with pytest.raises(InputError, match="variant: a routing unit moves an inch or more in a turn, not 0"):
        probcalc.odds("tide_of_battle.rally", mobility=1, variant="d6=d6 - 2")


def test_what_is_given_a_rally_that_never_comes_is_left_out():
    odds = probcalc.odds("tide_of_battle.rally", modifier=-6, variant="d6=d6 + 3; lowest=0")
    assert odds["rallies"] == 0
    assert odds.left_out == {"turns_if_rallies": "the condition never holds, so nothing can be known given it"}


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


def test_caps_may_be_others():
    five = {"supporting_friends": 5, "cc": 6}
    for most in (0, 4, 5, 9):
        odds = probcalc.odds("chronopia.melee", {**five, "variant": f"friends_counted={most}"})
        assert dict(odds) == dict(probcalc.odds("chronopia.melee", cc=6, modifier=min(most, 5)))
    for most in (1, 4, 7):
        odds = probcalc.odds("oathmark.combat", {"a.combat_dice": 2, "variant": f"most_dice={most}"})
        assert (odds["a_dice"], odds["a_hits"]) == (most, most @ odds["a_hits_per_die"])
    healed = {"healers": True, "models": 3, "target_models": 3, "hit_points": 1}
    for most in (1, 2, 3):
        odds = probcalc.odds("tide_of_battle.melee", {**healed, "variant": f"healed_at_most={most}"})
        hit, injure = odds["hit"], odds["injure"]
        injured = (3 @ bernoulli(hit * injure)).items()
        lost = dict.fromkeys(range(4), 0)
        for number, chance in injured:
            for again, share in (min(most, number) @ bernoulli(injure)).items() if number else [(0, 1)]:
                lost[number - min(most, number) + again] += chance * share
        assert dict(odds["hit_points_lost"].items()) == {n: chance for n, chance in lost.items() if chance}


def bernoulli(chance):
    return Distribution.from_weights({1: chance.numerator, 0: chance.denominator - chance.numerator})


def classes_of(model):
    """The classes that a model and its parts are made of."""
    for owner in model.__mro__:
        yield owner
        for each in vars(owner).values():
            yield from classes_of(each.part) if isinstance(each, Seen) else ()


def change(name, game, patched):
    """Another value for a number of a game, declared once alone, so that it means the same everywhere."""
    every = {owner for model in game.scenarios for owner in classes_of(model)}
    owners = [owner for owner in every if isinstance(vars(owner).get(name), Fixed)]
    (number,) = {id(number): number for number in (vars(owner)[name] for owner in owners)}.values()
    changed = another(number)
    for owner in owners:
        patched.setattr(owner, name, changed)
    return changed.value


def others_than(parameter):
    """Values of a parameter beside the usual one."""
    if parameter.kind == "boolean":
        return [True]
    if parameter.kind == "choice":
        return parameter.choices[:0:-1]
    return [parameter.bounds[0] + 1] if parameter.kind == "integer" and parameter.bounds[0] >= 0 else []


def eventful(model, *roles):
    """A request in which as much of what a scenario knows is switched on as its rules allow."""
    given = {"rounds": 1} if model.parameter("rounds") else {}
    for parameter in model.parameters():
        if parameter.role not in roles or (parameter.kind == "integer" and parameter.role != "modifier"):
            continue
        for value in others_than(parameter):
            try:
                resolve(model, {**given, parameter.name: value})
            except InputError:
                continue
            given[parameter.name] = value
            break
    return given


@cache
def requests_of(game):
    """Three requests of each scenario of a game, with their usual answers."""
    roles = (), ("modifier",), ("modifier", "ruling", "stat")
    requests = [(model, eventful(model, *some)) for model in registry.system(game).scenarios for some in roles]
    return [(model, given, evaluate(resolve(model, given)[0])) for model, given in requests]


NUMBERS = [(system.id, name) for system in GAMES for name in fixed_numbers(system)]


def another(number):
    """A number of the rules with another value."""
    higher = min(number.high, number.value + 2)
    other = higher if higher != number.value else max(number.low, number.value - 2)
    return Fixed(other, number.low, number.high, number.help)


@pytest.mark.parametrize(("game", "name"), NUMBERS, ids=[".".join(each) for each in NUMBERS])
def test_a_number_of_the_rules_is_the_same_wherever_it_is_played(game, name, monkeypatch):
    asked = [(model, given) for model, given, _ in requests_of(game) if name in fixed_numbers_of(model)]
    with monkeypatch.context() as patched:
        changed = change(name, registry.system(game), patched)
        by_rule = [evaluate(resolve(model, given)[0]) for model, given in asked]
    by_variant = [evaluate(resolve(model, {**given, "variant": f"{name}={changed}"})[0]) for model, given in asked]
    assert [x for x, varied, ruled in zip(asked, by_variant, by_rule, strict=True) if varied != ruled] == []


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_numbers_that_a_scenario_does_not_name_are_not_played_in_it(system, monkeypatch):
    for model, asked, usual in requests_of(system.id):
        with monkeypatch.context() as patched:
            for name in fixed_numbers(system).keys() - fixed_numbers_of(model).keys():
                change(name, system, patched)
            assert evaluate(resolve(model, asked)[0]) == usual, (model.id, asked)


def test_a_number_of_another_scenario_is_named_and_changes_nothing():
    odds = probcalc.odds("chronopia.armour", variant="boost=9")
    assert dict(odds) == dict(probcalc.odds("chronopia.armour"))
    assert any("boost is no number of chronopia.armour" in note for note in odds.notes)


def test_a_die_of_another_game_is_named_and_changes_nothing():
    odds = probcalc.odds("chronopia.melee", variant="d10=2d6")
    assert dict(odds) == dict(probcalc.odds("chronopia.melee"))
    assert "d10 is no die of chronopia.melee, so d10=2d6 changes nothing here." in odds.notes
    for scenario, variant in (("chronopia.melee", "d20=2d10"), ("oathmark.activation", "d6=2d6")):
        assert not any("is no die of" in note for note in probcalc.odds(scenario, variant=variant).notes)


def test_numbers_of_the_rules_are_within_their_own_bounds():
    for model in (model for system in GAMES for model in system.scenarios):
        for name, number in fixed_numbers_of(model).items():
            assert number.low <= number.value <= number.high
            assert getattr(model, name, number.value) == number.value


MELEE = registry.scenario("chronopia.melee")
UNKNOWN_ROLL = "Armor save is not a roll of chronopia.melee here; did you mean Armour save?"


@pytest.mark.parametrize(
    "asking",
    [
        lambda given: probcalc.odds("chronopia.melee", given),
        lambda given: probcalc.odds("chronopia.melee", given, given="hit"),
        lambda given: probcalc.sweep("chronopia.melee", given, vary={"armour": "10..12"}, results=["slain"]),
        lambda given: probcalc.compare([("chronopia.melee", {}), ("chronopia.melee", given)]),
        lambda given: probcalc.formula("chronopia.melee", given, free=["armour"]),
        lambda given: probcalc.sequence([("chronopia.melee", given)]),
    ],
    ids=["odds", "given", "sweep", "compare", "formula", "sequence"],
)
def test_a_roll_that_is_named_wrongly_is_refused_with_the_nearest(asking):
    with pytest.raises(InputError, match=re.escape(UNKNOWN_ROLL)):
        asking({"variant": "Armor save=3d6"})


def test_a_roll_that_is_not_made_here_is_named_and_changes_nothing():
    asked = {"rs": 20, "variant": "Deviation=3d6"}
    odds = probcalc.odds("chronopia.deviation", asked)
    note = "Deviation is not rolled here, so Deviation=3d6 changes nothing in this answer."
    assert note in odds.notes
    assert dict(odds) == dict(probcalc.odds("chronopia.deviation", rs=20))
    swept = probcalc.sweep("chronopia.deviation", {"variant": asked["variant"]}, vary={"rs": "20..21"})
    assert swept.notes == (note,)
    side = probcalc.odds("chronopia.clash", {"variant": "Test to hit=3d6"})
    assert any("Test to hit is not rolled here (rolled here: Test to hit of Side A)" in n for n in side.notes)
    found = probcalc.compare([("chronopia.deviation", {"rs": 20}), ("chronopia.deviation", asked)])
    assert any(note in told for told in comparison_report(found).notes)
    die = probcalc.odds("oathmark.combat", die=6, variant="d10=2d6")
    assert "d10 is not rolled here, so d10=2d6 changes nothing in this answer." in die.notes


def test_a_roll_that_is_made_is_not_said_to_be_left_as_it_is():
    for variant in ("Deviation=3d6", "Deviation=d10; d20=2d10"):
        odds = probcalc.odds("chronopia.deviation", rs=1, tested=False, variant=variant)
        assert not any("changes nothing" in note for note in odds.notes)


def test_threads_that_ask_by_several_variants_are_told_apart():
    names = ["Armour save=3d6", "Panic test=3d6", "Test to hit=2d10", "Recover from panic=2d10"] * 2
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda v: evaluate_within(resolve(MELEE, {"variant": v})[0]).notes, names))
    assert [bool(notes) for notes in found] == [False, True, False, True] * 2


def test_every_roll_of_the_ready_made_questions_may_be_named():
    one_each = {preset.scenario: preset for system in GAMES for preset in system.presets}
    for preset in one_each.values():
        model = registry.scenario(preset.scenario)
        if issubclass(model, Fight):
            continue
        names = names_of_rolls(resolve(model, preset.parameters)[0])
        assert resolve(model, {**preset.parameters, "variant": "; ".join(f"{name}=d6" for name in names)})


@pytest.mark.parametrize(
    ("fight", "given", "variant"),
    [
        ("oathmark.fight", {"a.figures": 3, "b.figures": 3, "rounds": 2}, "d10=2d10"),
        ("chronopia.fight", {"a.models": 2, "b.models": 2, "rounds": 2}, "Armour save=2d10"),
    ],
)
def test_a_fight_told_by_its_rounds_is_fought_by_the_variant(fight, given, variant):
    by_round = probcalc.by_round(fight, {**given, "variant": variant})
    odds = probcalc.odds(fight, {**given, "variant": variant})["rounds"]
    assert [row.over for row in by_round.rows[:2]] == [odds.at_most(number) for number in (1, 2)]
    assert by_round.rows[1].over != probcalc.by_round(fight, given).rows[1].over


def test_models_of_variants_are_not_kept_for_ever():
    model = registry.scenario("chronopia.deviation")
    asked = [f"d20=d{10 + n // 8}; highest={n % 8 + 2}" for n in range(MOST_MODELS + 50)]
    made = [weakref.ref(type(resolve(model, {"variant": text})[0])) for text in asked]
    gc.collect()
    assert sum(one() is not None for one in made) <= MOST_MODELS


def test_the_best_plan_is_looked_for_by_the_rules_of_the_variant():
    asked = {"variant": "d10=2d6"}
    best = probcalc.advise("thud_and_blunder.attack", asked, aim={"result": "outcome", "outcome": "out"}).choices[0]
    splits = [[3, 0, 0, 0, 0], [2, 1, 0, 0, 0], [1, 1, 1, 0, 0]]
    chances = [probcalc.odds("thud_and_blunder.attack", asked | {"split": split})["outcome"]["out"] for split in splits]
    assert (best.values["split"], best.value) == ([1, 1, 1, 0, 0], max(chances))


def test_dice_that_have_taken_the_place_of_others_are_not_replaced_again():
    # Each of these names the die that it replaces.
    for scenario, variant in (
        ("chronopia.melee", "d20=best of 2d20"),
        ("chronopia.melee", "Armour save=3d6"),
        ("tide_of_battle.melee", "d6=d6 + 4"),
    ):
        assert probcalc.advise(scenario, {"variant": variant}).value > 0
    assert probcalc.odds("chronopia.test", {"variant": "d20=best of 2d20"}, given="success")["success"] == 1
    found = probcalc.odds("tide_of_battle.fight", {"variant": "d6=2d6", "rounds": 1}, given="winner = a")
    assert found["winner"]["a"] == 1


@pytest.mark.parametrize(
    ("scenario", "die", "is_said"), [("chronopia.test", 20, True), ("oathmark.activation", 10, False)]
)
def test_the_best_of_several_dice_is_told_where_low_rolls_succeed(scenario, die, is_said):
    best = probcalc.odds(scenario, {"variant": f"d{die}=best of 2d{die}"})
    said = f"best of 2d{die} is the highest die, and low rolls succeed here: the die that helps is worst of 2d{die}."
    assert (said in best.notes) is is_said
    lead = next(iter(best))
    assert (best[lead] < probcalc.odds(scenario)[lead]) is is_said


def test_the_better_of_two_dice_stays_the_better_of_two_other_dice():
    roll = roll_over("To hit", made_of("best of 2d12", 12, lambda one: best_of(2, one)), 3)
    assert probability_of(roll.among("success")) == 1 - Fraction(1, 36)
    other = Varied({"d12": plain(20)}).of(roll)
    assert (probability_of(other.among("success")), other.dice) == (Fraction(99, 100), "best of 2d20")
    known_by_its_law_alone = roll_over("To hit", uneven("best of 2d12", best_of(2, d(12))), 3)
    with pytest.raises(OtherDie, match=r"To hit \(best of 2d12\) cannot be rolled with another die"):
        Varied({"d12": plain(20)}).of(known_by_its_law_alone)


# The dice of the games are held against their twins in the tests of other dice.
@pytest.mark.parametrize("variant", ["d6=d8", "d20=2d10", "d10=d20", "d6=d{0,0,7}"])
def test_every_question_without_a_game_is_answered_by_other_dice_or_refused_in_a_line(variant):
    answered = 0
    for system in registry.systems():
        for model in () if system.is_game else system.scenarios:
            with suppress(InputError, probcalc.TooLarge):
                probcalc.odds(model.id, variant=variant)
                answered += 1
    assert answered


def test_dice_that_are_thrown_until_a_bust_add_what_other_dice_show():
    pushed = probcalc.odds("mechanics.push", variant="d6=d8", dice=1, throws=1, adds="faces", loses=[1])
    assert dict(pushed["points"].items()) == {0: Fraction(1, 8)} | dict.fromkeys(range(2, 9), Fraction(1, 8))
    with pytest.raises(InputError, match=r"its dice show [78], and hands of d6 have 1 to 6: change die"):
        probcalc.odds("mechanics.keep", variant="d6=d8")
