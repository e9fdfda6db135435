"""The games that packages of their own bring to the static pages: those installed, and folders that are named."""

from __future__ import annotations

import keyword
import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from probcalc.exact.errors import suggestion
from probcalc.scenarios import finding, registry
from probcalc.scenarios.errors import InputError, nearest_name
from probcalc.sheets.games.game import Sheet
from probcalc.sheets.packaging import package
from probcalc.site.tools import CannotBuild

_TOLD = "probcalc_games-1.dist-info"
_PATH = "PYTHONPATH"


@contextmanager
def games(asked: Sequence[str]) -> Iterator[None]:
    """Within this the games of these folders are found as if they were installed, here and in processes begun here.

    What is no folder is the name of a game that is installed already.

    Raises:
        CannotBuild: for a folder that holds no game, and a name that no game has.
    """
    points: dict[str, str] = {}
    sheets: dict[str, str] = {}
    roots: list[str] = []
    for name in asked:
        folder = Path(name)
        if folder.is_dir() and not _is_project(folder) and (found_sheets := sorted(folder.glob("*.sheet"))):
            sheets |= _sheets(found_sheets, {*registry.system_ids(), *sheets})
        elif folder.is_dir():
            found, root = _of_folder(folder.resolve())
            points |= found
            roots.append(str(root))
        elif name not in registry.system_ids():
            near = nearest_name(name, registry.system_ids())
            hint = suggestion(near, "; name its folder, or install it")
            raise CannotBuild(f"{name} is no folder and no game that is installed{hint}")
    with tempfile.TemporaryDirectory() as made:
        for name, text in sheets.items():
            for place, written in package(text, name).items():
                (Path(made) / place).parent.mkdir(parents=True, exist_ok=True)
                (Path(made) / place).write_text(written, "utf-8")
            points[name] = f"{name}:SYSTEM"
        if points:
            write_entry_points(Path(made), points)
            roots.append(made)
        before, path = os.environ.get(_PATH), list(sys.path)
        sys.path[:0] = roots
        os.environ[_PATH] = os.pathsep.join([*roots, *([before] if before else [])])
        finding.forget()
        try:
            yield
        finally:
            sys.path[:] = path
            os.environ.pop(_PATH)
            if before is not None:
                os.environ[_PATH] = before
            finding.forget()


def _is_project(folder: Path) -> bool:
    return any((folder / name).is_file() for name in ("pyproject.toml", "__init__.py"))


def _sheets(files: Sequence[Path], taken: set[str]) -> dict[str, str]:
    """The games that are written on these pages of text, by the names of their files."""
    found: dict[str, str] = {}
    for file in files:
        name = file.stem.lower().replace("-", "_").replace(" ", "_")
        try:
            text = file.read_text("utf-8")
            wrong = [str(met.wrong) for met in Sheet(text, name).check() if met.wrong]
        except (OSError, UnicodeDecodeError):
            raise CannotBuild(f"{file} is no text in UTF-8") from None
        except InputError as error:
            raise CannotBuild(f"{file}: {error}") from None
        if wrong:
            raise CannotBuild(f"{file}: {wrong[0]}")
        if not (name.isidentifier() and name.isascii()) or keyword.iskeyword(name) or find_spec(name) is not None:
            raise CannotBuild(f"{file}: a sheet's file is named in letters, digits and _, and like no Python package")
        if name in taken:
            raise CannotBuild(f"{file}: {name} is a game already; rename the file")
        found[name] = text
    return found


def write_entry_points(folder: Path, points: dict[str, str]) -> Path:
    """What says of a package which games it brings, as it would be installed; the folder with it."""
    made = folder / _TOLD
    made.mkdir()
    lines = [f"{name} = {value}" for name, value in sorted(points.items())]
    (made / "entry_points.txt").write_text("\n".join([f"[{finding.GROUP}]", *lines, ""]), "utf-8")
    return made


def games_brought() -> dict[str, str]:
    """The games that packages of their own bring, each with where it is found: "skirmish:SYSTEM"."""
    own = finding.folders()
    return {name: points[0].value for name, points in finding.entry_points_by_game().items() if name not in own}


def packages() -> tuple[str, ...]:
    """The packages that hold these games."""
    return tuple(sorted({value.partition(":")[0].partition(".")[0] for value in games_brought().values()}))


def _of_folder(folder: Path) -> tuple[dict[str, str], Path]:
    """The games in a folder, and the folder from which they are imported: a project of its own, or the bare package."""
    project = folder / "pyproject.toml"
    if project.is_file():
        try:
            said = tomllib.loads(project.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CannotBuild(f"{project} cannot be read: {error}") from None
        points = said.get("project", {}).get("entry-points", {}).get(finding.GROUP, {})
        names = {str(value).partition(":")[0].partition(".")[0] for value in points.values()}
        for root in (folder, folder / "src"):
            if names and all((root / name).is_dir() for name in names):
                return {str(name): str(value) for name, value in points.items()}, root
        raise CannotBuild(
            f'{project} names no game under [project.entry-points."{finding.GROUP}"] whose package is there'
        )
    if (folder / "__init__.py").is_file():
        return {folder.name: f"{folder.name}:SYSTEM"}, folder.parent
    raise CannotBuild(f"{folder} holds no game: neither a pyproject.toml nor a package")
