"""Other dice in a sheet: the answer is that of the sheet with these dice written in it."""

from fractions import Fraction

import pytest

from probcalc import Sheet
from probcalc.scenarios.errors import InputError
from probcalc.sheets.forms import ready_sheet

HERO = "hero: skill 3 (0..8), damage d6 (d4, d6, d12)\n"
LINES = (
    "sum of 2d6 >= 7",
    "d6 + skill >= 7",
    "3d6 >= 4 reroll 1",
    "3d6 >= 4 exploding once",
    "4d6 exploding on 6 up to 2",
    "d6 exploding + skill >= 9",
    "keep 2 of 3d6",
    "best of 2d6 >= 5",
    "d6 + d10 >= 9",
    "3d6 >= 5 crit 6 counts 2 fumble 1 counts -1 reroll up to 1 failures",
    "largest set of 4d6",
    "skill times damage",
    "d(skill + 3)",
    "d{1,2,2} + d6",
)


def laws(answer):
    """Every result; of laws what can occur."""
    return {name: value if isinstance(value, Fraction) else dict(value.items()) for name, value in answer.items()}


@pytest.mark.parametrize("line", LINES)
def test_another_die_in_every_form_of_a_roll(line):
    sheet = f"{HERO}got = {line}\nresult: got"
    with_eight = sheet.replace("d6", "d8").replace("skill + 3", "skill + 5")
    assert laws(Sheet(sheet).odds(variant="d6=d8")) == laws(Sheet(with_eight).odds())


@pytest.mark.parametrize("name", ["push_your_luck", "token_reroll", "border_war", "unit_fight"])
def test_choices_and_rounds_are_played_with_the_other_die(name):
    text = ready_sheet(name)
    assert laws(Sheet(text).odds(variant="d6=d8")) == laws(Sheet(text.replace("d6", "d8")).odds())


def test_another_die_may_be_a_sum_and_may_be_for_one_roll():
    game = Sheet("hits = 3d6 >= 5\nsaves = hits d6 >= 4\nresult: hits\nresult: through = hits - saves")
    answer = game.odds(variant="Saves=2d6")
    assert (answer["hits"].mean, answer["through"].mean) == (1, Fraction(1, 12))
    assert any("Hit is not rolled" in note or "changes nothing" in note for note in game.odds(variant="d12=d8").notes)
    with pytest.raises(InputError, match="did you mean Saves"):
        game.odds(variant="Savs=d8")
    with pytest.raises(InputError, match="says itself which natural faces count"):
        game.odds(variant="highest=2")
    with pytest.raises(InputError, match="faces, and at most"):
        game.odds(variant="d6=9d12")
