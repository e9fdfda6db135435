"""`probcalc luck`, `probcalc fair` and `probcalc fair-power`: files, standard input, forms and refusals."""

import json
from typing import Any

import probcalc
from tests.analysis.test_luck_and_fair import CASES, differences
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


def asked(call: str, given: dict[str, Any]) -> tuple[list[str], str | None]:
    """A worked case as it is asked on the command line: its words, and what is read from standard input."""
    options = [f"--{key}={' '.join(map(str, v)) if isinstance(v, list) else v}" for key, v in given.items()]
    if call == "fair_power":
        return ["fair-power", *options], None
    first = "record" if call == "luck" else "counts"
    options = [option for option in options if not option.startswith(f"--{first}=")]
    subject = given.get(first)
    if call == "luck":
        return ["luck", "-", *options], subject if isinstance(subject, str) else json.dumps(subject)
    if isinstance(subject, dict):
        return ["fair", "--file=-", *options], "\n".join(f"{face}: {count}" for face, count in subject.items())
    return ["fair", *options, "--", *map(str, subject or [])], None


def test_the_command_line_gives_worked_answers():
    wrong = []
    # Every third: Python, which gives all of them, and the command line ask one function.
    cases = json.loads((CASES / "luck.json").read_text("utf-8"))[::3]
    assert {case["call"] for case in cases} == {"luck", "fair", "fair_power"}
    for number, case in enumerate(cases):
        words, stdin = asked(case["call"], case["arguments"])
        found = json.loads(run(*words[:1], "--json", *words[1:], stdin=stdin).stdout)
        expected = {key: part for key, part in case.items() if key not in ("call", "arguments")}
        wrong += [f"{number}{line}" for line in differences(found, expected)]
    assert not wrong, "\n".join(wrong)


def test_the_command_line_refuses_in_one_line_what_is_refused():
    for case in json.loads((CASES / "luck_errors.json").read_text("utf-8")):
        words, stdin = asked(case["call"], case["arguments"])
        # Counts by face are read from a file of rolls.
        mentioned = "rolls" if "--file=-" in words and case["mentions"] == "counts" else case["mentions"]
        assert mentioned in refused(*words, stdin=stdin), case
