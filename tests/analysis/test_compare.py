"""Requests side by side: the direct answers, their differences, and dominance checked threshold by threshold."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.beside.compare import compare, relation
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.errors import InputError

MELEE = "chronopia.melee"
DUEL = {"attacker": "the_cursed", "target": "spearmen"}

laws = st.dictionaries(st.integers(-4, 4), st.integers(1, 9), min_size=1).map(Distribution.from_weights)


def number(found, label):
    return next(row for row in found.numbers if row.label == label)


def test_numbers_are_those_of_the_answers():
    requests = [(MELEE, DUEL), (MELEE, DUEL | {"charging": True}), (MELEE, DUEL | {"weapon": "spear"})]
    found = compare(requests)
    direct = [probcalc.odds(*request) for request in requests]
    assert [request.name for request in found.requests] == ["A", "B", "C"]
    assert number(found, "Target slain").values == tuple(answer["slain"] for answer in direct)
    assert number(found, "Wounds caused, mean").values == tuple(answer["wounds"].mean for answer in direct)
    assert number(found, "Target slain").differences[1] == direct[1]["slain"] - direct[0]["slain"]
    assert number(found, "Target slain").differences[0] == 0


def test_the_headline_comes_first_and_once():
    found = compare([(MELEE, DUEL), (MELEE, {})])
    labels = [row.label for row in found.numbers]
    assert labels[0] == "Target slain"
    assert len(labels) == len(set(labels))


def test_requests_of_two_systems_are_compared_by_their_headlines():
    found = compare([("oathmark.activation", {}), ("chronopia.test", {})], names=["Oathmark", "Chronopia"])
    assert found.numbers[0].values == (
        probcalc.odds("oathmark.activation")["activates"],
        probcalc.odds("chronopia.test")["success"],
    )
    assert found.numbers[0].label == "The unit activates / Passes"
    assert found.dominance == ()


def test_a_law_over_names_gives_a_row_for_each_name():
    found = compare([("oathmark.combat", {}), ("oathmark.combat", {"a.fight": 4})])
    ties = number(found, "Who wins: tie")
    assert ties.values[1] == probcalc.odds("oathmark.combat", {"a.fight": 4})["winner"]["tie"]


def test_a_mean_never_stands_beside_a_chance():
    never = {"broken": True, "enemy_within_8": True, "turns": 1}
    found = compare([("reikhammer.rally", never), ("reikhammer.rally", {})])
    other = probcalc.odds("reikhammer.rally")
    for row in found.numbers:
        if row.kind == "probability":
            assert all(0 <= value <= 1 for value in row.values)
    assert number(found, "Shock at the end, mean").values == (None, other["shock_after"].mean)
    assert number(found, "Shock at the end, mean").differences == (None, None)


def test_dominance_of_each_pair():
    found = compare([(MELEE, DUEL), (MELEE, DUEL | {"charging": True}), (MELEE, DUEL)])
    pairs = {(d.first, d.second): d for d in found.dominance if d.result == "wounds"}
    assert (pairs[0, 1].relation, pairs[0, 2].relation, pairs[1, 2].relation) == ("second", "equal", "first")
    chances = pairs[0, 1]
    assert chances.wins + chances.ties + chances.loses == 1
    assert chances.loses > chances.wins


@given(first=laws, second=laws)
def test_the_relation_is_that_of_every_threshold(first, second):
    signs = set()
    for least in range(-4, 6):
        ours = sum((p for outcome, p in first.items() if outcome >= least), Fraction(0))
        theirs = sum((p for outcome, p in second.items() if outcome >= least), Fraction(0))
        signs.add((ours > theirs) - (ours < theirs))
    expected = {(): "equal", (1,): "first", (-1,): "second"}.get(tuple(signs - {0}), "neither")
    assert relation(first, second) == expected


@pytest.mark.parametrize("count", [0, 1, 5])
def test_two_to_four_requests_are_compared(count):
    with pytest.raises(InputError, match=f"2 to 4 setups can be compared, not {count}"):
        compare([(MELEE, {})] * count)


def test_as_many_names_as_requests():
    with pytest.raises(InputError, match="2 requests have 2 names, not 1"):
        compare([(MELEE, {})] * 2, names=["one"])


def test_a_refused_request_is_an_error():
    with pytest.raises(InputError, match="cc must be 1"):
        compare([(MELEE, {}), (MELEE, {"cc": 99})])


def test_results_of_one_name_with_other_outcomes_are_compared_where_they_agree():
    clash, combat = probcalc.odds("chronopia.clash"), probcalc.odds("oathmark.combat")
    found = compare([("chronopia.clash", {}), ("oathmark.combat", {})])
    assert (Fraction(clash["winner"]["a"]), Fraction(combat["winner"]["a"])) in {n.values for n in found.numbers}
    assert (clash["winner"]["draw"], None) in {n.values for n in found.numbers}
    assert (None, combat["winner"]["tie"]) in {n.values for n in found.numbers}


def test_ends_without_a_common_order_are_not_put_in_one():
    found = compare([("thud_and_blunder.recovery", {}), ("thud_and_blunder.duel", {})])
    assert [each.result for each in found.dominance] == []
    assert len(found.requests) == 2
