"""One answer on the command line: the same as in Python, in every form, and why it is so."""

import csv
import io
import json
import re

import pytest

import probcalc
from probcalc.scenarios import registry
from probcalc.scenarios.value_text import value_text
from tests.cli.commands import DUEL, MODELS, refused, run, said
from tests.systems import harness


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_json_is_the_answer_of_python(model):
    assert json.loads(said("odds", model.id, "--json")) == probcalc.odds(model.id).to_json()


@pytest.mark.parametrize("system", registry.system_ids())
def test_worked_cases_on_the_command_line(system):
    for case in [parameter.values[0] for parameter in harness.cases(system)][::8]:
        words = [f"{name}={value_text(value)}" for name, value in case["given"].items()]
        assert json.loads(said("odds", case["scenario"], *words, "--json"))["results"] == case["results"]


@pytest.mark.parametrize("system", registry.system_ids())
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
    assert refused("odds", "chronopia.melee", "cc=99") == str(caught.value) == "cc must be 1 to 30, not 99"


def test_the_text_of_an_answer():
    text = said("odds", "chronopia.melee", *DUEL, "charging=true")
    assert text.startswith("Close combat attack (chronopia.melee)\n")
    assert "Attacker: The Cursed; Target: Crystal Lotus Spearmen; Charging: yes" in text
    assert re.search(r"Target slain +66\.4% +1659/2500\n", text)
    assert "Rulings (default): " in text


def test_at_least_and_result_choose_the_sentence():
    assert "The Cursed causes at least 2 wounds: 13.0%. 0.72 wounds on average. " in said(
        "odds", "chronopia.melee", *DUEL, "--at-least", "2"
    )
    assert "\nA Cursed hits with the first attack: 50.0% (1 in 2). " in said(
        "odds", "chronopia.melee", *DUEL, "--result", "hit"
    )
    assert "did you mean wounds" in refused("odds", "chronopia.melee", "--result", "wound")
    assert "counts nothing" in refused("odds", "chronopia.test", "--at-least", "2")


def test_csv_and_markdown():
    rows = list(csv.DictReader(io.StringIO(said("odds", "chronopia.melee", *DUEL, "--csv"))))
    assert [row["exactly"] for row in rows if row["result"] == "wounds"] == ["256/625", "288/625", "81/625"]
    assert "| wounds | exactly | at least | at most | exact |" in said("odds", "chronopia.melee", "--markdown")


def test_why_in_every_form():
    words = ("odds", "chronopia.melee", *DUEL, "--explain")
    text = said(*words)
    assert "1. Test to hit of the Cursed (d20, CH-22), expected 2 times\n" in text
    assert (
        "  target 10 = Close Combat of the Cursed 13, Agility of the Spearman -2, shield of the Spearman -1\n" in text
    )
    assert "CH-22: To hit in close combat" in text
    assert text.startswith(said(*words[:-1]).rstrip())
    assert "causes at least 2 wounds: 13.0%" in said(*words, "--at-least", "2")
    assert "causes at least 2 wounds: 13.0%" in said(*words, "--at-least", "2", "--markdown")
    assert "**1. Test to hit of the Cursed (d20, CH-22), expected 2 times**" in said(*words, "--markdown").replace(
        "\\", ""
    )
    data = json.loads(said(*words, "--json"))
    assert data["result"] == "slain"
    assert data["answer"] == probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen").to_json()
    assert data["steps"][0]["terms"] == {"Close Combat": 13, "Agility of the target": -2, "shield of the target": -1}
    assert "without a roll" in refused("odds", "oathmark.combat", "--explain", "--result", "a_dice")
    assert "has no --csv" in refused(*words, "--csv")


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
