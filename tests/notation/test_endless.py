"""Rolls without an end against the same with so many explosions that nothing is left where they are asked."""

from fractions import Fraction

import pytest

import probcalc
from probcalc.exact.dice.dice import d
from probcalc.exact.dice.endless_dice import explode
from probcalc.exact.law.endless import EndlessLaw
from probcalc.notation import parse, write

SAME = [
    "(3d4{}) >= 12",
    "(3d4{}) < 12",
    "d4{} + 2 >= 11 crit 9",
    "d4{} - 1 >= 11",
    "3d4{} >= 8",
    "d4{} > d10",
    "d10 >= d4{}",
    "d4{} vs d8 ties a",
    "2 * d4{} >= 13",
    "(d4{}) / 2 >= 6",
    "best of 3d4{} >= 9",
    "keep 2 of 3d4{} >= 15",
    "keep lowest 2 of 3d4{} >= 9",
    "ranks 1,3 of 3d4{} >= 12",
    "(best of (d4{} and d6)) >= 8",
    "sum of 2d4{} on 3-4 >= 10",
    "keep 2 of 2d4{}, 2d6 >= 13",
    "not (d4{} >= 9)",
    "(2d4 >= 4{}) >= 3",
    "d4{}: 12+ great, 5-11 good, else bad",
    "d4{}: 12+ (d6), 5-11 1, else 0",
    "10d6 if d4{} >= 7 else 0",
]


@pytest.mark.parametrize("text", SAME)
def test_what_is_held_against_a_number_is_that_of_dice_that_explode_often_enough(text):
    often = probcalc.roll(text.format(" exploding"))
    limited = text.replace("{} on 3-4", " exploding on 3-4 up to 12 times").format(" exploding up to 6 times")
    assert {name: value for name, value in often.items() if name != "margin"} == {
        name: value for name, value in probcalc.roll(limited).items() if name != "margin"
    }
    assert write(parse(write(parse(text.format(" exploding"))))) == write(parse(text.format(" exploding")))


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("3d6!", Fraction(63, 5)),
        ("2 * d6! + d4 - 1", Fraction(42, 5) + Fraction(3, 2)),
        ("3 times (d6! + 1)", Fraction(63, 5) + 3),
        ("(d6! and d8)", Fraction(21, 5) + Fraction(9, 2)),
        ("turns of 2d6 until >= 10", Fraction(6)),
        ("total of d6 until roll = 1", Fraction(21)),
        ("6d10 >= 8 exploding on 10", Fraction(2)),
        ("5d6 >= 5 reroll 1 exploding", Fraction(5 * 14, 29)),
    ],
)
def test_a_roll_as_a_whole_has_its_exact_mean(text, mean):
    (law,) = probcalc.roll(text).values()
    assert isinstance(law, EndlessLaw)
    assert law.mean == mean
    assert law["more"] <= Fraction(1, 10**6)


def test_what_has_no_formula_is_listed_until_the_rest_is_rare():
    law = probcalc.roll("best of 3d10!")["result"]
    one = explode(d(10))
    assert all(law[face] == one.at_most(face) ** 3 - one.at_most(face - 1) ** 3 for face in law if face != "more")
    assert 0 < law["more"] <= Fraction(1, 10**6)
    assert law.at_least(100) == law["more"] == 1 - one.at_most(99) ** 3
    assert law.compare(d(20)).loses == sum(one.at_most(face - 1) ** 3 / 20 for face in range(1, 21))
    for beyond in (lambda: law.at_least(101), lambda: law[100], lambda: law.map(str), lambda: law.compare(law)):
        with pytest.raises(ValueError, match=r"without an end|has an end"):
            beyond()


def test_rounds_until_one_side_has_won_so_often():
    for often in (1, 2, 3):
        found = probcalc.roll(f"d6 vs d8 first to {often}")
        one = probcalc.roll("d6 vs d8")
        win = one["a"] / (one["a"] + one["b"])
        ways = {1: win, 2: win**2 * (3 - 2 * win), 3: win**3 * (10 - 15 * win + 6 * win**2)}
        assert found["a"] == (ways[often] if often > 1 else one["a"])
        assert found["tie"] == (0 if often > 1 else one["tie"])


def test_turns_with_a_total_or_an_end():
    assert probcalc.roll("total of 6 until >= 19")["result"][24] == 1
    assert probcalc.roll("turns of d2 until total >= 3")["result"][2] == Fraction(3, 4)
    assert probcalc.roll("turns of d6 until >= 6 at most 2 turns")["result"]["later"] == Fraction(25, 36)
    assert probcalc.roll("turns of d6 until total >= 12 at most 2 turns")["result"]["later"] == Fraction(35, 36)
    assert probcalc.roll("2d6 until >= 10")["result"] == (2 @ d(6)).given(lambda total: total >= 10)
    assert probcalc.roll("d20 until >= 11 at most 2 turns")["result"].at_least(11) == Fraction(3, 4)


