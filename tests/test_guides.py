"""The guides in docs: what they show as commands runs, and what they name exists (their Python runs as doctests)."""

import re
import runpy
import shlex
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

import probcalc
from probcalc.cli import main
from probcalc.scenarios import registry
from probcalc.scenarios.scenario import Scenario

DOCS = Path(__file__).parent.parent / "docs"


def test_the_picture_of_the_house_is_drawn_from_its_contracts():
    drawn = runpy.run_path(str(DOCS / "draw_house.py"))
    same = drawn["PICTURE"].read_text("utf-8") == drawn["picture"]()
    assert same, "python docs/draw_house.py draws it again"


def test_the_reference_has_every_public_name_and_is_what_is_written_today():
    made = runpy.run_path(str(DOCS / "write_reference.py"))
    listed = [name for names in made["GROUPS"].values() for name in names]
    assert sorted(listed) == sorted(set(probcalc.__all__) - {"__version__"})
    same = (DOCS / "reference.md").read_text("utf-8") == made["reference"]()
    assert same, "python docs/write_reference.py writes it again"
    sheets = (DOCS / "sheets.md").read_text("utf-8")
    assert sheets == made["with_forms"](sheets), "python docs/write_reference.py writes its forms again"


def commands(text):
    """The commands that a guide shows as code, each as its words."""
    found = re.findall(r"^    (?:\.venv/bin/)?probcalc (.+)$", text, flags=re.MULTILINE)
    return [shlex.split(line, comments=True) for line in found]


SHOWING = ("command_line", "first_steps", "how_it_is_computed", "index", "mechanics", "which_question", "../README")


@pytest.mark.parametrize("name", SHOWING)
def test_the_commands_run(name, tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(DOCS.parent / "examples")
    monkeypatch.chdir(tmp_path)
    text = (DOCS / f"{name}.md").read_text("utf-8")
    # The sheet that a guide begins with is the one that it asks from the terminal.
    for sheet in re.findall(r'probcalc\.sheet\("""\n(.*?)"""\)', text, flags=re.DOTALL):
        (tmp_path / "keep.sheet").write_text(sheet.replace("... ", ""), "utf-8")
    shown = [words for words in commands(text) if words[0] != "new"]
    assert shown
    for words in shown:
        found = CliRunner().invoke(main, words)
        said = "" if "--certificate" not in words else found.stderr
        assert (found.exit_code, found.stderr) == (0, said), words


def test_the_guide_to_the_command_line_shows_every_command():
    text = (DOCS / "command_line.md").read_text("utf-8")
    shown = {words[0] for words in commands(text)}
    # A question that is declared is found by the help.
    assert set(main.list_commands(Context(main))) - {"app", "mcp", "new", "serve", "site"} == shown


def test_the_guide_to_rosters_lists_every_kind():
    text = (DOCS / "rosters.md").read_text("utf-8")
    for system in registry.systems():
        if system.own:
            (row,) = re.findall(rf"^\| {re.escape(system.name)} \| (.+) \|$", text, flags=re.MULTILINE)
            assert sorted(re.findall(r"`(\w+)`", row)) == sorted(kind.id for kind in system.own)


def test_the_guide_to_sequences_lists_every_scenario_that_carries_on():
    text = (DOCS / "sequence.md").read_text("utf-8")
    for system in registry.systems():
        for model in system.scenarios:
            if model.carryover is not Scenario.carryover:
                assert f"`{model.id}`" in text or f"`.{model.id.partition('.')[2]}`" in text
