"""Custom rolls as a scenario: worked cases, presets, what is said about a roll, and the same roll everywhere."""

from fractions import Fraction

import pytest

import probcalc
from probcalc.links import from_json, from_url, to_command, to_json, to_url
from probcalc.present.sentences.headline import sentence
from tests.systems import harness


@pytest.mark.parametrize("case", harness.cases("custom"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("custom"))
def test_refused(case):
    harness.check_refused(case)


@harness.every_preset("custom")
def test_preset(preset):
    harness.check_preset(preset)


@harness.every_preset("custom")
def test_a_roll_travels_as_link_json_and_command(preset):
    given = dict(preset.parameters)
    assert from_url(to_url("https://example.org/", preset.scenario, given)).given == given
    assert from_json(to_json(preset.scenario, given)).given == given
    assert to_command(preset.scenario, given).startswith("probcalc odds custom.roll ")


SENTENCES = [
    ("2d6 + 1", "2d6 + 1 gives 8 on average."),
    ("best of 3d10 >= 7", "best of 3d10 >= 7 succeeds: 78.4% (about 4 in 5)."),
    ("d20 <= 11 crit 1-2 fumble 20", "d20 <= 11 crit 1-2 fumble 20 succeeds: 55.0% (11 in 20). Fumbles: 5.0%."),
    ("12d6 >= 4 then d6 >= 5", "12d6 >= 4 then d6 >= 5 scores 2 successes on average."),
    (
        "2d6 + 1 vs 2d6",
        (
            "2d6 + 1 beats 2d6: 55.6% (about 3 in 5). Tie: 10.8%. 2d6 beats 2d6 + 1: 33.6%. "
            "Result of 2d6 + 1 minus that of 2d6: 1 on average."
        ),
    ),
    (
        "turns of d6 until >= 6 at most 2 turns",
        "turns of d6 until >= 6 at most 2 turns gives: 1 (16.7%), 2 (13.9%), later (69.4%).",
    ),
    ("1 vs 1", "A beats B (1 each): 0% (impossible). Tie: 100%. Result of A minus that of B: 0."),
    (
        "d6 vs d6 ties a",
        "A beats B (d6 each): 58.3% (7 in 12). B beats A: 41.7%. Result of A minus that of B: 0 on average.",
    ),
]


@pytest.mark.parametrize(("roll", "said"), SENTENCES)
def test_the_answer_in_a_sentence(roll, said):
    assert sentence(probcalc.roll(roll)) == said


REMARKS = [
    ("best of 2d20 + 1 <= 8", "takes the highest die, and low succeeds here; for the lowest die write worst of 2d20"),
    ("2d6 >= 5", "2d6 >= 5 counts dice one by one; for their sum write sum of 2d6 >= 5."),
    ("3d6 >= 4", "3d6 >= 4 counts dice one by one; for their sum write sum of 3d6 >= 4."),
    ("2d6 >= 7 always 1", "counts dice one by one; for their sum"),
    ("best of 4d6 = 6 and worst of 4d6 <= 2", "write 4d6 with best of them = 6 and worst of them <= 2."),
    ("best of 40d6 = 6 and worst of 40d6 <= 2", "so many different rolls are not asked as one set here."),
    ("2d6 >= 5 reroll failures exploding", "rolls every failure once more, also of the dice that others earned."),
    ("d8 or d6", "d8 and d6 always hold, being no condition; the higher of two rolls is written max(d8, d6)."),
    ("1/2 * d6", "1 / 2 is rounded down to 0; half of a roll is written d6 / 2."),
    ("d6 >= 7", "d6 >= 7: it cannot succeed."),
    ("d20 >= 11 crit 1-2", "d20 >= 11: crit 1-2 has no effect; no success shows it."),
    ("d20 + 5 >= 11 crit 20 fumble 6", "fumble 6 has no effect; no failure shows it."),
    ("4d6 >= 4 always 9", "4d6 >= 4: always 9 has no effect; it cannot be rolled."),
    ("4d6 >= 4 crit 6 never 0 to 1,7", "never 7 has no effect"),
    ("4d6 >= 4 reroll 8", "reroll 8 has no effect"),
    ("9d6 >= 4 exploding on 7 once", "9d6 >= 4: exploding on 7 has no effect"),
    ("2d6 reroll 7", "2d6: reroll 7 has no effect; it cannot be rolled."),
    ("(2d6) exploding on 1-2,13 once", "exploding on 13 has no effect"),
    ("d66", "d66 is one die of 66 sides; for tens and units write 10 * d6 + d6."),
    ("12d6 + 1 >= 5", "for each die on its own write 12 times (d6 + 1) >= 5."),
]


@pytest.mark.parametrize(("roll", "said"), REMARKS)
def test_what_may_have_been_meant_otherwise_is_said(roll, said):
    (note,) = probcalc.roll(roll).notes
    assert said in note
    if "write " in note:
        probcalc.roll(note.partition("write ")[2].rstrip("."))


@pytest.mark.parametrize(
    "roll", ["12d6 >= 4", "4d6 >= 4", "sum of 2d6 >= 7", "d20 + 5 >= 15", "best of 2d6 >= 5", "2d6"]
)
def test_what_is_plain_needs_no_remark(roll):
    assert probcalc.roll(roll).notes == ()


@pytest.mark.parametrize(
    ("roll", "mean"),
    [
        # The failure that counts nothing goes before the fumble that counts one: 1/6 of the re-roll, and 11/36.
        ("2d6 >= 7 fumble 6 counts 1 reroll up to 1 failures", Fraction(1, 6) + Fraction(11, 36)),
        ("2d6 >= 7 fumble 6 counts -1 reroll up to 1 failures", -Fraction(1, 6) - Fraction(1, 36)),
        # The success that counts one goes before the critical that counts nothing.
        ("2d6 >= 1 crit 6 counts 0 reroll up to 1 successes", Fraction(5, 6) + Fraction(25, 36)),
        ("2d6 >= 1 crit 6 counts 3 reroll up to 1 successes", Fraction(7, 3) + Fraction(2, 36)),
    ],
)
def test_limited_rerolls_take_the_worst_failures_and_the_best_successes(roll, mean):
    assert probcalc.roll(roll)["successes"].mean == mean


def test_who_wins_is_answered_where_by_how_much_is_too_large():
    answer = probcalc.odds("custom.roll", roll="500d6 vs 1000d10")
    assert [*answer] == ["a", "b", "tie"]
    assert [*answer.left_out] == ["margin"]
    assert sum(answer.values()) == 1
    assert Fraction(0) < answer["a"] < answer["tie"] * 10


@pytest.mark.parametrize("roll", ["2d6 vs d10", "2d6 vs d10 lower wins", "d6 exploding up to 3 times vs 3d4"])
def test_who_wins_is_what_the_margin_says(roll):
    answer = probcalc.odds("custom.roll", roll=roll)
    margin = answer["margin"]
    above, below = margin.at_least(1), margin.at_most(-1)
    won = (below, above) if "lower" in roll else (above, below)
    assert (answer["a"], answer["b"], answer["tie"]) == (*won, margin[0])
