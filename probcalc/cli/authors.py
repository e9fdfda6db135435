"""`probcalc new game`: a package of its own for a new game, ready to run, to test and to install."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template

import click

from probcalc.cli.arguments import command
from probcalc.cli.output import put

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LONGEST = 40

# Where each text goes; $name is the game's.
FILES = {
    "README.md": "README.md",
    "init.py": "$name/__init__.py",
    "strike.py": "$name/strike.py",
    "tables.py": "$name/tables.py",
    "weapons.toml": "$name/data/weapons.toml",
    "catalogue.toml": "$name/catalogue.toml",
    "presets.toml": "$name/presets.toml",
    "twin.py": "tests/twin.py",
    "test_game.py": "tests/test_$name.py",
}


@command(
    "Create a package for a new game.",
    "probcalc new game skirmish",
    'probcalc new game skirmish --title "Skirmish at Dawn" --into games',
    "probcalc new sheet ambush",
)
@click.argument("what", type=click.Choice(["game", "sheet"]))
@click.argument("name")
@click.option("--title", default="", metavar="TEXT", help="What the game is called; else its name in words.")
@click.option(
    "--into",
    default=".",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder for the package (default: this one).",
)
def new(what: str, name: str, title: str, into: Path) -> None:
    """Create a package for a new game: a question, a table, a catalogue and their tests, all green.

    Once it is installed, every command and page has the game; nothing of probcalc itself is touched. A sheet is a game
    on one page of text: a file that `probcalc sheet` reads.
    """
    if what == "game":
        require_free(name)
    elif not _NAME.fullmatch(name) or len(name) > _LONGEST:
        said = f"a sheet is named in small letters, digits and underscores, not {name[:_LONGEST]!r}"
        raise click.ClickException(said)
    title = title or name.replace("_", " ").title()
    if len(title) > _LONGEST or not title.isprintable() or '"' in title or "\\" in title or "$" in title:
        raise click.BadParameter(f"a title has at most {_LONGEST} plain characters", param_hint="--title")
    if what == "sheet":
        place = into / f"{name}.sheet"
        require_new(place)
        text = files("probcalc.cli").joinpath("new_game", "sheet.txt").read_text("utf-8")
        write_files(into, {place.name: Template(text).substitute(title=title)})
        asked = [f"    probcalc sheet {word} {place}" for word in ("check", "odds")]
        put("\n".join([f"{place}: {title}, a game on a page of text.", "", *asked]))
        return
    folder = into / name
    require_new(folder)
    written = files_of_game(name, title)
    write_files(folder, written)
    lines = [f"{folder}: {title}, with {len(written)} files to begin with.", "", f"    cd {folder}"]
    lines += [
        "    python -m pip install -e '.[test]'",
        f"    probcalc odds {name}.strike --explain",
        "    python -m pytest",
    ]
    put("\n".join(lines))


def require_new(place: Path) -> None:
    """Refuse a place where something is already."""
    if place.exists():
        raise click.ClickException(f"{place} is there already; choose another name or another folder")


def write_files(folder: Path, texts: Mapping[str, str]) -> None:
    """Write texts by their places in a folder."""
    for place, text in texts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")


def require_free(name: str) -> None:
    """Refuse a name that no package or no game can have, or that is taken.

    Raises:
        ClickException: in one line, with what is wrong.
    """
    from probcalc.scenarios.registry import system_ids

    if keyword.iskeyword(name):
        raise click.ClickException(f"{name} is a word of Python and cannot name a package; choose another")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        raise click.ClickException(
            f'"{name[:_LONGEST]}" is not a valid game name: use at most {_LONGEST} lower-case letters, digits and _, '
            "beginning with a letter"
        )
    if name in system_ids():
        raise click.ClickException(f"{name} is a game already: probcalc systems {name}")
    if find_spec(name) is not None:
        raise click.ClickException(f"{name} is the name of a Python package that is installed here; choose another")


def files_of_game(name: str, title: str) -> dict[str, str]:
    """The files of a new game, by their places in its folder.

    >>> sorted(files_of_game("skirmish", "Skirmish"))[:3]
    ['.gitignore', 'README.md', 'pyproject.toml']
    """
    told = {"name": name, "title": title, "project": name.replace("_", "-")}
    from probcalc.sheets.packaging import texts_of_package

    folder = files("probcalc.cli").joinpath("new_game")
    found = {place: Template(text).substitute(told) for place, text in texts_of_package().items()}
    for source, place in FILES.items():
        text = folder.joinpath(f"{source}.txt").read_text("utf-8")
        found[Template(place).substitute(told)] = Template(text).substitute(told)
    return found
