"""The page about formulas: every command on it runs and prints what it shows."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from probcalc.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "formulas.md"
BLOCKS = re.findall(r"```console\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)
COMMANDS = [
    (command, shown)
    for block in BLOCKS
    for command, shown in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ ).*\n?)*)", block, flags=re.MULTILINE)
]


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands_on_the_page_run(command: str, shown: str) -> None:
    program, *words = shlex.split(command)
    assert program == "probcalc"
    found = CliRunner().invoke(main, words)
    assert found.exit_code == 0, found.stderr
    assert found.stdout == shown
