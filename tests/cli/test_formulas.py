"""`probcalc formula`, `solve` and `overtake` on the command line."""

import json
import re
import subprocess
import sys
from fractions import Fraction

import pytest
from click.testing import CliRunner
from sympy import sympify

import probcalc
from probcalc.cli import main


def run(*words):
    return CliRunner().invoke(main, list(words))


def said(*words):
    found = run(*words)
    assert found.exit_code == 0, found.stderr
    return found.stdout


def test_a_formula_reads_as_a_case_table():
    lines = said("formula", "chronopia.melee", "attacker=the_cursed", "--in", "armour,cc").split("\n")
    assert lines[:2] == ["Close combat attack (chronopia.melee)", "  free: armour -10..40; cc 1..30"]
    assert "  w*(2 - w)" in lines
    assert "armour           cc  slain" in lines
    assert "-10 to 14   2 to 18  1 - (398 - 19*cc)^2/160000" in lines
    assert "Other results: hit, critical, fumble, wounds, attacker_dazed" in lines


def test_cases_of_a_law_without_letters_are_one_table():
    words = ("formula", "reikhammer.action", "--in", "shock=0..1", "--result", "shock_after")
    assert said(*words).split("\n")[3:7] == [
        "Shock afterwards (shock_after)",
        "  shock  P(shock_after = 0)  P(shock_after = 1)  P(shock_after = 2)  mean of shock_after",
        "  0      2/3                 1/3                 0                   1/3",
        "  1      0                   1/2                 1/2                 3/2",
    ]
    assert "| 0 | 2/3 | 1/3 | 0 | 1/3 |" in said(*words, "--markdown").split("\n")


def test_a_report_is_written_to_a_file_in_its_form(tmp_path):
    words, file = ("formula", "chronopia.armour", "--in", "armour"), tmp_path / "formula"
    for form in ((), ("--markdown",)):
        said(*words, *form, "--out", str(file))
        assert file.read_text() == said(*words, *form)


def test_json_holds_the_same_formula():
    data = json.loads(said("formula", "chronopia.armour", "damage=10", "--in", "armour", "--all", "--json"))
    assert data["free"] == {"armour": "-10..40"}
    wound = data["results"]["any_wound"]
    value = sympify(wound["sympy"]).subs({"armour": 20})
    assert Fraction(int(value.p), int(value.q)) == probcalc.odds("chronopia.armour", damage=10, armour=20)["any_wound"]
    assert wound["table"][1] == {"when": {"armour": "12 to 28"}, "any_wound": "(30 - armour)/20"}
    assert [outcome for outcome, _ in data["results"]["wounds"]["outcomes"]] == [0, 1]


def test_sympy_and_latex_alone():
    assert said("formula", "reikhammer.action", "--in", "command", "--sympy") == "passes = Min(6, command)/6\n"
    assert said("formula", "reikhammer.action", "--in", "command", "--latex").startswith(
        r"\begin{aligned} P(\text{passes})"
    )


def test_probabilities_are_written_with_semicolons_or_one_by_one():
    together = said("formula", "tide_of_battle.melee", "--in", "p = To hit; q = To injure", "--sympy")
    apart = said("formula", "tide_of_battle.melee", "--in", "p = To hit", "--in", "q = To injure", "--sympy")
    assert together == apart


