"""What is published: the wheel and the sdist, installed in empty environments of every Python of this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from pathlib import Path

import pytest

from probcalc.scenarios.extras import DISTRIBUTION

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")

CLIENT = """
    from fractions import Fraction

    import probcalc
    from probcalc import Distribution, d

    answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    chance: Fraction = d(6).at_least(5)
    law: Distribution = probcalc.roll("2d6 best")["result"]
    print(answer["slain"], chance, law.mean)
"""
WRONG = """
    from probcalc import d

    chance: str = d(6).at_least(5)
"""


def run(*words: str | Path, **settings: object) -> str:
    """What a command prints; a failed one fails the test with all that it said."""
    # The checkout must not stand in for what is installed.
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=900, env=environment, **settings
    )
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the wheel and the sdist lie."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", out, ROOT)
    return out


def environment(folder: Path, python: str) -> Path:
    """An empty environment; its interpreter."""
    run(python, "-m", "venv", "--without-pip", folder)
    return folder / "bin" / "python"


def pip(python: Path, *words: str | Path) -> None:
    """The pip of this interpreter, at work in that environment."""
    run(sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", *words)


def install(python: Path, what: str) -> None:
    # What is imported is compiled then: most of what the libraries bring never is.
    pip(python, "install", "-q", "--no-compile", "-c", ROOT / "constraints.txt", what)


def runs(path: str, version: str) -> bool:
    asked = [path, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"]
    return subprocess.run(asked, capture_output=True, text=True).stdout.strip() == version


def pythons() -> list[str]:
    """Every other interpreter on this machine that the package is for."""
    found = []
    for version in VERSIONS:
        if version == f"{sys.version_info.major}.{sys.version_info.minor}":
            continue
        # Tools that keep several interpreters put them side by side.
        beside = Path(sys.base_prefix).parent.glob(f"*/bin/python{version}")
        usable = (
            path for path in (shutil.which(f"python{version}"), *map(str, beside)) if path and runs(path, version)
        )
        found += list(usable)[:1]
    return found


def test_the_sdist_and_the_wheel_hold_what_they_promise(built: Path) -> None:
    [wheel], [sdist] = built.glob("*.whl"), built.glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.startswith(DISTRIBUTION.replace("-", "_"))
    assert {"probcalc/py.typed", "probcalc/systems/chronopia/presets.toml"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "docs/"))]
    with tarfile.open(sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    assert {"README.md", "CHANGELOG.md", "CITATION.cff", "Makefile", "tests/conftest.py", "docs/house.md"} <= inside


@pytest.fixture(scope="module")
def core(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel alone, made by the Python of this process."""
    [wheel] = built.glob("*.whl")
    there = environment(tmp_path_factory.mktemp("core") / "core", sys.executable)
    install(there, str(wheel))
    return there


def answers(there: Path, folder: Path) -> None:
    """The wheel alone gives its first answer there."""
    command = there.parent / "probcalc"
    asked = ["odds", "chronopia.melee", "attacker=the_cursed", "target=spearmen", "charging=true", "--json"]
    assert "1659/2500" in json.dumps(json.loads(run(command, *asked, cwd=folder))["results"]["slain"])


@pytest.mark.slow
@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).name)
def test_the_wheel_alone_answers_a_first_question(built: Path, tmp_path: Path, python: str) -> None:
    [wheel] = built.glob("*.whl")
    there = environment(tmp_path / "core", python)
    install(there, str(wheel))
    answers(there, tmp_path)


@pytest.mark.slow
def test_the_wheel_alone_has_both_its_names_and_says_what_its_pages_need(core: Path, tmp_path: Path) -> None:
    answers(core, tmp_path)
    assert "5/16" in run(core.parent / DISTRIBUTION, "roll", "d6 + d8 >= 10", "--json", cwd=tmp_path)
    app = [core.parent / "probcalc", "app"]
    refused = subprocess.run(app, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert refused.returncode != 0
    assert "which are not installed: pip install" in refused.stderr
    pip(core, "check")


@pytest.mark.slow
def test_every_extra_brings_what_its_door_needs(built: Path, tmp_path: Path) -> None:
    [wheel] = built.glob("*.whl")
    there = environment(tmp_path / "extras", sys.executable)
    command = there.parent / "probcalc"
    doors = {
        "symbolic": ["formula", "chronopia.armour", "damage=11", "--in", "armour"],
        "sweep": ["sweep", "chronopia.armour", "--vary", "armour=1..3", "--out", "cells.parquet"],
        "report": ["report", "reikhammer", "--out", "reikhammer.html"],
    }
    for extra, words in doors.items():
        install(there, f"{wheel}[{extra}]")
        run(command, *words, cwd=tmp_path)
    install(there, f"{wheel}[all]")
    pip(there, "check")
    run(there, "-c", "import probcalc.web.main, distributed, streamlit", cwd=tmp_path)


@pytest.mark.slow
def test_a_client_of_the_wheel_is_checked_by_its_types(core: Path, tmp_path: Path) -> None:
    client, wrong = tmp_path / "client.py", tmp_path / "wrong.py"
    client.write_text(textwrap.dedent(CLIENT), encoding="utf-8")
    wrong.write_text(textwrap.dedent(WRONG), encoding="utf-8")
    assert run(core, client, cwd=tmp_path).split() == ["369/625", "1/3", "161/36"]
    checking = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(core)]
    said = subprocess.run([*checking, client, wrong], capture_output=True, text=True, cwd=tmp_path, timeout=300).stdout
    assert 'has type "Fraction", variable has type "str"' in said
    assert "Found 1 error in 1 file (checked 2 source files)" in said
