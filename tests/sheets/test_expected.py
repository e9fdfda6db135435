"""A line `expect:` asks of results in every spelling in which a number is asked for anywhere else."""

import pytest

import probcalc
from probcalc.analysis.numbers.measure import read_number

DUEL = """sides: Reds, Blues
each: models 3 (1..9), skill 4+
given: cover?
hits of each = models d6 >= skill - cover
face = d6
winner = "a" if hits of Reds > hits of Blues, "b" if hits of Blues > hits of Reds, else "draw"
result: hits of Reds in hits
result: hits of Blues
result: winner, b < draw < a
result: good = face >= 3
result: panic = face = 6
result: wounds = 3d6 >= 4
result: great = 2d6
"""


@pytest.mark.parametrize(
    "asked",
    [
        *("good", "not good", "good and not panic", "wounds < 2 or good", "(wounds >= 2)", "wounds >= 2", "wounds > 1"),
        *("wounds = 2", "wounds == 2", "wounds != 2", "not wounds = 2", "2 <= wounds", "1 <= wounds <= 2"),
        *("0 < wounds != 2", "P(wounds >= 2)", "wounds >= 4/2", "mean wounds", "mean(wounds)", "wounds >= great"),
        *(
            "winner = a",
            'winner = "a"',
            "winner != a",
            "winner >= draw",
            "winner > b",
            "winner < b",
            "winner = a and good",
        ),
        *(
            "winner = a and good",
            "reds.hits >= 2",
            "mean reds.hits",
            "reds.hits > blues.hits",
            "reds.hits = 2 and not panic",
        ),
    ],
)
def test_what_is_asked_of_an_answer_is_expected_in_the_same_words(asked):
    game = probcalc.sheet(DUEL)
    with game.along():
        answer = game.odds()
        number = read_number(asked, type(answer.scenario)).of(answer)
    expected = probcalc.sheet(f"{DUEL}expect: {asked} is {number}")
    assert [met.wrong for met in expected.check()] == [None]
    other = probcalc.sheet(f"{DUEL}expect: {asked} is 7/9")
    assert [f"is {number}, not 7/9" in str(met.wrong) for met in other.check()] == [True]


@pytest.mark.parametrize("asked", ["length <= 3", "3 >= length", "2 <= length <= 4", "length != 2", "mean length"])
def test_rounds_without_a_last_one_are_expected_in_the_same_words(asked):
    text = f"{DUEL}left = 9\nrounds:\n  next left = left - d6\nuntil: left <= 0\nresult: length = rounds\n"
    game = probcalc.sheet(text)
    with game.along():
        answer = game.odds()
        number = read_number(asked, type(answer.scenario)).of(answer)
    assert [met.wrong for met in probcalc.sheet(f"{text}expect: {asked} is {number}").check()] == [None]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("winner = c is 1/2", 'winner is never "c"'),
        ("1 <= 2d6 <= 2 is 1/2", "two comparisons have and between them"),
        ("wounds is 1.5", "wounds is no chance; write mean of wounds"),
        ("good is 2/3 when cover", 'expected "=" and a value for cover'),
    ],
)
def test_what_is_asked_of_no_result_is_refused(asked, said):
    with pytest.raises(probcalc.SheetError, match=said.replace("+", "[+]")):
        probcalc.sheet(f"{DUEL}expect: {asked}").check()


@pytest.mark.parametrize("value", ["1/2", "0.5", ".5", "+.5", "50%", "about .5"])
def test_a_value_is_written_as_numbers_are(value):
    assert [met.wrong for met in probcalc.sheet(f"result: done = d6 >= 4\nexpect: done is {value}").check()] == [None]


def test_a_value_that_is_rounded_is_said_to_be_about_it():
    game = probcalc.sheet(
        "result: done = d6 >= 3\nexpect: done is 66.7%\nexpect: done is about 66.7%\nexpect: done is 66%"
        "\nexpect: done is about 70%"
    )
    said = [met.wrong and met.wrong.said for met in game.check()]
    assert said == [
        "done is 2/3, not 66.7%; rounded it is about 66.7%",
        None,
        "done is 2/3, not 66%",
        "done is 2/3, not about 70%",
    ]


def test_a_step_says_how_a_word_is_asked_for():
    line = "given: aim snap 0 | careful 1\nresult: done = d6 >= 4 and aim = careful"
    with pytest.raises(probcalc.SheetError, match=r"line 2, character 28: aim is a word, .* ask aim is careful"):
        probcalc.sheet(line)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("strikes = 3d6 >= 4 crit 6\nagain = strikes\nresult: more = criticals of again", "again has no criticals"),
        ("rule: blow\n  struck = d20 >= 11 crit 20\nhit = blow\nresult: hard = hit is critical", "hit is a condition"),
    ],
)
def test_another_name_for_a_roll_has_none_of_its_parts(lines, said):
    with pytest.raises(probcalc.SheetError, match=said):
        probcalc.sheet(lines).odds()
