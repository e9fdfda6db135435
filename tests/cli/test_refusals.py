"""Wrong input, read aloud: one line that names what is wrong and what would be right."""

import os
from pathlib import Path

import pytest

from tests.cli.commands import refused

WRONG = [
    (("odds", "chronopia.mele"), "chronopia.mele is not a scenario; did you mean chronopia.melee?"),
    (("odds", "melee"), "melee is not a scenario; did you mean chronopia.melee?"),
    (("odds", "Chronopia.Melee"), "Chronopia.Melee is not a scenario; did you mean chronopia.melee?"),
    (("odds", "chronopia"), "chronopia is not a scenario; did you mean chronopia.melee?"),
    (("variant", "chronop", "--die", "d8"), "chronop is not a system; did you mean chronopia?"),
    (("presets", "chronop"), "chronop is not a system; did you mean chronopia?"),
    (("presets", "melee"), "melee is not a scenario; did you mean chronopia.melee?"),
    (
        ("variant", "chronopia.melee", "--set", "charging_boost=1.5"),
        "variant: charging_boost is a whole number of at most six digits, not 1.5",
    ),
    (
        ("variant", "chronopia.melee", "--set", "d20=12"),
        "d20 is not a number of the rules; probcalc describe chronopia.melee lists them",
    ),
    (
        ("allocate", "--file", "examples/who_attacks_whom.json", "--aim", "most"),
        "aim: most is not an aim; choose from targets, points, all, targets >= N, target = NAME, losses",
    ),
    (
        ("mcp", "--pages", "here"),
        (
            "Invalid value for '--pages': the pages are at an address like https://example.org/, not 'here'. "
            "See probcalc mcp --help."
        ),
    ),
    (("describe", "chronopa.shooting"), "chronopa.shooting is not a scenario; did you mean chronopia.shooting?"),
    (
        ("lab", "design", "chronopia.melee", "--vary", "cc", "--want", "hit = 60"),
        "want: a chance is 0% to 100%, or 0 to 1, not hit = 60",
    ),
    (
        ("odds", "chronopia.fight", "--by-round", "--line"),
        "--by-round is a table of rounds, and --line is one line; leave one out",
    ),
    (
        ("lab", "numbers", "mechanics.push"),
        "no stat here can be tried at every value",
    ),
    (
        ("formula", "chronopia.armour", "--in", "damage", "--out", "no/such/folder/x.txt"),
        "no/such/folder/x.txt cannot be written: there is no folder no/such/folder",
    ),
    (
        ("odds", "custom.roll", "roll=best of 3d10!", "--at-least", "1000"),
        "a law without an end lists what is below 100, and 'more' is 100 or anything above",
    ),
    (
        ("odds", "custom.roll", "roll=3d10!", "--at-least", "3000000"),
        "a law without an end is too large: about 2,250,354,749,643 bytes (limit 1,073,741,824)",
    ),
    (("table", "chronopia.melee", "--rows", "cc="), "cc: no value follows =; for all of them write cc or cc=all"),
    (
        ("lab", "steps", "chronopia.melee", "--over", "cc="),
        "cc: no value follows =; for all of them write cc or cc=all",
    ),
    (("odds", ""), '"" is not a scenario; probcalc systems lists them'),
    (("odds", " "), '" " is not a scenario; probcalc systems lists them'),
    (
        ("odds", "chronopia.melee", "=11"),
        '"" is not a parameter of chronopia.melee; probcalc describe chronopia.melee lists them',
    ),
    (("odds", "chronopia.test", "luck=1", "--json"), None),
    (
        ("odds", "chronopia.melee", "--result", "x"),
        "x is not a result of chronopia.melee here; choose from hit, critical, fumble, wounds, slain, attacker_dazed",
    ),
    (("odds", "chronopia.melee", "cc="), 'cc must be a whole number from 1 to 30, not the text ""'),
    (("odds", "chronopia.melee", "shield="), 'shield must be none, shield or warshield, not the text ""'),
    (
        ("odds", "chronopia.melee", "armor=20"),
        "armor is not a parameter of chronopia.melee; did you mean armour?",
    ),
    (("odds", "chronopia.melee", "cc"), "cc has no value; write cc=10"),
    (("odds", "chronopia.melee", "charging=yes"), 'charging must be true or false, not the text "yes"'),
    (("odds", "chronopia.melee", "noa=2.5"), 'noa must be a whole number from 1 to 20, not the text "2.5"'),
    (
        ("odds", "chronopia.melee", "watchers=3"),
        "watchers: applies only against a civilian, else it is 0",
    ),
    (("odds", "chronopia.melee", "cc=11", "cc=12"), "cc is given twice"),
    (("ods", "chronopia.melee"), "ods is not a command of probcalc; did you mean odds?"),
    (("chronopia.melee", "cc=11"), "chronopia.melee is not a command of probcalc; write probcalc odds chronopia.melee"),
    (("2d6 >= 7",), '2d6 >= 7 is not a command of probcalc; write probcalc roll "2d6 >= 7"'),
    (("solve", "chronopia.melee", "--for", "cc", "--for=armour", "--that", "slain >= 1/2"), "--for is given twice"),
    (("odds", "chronopia.melee", "--at-least", "1", "--at-least", "2"), "--at-least is given twice"),
    (("lab", "dominance", "chronopia.melee", "--result", "hit", "--result", "slain"), "--result is given twice"),
    (("sheet", "2d6"), "2d6 is not a command of probcalc sheet; probcalc sheet --help lists them"),
    (
        ("roll", "-d6 + 7"),
        "-d is not an option of probcalc roll; a roll that begins with - stands behind --. See probcalc roll --help.",
    ),
    (("list",), "list is not a command of probcalc; probcalc --help lists them"),
    (("odds", "chronopia.melee", "variant=d20=d0"), "variant: d0: a die has 1 to 1,000 sides, not 0"),
    (("odds", "chronopia.melee", "variant=d20=2000d20"), "variant: 2000d20: 1 to 20 dice stand for one die, not 2,000"),
    (("lab", "stpes"), "stpes is not a command of probcalc lab; did you mean steps?"),
    (
        ("anydice", "no-such-file"),
        "Invalid value for 'FILE': File 'no-such-file' does not exist. See probcalc anydice --help.",
    ),
    (("variant", "reikhammer"), "variant: nothing is changed; write what is, like d20=2d10"),
    (("variant", "reikhammer.action"), "variant: nothing is changed; write what is, like d20=2d10"),
    (("rules", "chronopa"), "chronopa is not a system; did you mean chronopia?"),
    (("weapons", "reikhammer.action"), "reikhammer.action picks nothing from a table"),
    (("table", "chronopia.melee", "--rows", "modifier=3..-3"), None),
    (("odds",), "Missing argument 'SCENARIO'. See probcalc odds --help."),
    (("odds", "chronopia.melee", "--at-least", "many"), None),
    (
        ("odds", "chronopia.melee", "--explian"),
        "--explian is not an option of probcalc odds; did you mean --explain? See probcalc odds --help.",
    ),
    (
        ("lab", "dominance", "--share"),
        "--share is not an option of probcalc lab dominance. See probcalc lab dominance --help.",
    ),
    (("--versoin",), "--versoin is not an option of probcalc; did you mean --version? See probcalc --help."),
    (
        ("table", "chronopia.melee"),
        "--rows NAME[=VALUES] is missing: the parameter down the side. See probcalc table --help.",
    ),
    (
        ("odds", "chronopia.melee", "--json", "--csv"),
        "--json and --csv are two forms of output; choose one. See probcalc odds --help.",
    ),
    (("weapons", "chronopia.melee", "--at-least", "2"), "slain is no distribution, so it has no single outcomes"),
    (("modifiers", "chronopia.melee", "--outcome", "a"), "slain is no distribution, so it has no single outcomes"),
    (("needed", "chronopia.melee", "--outcome", "a"), "slain is no distribution, so it has no single outcomes"),
    (
        ("table", "chronopia.melee", "watchers=3", "target=spearmen", "--rows", "cc"),
        "watchers: applies only against a civilian, else it is 0",
    ),
    (
        ("advise", "chronopia.melee", "--aim", "slain", "--points", "6..0"),
        "points is 0..6, or a span from 0 on such as 0..6, not 6..0",
    ),
    (
        ("advise", "chronopia.melee", "--aim", "slain", "--points", "2..5"),
        "points is 0..6, or a span from 0 on such as 0..6, not 2..5",
    ),
    (
        ("compare", "chronopia.melee", "vs", "vs", "cc=11"),
        "nothing stands between vs and vs; to ask the same again, write its scenario there",
    ),
    (("compare", "cc=11"), "the first request names a scenario, as in chronopia.melee cc=11 vs cc=12"),
    (
        ("compare", "chronopia.melee", "cc=11", "vs"),
        "nothing stands behind the last vs; to ask the same again, write its scenario there",
    ),
    (
        ("sequence", "chronopia.melee", "cc=11", "then"),
        "nothing stands behind the last then; to ask the same again, write its scenario there",
    ),
    (
        ("sequence", "chronopia.melee", "cc=11", "then", "then", "chronopia.melee"),
        "nothing stands between then and then; to ask the same again, write its scenario there",
    ),
    (("compare", "chronopia.melee"), "2 to 4 setups can be compared, not 1"),
    (("rules", "mechanics"), "mechanics has no rules of a game; probcalc systems mechanics lists its scenarios"),
    (("odds", "chronopia.melee", "cc=" + "9" * 5000), None),
    (("odds", "chronopia.melee", "\x1b[31mcc=1\n"), None),
]


