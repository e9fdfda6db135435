"""The one number of an answer: means, chances, outcomes beyond every number, and what is none."""

from fractions import Fraction

import pytest

import probcalc
from probcalc.analysis.numbers.measure import Measure, measure
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.errors import InputError

MELEE = "chronopia.melee"


def test_each_kind_of_result_has_its_number():
    answer = probcalc.odds("oathmark.combat")
    assert Measure("a_target_number").of(answer) == answer["a_target_number"]
    assert (Measure("a_target_number").unit(answer), Measure("a_target_number").kind(answer)) == ("count", "number")
    assert Measure("a_hits").of(answer) == answer["a_hits"].mean
    assert (Measure("a_hits").unit(answer), Measure("a_hits").kind(answer)) == ("number", "mean")
    assert Measure("winner", outcome="tie").of(answer) == answer["winner"]["tie"]
    assert Measure("winner").of(answer) == answer["winner"]["a"]
    assert (Measure("winner").unit(answer), Measure("winner").kind(answer)) == ("chance", "probability")


def test_of_a_law_over_names_the_declared_one_counts_or_else_the_first():
    answer = probcalc.odds("thud_and_blunder.attack")
    assert answer.declared("outcome").lead == "out"
    assert Measure("outcome").of(answer) == answer["outcome"]["out"]
    assert Measure("outcome").label(answer) == f"{answer.declared('outcome').label}: out"
    first = probcalc.odds("oathmark.morale")
    assert Measure("outcome").of(first) == first["outcome"]["passed"]


def test_an_outcome_is_found_by_its_text():
    answer = probcalc.odds(MELEE, attacker="the_cursed", target="spearmen")
    assert Measure("wounds", outcome="2").of(answer) == answer["wounds"][2]
    assert Measure("wounds", outcome="9").of(answer) == 0


def test_more_later_and_never_lie_beyond_every_number():
    law = Distribution.from_weights({1: 1, 3: 1, "never": 1, "still_down": 1}).ranked("still_down", "never")
    assert law.at_least(2) == Fraction(3, 4)
    assert law.at_least(9) == Fraction(1, 2)
    assert Distribution.constant("never").at_least(9) == 1
    assert not law.is_numeric


def test_an_outcome_that_cannot_happen_here_has_no_chance_and_one_that_does_not_exist_is_refused():
    assert Measure("outcome", outcome="critical").of(probcalc.odds("mechanics.test")) == 0
    assert Measure("turn", outcome="9").of(probcalc.odds("chronopia.half_strength")) == 0
    with pytest.raises(InputError, match="te is not a possible outcome of winner; did you mean tie"):
        Measure("winner", outcome="te").of(probcalc.odds("oathmark.combat"))
    with pytest.raises(InputError, match="two is not a possible outcome of wounds"):
        Measure("wounds", outcome="two").of(probcalc.odds(MELEE))


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        (Measure("slain", at_least=1), "slain is no distribution"),
        (Measure("nothing"), "nothing is not a result of chronopia.melee here"),
    ],
)
def test_what_an_answer_has_not_is_refused(wanted, line):
    with pytest.raises(InputError, match=line):
        wanted.of(probcalc.odds(MELEE))


def test_names_have_no_at_least():
    with pytest.raises(InputError, match="winner has names for outcomes: a, tie, b"):
        Measure("winner", at_least=1).of(probcalc.odds("oathmark.combat"))


def test_the_headline_is_measured_without_a_name():
    assert measure(MELEE).result == "slain"
    with pytest.raises(InputError, match="did you mean slain"):
        measure(MELEE, "slan")
    with pytest.raises(InputError, match="not both"):
        measure(MELEE, "wounds", 1, "2")


def test_numbered_results_are_looked_for_in_the_answer():
    answer = probcalc.odds("oathmark.cascade")
    found = measure("oathmark.cascade", "unit_2", outcome="broken")
    assert found.of(answer) == answer["unit_2"]["broken"]
    with pytest.raises(InputError, match="unit_9 is not a result"):
        measure("oathmark.cascade", "unit_9").of(answer)


def test_the_words_of_a_measure():
    answer = probcalc.odds(MELEE)
    assert Measure("slain").label(answer) == "Target slain"
    assert Measure("wounds").label(answer) == "Wounds caused, mean"
    assert Measure("wounds", outcome=0).label(answer) == "Wounds caused: 0"
