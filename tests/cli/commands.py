"""Commands as a test runs them: in this process, or in one of their own."""

import subprocess
import sys

from click.testing import CliRunner

from probcalc.cli import main
from probcalc.scenarios import registry

MODELS = [model for system in registry.systems() for model in system.scenarios]
DUEL = ("attacker=the_cursed", "target=spearmen")


def run(*words, stdin=None):
    """The outcome of a command in this process."""
    return CliRunner().invoke(main, list(words), input=stdin)


def said(*words):
    """What a command that succeeds writes."""
    found = run(*words)
    assert found.exit_code == 0, found.stderr
    return found.stdout


def refused(*words, stdin=None):
    """The one line of a refused command."""
    found = run(*words, stdin=stdin)
    assert found.exit_code == 2
    assert found.stdout == ""
    assert found.stderr.endswith("\n")
    assert found.stderr.count("\n") == 1
    return found.stderr[:-1]


def started(*words, **settings):
    """A command in a process of its own."""
    command = [sys.executable, "-m", "probcalc", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **settings)
