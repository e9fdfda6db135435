"""`probcalc luck`, `probcalc fair` and `probcalc fair-power`: files, standard input, forms and refusals."""

import json

import probcalc
from tests.cli.commands import refused, run, said


def test_a_record_is_read_from_a_file_as_text_and_as_json(tmp_path):
    text, data = tmp_path / "evening.txt", tmp_path / "evening.json"
    text.write_text("looked: 5\n@anna 2d6 -> 3 # low\n@ben 2d6 -> 9\n", "utf-8")
    lines = [{"roll": "2d6", "came": 3, "side": "anna"}, {"roll": "2d6", "came": 9, "side": "ben"}]
    data.write_text(json.dumps({"looked": 5, "lines": lines}), "utf-8")
    found = json.loads(said("luck", str(text), "--json"))
    assert found == json.loads(said("luck", str(data), "--json"))
    worked = probcalc.luck(text.read_text("utf-8")).to_json()
    assert {key: found[key] for key in worked} == worked
    assert said("luck", str(text), "--looked", "5") == said("luck", str(text))
    assert json.loads(said("luck", str(text), "--looked", "1", "--json"))["sides"][0]["looked"]["n"] == 1
    assert said("luck", str(text)).startswith(
        "Anna was a little unlucky: 8 in 100 evenings with these rolls go as badly"
    )
    assert "1,Anna,2d6,3," in said("luck", str(text), "--csv")
    assert said("luck", str(text), "--markdown").startswith("**Anna was")


def test_a_record_is_read_from_standard_input():
    assert run("luck", "-", stdin="12d6 >= 4 -> 3").stdout.startswith("You were a little unlucky: 7 in 100 evenings")
    assert "line 2" in refused("luck", "-", stdin="d6 -> 1\nd6 1")
    assert "no JSON" in refused("luck", "-", stdin="[{]")


def test_counts_rolls_and_files_are_one_question(tmp_path):
    rolls = tmp_path / "rolls.txt"
    rolls.write_text("1: 1\n2: 2\n3: 0\n", "utf-8")
    asked = [("1", "2", "0"), ("--rolls", "2 1 2", "--die", "3"), ("--file", str(rolls), "--die", "3")]
    first, ordered, counted = (json.loads(said("fair", *words, "--json")) for words in asked)
    assert first == counted
    assert first["chi_squared"] == ordered["chi_squared"]
    assert ordered["order"]["longest_run"]["length"] == 1
    assert "counts" in refused("fair", "1", "x")
    assert "rolls" in refused("fair", "--file", str(rolls), "--rolls", "1", "--die", "3")


def test_how_many_rolls_notice_it():
    assert said("fair-power", "--die", "6", "--chance", "1/4").startswith("206 rolls notice in 90 of 100 cases")
    assert json.loads(said("fair-power", "--chance", "1/4", "--json"))["critical"] == 44
    assert "chance" in refused("fair-power", "--chance", "1/6")
