"""Rolls and programs with numbers given beside them: compared, varied, left free, and in a sequence on one target."""

from fractions import Fraction
from itertools import product

import pytest

import probcalc
from probcalc.analysis.beside.compare import compare
from probcalc.analysis.stages.sequence import sequence
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.links import from_json, from_url, to_json, to_url
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch

PROGRAM = """
\\ a skill roll \\
function: hits ROLL:s at T:n { result: ROLL >= T }
output [hits Xd6 at Y] named "[X] dice"
output d8 named "<b>[not](a link)"
"""


def hits(dice: int, target: int) -> dict[int, Fraction]:
    rolls = [sum(face >= target for face in roll) for roll in product(range(1, 7), repeat=dice)]
    return {n: Fraction(rolls.count(n), len(rolls)) for n in sorted(set(rolls))}


@pytest.mark.parametrize(("dice", "target"), [(1, 2), (2, 5), (4, 6)])
def test_a_program_takes_its_numbers(dice, target):
    law = probcalc.odds("custom.program", program=PROGRAM, x=dice, y=target)["result"]
    assert dict(law.items()) == hits(dice, target)


def test_another_output_is_asked_for_by_its_place():
    answer = probcalc.odds("custom.program", program=PROGRAM, x=1, y=1, output=2)
    assert answer["result"] == probcalc.d(8)
    assert 'This is output 2 of 2, "<b>[not](a link)".' in answer.notes


def test_what_the_program_says_of_a_number_counts():
    assert probcalc.odds("custom.program", program="X: 2 output X", x=7)["result"][2] == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"program": "output X"}, "program, line 1, character 8: X has no value yet"),
        ({"program": "X: 2"}, "program: it has no output; add one, for example output 2d6"),
        ({"program": "output 1", "output": 2}, "output: the program has 1, and this would be number 2"),
        (
            {"program": "loop N over {1..3} { output N }", "output": 4},
            "output: the program has 3, and this would be number 4",
        ),
        ({"program": "if 0 { output d4 }"}, "program: it has no output; add one, for example output 2d6"),
        ({"program": "output d{}"}, "program: this output is the empty die: there is nothing to roll"),
        ({"program": "output d4 - 2", "health": 3}, "health: damage is 0 or more, and this can be -1"),
    ],
)
def test_a_program_that_cannot_be_asked_is_refused(given, said):
    with pytest.raises(InputError) as refusal:
        probcalc.odds("custom.program", given)
    assert str(refusal.value) == said


@pytest.mark.parametrize(
    ("roll", "numbers", "same"),
    [
        ("xd6 >= y", {"x": 3, "y": 5}, "3d6 >= 5"),
        ("d20 + X >= 11", {"x": -2}, "d20 - 2 >= 11"),
        ("best of 2dx", {"x": 8}, "best of 2d8"),
        ("keep x of ydx", {"x": 2, "y": 4}, "keep 2 of 4d2"),
        ("2d6: x+ fine, else bad", {"x": 9}, "2d6: 9+ fine, else bad"),
        ("let z = d6 in z * x", {"x": 3}, "let z = d6 in z * 3"),
        ("max(dx, dy) + exploding", {"x": 4, "y": 6}, None),
    ],
)
def test_letters_of_a_roll_stand_for_numbers(roll, numbers, same):
    if same is None:
        with pytest.raises(InputError, match="roll, character 15: expected"):
            probcalc.odds("custom.roll", roll=roll, **numbers)
        return
    found, wanted = probcalc.odds("custom.roll", roll=roll, **numbers), probcalc.roll(same)
    assert dict(found.items()) == dict(wanted.items())


@pytest.mark.parametrize(
    ("roll", "numbers", "said"),
    [
        ("xd6 + 1", {}, "roll, character 1: x and y are numbers that are given beside the roll: x=3"),
        ("d6 + x", {}, "roll, character 6: x has no value here; write let x = d6 in ..., or give x a number"),
        ("xd6 + 1", {"x": 0}, "roll, character 1: x counts dice, of which there are 1 or more, not 0"),
        ("2dy", {"y": -1}, "roll, character 3: y counts the sides of a die, which has 1 or more, not -1"),
        ("let x = d6 in x", {"x": 2}, "roll, character 5: x is a number here already; let another letter stand"),
        ("d20 + x + §", {"x": 100}, "roll, character 11: expected a number or dice"),
        ("d20 >= 11", {"health": 2}, "health: this gives no number that could be taken from it"),
    ],
)
def test_letters_that_stand_for_nothing_are_refused_at_their_place(roll, numbers, said):
    with pytest.raises(InputError) as refusal:
        probcalc.odds("custom.roll", roll=roll, **numbers)
    assert str(refusal.value).startswith(said)


