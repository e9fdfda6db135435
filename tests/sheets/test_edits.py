"""Sheets as they come: edited at random, hostile, or of a size that nobody can compute."""

import random
from fractions import Fraction
from pathlib import Path

import pytest

import probcalc
from probcalc import Sheet
from probcalc.exact.budget.bounds import TooLarge
from probcalc.scenarios.errors import InputError

READY = [
    path.read_text(encoding="utf-8") for path in sorted(Path(probcalc.__file__).parent.glob("sheets/ready/*.sheet"))
]
SIGNS = '()[]{}"+-*/<>=,:|#_ \n.?0129adxz%!\t'
WORDS = sorted({word for text in READY for word in text.split()})


def edited(text: str, chance: random.Random) -> str:
    """A sheet with a sign, a word or a line of it changed."""
    kind = chance.randrange(5)
    place = chance.randrange(len(text))
    if kind == 0:
        return text[:place] + text[place + 1 :]
    if kind == 1:
        return text[:place] + chance.choice(SIGNS) + text[place:]
    if kind == 2:
        lines = text.split("\n")
        lines.insert(chance.randrange(len(lines)), chance.choice(chance.choice(READY).split("\n")))
        return "\n".join(lines)
    parts = text.split(" ")
    parts[chance.randrange(len(parts))] = chance.choice(WORDS if kind == 3 else parts)
    return " ".join(parts)


def refusal_of(text: str) -> str:
    """Why a sheet is refused; "" where it is answered."""
    try:
        game = Sheet(text)
        game.check()
        game.odds()
    except (InputError, TooLarge) as error:
        return str(error)
    return ""


def test_an_edited_sheet_is_refused_in_one_line_with_its_place_or_answered():
    chance = random.Random(20)
    refused = answered = 0
    for _ in range(400):
        text = chance.choice(READY)
        for _ in range(chance.choice((1, 1, 2, 5))):
            text = edited(text, chance)
        said = refusal_of(text)
        assert "\n" not in said, text
        refused += bool(said)
        answered += not said
    assert refused > 100
    assert answered > 30


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, character 1: a question needs a result: line"),
        ("pool = faces of 100 d100\nresult: high = best of pool", "different ways, and at most 5,000 are kept"),
        ("aa, bb = 7, 7 from {4*1-13}\nresult: high = best of aa", "too many hands to tell apart"),
        ("result: xx = 1000 times (1000 times (1000 times d6))", "is too large"),
        ("aa = 1\nrounds:\n  next aa = aa\nuntil: aa = 0\nresult: aa", "play never ends once it has come to aa 1"),
        ("result: xx = " + "(" * 9 + "1" + ")" * 9, "line 1, character 22: parentheses stand at most 8 deep"),
        ("result: xx = " + "-" * 3000 + "1", "nested too deeply"),
        ("aa = 100000\nbb = aa * aa * aa\nresult: bb", "a product reaches beyond 1,000,000,000"),
        ("result: xx = d1 exploding >= 5", "line 1, character 17: every face explodes"),
        ("hero: __init__ 3\nresult: xx = d6", "line 1, character 7: "),
        ("hero: save none (2+..6+)\nkept = save\nresult: kept", "kept may be none"),
        ("result: xx = left of 3d6 = 0", 'expected "against" and the other dice'),
        ("x" * 16_001, "the sheet has 16,001 characters, and at most 16,000 are read"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text, said):
    with pytest.raises(InputError) as refusal:
        Sheet(text).odds()
    assert said in str(refusal.value)


def test_a_parameter_may_be_called_like_anything_that_a_scenario_is_asked_for():
    game = Sheet("hero: strikes 3, notes 2, play 1, values 4\nresult: sum_of_all = strikes + notes + play + values")
    assert game.odds(notes=5)["sum_of_all"].mean == 13


def test_a_sheet_is_known_to_the_call_that_reads_it_and_leaves_nothing():
    first, second = Sheet("result: done = d6 >= 4"), Sheet("result: done = d6 >= 5")
    assert [game.odds()["done"] for game in (first, second, first)] == [Fraction(1, 2), Fraction(1, 3), Fraction(1, 2)]
    with pytest.raises(InputError):
        probcalc.odds(first.id_of())
