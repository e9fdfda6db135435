"""A sheet as a package of its own: installed, its game is one of the games of every command and page."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pkgutil import get_data
from string import Template

from probcalc.sheets.games.game import Sheet
from probcalc.sheets.in_python.game import python_files
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.reading.sheet import RoundsBlock


def texts_of_package(kind: str = "") -> dict[str, str]:
    """The texts of every package, and of those of a kind, by their places in its folder; names stand in them as $name.

    >>> sorted(texts_of_package())
    ['.gitignore', 'pyproject.toml']
    """
    told = tomllib.loads((get_data(__package__, "package.toml") or b"").decode("utf-8"))
    shared = {name: told.pop(name) for name in ("about", "commands", "sound")}
    kinds = {name: told.pop(name) for name in ("of_lines", "in_python")}
    return {place: Template(text).safe_substitute(shared) for place, text in (told | kinds.get(kind, {})).items()}


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
    found = _fill("in_python", told) | {f"{name}/{place}": written for place, written in modules.items()}
    return found | {"tests/game.sheet": text}, ""


def _fill(kind: str, told: Mapping[str, str]) -> dict[str, str]:
    return {Template(p).substitute(told): Template(text).substitute(told) for p, text in texts_of_package(kind).items()}


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
    return _fill("of_lines", told) | {f"{name}/game.sheet": text}
