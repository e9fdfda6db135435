"""Why a number is what it is: every roll with its faces, its target in named parts, and how often it comes up."""

from fractions import Fraction

import pytest

import probcalc
from probcalc.present.reports.explanation import (
    certain_band,
    explanation,
    explanation_data,
    explanation_report,
    target_words,
)
from probcalc.present.writing.report import report_markdown, report_rows, report_text
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError

MODELS = [model for system in registry.systems() for model in system.scenarios]


def duel(**more):
    return probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", **more)


def test_the_rolls_of_an_attack_in_the_order_of_play():
    found = explanation(duel())
    rolled = [step for step in found.rolls if not certain_band(step)]
    assert [step.name for step in rolled] == ["Test to hit", "Armour save"]
    assert target_words(rolled[0]) == "10 = Close Combat 13, Agility of the target -2, shield of the target -1"
    _, bands, *_ = report_rows(explanation_report(duel()).more[0])
    assert bands == ("critical", "1 to 2 on d20", "10.0%", "0.20")


def test_an_armour_save_is_made_for_each_plain_hit():
    hit, *_, save = (step for step in explanation(duel()).rolls if step.name in ("Test to hit", "Armour save"))
    plain = next(band for band in hit.bands if band.name == "success")
    assert hit.times == 2
    assert save.times == plain.expected == Fraction(4, 5)


def test_what_is_certain_is_no_roll_and_is_said():
    text = report_text(explanation_report(duel()))
    assert "Heal of the Spearman (failure)" in text
    assert "Not rolled, certain here: " in text


def test_each_result_has_its_own_reason():
    names = [step.name for step in explanation(duel(), "attacker_dazed").rolls]
    assert names == ["Test to hit"]
    assert report_text(explanation_report(duel(), "hit")).startswith("Why: Hits (first attack)\n")


def test_the_modifiers_that_count_stand_in_the_target():
    text = report_text(explanation_report(duel(command_boost=True, charging=True, supporting_friends=2)))
    assert "Command Point boost 4" in text
    assert "friends around the Spearman 2" in text


def test_a_number_without_dice_has_nothing_to_explain():
    answer = probcalc.odds("oathmark.combat")
    with pytest.raises(InputError, match="a_dice is 5 without a roll"):
        explanation(answer, "a_dice")
    with pytest.raises(InputError, match="did you mean winner"):
        explanation(answer, "winer")


# Fights to the end, with few on each side: a walk through many is as long as there are ways to lose them.
FEW = {
    "tide_of_battle.fight": {"a.models": 3, "b.models": 2},
    "oathmark.fight": {"a.figures": 3, "b.figures": 2},
    "thud_and_blunder.brawl": {"a.figures": 1, "b.figures": 2},
}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_every_scenario_can_be_explained(model):
    answer = probcalc.odds(model.id, FEW.get(model.id, {}))
    found = explanation(answer)
    assert len(found) > 0
    for step in found.rolls:
        assert sum(band.probability for band in step.bands) == 1
        assert sum(band.expected for band in step.bands) == step.times
    data = explanation_data(answer)
    assert len(data["steps"]) == len(found)
    report = explanation_report(answer)
    for text in (report_text(report), report_markdown(report)):
        assert all(step.name in text.replace("\\", "") for step in found.rolls)
    catalogue = {rule.id for rule in registry.system(model.id.partition(".")[0]).rules}
    assert {step.rule for step in found.rolls if step.rule} <= catalogue


@pytest.mark.parametrize(
    ("scenario", "given", "roll", "by"),
    [
        ("oathmark.artillery", {"defence": 20}, "Combat Die, rolled again", "unit"),
        ("thud_and_blunder.attack", {"airborne": True}, "Destiny in the fall", "target"),
        ("mechanics.race", {"a.hit.reroll": "failures"}, "Roll to hit of Side A, second roll", "a"),
        ("mechanics.race", {"b.damage_die": 6}, "Damage", "b"),
        ("mechanics.race", {"b.save_on": True}, "Save", "b"),
        ("mechanics.opposed", {"a.dice": 2}, "Roll of d6", "b"),
        ("reikhammer.strategy", {}, "Strategy roll of Side B", "b"),
        ("chronopia.initiative", {}, "Side A", "a"),
    ],
)
def test_every_roll_of_a_question_about_two_says_who_makes_it(scenario, given, roll, by):
    answer = probcalc.odds(scenario, given)
    rolled = [name for name in answer if not isinstance(answer[name], int)]
    made = {step.name: step.by for name in rolled for step in explanation(answer, name).rolls}
    assert made[roll] == by, made
    assert set(made.values()) <= {"both", *(party.key for party in answer.parties)}
