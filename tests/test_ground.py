"""The repository as a stranger finds it: it says how to start, and names no place that is not theirs."""

import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import probcalc
from probcalc.cli import main
from probcalc.scenarios import registry
from probcalc.scenarios.extras import DISTRIBUTION

ROOT = Path(__file__).parent.parent
IGNORED = [
    line.removesuffix("/")
    for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def project_files() -> Iterator[Path]:
    """Every file that belongs to the project: what .gitignore does not name."""
    for folder, folders, names in os.walk(ROOT):
        above = "/" if Path(folder) == ROOT else ""
        folders[:] = [name for name in folders if name != ".git" and not ignored(name, above)]
        yield from (Path(folder, name) for name in names if name != ".git" and not ignored(name, above))


def ignored(name: str, above: str = "") -> bool:
    return any(fnmatch(name, pattern) or fnmatch(f"{above}{name}", pattern) for pattern in IGNORED)


def lines_with(pattern: str) -> list[str]:
    """Each line of the project that the pattern is found in, with its file and number."""
    wanted = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in project_files()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if wanted.search(line)
    ]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pins() -> list[str]:
    return [line for line in text_of("constraints.txt").splitlines() if not line.startswith("#")]


def project_table() -> dict[str, Any]:
    return tomllib.loads(text_of("pyproject.toml"))["project"]


def test_what_is_ignored_is_no_part_of_the_package() -> None:
    # A wheel leaves out what .gitignore names, wherever it lies.
    left_out = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "probcalc").rglob("*")
        if path.name != "__pycache__" and path.suffix != ".pyc" and ignored(path.name)
    ]
    assert left_out == []


def test_no_file_names_a_package_registry() -> None:
    hosts = r"pypi\.org|pythonhosted\.org|registry\.npmjs|npmjs\.com|deb\.debian"
    switches = r"index[-_]url|find[-_]links"
    assert lines_with(rf"(?i){hosts}|{switches}") == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    assert lines_with(r"(?<![\w.*$}/-])/(?:home|root|tmp|work|Users|mnt)/|\.\./shared") == []


def test_constraints_are_plain_versions_without_addresses_or_hashes() -> None:
    plain = re.compile(r"[\w.-]+==[\w.]+( ; [\w<>=.'\" ]+)?")
    assert [line for line in pins() if not plain.fullmatch(line)] == []


def test_constraints_pin_every_package_that_is_asked_for() -> None:
    table = project_table()
    asked = list(table["dependencies"])
    for extra, packages in table["optional-dependencies"].items():
        asked += packages if extra != "all" else []
    for packages in tomllib.loads(text_of("pyproject.toml"))["dependency-groups"].values():
        asked += [package for package in packages if isinstance(package, str)]
    wanted = {re.match(r"[\w.-]+", package)[0].lower() for package in asked}
    assert wanted - {pin.split("==")[0].lower() for pin in pins()} == set()


def test_the_extra_called_all_holds_every_other_extra() -> None:
    extras = project_table()["optional-dependencies"]
    assert set(re.findall(r"[\w-]+", extras["all"][0])) == {DISTRIBUTION, *extras} - {"all"}


def test_nothing_installs_the_package_of_a_stranger() -> None:
    # The index holds another package under the name of our command.
    assert project_table()["name"] == DISTRIBUTION
    installing = r"(?:pip|pipx|uvx?|uv tool) (?:install|run|add)? ?(?:-\S+ )*['\"]?probcalc\b(?!\.)"
    depending = r"dependencies = \[['\"]probcalc\b(?!-)"
    assert lines_with(f"{installing}|{depending}") == []


@pytest.mark.parametrize("command", ["make odds", "make app", "make test"])
def test_the_readme_says_how_to_start(command: str) -> None:
    assert command in text_of("README.md")


def links(name: str) -> list[str]:
    """The files that a text links to, as it names them."""
    return [link for link in re.findall(r"\]\(([^)#]+)", text_of(name)) if "://" not in link]


def test_the_readme_leads_to_every_guide_and_every_example() -> None:
    wanted = {path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.py"))}
    assert wanted - set(links("README.md")) == set()


@pytest.mark.parametrize("name", ["README.md", *(f"docs/{path.name}" for path in sorted(ROOT.glob("docs/*.md")))])
def test_what_a_text_links_to_is_there(name: str) -> None:
    folder = (ROOT / name).parent
    assert [link for link in links(name) if not (folder / link).exists()] == []


def test_the_readme_shows_the_answer_that_make_odds_gives() -> None:
    shown = re.search(r"\$ make odds\n((?:    .*\n|\n)+?)\n!", text_of("README.md"))[1]
    words = re.search(r"probcalc (odds chronopia\..*)", text_of("Makefile"))[1].split()
    given = CliRunner().invoke(main, words).stdout
    assert given.startswith("\n".join(line[4:] for line in shown.rstrip().splitlines()))


def test_the_readme_names_every_system_and_the_architecture_every_package() -> None:
    text = text_of("README.md")
    assert [system.name for system in registry.systems() if f"\n| {system.name} |" not in text] == []
    packages = {path.parent.name for path in ROOT.glob("probcalc/*/__init__.py")}
    assert {name for name in packages if f"`{name}`" not in text_of("docs/house.md")} == set()


@pytest.mark.parametrize("command", ["odds", "app", "test", "browser", "quick", "lint", "bench", "clean", "help"])
def test_make_help_would_list_each_command(command: str) -> None:
    assert re.search(rf"^{command}:.*## \S", text_of("Makefile"), flags=re.MULTILINE)


def test_the_package_and_its_description_agree_on_the_version() -> None:
    version = project_table()["version"]
    assert version == probcalc.__version__
    assert version in text_of("CHANGELOG.md")


def test_the_source_archive_holds_every_file_that_its_documents_name() -> None:
    build = tomllib.loads(text_of("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["sdist"]
    held = {name.removeprefix("/") for name in build["include"]} | {"pyproject.toml"}
    names = {path.name for path in ROOT.iterdir() if not ignored(path.name, "/") and not path.name.startswith(".git")}
    texts = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "Makefile", *ROOT.glob("tests/*.py")]
    said = " ".join(path.read_text(encoding="utf-8") for path in texts)
    assert {name for name in names if re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", said)} - held == set()
    assert ".gitignore" in held
    assert [name for name in held if not (ROOT / name).exists()] == []


def test_the_project_names_no_address_that_is_not_real() -> None:
    assert "urls" not in project_table()


def test_the_pages_have_ten_sequential_colours_in_the_light_and_in_the_dark() -> None:
    theme = tomllib.loads(text_of(".streamlit/config.toml"))["theme"]
    for mode in ("light", "dark"):
        colours = theme[mode]["chartSequentialColors"]
        assert len(colours) == len(set(colours)) == 10


def test_what_is_no_room_is_said_and_nothing_is_run() -> None:
    words = ["make", "--no-print-directory", "-o", ".venv/.made-test", "check", "ROOM=nowhere_at_all"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (said.returncode, said.stdout) == (2, "")
    assert "There is no room nowhere_at_all" in said.stderr
