"""A sheet as a package of its own: installed, its game is one of the games of every command and page."""

from __future__ import annotations

from string import Template

from probcalc.sheets.game import Sheet

_INIT = '''"""$title: its rules are the lines of game.sheet.

A question that needs more than a sheet says is a class of its own beside these: docs/adding_a_game.md.
"""

from __future__ import annotations

from dataclasses import replace
from pkgutil import get_data

from probcalc import Sheet

SHEET = Sheet((get_data(__name__, "game.sheet") or b"").decode("utf-8"), "$name")
SYSTEM = replace(SHEET.system, package=__name__)
'''
_PROJECT = """[build-system]
requires = ["hatchling>=1.26,<2"]
build-backend = "hatchling.build"

[project]
name = "probcalc-$project"
version = "0.1.0"
description = "$title, computed exactly by probcalc"
requires-python = ">=3.11"
dependencies = ["tabletop-odds"]

# What its tests need: python -m pip install -e '.[test]'
[project.optional-dependencies]
test = ["pytest>=8.3"]

# Under this name probcalc finds the game.
[project.entry-points."probcalc.systems"]
$name = "$name:SYSTEM"

[tool.hatch.build.targets.wheel]
packages = ["$name"]
"""
_TEST = '''"""$title keeps what every game keeps, and each of its expectations holds."""

import pytest
from probcalc.scenarios.contract import answer_of, faults, law_faults, requests
from $name import SHEET, SYSTEM


def test_the_game_is_sound():
    assert faults(SYSTEM) == []


def test_what_the_sheet_expects_holds():
    assert [str(met.wrong) for met in SHEET.check() if met.wrong] == []


@pytest.mark.parametrize("model", SYSTEM.scenarios, ids=lambda model: model.id)
def test_the_laws_are_whole(model):
    assert list(law_faults(answer_of(model, {}))) == []
    assert list(requests(model, 3))
'''
_README = """# $title

Exact odds for $title with probcalc: every question is a command, a page, a table,
a formula and a link.

    python -m pip install -e '.[test]'
    probcalc systems $name
    probcalc odds $first --explain
    python -m pytest

| file | what it holds |
| --- | --- |
| `$name/game.sheet` | the rules, line by line, with the tables and the tests: docs/sheets.md |
| `$name/__init__.py` | the game as probcalc finds it |
| `tests/test_$name.py` | holds the game to what it expects, and to what every game keeps |
"""


def packaged(text: str, name: str) -> dict[str, str]:
    """The files of a package with the sheet's game, by their places in its folder.

    >>> sorted(packaged("result: done = d6 >= 4", "coin"))[:3]
    ['.gitignore', 'README.md', 'coin/__init__.py']

    Raises:
        SheetError: when the sheet cannot be read.
    """
    game = Sheet(text, name)
    title = " ".join(game.title.replace('"', "'").replace("\\", "/").replace("$", "").split())
    told = {"name": name, "project": name.replace("_", "-"), "title": title, "first": game.id_of()}
    texts = {
        "README.md": _README,
        "pyproject.toml": _PROJECT,
        f"{name}/__init__.py": _INIT,
        f"tests/test_{name}.py": _TEST,
    }
    found = {place: Template(written).substitute(told) for place, written in texts.items()}
    return found | {".gitignore": "__pycache__/\n.pytest_cache/\n*.egg-info/\n", f"{name}/game.sheet": text}
