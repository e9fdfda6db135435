"""A sheet as a package of its own: installed, its game is one of the games of every command and page."""

from __future__ import annotations

from collections.abc import Mapping
from string import Template

from probcalc.sheets.game import Sheet
from probcalc.sheets.in_python.game import python_files
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.sheet import RoundsBlock

_INIT = '''"""$title: its rules are the lines of game.sheet.

A question that needs more than a sheet says is a class of its own beside these: docs/game.md.
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
_SOUND = """def test_the_game_is_sound():
    assert faults(SYSTEM) == []


def test_what_the_sheet_expects_holds():
    assert [str(met.wrong) for met in SHEET.check() if met.wrong] == []


"""
_ABOUT = """# $title

Exact odds for $title with probcalc: every question is a command, a page, a table,
"""
_COMMANDS = """
    python -m pip install -e '.[test]'
    probcalc systems $name
    probcalc odds $first --explain
    python -m pytest

| file | what it holds |
| --- | --- |
"""
_TEST = (
    '''"""$title keeps what every game keeps, and each of its expectations holds."""

import pytest
from probcalc.scenarios.contract import answer_of, faults, law_faults, requests
from $name import SHEET, SYSTEM


'''
    + _SOUND
    + """@pytest.mark.parametrize("model", SYSTEM.scenarios, ids=lambda model: model.id)
def test_the_laws_are_whole(model):
    assert list(law_faults(answer_of(model, {}))) == []
    assert list(requests(model, 3))
"""
)
_README = (
    _ABOUT
    + """a formula and a link.
"""
    + _COMMANDS
    + """| `$name/game.sheet` | the rules, line by line, with the tables and the tests: docs/sheets.md |
| `$name/__init__.py` | the game as probcalc finds it |
| `tests/test_$name.py` | holds the game to what it expects, and to what every game keeps |
"""
)


_IGNORED = "__pycache__/\n.pytest_cache/\n*.egg-info/\n"
_SHEET_TEST = (
    '''"""$title keeps what every game keeps, and answers like the sheet that it was written from."""

from pathlib import Path

import pytest
from probcalc import Sheet
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.contract import differences, faults, requests
from $name import SYSTEM

SHEET = Sheet((Path(__file__).parent / "game.sheet").read_text("utf-8"), "$name")


'''
    + _SOUND
    + """@pytest.mark.parametrize("model", SYSTEM.scenarios, ids=lambda model: model.id)
def test_the_sheet_answers_alike(model):
    def of_the_sheet(given):
        asked = {parameter.name: given[parameter.name] for parameter in model.parameters()}
        answer = SHEET.odds(model.id.partition(".")[2], asked)
        laws = {name: dict(law.items()) for name, law in answer.items() if isinstance(law, Distribution)}
        return {**answer, **laws}

    assert differences(model, of_the_sheet, requests(model, $requests)) == []
"""
)
_PYTHON_README = (
    _ABOUT
    + """a formula and a link. It was written from a sheet; from here on it is yours.
"""
    + _COMMANDS
    + """| `$name/*.py` | a question each: its parameters, and the lines of the sheet as they are rolled |
| `$name/tables.py` | the tables, where the sheet has some |
| `$name/catalogue.toml` | every line of the sheet that is rolled |
| `$name/presets.toml` | questions ready to ask |
| `$name/__init__.py` | the game: what it is called, its questions |
| `tests/game.sheet`, `tests/test_$name.py` | hold the game to the sheet, and to what every game keeps |
"""
)


def in_python(text: str, name: str) -> tuple[dict[str, str], str]:
    r"""The files of a package with the rules in Python, by their places in its folder, and what stood in the way.

    A package with a form of lines that is not written in Python yet holds the sheet.

    >>> files, left = in_python("hero: skill 4+\nresult: done = d6 >= skill", "coin")
    >>> "coin/my_game.py" in files, left
    (True, '')

    Raises:
        SheetError: when the sheet cannot be read.
    """
    told = _words_of(Sheet(text, name), name)
    try:
        modules = python_files(text, name)
    except Unsaid as error:
        files = package(text, name)
        files["README.md"] += f"\nIts rules stay lines of a sheet: {error} is not written in Python yet.\n"
        return files, str(error)
    texts = {"README.md": _PYTHON_README, "pyproject.toml": _PROJECT, f"tests/test_{name}.py": _SHEET_TEST}
    found = _fill(texts, told) | {f"{name}/{place}": written for place, written in modules.items()}
    return found | {".gitignore": _IGNORED, "tests/game.sheet": text}, ""


def _fill(texts: Mapping[str, str], told: Mapping[str, str]) -> dict[str, str]:
    return {place: Template(text).substitute(told) for place, text in texts.items()}


def _words_of(game: Sheet, name: str) -> dict[str, str]:
    title = " ".join(game.title.replace('"', "'").replace("\\", "/").replace("$", "").split())
    # Rounds take their time.
    is_long = any(isinstance(item, RoundsBlock) for question in game.read for item in question.items)
    told = {"name": name, "project": name.replace("_", "-"), "title": title, "first": game.id_of()}
    return told | {"requests": "5" if is_long else "20"}


def package(text: str, name: str) -> dict[str, str]:
    r"""The files of a package with the sheet's game, by their places in its folder.

    >>> sorted(package("result: done = d6 >= 4", "coin"))[:3]
    ['.gitignore', 'README.md', 'coin/__init__.py']

    Raises:
        SheetError: when the sheet cannot be read.
    """
    told = _words_of(Sheet(text, name), name)
    texts = {
        "README.md": _README,
        "pyproject.toml": _PROJECT,
        f"{name}/__init__.py": _INIT,
        f"tests/test_{name}.py": _TEST,
    }
    return _fill(texts, told) | {".gitignore": _IGNORED, f"{name}/game.sheet": text}
