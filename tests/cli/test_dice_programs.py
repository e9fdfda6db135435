"""`probcalc anydice`: programs from a file and from standard input, in every form."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from probcalc.cli import main
from probcalc.dice_programs.running import run
from probcalc.exact.budget.bounds import metered
from probcalc.present.reports.programs import writing_steps

PROGRAM = 'output d2 named "coin"\noutput 2d2\n'


def answer(*words: str, typed: str = PROGRAM) -> str:
    result = CliRunner().invoke(main, ["anydice", *words], input=typed)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_each_output_is_a_table_with_its_mean() -> None:
    assert answer("-").splitlines() == [
        "coin: 1.50 on average",
        "",
        "outcome  chance  exact",
        "1         50.0%  1/2",
        "2         50.0%  1/2",
        "",
        "output 2: 3.00 on average",
        "",
        "outcome  chance  exact",
        "2         25.0%  1/4",
        "3         50.0%  1/2",
        "4         25.0%  1/4",
    ]


def test_what_is_put_out_is_written_within_the_budget() -> None:
    for words in ((), ("--json",), ("--csv",), ("--side-by-side",)):
        result = CliRunner().invoke(main, ["anydice", "-", *words], input="output d{1..600000}")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("program: what it puts out is too large: about ")


def test_a_file_is_read_like_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "program.txt"
    file.write_text(PROGRAM, encoding="utf-8")
    assert answer(str(file)) == answer("-")


def test_outputs_stand_side_by_side_and_add_up_from_either_end() -> None:
    assert answer("-", "--side-by-side", "--csv").splitlines() == [
        "outcome,coin,output 2",
        "1,0.5,",
        "2,0.5,0.25",
        "3,,0.5",
        "4,,0.25",
    ]
    assert answer("-", "--csv", "--view", "at-least").splitlines()[1:] == ["1,1,1", "2,0.5,1", "3,,0.75", "4,,0.25"]
    assert answer("-", "--csv", "--view", "at-most").splitlines()[1:] == ["1,0.5,", "2,1,0.25", "3,1,0.75", "4,1,1"]


def test_json_holds_whole_fractions_and_the_empty_die_has_no_mean() -> None:
    typed = "function: high X:n { if X > 2 { result: X } } output [high d3] output d{}"
    assert json.loads(answer("-", "--json", typed=typed)) == {
        "outputs": [
            {"name": "output 1", "outcomes": [[3, "1"]], "mean": "3"},
            {"name": "output 2", "outcomes": []},
        ]
    }
    assert "output 2: nothing to roll" in answer("-", typed=typed)


def test_what_is_refused_is_one_line() -> None:
    for typed in ("output", "", "output X", "output 9d{1..1000000}"):
        result = CliRunner().invoke(main, ["anydice", "-"], input=typed)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
        assert result.stderr.startswith("program")


def test_the_mark_that_an_editor_puts_before_a_text_is_no_part_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "program.txt"
    file.write_text(PROGRAM, encoding="utf-8-sig")
    assert answer(str(file)) == answer("-")


def test_what_is_put_out_is_written_within_what_the_program_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "output d1000"
    with metered() as budget:
        writing = writing_steps(run(typed))
    for most, code in ((budget.spent + writing, 0), (budget.spent + writing - 1, 2)):
        monkeypatch.setattr("probcalc.exact.budget.bounds.MAX_STEPS", most)
        result = CliRunner().invoke(main, ["anydice", "-"], input=typed)
        assert result.exit_code == code
    assert result.stderr.startswith("program: what it puts out is too large: about ")
