"""The guide to a game of one's own: its files make a package that is green, and its commands say what it shows."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

from probcalc import links
from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from tests.cli.commands import run, said

GUIDE = (Path(__file__).parents[2] / "docs" / "game.md").read_text("utf-8")
FILES = dict(re.findall(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", GUIDE, flags=re.MULTILINE | re.DOTALL))
COMMANDS = re.findall(r"^```text\n\$ probcalc ([^\n]+)\n(.*?)^```$", GUIDE, flags=re.MULTILINE | re.DOTALL)


def written(folder):
    """The package of the guide: what the command writes, with the files that the guide shows in their places."""
    said("new", "game", "border_war", "--title", "Border War", "--into", str(folder))
    game = folder / "border_war"
    (game / "border_war" / "strike.py").unlink()
    for place, text in FILES.items():
        assert (game / place).parent.is_dir(), place
        (game / place).write_text(text, "utf-8")
    return game


def test_the_guide_shows_every_file_that_it_replaces():
    assert len(FILES) == 8
    assert "probcalc new game border_war" in GUIDE


def test_the_package_of_the_guide_is_green(tmp_path):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    game = written(tmp_path)
    found = subprocess.run(command, cwd=game, capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stdout
    assert "3 passed" in found.stdout


def test_the_commands_of_the_guide_say_what_it_shows(bring, tmp_path):
    (tmp_path / "border_war").symlink_to(written(tmp_path / "games") / "border_war")
    bring("border_war")
    assert faults(registry.system("border_war")) == []
    assert links.from_query({"s": "border_war.attack", "weapon": "Glaives"}).given == {"weapon": "glaive"}
    assert len(COMMANDS) == 6
    for words, shown in COMMANDS:
        found = run(*shlex.split(words))
        assert found.stdout + found.stderr == shown, words
