"""What is asked of questions and answers with values of another kind: refused in one line."""

import pytest

import probcalc
from probcalc import InputError

MELEE = ("chronopia.melee", {})
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
    (lambda: probcalc.table("chronopia.melee", {}, rows="cc=1..3", measured=5), "the name of a result, not 5"),
    (lambda: probcalc.table("chronopia.melee", {}, rows="cc=1..3", most="a"), "a whole number of cells, not a"),
    (lambda: probcalc.sweep("chronopia.melee", vary={"cc": range(10**9)}), "limit 1,000,000"),
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


def test_two_rolls_are_compared_by_the_result_that_they_have():
    better, higher = {"roll": "best of 2d20 >= x"}, {"roll": "d20 + 5 >= x"}
    found = probcalc.overtake("custom.roll", better, higher, over="x=1..26")
    assert found.by == "success"
    assert str(found) == str(probcalc.overtake("custom.roll", better, higher, over="x=1..26", by="success"))