def test_numbers_are_varied():
    table = probcalc.sweep("custom.roll", {"roll": "xd6 >= y"}, vary={"x": [2, 3], "y": [4, 6]}, results=["successes"])
    assert {(row["x"], row["y"]): row["successes"] for row in table} == {
        (x, y): Fraction(x * (7 - y), 6) for x in (2, 3) for y in (4, 6)
    }


def test_numbers_are_left_free():
    found = probcalc.formula("custom.roll", {"roll": "d20 + x >= y"}, free=["x=0..5", "y=10..15"])["success"]
    program = {"program": "output d20 + X >= Y"}
    of_program = probcalc.formula("custom.program", program, free=["x=0..5", "y=10..15"])["result"][1]
    for x, y in product(range(6), range(10, 16)):
        assert found.subs(x=x, y=y) == of_program.subs(x=x, y=y) == Fraction(21 + x - y, 20)
    dice = probcalc.formula("custom.program", {"program": "output Xd6"}, free=["x=1..6"])["result"].mean
    assert str(dice) == "7*x/2"


def test_programs_and_rolls_are_compared():
    found = compare(
        [("custom.program", {"program": "output [highest 1 of 2d6]"}), ("custom.roll", {"roll": "2d6 best"})]
    )
    assert found.dominance[0].relation == "equal"


def test_programs_rolls_and_attacks_wear_one_target_down():
    requests = [
        ("custom.roll", {"roll": "2d6", "health": 9}),
        ("custom.program", {"program": "output d4", "health": 9}),
        ("mechanics.attack", {"damage_die": 6, "health": 9, "hit": {"target": 1}}),
    ]
    stages = sequence(requests).stages
    dice = [(a + b, c) for a, b, c in product(range(1, 7), range(1, 7), range(1, 5))]
    assert stages[0].ended == Fraction(sum(roll >= 9 for roll, _ in dice), len(dice))
    assert stages[1].ended == Fraction(sum(roll + blow >= 9 for roll, blow in dice), len(dice))
    assert stages[2].ended > stages[1].ended
    with pytest.raises(InputError, match="roll: in a sequence it says how often its dice explode at most"):
        sequence([("custom.roll", {"roll": "2d6!", "health": 9})])
    assert probcalc.odds("custom.roll", roll="d6!", health=100)["kills"] == Fraction(1, 6**16 * 2)
    with pytest.raises(InputError, match="health: for several rolls against one target"):
        sequence([("custom.roll", {"roll": "2d6"})])


def test_a_program_travels_as_link_and_json():
    given = {"program": PROGRAM.strip(), "x": 2, "y": -3, "output": 2}
    request = from_url(to_url("https://example.org/", "custom.program", given))
    assert request.given == given
    assert from_json(to_json("custom.program", given)).given == given


LONG_TO_WORK_OUT = [
    ("custom.program", {"program": "output 19d6 * Xd7", "x": 18}, 100_000),
    ("custom.roll", {"roll": "keep 3 of 6d19 exploding"}, 1_000_000),
]


@pytest.mark.parametrize(("scenario_id", "given", "least"), LONG_TO_WORK_OUT)
def test_what_it_takes_to_work_it_out_counts_in_the_request(scenario_id, given, least):
    probcalc.clear_caches()
    with metered(Budget()) as budget:
        registry.answer(scenario_id, given)
    assert budget.spent > least


class NobodyWaits(Exception):
    pass


@pytest.mark.parametrize(
    ("scenario_id", "given"),
    [
        ("custom.program", {"program": "output 23d6 * 24d7"}),
        ("custom.roll", {"roll": "keep 3 of 6d18 exploding"}),
    ],
)
def test_who_watches_may_end_it_while_it_is_worked_out(scenario_id, given):
    looks = iter(range(3))

    def watch() -> None:
        if next(looks, None) is None:
            raise NobodyWaits

    with pytest.raises(NobodyWaits), metered(Budget(watch=watch)):
        registry.answer(scenario_id, given)
    # It was ended, and was not done before: nothing of it is kept.
    assert registry.answer(scenario_id, given)["result"].total > 1


def test_a_table_of_programs_has_one_budget():
    given = {"program": "output 2d150 * 2dX", "x": 100}
    with pytest.raises(TooMuch, match="401 requests are too much at once"):
        probcalc.table("custom.program", given, rows="x=100..500")
