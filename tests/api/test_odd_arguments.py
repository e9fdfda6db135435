"""What is asked of questions and answers with values of another kind: refused in one line."""

import pickle
from itertools import count

import numpy as np
import pytest

import probcalc
from probcalc import InputError

MELEE = ("chronopia.melee", {})
FREE = probcalc.formula("chronopia.melee", free=["cc=5..6"])
OVERTAKEN = probcalc.overtake("chronopia.melee", {}, {"armour": 20}, over="cc=5..6")
SELF = []
SELF.append(SELF)
REFUSED = [
    (lambda: probcalc.sequence([MELEE], NotImplemented), "names are a list of texts, not NotImplemented"),
    (lambda: probcalc.sequence([MELEE], 7), "names are a list of texts, not 7"),
    (lambda: probcalc.compare([MELEE, MELEE], 5), "names are a list of texts, not 5"),
    (lambda: probcalc.odds("chronopia.melee")[""], "is not a result of chronopia.melee"),
    (lambda: probcalc.odds("chronopia.melee")["wound"], "did you mean wounds?"),
    (lambda: probcalc.odds("chronopia.melee")[["wounds"]], "is not a result of chronopia.melee"),
    (lambda: probcalc.odds("chronopia.melee").called({"attacker": 5}), "names are texts by what they stand for"),
    (lambda: probcalc.odds("chronopia.melee").taking_part(5), "those who take part are a list of parties"),
    (lambda: probcalc.roll(SELF), "roll must be text"),
    (lambda: probcalc.table("chronopia.melee", {}, rows="cc=1..3", measured=5), "what is measured is a result, not 5"),
    (lambda: probcalc.table("chronopia.melee", {}, rows="cc=1..3", most="a"), "a whole number of cells, not a"),
    (lambda: probcalc.sweep("chronopia.melee", vary={"cc": range(10**9)}), "limit 1,000,000"),
    (lambda: probcalc.sweep("chronopia.melee", vary={"cc": count()}), "cc varies over text such as 1..6, or a list"),
    (lambda: probcalc.sweep("chronopia.melee", vary={"cc": None}), "or a list of values, not None"),
    (lambda: probcalc.odds("chronopia.melee", charging=np.array([True])), "charging must be true or false, not array"),
    (lambda: probcalc.roll("d6", roll="d8"), "roll is given twice"),
    (lambda: probcalc.roll("d6", z=8), "z is not a parameter of custom.roll"),
    (lambda: probcalc.sweep("chronopia.melee", vary=count()), "vary names parameters with their values"),
    (lambda: probcalc.odds(-(10**5000)), "less than -10**4999 is not a scenario"),
    (lambda: probcalc.odds("chronopia.melee").certificate([]), "[] is not a result of chronopia.melee"),
    (lambda: probcalc.fair([12, 8, 10, 9, 11, 10])["worst"], "worst is not a result here"),
    (lambda: probcalc.fair([12, 8, 10, 9], confidence=-(10**5000)), "confidence lies between 0 and 1"),
    (lambda: probcalc.Measure("wounds").of([1]), "a number is measured in an answer, not in [1]"),
    (lambda: probcalc.Measure("wounds").for_all([1]), "a number is measured in answers"),
    (lambda: FREE["hits"], "hits is not a result of chronopia.melee here; did you mean hit?"),
    (lambda: probcalc.overtake("chronopia.melee", {}, {}, over=5), "over is text, not 5"),
    (lambda: OVERTAKEN.where([]), "[] is not a relation; choose from first, equal, second, neither, refused"),
    (
        lambda: probcalc.joint("chronopia.melee", {}, ["hit", "wounds"]).margin(2),
        "must be a whole number from 0 to 1",
    ),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_is_of_another_kind_is_refused_in_one_line(number):
    asked, said = REFUSED[number]
    with pytest.raises(InputError) as refusal:
        asked()
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_answer_is_still_a_mapping():
    answer = probcalc.odds("chronopia.melee")
    assert answer.get("wound") is None
    assert answer.get([]) is None
    assert [] not in answer
    with pytest.raises(KeyError):
        answer["wound"]


OF_NO_PARAMETER = [
    (lambda: FREE.at(5), "values are given by name, not as 5"),
    (lambda: FREE["hit"].curve("x"), "'x' is no free parameter; free are cc"),
    (lambda: FREE["hit"].difference("cc", "a"), "the step is a whole number, not 'a'"),
    (lambda: FREE["hit"].derivative([]), "[] is no free probability"),
    (lambda: FREE["wounds"][[]], "an outcome is a number, a name or a tuple of them, not []"),
    (
        lambda: FREE["wounds"].expectation(lambda outcome: 0.5),
        "a whole number or a fraction, not 0.5",
    ),
    (lambda: FREE["wounds"].times([]), "the number of copies is a whole number, not []"),
    (lambda: FREE["wounds"].pgf(5), "the letter of a generating function is text, not 5"),
    (lambda: probcalc.sequence([MELEE], budget=5), "a budget is a Budget, not of type int"),
    (lambda: probcalc.solve("chronopia.melee", for_="cc", that="hit >= 1/2", budget=5), "a budget is a Budget"),
    (lambda: probcalc.table("chronopia.melee", {}, rows="cc=1..3", progress=5), "progress takes a function, not 5"),
]


@pytest.mark.parametrize("number", range(len(OF_NO_PARAMETER)))
def test_what_is_asked_of_a_formula_in_another_kind_is_refused_in_one_line(number):
    asked, said = OF_NO_PARAMETER[number]
    with pytest.raises(ValueError) as refusal:
        asked()
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_fight_by_rounds_is_pickled_after_it_was_asked():
    rounds = probcalc.by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1})
    law = rounds.lasts()
    assert pickle.loads(pickle.dumps(rounds)).lasts() == law


def test_two_rolls_are_compared_by_the_result_that_they_have():
    better, higher = {"roll": "best of 2d20 >= x"}, {"roll": "d20 + 5 >= x"}
    found = probcalc.overtake("custom.roll", better, higher, over="x=1..26")
    assert found.by == "success"
    assert str(found) == str(probcalc.overtake("custom.roll", better, higher, over="x=1..26", by="success"))


def test_numbers_and_flags_of_a_data_frame_are_taken_as_pythons_own():
    asked = {"target": "spearmen", "charging": np.bool_(True), "cc": np.int64(12)}
    odds = probcalc.odds("chronopia.melee", asked)
    assert odds == probcalc.odds("chronopia.melee", target="spearmen", charging=True, cc=12)
    rows = list(probcalc.sweep("chronopia.melee", vary={"cc": np.arange(9, 11), "charging": np.array([True, False])}))
    assert rows == list(probcalc.sweep("chronopia.melee", vary={"cc": "9..10", "charging": [True, False]}))
    assert {type(row["cc"]) for row in rows} == {int}


def test_the_letters_of_a_roll_have_their_numbers_beside_it():
    assert probcalc.roll("xd6 >= y", x=3, y=5) == probcalc.odds("custom.roll", roll="xd6 >= y", x=3, y=5)
