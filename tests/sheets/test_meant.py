"""A line that is written as elsewhere is refused with how it is written here."""

import pytest

from probcalc import Distribution, Sheet, SheetError
from probcalc.sheets.games.understood import marks_of

HERO = "hero: skill 4+ (2+..6+), stat 3 (0..9)\ngiven: cover?\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("4d6kh3", "keep 3 of 4d6"),
        ("2d20kh1 + 5 >= 15", "keep 1 of 2d20 + 5 >= 15"),
        ("3d6dl1", "drop 1 of 3d6"),
        ("4dF", "4d{-1,0,1}"),
        ("stat d6 4+", "stat d6 >= 4"),
        ("d6 skill+", "d6 >= skill"),
        ("roll d6 >= skill", "d6 >= skill"),
        ("d20 + stat vs AC 15", "d20 + stat >= 15"),
        ("number of 6s in 3d6", "3d6 = 6"),
        ("3d6 reroll ones", "3d6 reroll 1"),
        ("3d6 >= 4 crit on 6 counts double", "3d6 >= 4 crit 6 counts 2"),
        ("d6 >= 4 && cover", "d6 >= 4 and cover"),
        ("cover ? d6 : 2d6", "(d6) if cover else 2d6"),
        ("d6 / 2 round up", "d6 / 2 up"),
        ("d6: 6+ hit else miss", "d6: 6+ hit, else miss"),
        ("max(1, stat) d6 >= skill", "(max(1, stat)) d6 >= skill"),
    ],
)
def test_what_is_written_elsewhere_is_suggested_as_it_is_written_here(written, meant):
    for line in (
        f"result: done = {written}",
        f"result: done = {written}  # as ever",
        f"done = {written}\nresult: done",
    ):
        with pytest.raises(SheetError) as refused:
            Sheet(HERO + line)
        assert str(refused.value).endswith(f"; did you mean {meant}?"), str(refused.value)
        (mark,) = marks_of(HERO + line, refused.value, ())
        fix, lines = mark["fix"], (HERO + line).split("\n")
        here = lines[fix["line"] - 1]
        lines[fix["line"] - 1] = here[: fix["from"]] + fix["text"] + here[fix["to"] :]
        assert Sheet("\n".join(lines)).odds()["done"] is not None


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("result: done = 2d6: 10+ strong hit, else miss", 'several words stand in quotation marks: "strong hit"'),
        ("result: done = 0.5 * d6", "numbers are whole: half of d6 is d6 / 2"),
        ("result: done = d6 exploding once exploding twice", "exploding is said twice"),
        ("result: done = d6 >= skil", "did you mean skill"),
        ("result: done = d6 ^ 2", '"^"$'),
        ("result: done = d6**2", 'or a name, not "[*]"$'),
        ("result: done = 3d6 reroll failures >= 4", "stands behind a target: d6 >= 4 reroll failures"),
        ("result: done = d20 reroll successes", "stands behind a target: d6 >= 4 reroll successes"),
        ("result: done = faces of 3d6 >= 4", "character 16: dice that lie are counted in a line below them"),
        ("result: done = 3d6 vs 3d6", "as in attack >= defence$"),
        (
            "die: tide {-, w}\npool = faces of 3 tide\nresult: done = w of pool",
            "counted without it: dice tide, and then h of",
        ),
        ('foe: kind Orc | "Black Orc"\nresult: done = kind is Black Orc', 'in quotation marks: "Black Orc"'),
        ('foe: kind Orc | "Black Orc"\nresult: done = kind = "Black Orc"', 'ask kind is "Black Orc"'),
        ("sides: Reds, Blues\neach: men 3\nhurt of each = men of enmy", "did you mean enemy"),
        ("foe: guard = 4", "character 12: a value stands right behind its name: guard 4"),
        ("foe: guard +2", "a value stands right behind its name: guard 2"),
        ("foe: high guard 4", "a name is one word: high_guard"),
        ("foe: guard 4 (2-6)", "guard begins with 4, outside 2-6; a range is written with two points, 1..6"),
        ("foe: guard 4 (2 to 6)", 'expected a closing parenthesis, or .. for a range, not "to"'),
        ("foe: guard 4 [2..6]", r"expected a range in parentheses, such as .1..6., not"),
        ("result: d6 >= 4", 'expected a name and "=", as in result: hit = d6 >= 4'),
        ("d6 >= skill", 'did you mean "total = d6 >= skill"'),
        ("let hit = d6", 'did you mean "hit = d6"'),
        ("result = d6", 'a result has a colon, "result: …"'),
        ("left = 3\nrounds: 5\n  next left = left - 1", 'expected "at most" and a number, not "5"'),
        (
            "left = 3\nrounds: at most 5\n  left = left - 1",
            "left stands above already; for the next round write next left",
        ),
        ("left = 3\nrounds: at most 5\n  next lft = left - 1", "stands above the rounds; did you mean left"),
        (
            "left = 3\nrounds: at most 5\n  next left = left\n  until: left = 0",
            '"until:" begins a line that is not indented',
        ),
    ],
)
def test_what_has_no_such_spelling_says_what_there_is(lines, said):
    with pytest.raises(SheetError, match=said.replace("^", "[\\^]").replace("+", "[+]")):
        Sheet(HERO + lines)


def test_dice_that_are_a_plain_number_are_given_as_one():
    game = Sheet("foe: armour d2 (0, d2, d4)\nresult: hurt = 5 - armour")
    assert game.odds(armour=0)["hurt"] == game.odds(armour="0")["hurt"] == Distribution({5: 1})
    with pytest.raises(ValueError, match="armour must be 0, d2 or d4, not 3"):
        game.odds(armour=3)


@pytest.mark.parametrize("written", ["abs(ward)", "2 times ward", "d(ward)"])
def test_what_may_be_none_is_refused_where_a_number_is_needed(written):
    with pytest.raises(SheetError, match="ward may be none, "):
        Sheet(f"foe: ward none (2+..6+)\nworth = {written}\nresult: done = d6 >= worth").odds()
