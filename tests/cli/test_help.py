"""The help teaches with examples, and its examples run."""

import re
import shlex
from pathlib import Path

from click import Context

import probcalc
from probcalc.cli import main
from tests.cli.commands import said

NAMES = main.list_commands(Context(main))


def test_every_command_is_listed_and_has_help_with_examples():
    listed = said("--help")
    for name in NAMES:
        assert re.search(rf"^  {name} +\S", listed, flags=re.MULTILINE)
        text = said(name, "--help")
        assert f"\n    probcalc {name}" in text
        # What is written in lines stays in lines, and what says so to click is not shown.
        assert "\\" not in text


def test_the_examples_of_the_help_run(tmp_path, monkeypatch):
    # Some of them write files, and some read an example.
    (tmp_path / "examples").symlink_to(Path("examples").resolve())
    monkeypatch.chdir(tmp_path)
    for name in set(NAMES) - {"app", "completion", "mcp", "new", "serve", "site"}:
        for line in said(name, "--help").splitlines():
            if line.startswith("    probcalc "):
                said(*shlex.split(line)[1:])


def test_the_help_is_what_a_bare_command_and_h_show():
    assert said() == said("--help") == said("-h")
    assert said("odds", "-h") == said("odds", "--help")
    for name in ("lab", "sheet", "site"):
        assert said(name) == said(name, "--help")


def test_version():
    assert said("--version") == f"probcalc {probcalc.__version__}\n"
