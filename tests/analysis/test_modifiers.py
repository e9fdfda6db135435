"""What a modifier is worth is the difference of two direct answers."""

from fractions import Fraction

import pytest

import probcalc
from probcalc.analysis.beside.modifiers import alternatives, modifiers
from probcalc.analysis.numbers.measure import Measure
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError

DUEL = {"attacker": "the_cursed", "target": "spearmen"}


def change_of(found, name, new):
    return next(step.change for step in found.steps if (step.parameter.name, step.new) == (name, new))


def test_every_change_is_the_difference_of_two_answers():
    found = modifiers("chronopia.melee", DUEL)
    before = probcalc.odds("chronopia.melee", DUEL)["slain"]
    assert found.present.value == before
    measured = [step for step in found.steps if step.change is not None]
    assert len(measured) > 15
    for step in measured:
        after = probcalc.odds("chronopia.melee", DUEL | {step.parameter.name: step.new})["slain"]
        assert step.change == after - before
        assert step.trial.value == after


def test_the_greatest_change_comes_first_and_the_refused_last():
    found = modifiers("chronopia.melee", DUEL)
    sizes = [-1 if step.change is None else abs(step.change) for step in found.steps]
    assert sizes == sorted(sizes, reverse=True)
    assert found.steps[-1].trial.refusal.startswith("watchers: applies only against a civilian")


def test_integers_go_both_ways_within_their_bounds():
    found = modifiers("chronopia.melee", DUEL)
    assert {step.new for step in found.steps if step.parameter.name == "modifier"} == {-1, 1}
    assert {step.new for step in found.steps if step.parameter.name == "fear"} == {1}
    top = modifiers("chronopia.melee", DUEL | {"fear": 8})
    assert {step.new for step in top.steps if step.parameter.name == "fear"} == {7}


def test_a_flag_that_is_set_is_worth_what_taking_it_away_costs():
    without = modifiers("chronopia.melee", DUEL)
    charged = modifiers("chronopia.melee", DUEL | {"charging": True})
    assert change_of(charged, "charging", False) == -change_of(without, "charging", True)


def test_every_other_name_of_a_choice_is_tried():
    found = modifiers("chronopia.melee", DUEL)
    assert {step.new for step in found.steps if step.parameter.name == "target_dazed"} == {"half", "full"}


def test_a_modifier_without_effect_says_why():
    found = modifiers("chronopia.melee", DUEL)
    braced = next(step for step in found.steps if step.parameter.name == "braced")
    assert braced.change == 0
    assert braced.notes == ("braced has no effect here: nobody charges.",)


def test_a_distribution_counts_by_its_mean_or_by_at_least():
    mean = modifiers("chronopia.melee", DUEL, Measure("wounds"))
    two = modifiers("chronopia.melee", DUEL, Measure("wounds", at_least=2))
    before = probcalc.odds("chronopia.melee", DUEL)["wounds"]
    after = probcalc.odds("chronopia.melee", DUEL | {"slayer": True})["wounds"]
    assert change_of(mean, "slayer", True) == after.mean - before.mean
    assert change_of(two, "slayer", True) == after.at_least(2) - before.at_least(2)


def test_rulings_can_be_weighed_too():
    found = modifiers("chronopia.melee", DUEL | {"multiplier": 3}, roles=("ruling",))
    assert {step.parameter.role for step in found.steps} == {"ruling"}


def test_stats_are_no_modifiers():
    assert {step.parameter.role for step in modifiers("chronopia.melee", DUEL).steps} == {"modifier"}


def test_a_law_over_names_counts_by_its_first_name():
    found = modifiers("oathmark.combat", {})
    winner = probcalc.odds("oathmark.combat")["winner"]
    assert found.present.value == winner["a"]


def test_a_refused_present_request_is_an_error():
    with pytest.raises(InputError, match="watchers"):
        modifiers("chronopia.melee", {"watchers": 1})


def test_an_optional_number_has_none_beside_its_neighbours():
    stat = registry.scenario("tide_of_battle.save").parameter("stat")
    assert list(alternatives(stat, 4)) == [None, 5, 3]
    assert list(alternatives(stat, None)) == [1]


def test_nothing_is_rounded():
    for step in modifiers("chronopia.melee", DUEL).steps:
        assert step.change is None or isinstance(step.change, Fraction)


def test_a_few_changes_are_one_of_each_of_both_sides_by_turns():
    every = modifiers("tide_of_battle.fight", {"a.models": 2, "b.models": 2, "rounds": 1})
    few = modifiers("tide_of_battle.fight", {"a.models": 2, "b.models": 2, "rounds": 1}, most=4)
    assert [step.parameter.name[0] for step in few.steps].count("a") == 2
    assert len({step.parameter.name for step in few.steps}) == len(few.steps) == 4
    assert {(step.parameter.name, step.new): step.change for step in few.steps}.items() <= {
        (step.parameter.name, step.new): step.change for step in every.steps
    }.items()
