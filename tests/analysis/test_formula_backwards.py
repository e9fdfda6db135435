"""Formulas backwards: conditions as a person writes them, values and intervals, break-even and dominance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.beside.break_even import break_even, dominance
from probcalc.analysis.conditions.reading import condition, expression
from probcalc.analysis.numbers.named_numbers import number_of
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.errors import InputError

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def test_the_values_of_armour_that_make_a_hit_lethal_half_the_time():
    found = probcalc.solve("chronopia.melee", CURSED, for_="armour", that="slain >= 1/2")
    expected = [
        a for a in range(-10, 41) if probcalc.odds("chronopia.melee", CURSED, armour=a)["slain"] >= Fraction(1, 2)
    ]
    assert found == expected == list(range(-10, 24))


CONDITIONS = {
    "slain > 50%": lambda a: a["slain"] > Fraction(1, 2),
    "0.25 <= P(wounds >= 2) < 1/2": lambda a: Fraction(1, 4) <= a["wounds"].at_least(2) < Fraction(1, 2),
    "wounds[0] = wounds[1] or mean(wounds) >= 4/5": lambda a: a["wounds"].mean >= Fraction(4, 5),
    "not slain > 1/2 and hit != 0": lambda a: a["slain"] <= Fraction(1, 2),
    "variance(wounds) / 2 < 1/4 - 1/100": lambda a: a["wounds"].variance < Fraction(48, 100),
    "P(wounds < 2) - P(wounds <= 0) > 2 * P(wounds > 1)": lambda a: a["wounds"][1] > 2 * a["wounds"][2],
    "(slain + slain) * 2 >= 1 and -slain < 0": lambda a: 4 * a["slain"] >= 1,
}


@pytest.mark.parametrize("words", CONDITIONS)
def test_a_condition_is_read_as_it_is_written(words):
    found = probcalc.solve("chronopia.melee", CURSED, for_="armour=10..34", that=words)
    answers = {a: probcalc.odds("chronopia.melee", CURSED, armour=a) for a in range(10, 35)}
    assert found == [a for a, answer in answers.items() if CONDITIONS[words](answer)]


def test_names_and_flags_are_solved_too():
    assert probcalc.solve("chronopia.melee", {"cc": 11, "agility": -3}, for_="target_dazed", that="hit > 1/2") == [
        "half",
        "full",
    ]
    assert probcalc.solve("tide_of_battle.save", {"stat": 3}, for_="reroll", that="success > 1/2") == [True]
    assert probcalc.solve("tide_of_battle.save", for_="stat", that="success = 0") == ["none"]


def test_names_beyond_the_numbers_count_as_later():
    found = probcalc.solve("reikhammer.rally", {"broken": True}, for_="turns=1..6", that="P(turns_to_rally > 3) < 1/2")
    laws = {n: probcalc.odds("reikhammer.rally", broken=True, turns=n)["turns_to_rally"] for n in range(1, 7)}
    assert found == [n for n, law in laws.items() if sum(law[k] for k in (1, 2, 3)) > Fraction(1, 2)]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("slain >=", '"slain >=" breaks off'),
        ("", '"" breaks off'),
        ("slain => 1/2", 'cannot be read from "> 1/2" on'),
        ("slain", "is a number and no condition"),
        ("slain and hit > 1/2", "a number stands where a condition is meant"),
        ("(slain > 1/2) + 1 > 2", "a condition stands where a number is meant"),
        ("slian > 1/2", "did you mean slain?"),
        ("wounds > 1", "wounds is a distribution: say P(wounds >= 1), wounds[1] or mean(wounds)"),
        ("mean(slain) > 1", "slain is one number and no distribution"),
        ("slain > 1/0", "divides by zero"),
        ("__import__('os') > 1", "cannot be read from"),
        ("(" * 30 + "slain > 1" + ")" * 30, "more than 20 brackets"),
        ("slain > 1 " * 40, "at most 300 characters"),
    ],
)
def test_a_wrong_condition_is_refused_in_one_line(words, line):
    with pytest.raises(InputError) as caught:
        probcalc.solve("chronopia.melee", CURSED, for_="armour", that=words)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_of_outcomes_have_no_order():
    law = Distribution.from_weights({"a": 1, "draw": 1, "b": 2})
    (wanted,) = (condition("P(winner >= a) > 0").numbers[0],)
    with pytest.raises(InputError, match="winner is not ordered by a; its outcomes are a, draw, b"):
        number_of({"winner": law}, wanted)
    assert number_of({"winner": law}, expression("winner[b]")) == Fraction(1, 2)
    assert number_of({"winner": law}, expression("P(winner != b)")) == Fraction(1, 2)


# -- free probabilities ------------------------------------------------------------------------------------


def test_a_probability_is_solved_exactly():
    (found,) = probcalc.solve("chronopia.melee", {"ward": 5}, for_="p = Ward Save", that="slain = 1/4")
    assert found.low == found.high
    assert found.low.fraction == Fraction(10, 101)


def test_roots_that_are_no_fractions_are_isolated():
    given_ = {"noa": 2, "cc": 16, "armour": 15}
    (found,) = probcalc.solve("chronopia.melee", given_, for_="p = Ward Save", that="slain >= 1/2")
    assert found.low.fraction == 0
    assert found.high.fraction is None
    assert found.high.high - found.high.low < Fraction(1, 10**6)
    assert str(found.high.exact).count("sqrt") == 1
    slain = probcalc.formula("chronopia.melee", given_, free=["p = Ward Save"])["slain"]
    assert slain.subs(p=found.high.low) > Fraction(1, 2) > slain.subs(p=found.high.high)


@given(st.fractions(0, 1, max_denominator=40), st.sampled_from(["<", "<=", "=", "!=", ">=", ">"]))
def test_a_probability_lies_in_the_intervals_exactly_when_the_condition_holds(p, sign):
    given_ = {"noa": 3, "cc": 12, "armour": 15, "wounds": 2}
    words = f"slain {sign} 27/125 or wounds[1] > 2/5"
    intervals = probcalc.solve("chronopia.melee", given_, for_="p = Ward Save", that=words)
    values = probcalc.formula("chronopia.melee", given_, free=["p = Ward Save"]).subs(p=p)
    holds = {
        "<": values["slain"] < Fraction(27, 125),
        "<=": values["slain"] <= Fraction(27, 125),
        "=": values["slain"] == Fraction(27, 125),
        "!=": values["slain"] != Fraction(27, 125),
        ">=": values["slain"] >= Fraction(27, 125),
        ">": values["slain"] > Fraction(27, 125),
    }[sign] or values["wounds"][1] > Fraction(2, 5)
    assert any(p in interval for interval in intervals) == holds


def test_always_and_never():
    assert [str(i) for i in probcalc.solve("chronopia.melee", for_="p = Ward Save", that="slain >= 0")] == [
        "from 0 to 1"
    ]
    assert probcalc.solve("chronopia.melee", for_="p = Ward Save", that="slain > 1") == []


def test_one_name_at_a_time():
    with pytest.raises(InputError, match="solved for one name"):
        probcalc.solve("chronopia.melee", {"critic": 0}, for_="p, q = Test to hit", that="slain >= 1/2")


# -- two requests ------------------------------------------------------------------------------------------

ONE, TWO = {"noa": 1, "damage": 16}, {"noa": 2, "damage": 10}


def test_one_strong_blow_overtakes_two_weak_ones_in_the_middle():
    found = break_even("chronopia.melee", ONE, TWO, over="armour")
    for armour in range(-10, 41):
        one, two = (probcalc.odds("chronopia.melee", g, armour=armour)["slain"] for g in (ONE, TWO))
        assert (armour in found.where("first")) == (one > two)
        assert (armour in found.where("equal")) == (one == two)
    assert found.where("first") == list(range(26, 33))
    assert str(found).startswith("slain over armour: the second is higher from -10 to 25; the first is higher from 26")


def test_break_even_over_a_probability_is_exact():
    found = break_even(
        "tide_of_battle.melee",
        {"models": 1},
        {"models": 2, "strength": -1},
        over="p = To hit",
        by="mean(hit_points_lost)",
    )
    assert str(found) == "mean(hit_points_lost) over p: they are equal at 0; the second is higher above 0 to 1"


def test_dominance_is_decided_at_every_value():
    found = dominance("chronopia.melee", {"noa": 1, "multiplier": 2}, {"noa": 2}, over="armour", result="wounds")
    for armour in (-10, 14, 20, 29, 40):
        laws = [
            probcalc.odds("chronopia.melee", g, armour=armour)["wounds"]
            for g in ({"noa": 1, "multiplier": 2}, {"noa": 2})
        ]
        ahead = [all(a.at_least(k) >= b.at_least(k) for k in (1, 2)) for a, b in (laws, laws[::-1])]
        relation = "equal" if all(ahead) else "first" if ahead[0] else "second" if ahead[1] else "neither"
        assert armour in found.where(relation)


def test_dominance_needs_numbers():
    with pytest.raises(InputError, match="winner is no distribution over numbers"):
        dominance("chronopia.clash", {}, {}, over="a.cc", result="winner")


def test_two_requests_are_followed_over_one_name():
    blow = {"critic": 0}
    with pytest.raises(InputError, match="followed over one name, not over p, q"):
        break_even("chronopia.melee", blow, blow, over="p, q = Test to hit")


def test_names_are_listed_and_numbers_are_a_range():
    found = break_even("chronopia.melee", {"weapon": "sword"}, {"weapon": "spear"}, over="shield")
    assert str(found) == "slain over shield: the second is higher at none, shield, warshield"


def test_a_distribution_where_a_number_is_meant_is_refused_before_a_formula_is_made(monkeypatch):
    def made(*_):
        raise AssertionError("a formula was made")

    monkeypatch.setattr("probcalc.analysis.formulas.solve.formula_within", made)
    with pytest.raises(InputError, match="hits is a distribution"):
        probcalc.solve("mechanics.pool", for_="count", that="hits >= 1")


def test_a_distribution_alone_is_compared_by_its_mean_or_by_the_name_that_counts():
    swords, spears = {"noa": 1, "weapon": "sword"}, {"noa": 2, "weapon": "spear"}
    alone, mean = (
        probcalc.overtake("chronopia.melee", swords, spears, over="armour=10..20", by=by)
        for by in ("wounds", "mean wounds")
    )
    assert alone.stretches == mean.stretches
    few, many = {"a.combat_dice": 2}, {"a.combat_dice": 3}
    combat = probcalc.overtake("oathmark.combat", few, many, over="a.fight=1..3", by="winner")
    assert combat.by == "winner[a]"
    with pytest.raises(InputError, match="c is not a possible outcome of winner; choose from a, tie, b"):
        probcalc.overtake("oathmark.combat", few, many, over="a.fight=1..3", by="winner = c")
    with pytest.raises(InputError, match="x is not a possible outcome of wounds; choose from 0, 1"):
        probcalc.solve("chronopia.melee", for_="armour", that="wounds[x] = 0")
    assert len(probcalc.solve("chronopia.melee", for_="armour=10..12", that="wounds[9] = 0")) == 3


def test_what_two_requests_are_followed_over_is_not_given_to_each_in_another_way():
    ours, theirs = {"noa": 1, "weapon": "sword"}, {"noa": 2, "weapon": "spear"}
    with pytest.raises(InputError, match="noa takes each of its values in both, so it cannot be 1 in one and 2 in the"):
        probcalc.overtake("chronopia.melee", ours, theirs, over="noa")
    alike = probcalc.overtake("chronopia.melee", ours, {**theirs, "noa": 1}, over="noa=1..3")
    assert len(alike.numbers) == 3