@pytest.mark.parametrize(
    ("words", "line"), WRONG, ids=lambda part: " ".join(part)[:40] if isinstance(part, tuple) else ""
)
def test_what_is_wrong_is_said_in_one_line(words, line):
    found = refused(*words)
    assert line is None or found == line
    assert len(found) < 250
    assert found.isprintable()


def test_what_is_long_without_a_blank_is_said_by_its_beginning(capsys):
    from probcalc.cli.group import _say

    _say(f"port is no {'9' * 5000} here")
    assert capsys.readouterr().err == f"port is no {'9' * 60}… here\n"


PLAN = str(Path(__file__).parents[2] / "examples" / "who_attacks_whom.json")


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("fair", "1", "2", "3", "--die", ""), "die: roll, character 1: expected a number or dice"),
        (("fair", "1", "2", "3", "--against", ""), "against has a count for each of the 3 faces, not 0"),
        (("fair-power", "--chance", "1/4", "--rolls", ""), 'rolls must be a whole number from 1 to 10,000, not ""'),
        (("balance", "oathmark.combat", "troll", "ogre", "--places", ""), 'places: "" is not an order of places'),
        (
            ("balance", "oathmark.combat", "troll", "ogre", "--file", os.devnull),
            "file: entries are written [[entries]]",
        ),
        (("allocate", "--file", PLAN, "--order", ""), 'order: "" is not an order'),
    ],
)
def test_an_empty_text_is_said_and_never_taken_for_nothing(words, begins):
    assert refused(*words).startswith(begins)
