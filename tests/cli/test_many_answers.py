"""Many answers at once: rankings, modifiers, tables, amounts and comparisons."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest

import probcalc
from tests.cli.commands import DUEL, refused, run, said


def test_weapons_are_ranked():
    lines = said("weapons", "chronopia.melee", *DUEL).splitlines()
    assert lines[0].split()[:2] == ["Weapons", "slain"]
    assert lines[1].startswith("own weapon: Two-handed Battle Axe  59.0%")
    data = json.loads(said("weapons", "chronopia.melee", *DUEL, "--json"))
    assert data["parameter"] == "weapon"
    assert data["entries"]["two_handed_battle_axe"]["value"] == "369/625"


def test_weapons_lists_what_is_refused_and_what_stands_against_the_table():
    text = said("weapons", "chronopia.melee", "watchers=1", "target=civilian", "--of", "target")
    assert "refused" in text
    assert "applies only against a civilian" in text
    assert "cc = 12 replaces the preset" in said("weapons", "chronopia.melee", "attacker=the_cursed", "cc=12")


def test_a_variant_of_a_game_that_changes_no_chance_says_so():
    assert said("variant", "reikhammer", "--die", "d6").startswith("The variant changes none of these chances.\n")


@pytest.mark.parametrize("place", ["chronopia.armour", "chronopia"])
def test_a_variant_is_saved_beside_an_answer_that_stays_whole(place, tmp_path):
    file = tmp_path / "softer.toml"
    words = ("variant", place, "--die", "2d10", "--set", "boost=3")
    found = run(*words, "--save", str(file), "--json")
    assert (found.exit_code, found.stderr) == (0, f"{file}: 40 characters\n")
    assert json.loads(found.stdout) == json.loads(said(*words, "--json"))
    assert said("variant", place, "--file", str(file)) == said(*words)
    assert refused(*words, "--save", str(tmp_path)).startswith("Invalid value for '--save': ")
    assert refused(*words, "--save", "").startswith('the file "" cannot be written')
    assert refused(*words, "--save", "-").startswith('the file "-" cannot be written')


def test_a_variant_is_asked_of_the_request_of_a_link():
    link = said("link", "chronopia.armour", "damage=12").split()[0]
    assert said("variant", link, "--die", "2d10") == said("variant", "chronopia.armour", "damage=12", "--die", "2d10")


def test_lists_stand_along_a_table_and_are_stepped_through():
    asked = said("table", "reikhammer.turn", "--rows", "a_commands=3..4,2;5", "--columns", "starts", "--csv")
    rows = [line.split(",-")[0] for line in asked.splitlines()[1:]]
    assert rows == ['"3,2"', '"4,2"', "5"]
    steps = said("lab", "steps", "reikhammer.turn", "--over", "a_commands=1..2,2")
    assert steps.startswith("Most changes (+0.17) from 1 and 2 to 2 and 2.\n")


def test_what_a_design_wants_is_written_as_what_it_is():
    near = said("lab", "design", "chronopia.melee", "--vary", "cc", "--want", "mean wounds = 1/2").splitlines()
    assert near[2] == "CC  wounds caused, mean about 0.50  distance"
    assert near[3].split() == ["19", "0.50", "0"]
    both = said("lab", "design", "chronopia.melee", "--vary", "cc", "--want", "hit and not slain = 25%").splitlines()
    assert both[2] == "CC  hits (first attack) and not “Target slain” about 25.0%  distance"


def test_modifiers_are_sorted_with_what_they_are_worth():
    text = said("modifiers", "chronopia.melee", *DUEL)
    assert text.startswith("Target slain now: 59.0%\n")
    assert re.search(r"Charging +\+7\.3 pts +66\.4% +1659/2500", text)
    assert "Braced: no effect here, nobody charges." in text
    data = json.loads(said("modifiers", "chronopia.melee", *DUEL, "--json"))
    assert data["present"] == {"value": "369/625"}
    step = next(s for s in data["steps"] if s["parameter"] == "charging")
    assert Fraction(step["change"]) == Fraction(step["value"]) - Fraction(369, 625)
    assert "Natural rolls of multiplied hits" in said("modifiers", "chronopia.melee", "--rulings")


def test_table_in_every_form():
    words = ("table", "chronopia.melee", "--rows", "weapon", "--columns", "modifier=-3..3", "--result", "slain")
    lines = said(*words).splitlines()
    assert lines[0] == "Target slain"
    assert lines[2].split() == ["Weapon", "\\", "Modifier", "-3", "-2", "-1", "0", "1", "2", "3"]
    assert len(lines) == 13
    # What the table says in words, below it.
    assert lines[10].split(": ")[0].strip() == "50% or better"
    assert lines[12].strip().startswith("Highest: ")
    rows = list(csv.reader(io.StringIO(said(*words, "--csv"))))
    assert rows[1][0] == "Spear"
    cells = json.loads(said(*words, "--json"))["cells"]
    assert Fraction(cells[0][3]["value"]) == probcalc.odds("chronopia.melee", weapon="spear")["slain"]
    assert float(rows[1][4]) == float(Fraction(cells[0][3]["value"]))
    assert said(*words, "--markdown").count("\n|") == 8


def test_needed_says_how_many():
    text = said("needed", "chronopia.melee", "attacker=spearmen", "target=the_cursed")
    assert re.split("  +", text.splitlines()[0]) == ["for a chance of", "Attacks (NoA)", "Target slain", "exact"]
    assert re.split("  +", text.splitlines()[1])[:3] == ["50%", "4", "57.2%"]
    assert "not reached" in said("needed", "chronopia.melee", "wounds=30", "--of", "cc")
    data = json.loads(said("needed", "chronopia.melee", "--percent", "80", "--json"))
    assert [threshold["share"] for threshold in data["thresholds"]] == ["4/5"]
    assert "2 or more" in said("needed", "chronopia.melee", "--result", "wounds", "--at-least", "2")


def test_what_is_given_and_varied_or_cannot_be_varied_is_said():
    words = ("table", "chronopia.melee", "cc=11", "--rows", "cc=1..3")
    assert said(*words).endswith("\ncc was given and is varied here.\n")
    assert run(*words, "--csv").stderr == "cc was given and is varied here.\n"
    assert said("modifiers", "reikhammer.strategy", "--rulings").endswith("\nreikhammer.strategy has no rulings.\n")


def test_a_column_of_names_says_whose_chance_it_shows():
    assert said("weapons", "oathmark.combat").split()[:3] == ["Units", "winner:", "unit"]


def test_compare_with_changes_and_with_other_scenarios():
    text = said("compare", "chronopia.melee", *DUEL, "vs", "charging=true", "vs", "chronopia.test")
    assert "66.4% (+7.32 pts)" in text
    assert "B: charging=true" in text
    assert "B is never worse than A. In one try each: A higher " in text
    data = json.loads(said("compare", "chronopia.melee", "vs", "cc=11", "--json"))
    assert data["requests"]["B"] == probcalc.odds("chronopia.melee", cc=11).to_json()
    assert said("compare", "chronopia.melee", "vs", "cc=11", "--csv").splitlines()[0] == "result,A,B"


def test_several_requests_share_what_stands_before_the_first_scenario():
    shared = said("compare", "target=spearmen", "cover=1", "chronopia.melee", "vs", "chronopia.shooting", "--json")
    found = json.loads(shared)["requests"]
    assert found["A"] == probcalc.odds("chronopia.melee", target="spearmen").to_json()
    assert found["B"] == probcalc.odds("chronopia.shooting", target="spearmen", cover=1).to_json()
    words = ("chronopia.melee", "weapon=sword", "vs", "weapon=spear", "--over", "armour")
    assert said("overtake", "charging=true", *words) != said("overtake", *words)
    assert "cver is not a parameter of any request" in run("compare", "cver=1", "chronopia.melee", "vs", "cc=3").stderr


def test_a_letter_of_a_roll_stands_in_every_question_about_many_values(tmp_path):
    roll = ("custom.roll", "roll=d20 + 2 >= x")
    assert "11    60.0%" in said("table", *roll, "--rows", "x=10..12")
    assert said("needed", "custom.roll", "roll=xd6 >= 5", "--of", "x=1..9").splitlines()[1].split()[:2] == ["50%", "2"]
    assert "Most changes (-5.0 pts)" in said("lab", "steps", *roll, "--over", "x=5..9")
    assert "the second is higher" in said("overtake", *roll, "vs", "roll=d20 + 5 >= x", "--over", "x=5..9")
    for kind in ("steps", "needed"):
        out = tmp_path / f"{kind}.svg"
        said("chart", kind, *roll, "--over", "x=5..9", "--out", str(out))
        assert out.read_text("utf-8").startswith("<svg")
