"""The main question of each built-in game, written as a sheet, answers like the game itself on random questions."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

import probcalc
from probcalc import Sheet
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.errors import InputError
from probcalc.sheets.forms import ready_sheet

Names = Mapping[str, str]
# The built-in parameter and result of each of the sheet's that is called otherwise; "" for what only one of them has.
GAMES: dict[str, tuple[str, Names, Mapping[str, Mapping[Any, Any]], Names]] = {
    "tide_melee": (
        "tide_of_battle.melee",
        {"attacks": "attacks_each"},
        {},
        {"lost": "hit_points_lost", "net_lost": "net_hit_points_lost"},
    ),
    "thud_attack": (
        "thud_and_blunder.attack",
        {"down": "target_knocked_down", "hero": "defender_hero", "compare": "hit_compare"},
        {"destiny_naturals": {"plain": "plain_only"}},
        {"mishap": "fumble"},
    ),
    "chronopia_melee": (
        "chronopia.melee",
        {"unit": "attacker", "victim": "target", "friends": "supporting_friends", "back": "facing"}
        | {"specials": "multiplier_specials"},
        {"back": {True: "back", False: "front"}, "specials": {"single": "single_roll", "each": "each_die"}},
        {"caused": "wounds", "dazed": "attacker_dazed"},
    ),
    "oathmark_shooting": (
        "oathmark.shooting",
        {"enemy_unit": "target", "in_rear": "arc", "shaken": "target_disordered", "over_max": "tn_over_max"}
        | {"highest_face": "morale_natural_10"},
        {"in_rear": {True: "rear", False: "front"}},
        {"losses": "casualties"},
    ),
}
TABLES = ("unit", "weapon", "victim", "enemy_unit")
WORDS = {"knocked down": "knocked_down", "no test": "no_test"}


def asked(chance: random.Random, model: Any) -> dict[str, Any]:
    """A question at random, some of its parameters given."""
    found: dict[str, Any] = {}
    for parameter in model.parameters():
        if parameter.name in TABLES or chance.random() < 0.4:
            continue
        if parameter.kind == "integer":
            low, high = parameter.bounds
            middle = parameter.default if parameter.default is not None else low
            found[parameter.name] = chance.randint(max(low, middle - 6), min(high, middle + 6))
        elif parameter.kind == "boolean":
            found[parameter.name] = chance.random() < 0.5
        else:
            found[parameter.name] = chance.choice(parameter.choices)
    return found


def law(value: Any) -> Any:
    if not isinstance(value, Distribution):
        return value
    return {WORDS.get(outcome, outcome): value[outcome] for outcome in value if value[outcome]}


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_of_a_built_in_game_answers_like_it(name):
    chance, game = random.Random(name), Sheet(ready_sheet(name))
    scenario, parameters, words, results = GAMES[name]
    compared = 0
    for _ in range(1_000):
        given = asked(chance, game.scenarios[0])
        # The readings of a rule that are not named need not be the same.
        given |= {p.name: p.default for p in game.scenarios[0].parameters() if p.role == "ruling"} | given
        there = {parameters.get(key, key): words.get(key, {}).get(value, value) for key, value in given.items()}
        try:
            built_in = probcalc.odds(scenario, there)
            here = game.odds(None, given)
        except InputError:
            continue
        for result in here:
            other = results.get(result, result)
            if other not in built_in:
                continue
            assert law(here[result]) == law(built_in[other]), (given, result)
        compared += 1
        if compared == 120:
            break
    assert compared == 120