def test_turns_and_totals_far_away_are_found_from_total_to_total():
    turns = [Fraction(0)]
    for wanted in range(1, 1001):
        turns.append(1 + sum(turns[max(0, wanted - face)] for face in range(1, 7)) / 6)
    assert probcalc.roll("turns of d6 until total >= 1000")["result"].mean == turns[1000]
    # By Wald's identity the total is as many times 7/2.
    assert probcalc.roll("total of d6 until >= 1000")["result"].mean == turns[1000] * Fraction(7, 2)
    limited = probcalc.roll("turns of d6 until total >= 1000 at most 290 turns")["result"]
    assert limited["later"] == (290 @ d(6)).at_most(999)


@pytest.mark.parametrize("one", ["d{0,1}", "d{0,0,2,5}", "d6 - 1", "max(0, d4 - d6)", "d6 >= 5", "2d{0,3}"])
@pytest.mark.parametrize("target", [0, 1, 3, 7])
def test_a_total_that_may_stand_still_comes_to_its_number_all_the_same(one, target):
    found = probcalc.roll(f"turns of ({one}) until total >= {target}")["result"]
    law = next(iter(probcalc.roll(one).values()))
    law = law if isinstance(law, probcalc.Distribution) else probcalc.Distribution({1: law, 0: 1 - law})
    reached: dict[int, Fraction] = {0: Fraction(1)}
    totals: dict[int, Fraction] = {}
    for turn in range(1, 13):
        ahead: dict[int, Fraction] = {}
        done = Fraction(0)
        for total, chance in reached.items():
            for outcome, share in law.items():
                if total + outcome >= target:
                    done += chance * share
                    totals[total + outcome] = totals.get(total + outcome, Fraction(0)) + chance * share
                else:
                    ahead[total + outcome] = ahead.get(total + outcome, Fraction(0)) + chance * share
        assert found[turn] == done
        reached = ahead
    assert found.at_least(13) == sum(reached.values())
    whole = probcalc.roll(f"total of ({one}) until >= {target}")["result"]
    assert all(0 <= chance - totals.get(total, 0) <= sum(reached.values()) for total, chance in whole.items())


@pytest.mark.parametrize(
    ("mirrored", "usual"),
    [
        ("turns of d{-1,0} until total <= -3", "turns of d{0,1} until total >= 3"),
        ("turns of d{-1,0} until total = -3", "turns of d{0,1} until total = 3"),
        ("turns of d{0,1} until total = 3", "turns of d{0,1} until total >= 3"),
        ("turns of -d6 until total < -5", "turns of d6 until total > 5"),
        ("-(total of -d6 until <= -20)", "total of d6 until >= 20"),
    ],
)
def test_a_total_that_falls_comes_to_its_number_as_one_that_rises(mirrored, usual):
    assert probcalc.roll(mirrored)["result"] == probcalc.roll(usual)["result"]


def test_turns_to_a_total_have_a_mean_and_are_added_and_compared_exactly():
    assert probcalc.roll("turns of (d{0,1}) until total >= 3")["result"].mean == 6
    assert probcalc.roll("2 times (turns of (d{0,1}) until total >= 3)")["result"].variance == 12
    assert probcalc.roll("(turns of (d{0,1}) until total >= 3) <= 4")["success"] == Fraction(5, 16)
    rounds = probcalc.roll("turns of (max(0, keep 2 of 5d10 - keep 2 of 4d12)) until total >= 20")["result"]
    limited = probcalc.roll("turns of max(0, keep 2 of 5d10 - keep 2 of 4d12) until total >= 20 at most 30 turns")
    assert rounds.at_most(30) == 1 - limited["result"]["later"]


@pytest.mark.parametrize(
    "text", ["3d6!", "best of 3d10!", "turns of d6 until >= 6 at most 3 turns", "d{0,s,s+a} + d{a,0}", "5 cards >= 10"]
)
def test_the_answer_is_shown_everywhere(text):
    from click.testing import CliRunner

    from probcalc.cli import main

    for form in ([], ["--json"], ["--csv"], ["--markdown"], ["--explain"]):
        found = CliRunner().invoke(main, ["roll", text, *form])
        assert (found.exit_code, found.stderr) == (0, ""), form
        assert found.stdout
