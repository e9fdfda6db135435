"""How many are needed: the first value whose direct answer is large enough, and no smaller one."""

from fractions import Fraction
from typing import ClassVar

import pytest

import probcalc
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.needed import amount_parameter, amount_parameters, find_needed
from probcalc.analysis.tables.presets import preset_parameters
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.present.reports.needed import needed_report
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.fields import integer, preset
from probcalc.scenarios.registry import clear_caches
from probcalc.scenarios.scenario import Scenario

MELEE = "chronopia.melee"
DUEL = {"attacker": "spearmen", "target": "the_cursed"}


def test_the_first_value_that_is_enough():
    found = find_needed(MELEE, DUEL)
    assert found.parameter.name == "noa"
    for threshold in found.thresholds:
        assert probcalc.odds(MELEE, DUEL | {"noa": threshold.value})["slain"] == threshold.chance >= threshold.share
        assert probcalc.odds(MELEE, DUEL | {"noa": threshold.value - 1})["slain"] < threshold.share
    assert found.complete


def test_shares_are_taken_as_given():
    found = find_needed(MELEE, DUEL, shares=[Fraction(1, 10), Fraction(99, 100)])
    assert [threshold.share for threshold in found.thresholds] == [Fraction(1, 10), Fraction(99, 100)]
    assert found.thresholds[0].value == 1


def test_what_is_never_reached_says_so_with_the_best():
    found = find_needed(MELEE, {"target": "spearmen", "wounds": 30}, "cc")
    assert [threshold.value for threshold in found.thresholds] == [None, None, None]
    assert found.best[1] == max(trial.value for _, trial in found.tried)
    assert len(found.tried) == 30
    assert found.complete


def test_a_bound_on_the_values_tried_is_said():
    found = find_needed(MELEE, {"wounds": 30}, "noa", most=3)
    assert [value for value, _ in found.tried] == [1, 2, 3]
    assert not found.complete


def test_what_was_tried_before_the_budget_was_spent_is_the_answer():
    clear_caches()
    enough = Budget()
    with metered(enough):
        whole = find_needed("chronopia.melee", DUEL)
    clear_caches()
    with metered(Budget(most=enough.spent - 1)):
        some = find_needed("chronopia.melee", DUEL)
    values = [value for value, _ in some.tried]
    assert [trial.value for _, trial in some.tried] == [trial.value for _, trial in whole.tried[:-1]]
    assert not some.complete
    assert f"{values[0]} to {values[-1]} was tried" in " ".join(needed_report(some).notes)
    assert [threshold.value for threshold in some.thresholds] == [
        *(threshold.value for threshold in whole.thresholds[:-1]),
        None,
    ]
    clear_caches()
    with pytest.raises(TooMuch), metered(Budget(most=1)):
        find_needed("chronopia.melee", DUEL)


def test_a_mean_is_asked_for_one_or_more_unless_told_otherwise():
    found = find_needed("chronopia.swipe", {})
    assert found.measure == Measure("slain", at_least=1)
    with pytest.raises(InputError, match="wounds is no probability"):
        find_needed(MELEE, DUEL, measured=Measure("wounds"))


def test_refused_values_are_kept_with_the_reason():
    found = find_needed(MELEE, {"target": "civilian"}, "watchers", shares=[Fraction(1)])
    assert all(trial.refusal == "" for _, trial in found.tried)
    refused = find_needed(MELEE, {}, "watchers", shares=[Fraction(1)])
    assert sum(bool(trial.refusal) for _, trial in refused.tried) == 12


@pytest.mark.parametrize(
    ("scenario_id", "name"),
    [("mechanics.pool", "count"), ("tide_of_battle.melee", "models"), ("oathmark.breath", "dice")],
)
def test_the_parameter_that_is_raised_without_being_named(scenario_id, name):
    assert amount_parameter(scenario_id).name == name


def test_an_unknown_parameter_is_refused():
    with pytest.raises(InputError, match="charging is not a whole-number parameter"):
        find_needed(MELEE, {}, "charging")


def test_a_chance_that_is_just_the_share_is_enough():
    found = find_needed("chronopia.armour", {}, "damage", Measure("any_wound"), [Fraction(1, 2)])
    (threshold,) = found.thresholds
    assert (threshold.value, threshold.chance) == (10, Fraction(1, 2))


def test_of_values_as_good_as_each_other_the_smallest_is_the_best():
    found = find_needed("chronopia.armour", {}, "damage", Measure("any_wound"), [Fraction(1)])
    assert found.best == (19, Fraction(19, 20))
    assert found.thresholds[0].value is None


@pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 2), Fraction(3, 2)])
def test_a_share_is_a_chance(share):
    with pytest.raises(InputError, match="a share is above 0 and at most 1"):
        find_needed(MELEE, DUEL, shares=[share])


def test_what_is_raised_first_is_declared_and_not_known_by_its_name():
    class Joust(Scenario):
        """Who is unhorsed?"""

        id: ClassVar[str] = "example.joust"
        attacks: int = integer(1, 1, 3, "Attacks")
        squires: int = integer(1, 0, 3, "Squires", varied=2)
        lances: int = integer(1, 1, 9, "Lances", varied=1)
        horse: str = preset({"grey": "Grey"}, "Horses", "The horse")
        lance: str = preset({"long": "Long"}, "Lances", "The lance", varied=1)

    assert [p.name for p in amount_parameters(Joust)] == ["lances", "squires", "attacks"]
    assert [p.name for p in preset_parameters(Joust)] == ["lance", "horse"]


def test_players_raise_attacks_dice_and_models_first():
    first = {"chronopia.clash": "a.noa", "tide_of_battle.engagement": "a.models", "oathmark.breath": "dice"}
    first |= {"mechanics.attack": "attacks", "mechanics.test": "copies", "thud_and_blunder.vehicle": "attacks"}
    assert {scenario_id: amount_parameter(scenario_id).name for scenario_id in first} == first


def test_a_letter_of_a_roll_runs_through_the_values_that_are_named():
    found = find_needed("custom.roll", {"roll": "xd6 >= 5"}, "x=1..20", Measure("successes", at_least=3))
    assert [value for value, _ in found.tried] == list(range(1, 16))
    assert found.complete
    for threshold in found.thresholds:
        chances = [probcalc.roll(f"{threshold.value - less}d6 >= 5")["successes"].at_least(3) for less in (1, 0)]
        assert chances[0] < threshold.share <= chances[1] == threshold.chance
    # Without values it begins where the roll does, and the result is the one that the roll has.
    assert [t.value for t in find_needed("custom.roll", {"roll": "xd6 >= 5"}, "x").thresholds] == [2, 4, 6]
    assert [t.value for t in find_needed("custom.roll", {"roll": "d20 >= x"}, "x=19..20").thresholds] == [None] * 3
    with pytest.raises(InputError, match="x"):
        find_needed("custom.roll", {"roll": "xd6 >= 5"}, "x=1..5000")
