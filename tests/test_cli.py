"""The command line: the same answers as Python, refusals in one line, and output that can be piped."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction

import pytest
from click.testing import CliRunner

import probcalc
from probcalc.cli import HOMES, main
from probcalc.links import given_from_words
from probcalc.scenarios import registry
from probcalc.scenarios.value_text import value_text
from tests.systems import harness

MODELS = [model for system in registry.systems() for model in system.scenarios]
DUEL = ("attacker=the_cursed", "target=spearmen")


def run(*words):
    """The outcome of a command in this process."""
    return CliRunner().invoke(main, list(words))


def said(*words):
    """What a command that succeeds writes."""
    found = run(*words)
    assert found.exit_code == 0, found.stderr
    return found.stdout


def refused(*words):
    """The one line of a refused command."""
    found = run(*words)
    assert found.exit_code == 2
    assert found.stdout == ""
    assert found.stderr.endswith("\n")
    assert found.stderr.count("\n") == 1
    return found.stderr[:-1]


def started(*words, **settings):
    """A command in a process of its own."""
    command = [sys.executable, "-m", "probcalc", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **settings)


# -- odds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_json_is_the_answer_of_python(model):
    assert json.loads(said("odds", model.id, "--json")) == probcalc.odds(model.id).to_json()


@pytest.mark.parametrize("system", registry.SYSTEM_IDS)
def test_worked_cases_on_the_command_line(system):
    for case in [parameter.values[0] for parameter in harness.cases(system)][::8]:
        words = [f"{name}={value_text(value)}" for name, value in case["given"].items()]
        assert json.loads(said("odds", case["scenario"], *words, "--json"))["results"] == case["results"]


@pytest.mark.parametrize("system", registry.SYSTEM_IDS)
def test_refused_cases_on_the_command_line(system):
    for case in [parameter.values[0] for parameter in harness.error_cases(system)]:
        if any(isinstance(value, str) and value.lstrip("-").isdigit() for value in case["given"].values()):
            continue  # What is digits on the command line is a number.
        if case["given"] == {"roll": 6}:
            continue  # ... and any number is a roll there.
        words = [f"{name}={value_text(value)}" for name, value in case["given"].items()]
        line = refused("odds", case["scenario"], *words, "--json")
        assert (case.get("parameter") or case["mentions"]) in line
        assert case.get("nearest", "") in line


def test_the_line_of_a_refusal_is_that_of_python():
    with pytest.raises(probcalc.InputError) as caught:
        probcalc.odds("chronopia.melee", cc=99)
    assert refused("odds", "chronopia.melee", "cc=99") == str(caught.value) == "cc is 1..30, not 99"


def test_the_text_of_an_answer():
    text = said("odds", "chronopia.melee", *DUEL, "charging=true")
    assert text.startswith("Close combat attack (chronopia.melee)\n")
    assert "Attacker: The Cursed; Target: Crystal Lotus Spearmen; Charging: yes" in text
    assert re.search(r"Target slain +66\.4 % +1659/2500\n", text)
    assert "Rulings, as by default: " in text


def test_at_least_and_result_choose_the_sentence():
    assert "wounds caused: 13.0 % for 2 or more, 0.72 on average; " in said(
        "odds", "chronopia.melee", *DUEL, "--at-least", "2"
    )
    assert "\nHits (first attack): 50.0 %; " in said("odds", "chronopia.melee", *DUEL, "--result", "hit")
    assert "did you mean wounds" in refused("odds", "chronopia.melee", "--result", "wound")
    assert "counts nothing" in refused("odds", "chronopia.test", "--at-least", "2")


def test_csv_and_markdown():
    rows = list(csv.DictReader(io.StringIO(said("odds", "chronopia.melee", *DUEL, "--csv"))))
    assert [row["exactly"] for row in rows if row["result"] == "wounds"] == ["256/625", "288/625", "81/625"]
    assert "| wounds | exactly | at least | at most | exact |" in said("odds", "chronopia.melee", "--markdown")


def test_why_in_every_form():
    words = ("odds", "chronopia.melee", *DUEL, "--explain")
    text = said(*words)
    assert "1. Test to hit (d20, CH-22), expected 2 times\n" in text
    assert "   target 10 = Close Combat 13, Agility of the target -2, shield of the target -1\n" in text
    assert "CH-22: To hit in close combat" in text
    assert text.startswith(said(*words[:-1]).rstrip())
    assert "13.0 % for 2 or more" in said(*words, "--at-least", "2")
    assert "13.0 % for 2 or more" in said(*words, "--at-least", "2", "--markdown")
    assert "**Test to hit (d20, CH-22), expected 2 times**" in said(*words, "--markdown").replace("\\", "")
    data = json.loads(said(*words, "--json"))
    assert data["result"] == "slain"
    assert data["answer"] == probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen").to_json()
    assert data["steps"][0]["terms"] == {"Close Combat": 13, "Agility of the target": -2, "shield of the target": -1}
    assert "without a roll" in refused("odds", "oathmark.combat", "--explain", "--result", "a_dice")
    assert "has no CSV" in refused(*words, "--csv")


def test_a_link_is_a_request_too():
    found = run("odds", "http://localhost:8501/?s=chronopia.melee&v=1&cc=11&luck=7", "--json")
    assert json.loads(found.stdout) == probcalc.odds("chronopia.melee", cc=11).to_json()
    assert found.stderr == "Ignored: luck is not a parameter of chronopia.melee.\n"
    assert "s=x" not in refused("odds", "?s=x")
    more = said("odds", "s=chronopia.melee&cc=11", "noa=2", "--json")
    assert json.loads(more) == probcalc.odds("chronopia.melee", cc=11, noa=2).to_json()


def test_a_link_can_be_made():
    lines = said("link", "chronopia.melee", "cc=11", "noa=1").splitlines()
    assert lines[0] == "http://localhost:8501/?s=chronopia.melee&v=1&e=demo-rulebook&cc=11"
    assert lines[2] == "probcalc odds chronopia.melee cc=11"
    assert lines[5] == 'answer = probcalc.odds("chronopia.melee", cc=11)'


# -- wrong inputs, read aloud --------------------------------------------------------------------------------

WRONG = [
    (("odds", "chronopia.mele"), "chronopia.mele is not a scenario; did you mean chronopia.melee?"),
    (("odds", "melee"), "melee is not a scenario; did you mean chronopia.melee?"),
    (("odds", "Chronopia.Melee"), "Chronopia.Melee is not a scenario; did you mean chronopia.melee?"),
    (("odds", "chronopia"), "chronopia is not a scenario; did you mean chronopia.melee?"),
    (("describe", "chronopa.shooting"), "chronopa.shooting is not a scenario; did you mean chronopia.shooting?"),
    (("odds", ""), '"" is not a scenario'),
    (("odds", " "), '" " is not a scenario'),
    (("odds", "chronopia.melee", "=11"), '"" is not a parameter of chronopia.melee'),
    (("odds", "chronopia.melee", "cc="), 'cc is a whole number 1..30, not the text ""'),
    (("odds", "chronopia.melee", "shield="), 'shield is none, shield or warshield, not the text ""'),
    (
        ("odds", "chronopia.melee", "armor=20"),
        "armor is not a parameter of chronopia.melee; did you mean armour?",
    ),
    (("odds", "chronopia.melee", "cc"), "cc has no value; write cc=10"),
    (("odds", "chronopia.melee", "charging=yes"), 'charging is true or false, not the text "yes"'),
    (("odds", "chronopia.melee", "noa=2.5"), 'noa is a whole number 1..20, not the text "2.5"'),
    (
        ("odds", "chronopia.melee", "watchers=3"),
        "watchers: only a civilian is watched; with target none it is 0",
    ),
    (("odds", "chronopia.melee", "cc=11", "cc=12"), "cc is given twice"),
    (("ods", "chronopia.melee"), "ods is not a command of probcalc; did you mean odds?"),
    (("rules", "chronopa"), "chronopa is not a system; did you mean chronopia?"),
    (("weapons", "reikhammer.action"), "reikhammer.action picks nothing from a table"),
    (("table", "chronopia.melee", "--rows", "modifier=3..-3"), None),
    (("odds",), "Missing argument 'SCENARIO'. See probcalc odds --help."),
    (("odds", "chronopia.melee", "--at-least", "many"), None),
    (("table", "chronopia.melee"), "Missing option '--rows'. See probcalc table --help."),
    (
        ("odds", "chronopia.melee", "--json", "--csv"),
        "--json and --csv are two forms of output; choose one. See probcalc odds --help.",
    ),
    (("weapons", "chronopia.melee", "--at-least", "2"), "slain is no distribution, so it has no single outcomes"),
    (("modifiers", "chronopia.melee", "--outcome", "a"), "slain is no distribution, so it has no single outcomes"),
    (("needed", "chronopia.melee", "--outcome", "a"), "slain is no distribution, so it has no single outcomes"),
    (
        ("table", "chronopia.melee", "watchers=3", "target=spearmen", "--rows", "cc"),
        "watchers: only a civilian is watched; with target spearmen it is 0",
    ),
    (("compare", "cc=11"), "a comparison begins with a scenario, as in chronopia.melee cc=11 vs cc=12"),
    (("compare", "chronopia.melee"), "2..4 requests are compared, not 1"),
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


# -- what there is -------------------------------------------------------------------------------------------


def test_systems_lists_every_scenario():
    text = said("systems")
    for model in MODELS:
        assert re.search(rf"^  {re.escape(model.id)} +\S", text, flags=re.MULTILINE)
    assert set(json.loads(said("systems", "--json"))) == set(registry.SYSTEM_IDS)
    assert "Not modelled: " in said("systems", "oathmark")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_describe_names_everything(model):
    text = said("describe", model.id)
    data = json.loads(said("describe", model.id, "--json"))
    for parameter in model.parameters():
        place = "rulings" if parameter.role == "ruling" else "parameters"
        assert parameter.name in data[place]
        assert parameter.name in text
        assert parameter.help in text
    for result in model.results:
        assert result.name in data["results"]
        assert result.label in text


@pytest.mark.parametrize("system", registry.SYSTEM_IDS)
def test_presets_are_commands_that_run(system):
    lines = [line.strip() for line in said("presets", system).splitlines() if line.startswith("  ")]
    assert len(lines) == len(registry.system(system).presets)
    for line in lines[::6]:
        program, *words = shlex.split(line)
        assert program == "probcalc"
        said(*words, "--csv")


def test_presets_of_one_scenario():
    assert "The Cursed charge Spearmen" in said("presets", "chronopia.melee")
    assert "Longbow" not in said("presets", "chronopia.melee")
    assert all(
        p["scenario"] == "chronopia.melee" for p in json.loads(said("presets", "chronopia.melee", "--json"))["presets"]
    )


@pytest.mark.parametrize("system", [system.id for system in registry.systems() if system.rules])
def test_rules_lists_and_counts_every_rule(system):
    found = registry.system(system).rules
    text = said("rules", system)
    data = json.loads(said("rules", system, "--json"))
    assert f"{len(found)} rules with dice" in text
    assert sum(data["counts"].values()) == len(data["rules"]) == len(found)
    for rule in found:
        assert f"{rule.id} {rule.title}" in text
        assert rule.scenarios or rule.reason, rule.id
    assert len(said("rules", system, "--csv").splitlines()) == len(found) + 1
    assert said("rules", system, "--markdown").startswith("| rule | title |")


# -- many answers --------------------------------------------------------------------------------------------


def test_weapons_are_ranked():
    lines = said("weapons", "chronopia.melee", *DUEL).splitlines()
    assert lines[0].split()[:2] == ["Weapons", "slain"]
    assert lines[1].startswith("Two-handed Battle Axe  59.0 %")
    data = json.loads(said("weapons", "chronopia.melee", *DUEL, "--json"))
    assert data["parameter"] == "weapon"
    assert data["entries"]["two_handed_battle_axe"]["value"] == "369/625"


def test_weapons_lists_what_is_refused_and_what_stands_against_the_table():
    text = said("weapons", "chronopia.melee", "watchers=1", "target=civilian", "--of", "target")
    assert "refused" in text
    assert "only a civilian is watched" in text
    assert "cc = 12 was given" in said("weapons", "chronopia.melee", "attacker=the_cursed", "cc=12")


def test_modifiers_are_sorted_with_what_they_are_worth():
    text = said("modifiers", "chronopia.melee", *DUEL)
    assert text.startswith("Target slain now: 59.0 %\n")
    assert re.search(r"Charging: yes +\+7\.3 points +66\.4 %", text)
    assert "Braced: yes: braced has no effect here: nobody charges." in text
    data = json.loads(said("modifiers", "chronopia.melee", *DUEL, "--json"))
    assert data["present"] == {"value": "369/625"}
    step = next(s for s in data["steps"] if s["parameter"] == "charging")
    assert Fraction(step["change"]) == Fraction(step["value"]) - Fraction(369, 625)
    assert "Multiplier specials" in said("modifiers", "chronopia.melee", "--rulings")


def test_table_in_every_form():
    words = ("table", "chronopia.melee", "--rows", "weapon", "--columns", "modifier=-3..3", "--result", "slain")
    lines = said(*words).splitlines()
    assert lines[0] == "Target slain"
    assert lines[2].split() == ["Weapon", "\\", "Modifier", "-3", "-2", "-1", "0", "1", "2", "3"]
    assert len(lines) == 9
    rows = list(csv.reader(io.StringIO(said(*words, "--csv"))))
    assert rows[1][0] == "Spear"
    cells = json.loads(said(*words, "--json"))["cells"]
    assert Fraction(cells[0][3]["value"]) == probcalc.odds("chronopia.melee", weapon="spear")["slain"]
    assert float(rows[1][4]) == float(Fraction(cells[0][3]["value"]))
    assert said(*words, "--markdown").count("\n|") == 8


def test_needed_says_how_many():
    text = said("needed", "chronopia.melee", "attacker=spearmen", "target=the_cursed")
    assert text.splitlines()[0] == "For 50 %: attacks (NoA) 4; target slain: 57.2 %."
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
    assert said("weapons", "oathmark.combat").split()[:3] == ["Units", "winner:", "a"]


def test_compare_with_changes_and_with_other_scenarios():
    text = said("compare", "chronopia.melee", *DUEL, "vs", "charging=true", "vs", "chronopia.test")
    assert "66.4 % (+7.3 points)" in text
    assert "B: charging=true" in text
    assert "B is at least as likely as A to reach every number; B comes out higher in" in text
    data = json.loads(said("compare", "chronopia.melee", "vs", "cc=11", "--json"))
    assert data["requests"]["B"] == probcalc.odds("chronopia.melee", cc=11).to_json()
    assert said("compare", "chronopia.melee", "vs", "cc=11", "--csv").splitlines()[0] == "result,A,B"


# -- help and completion -------------------------------------------------------------------------------------


def test_every_command_is_listed_and_has_help_with_examples():
    listed = said("--help")
    for name in HOMES:
        assert re.search(rf"^  {name} +\S", listed, flags=re.MULTILINE)
        text = said(name, "--help")
        assert f"\n    probcalc {name}" in text


def test_the_examples_of_the_help_run():
    for name in set(HOMES) - {"app", "completion"}:
        for line in said(name, "--help").splitlines():
            if line.startswith("    probcalc "):
                said(*shlex.split(line)[1:])


def test_the_help_is_what_a_bare_command_and_h_show():
    assert said() == said("--help") == said("-h")
    assert said("odds", "-h") == said("odds", "--help")


def test_version():
    assert said("--version") == f"probcalc {probcalc.__version__}\n"


# -- processes of their own ----------------------------------------------------------------------------------


def test_a_process_answers_without_colour_when_piped():
    found = started("odds", "chronopia.melee", *DUEL)
    assert (found.returncode, found.stderr) == (0, "")
    assert "\x1b" not in found.stdout
    assert found.stdout == said("odds", "chronopia.melee", *DUEL)


def test_a_process_refuses_with_code_2_and_nothing_on_standard_output():
    found = started("odds", "chronopia.melee", "cc=99")
    assert (found.returncode, found.stdout, found.stderr) == (2, "", "cc is 1..30, not 99\n")


def test_a_reader_that_goes_away_is_no_error():
    command = [sys.executable, "-m", "probcalc", "describe", "oathmark.combat"]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        found = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (found.returncode, found.stderr) == (1, b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_encoding_will_do(encoding):
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "probcalc", "describe", "chronopia.melee"]
    found = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    assert (found.returncode, found.stderr) == (0, b"")
    assert found.stdout.decode(encoding)


def test_an_answer_loads_no_algebra_chart_or_page():
    code = (
        "import sys\nfrom probcalc.cli import main\n"
        "try:\n    main(['odds', 'chronopia.melee', '--json'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'altair', 'streamlit', 'pandas', 'numpy', 'lark'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert found.stderr == "[]\n"


def test_words_and_python_agree():
    assert given_from_words("oathmark.cascade", ["activations=5,6", "near=1-2"]) == {
        "activations": [5, 6],
        "near": "1-2",
    }