def test_solve_lists_ranges():
    assert said("solve", "chronopia.melee", "attacker=the_cursed", "--for", "armour", "--that", "slain >= 1/2") == (
        "slain >= 1/2 holds for armour from -10 to 25 (36 values)\n"
    )
    data = json.loads(
        said("solve", "chronopia.melee", "ward=5", "--for", "p = Ward Save", "--that", "slain = 1/4", "--json")
    )
    assert data["intervals"][0]["low"] == {"value": "10/101"}
    found = json.loads(said("solve", "chronopia.armour", "--for", "armour=30..33", "--that", "any_wound > 0", "--json"))
    assert found["values"] == [30, 31, 32, 33]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("formula", "chronopia.melee", "--in", "armur"), "did you mean armour?"),
        (("formula", "chronopia.melee"), "--in NAMES is missing: the variables"),
        (("formula", "chronopia.melee", "--in", "cc", "--result", "slian"), "did you mean slain?"),
        (("formula", "chronopia.melee", "--in", "p = Test to hit"), 'as in "p, q, r = Test to hit"'),
        (("solve", "chronopia.melee", "--for", "cc", "--that", "slain >"), "breaks off"),
        (("overtake", "chronopia.melee", "cc=3", "--over", "cc"), "two requests of one scenario are compared"),
        (("overtake", "chronopia.melee", "vs", "oathmark.combat", "--over", "cc"), "two requests of one scenario"),
        (("overtake", "chronopia.melee", "vs", "cc=4", "--over", "armor"), "did you mean armour?"),
        (
            ("overtake", "chronopia.melee", "vs", "cc=4", "--over", "cc", "--by", "hit", "--law", "wounds"),
            "use by or law, not both",
        ),
        (("solve", "chronopia.melee", "--for", "armor", "--that", "slain > 1/2"), "did you mean armour?"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_code_2(words, line):
    found = run(*words)
    assert found.exit_code == 2
    assert line in found.stderr
    assert found.stderr.count("\n") == 1
    assert found.stdout == ""


def test_a_number_of_attacks_left_free_gives_the_law_of_any_number():
    shown = run("formula", "chronopia.melee", "--in", "noa", "--result", "wounds").stdout
    assert "mean of wounds = 11*noa/40" in shown
    assert "P(wounds of one = 1) = 11/40" in shown
    assert "P(wounds = k) = C(noa, k)*p^k*(1 - p)^(noa - k) with p = P(wounds of one = 1)" in shown
    shown = run("formula", "chronopia.melee", "multiplier=2", "--in", "noa", "--result", "wounds").stdout
    assert "the generating function is (the sum of P(wounds of one = k)*z^k)^noa" in shown


def test_the_law_of_any_number_has_letters_that_stand_for_nothing_else():
    words = ("formula", "tide_of_battle.melee", "--in")
    shown = run(*words, "models=1..20; p = To hit").stdout
    assert "C(models, k)*q^k*(1 - q)^(models - k) with q = P(hit_points_lost of one = 1)" in shown
    assert "with p = a probability To hit: success" in shown
    shown = run(*words, "models=1..20; k = To hit; p = To injure").stdout
    assert "P(hit_points_lost = j) = C(models, j)*q^j*(1 - q)^(models - j)" in shown


@pytest.mark.parametrize(("number", "latex"), [("wounds < 2", "<"), ("wounds != 2", r"\ne"), ("wounds > 0", ">")])
def test_the_chance_of_what_is_not_so_is_called_what_was_asked(number, latex):
    asked = ("formula", "chronopia.melee", "noa=2", "--in", "armour", "--result", number)
    assert f"armour     {number}" in run(*asked).stdout
    assert rf"P(\text{{wounds}} {latex} {number[-1]}) &= " in run(*asked, "--latex").stdout
    assert '"kind": "probability"' in run(*asked, "--json").stdout


def test_what_is_calculated_is_called_as_it_was_asked():
    asked = ("formula", "chronopia.melee", "--in", "armour", "--result", "1 -  slain")
    assert "armour     1 - slain\n" in run(*asked).stdout
    assert r"\text{1\ -\ slain} &= " in run(*asked, "--latex").stdout


def test_nothing_negative_is_taken_from_one():
    shown = run("formula", "tide_of_battle.rally", "--in", "modifier", "--result", "turns").stdout
    assert "mean of turns = (5*s^2 + 1476 - 168*s)/648" in shown


def test_a_law_of_many_outcomes_is_a_table_by_outcome():
    lines = run("formula", "chronopia.civilian", "--in", "turn").stdout.split("\n")
    assert "  movement    turn  probability" in lines
    assert "  0            any  turn/20" in lines
    assert "  mean         any  (21 - turn)*(20 - turn)/40" in lines


ONE, TWO = ("chronopia.melee", "noa=1", "damage=16"), ("noa=2", "damage=10")


def test_a_law_over_names_is_a_table_by_outcome_without_a_mean():
    text = said("formula", "tide_of_battle.fight", "--in", "a.models=1..3")
    assert [line.split()[:2] for line in text.splitlines() if line.startswith("  draw")] == [["draw", n] for n in "123"]
    assert "mean" not in text


def test_where_one_weapon_overtakes_another():
    lines = said("overtake", *ONE, "vs", *TWO, "--over", "armour").split("\n")
    assert lines[:3] == ["slain over armour", "  first:  chronopia.melee noa=1 damage=16", "  second: noa=2 damage=10"]
    assert lines[6] == "26 to 32   the first is higher"


def test_where_one_law_is_better_at_every_number():
    lines = said(
        "overtake", "chronopia.melee", "weapon=sword", "vs", "weapon=spear", "--over", "armour", "--law", "wounds"
    )
    assert lines.startswith("the law of wounds over armour\n")
    assert "12 to 29   the second is higher" in lines


def test_stretches_as_data():
    data = json.loads(said("overtake", *ONE, "vs", *TWO, "--over", "armour=20..40", "--json"))
    assert [stretch["relation"] for stretch in data["stretches"]] == ["second", "first", "second"]
    assert data["stretches"][1]["values"] == list(range(26, 33))
    data = json.loads(said("overtake", *ONE, "vs", *TWO, "--over", "p = Ward Save", "--json"))
    assert data["over"] == "p"
    assert data["stretches"][0]["intervals"][0]["low"] == {"value": "0"}


@pytest.mark.parametrize(
    "words",
    [
        ("formula", "chronopia.melee", "cc=99", "--in", "armour", "--out", "nowhere/formula.txt"),
        ("solve", "chronopia.mele", "--for", "cc", "--that", "slain > 0"),
        ("overtake", "chronopia.melee", "vs", "cc=4", "--over", "armour"),
        ("overtake", "chronopia.melee", "vs", "--over", "armour"),
    ],
    ids=" ".join,
)
def test_without_sympy_a_command_says_what_to_install_before_anything_else(words):
    code = f"import sys; sys.modules['sympy'] = None\nfrom probcalc.cli import main\nmain({list(words)!r})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (found.returncode, found.stdout) == (2, "")
    assert re.fullmatch(r"formulas need sympy, which is not installed: pip install 'sympy\S*'\n", found.stderr)


def test_a_formula_is_written_to_a_file_whole_in_the_form_asked_for(tmp_path):
    words, file = ("formula", "mechanics.pool", "--in", "count=0..60", "--json"), tmp_path / "formula"
    summed_up = json.loads(said(*words))["results"]["hits"]
    assert said(*words, "--out", str(file)) == f"{file}: {len(file.read_text()) - 1:,} characters\n"
    whole = json.loads(file.read_text())["results"]["hits"]
    assert (summed_up["kind"], whole["kind"]) == ("summary", "distribution")


def test_a_file_without_a_name_is_refused_and_nothing_goes_to_the_screen():
    found = run("formula", "chronopia.melee", "--in", "armour", "--out", "")
    assert (found.exit_code, found.stdout) == (2, "")
    assert "cannot be written" in found.stderr


def test_formulas_and_conditions_are_asked_of_the_request_of_a_link():
    link = "http://localhost:8501/?s=chronopia.melee&v=1&cc=11"
    for words in (("--in", "armour", "--json"), ("--for", "armour", "--that", "slain >= 1/2", "--json")):
        command = "formula" if "--in" in words else "solve"
        assert said(command, link, *words) == said(command, "chronopia.melee", "cc=11", *words)
