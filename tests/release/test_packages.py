"""What is published: the wheel and the sdist, installed in empty environments of every Python of this machine."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from probcalc.scenarios.extras import DISTRIBUTION

ROOT = Path(__file__).parents[2]
OTHERS = [f"3.{minor}" for minor in (11, 12, 13, 14) if minor != sys.version_info.minor]

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
    import probcalc
    from probcalc import d

    chance: str = d(6).at_least(5)
    probcalc.od("chronopia.melee")
"""


def run(*words: str | Path, beside: Path | None = None, **settings: object) -> str:
    """What a command prints, given what lies `beside` to import; a failed one fails the test with all that it said."""
    # The checkout must not stand in for what is installed.
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    if beside:
        environment["PYTHONPATH"] = str(beside)
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=900, env=environment, **settings
    )
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the wheel and the sdist lie, built by the first process of the run that needs them."""
    base = tmp_path_factory.getbasetemp()
    out = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "dist"
    with out.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not out.exists():
            made = tmp_path_factory.mktemp("made")
            run(sys.executable, "-m", "build", "--outdir", made, ROOT)
            made.rename(out)
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


def interpreter(version: str) -> str:
    """Another interpreter of this machine; the test is skipped where there is none."""
    # Tools that keep several interpreters put them side by side.
    beside = Path(sys.base_prefix).parent.glob(f"*/bin/python{version}")
    for path in (shutil.which(f"python{version}"), *map(str, beside)):
        if path and runs(path, version):
            return path
    pytest.skip(f"no Python {version} here")


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
@pytest.mark.parametrize("version", OTHERS)
def test_the_wheel_alone_answers_a_first_question(built: Path, tmp_path: Path, version: str) -> None:
    [wheel] = built.glob("*.whl")
    there = environment(tmp_path / "core", interpreter(version))
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


def brought(core: Path, extra: str) -> dict[str, Distribution]:
    """What the wheel brings along with this extra, by name, as it is installed here, each in a version asked for."""
    [site] = core.parent.parent.glob("lib/*/site-packages")
    [wheel] = distributions(name=DISTRIBUTION, path=[str(site)])
    seen, left, found = set[tuple[str, str]](), [(DISTRIBUTION, extra)], dict[str, Distribution]()
    while left:
        name, wanted = left.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        there = wheel if name == DISTRIBUTION else distribution(name)
        found[name] = there
        for asked in map(Requirement, there.requires or ()):
            if asked.marker is None or asked.marker.evaluate({"extra": wanted}):
                version = wheel.version if asked.name == DISTRIBUTION else distribution(asked.name).version
                assert asked.specifier.contains(version, prereleases=True), f"{asked} of {name}, here is {version}"
                left += [(canonicalize_name(asked.name), further) for further in ("", *asked.extras)]
    return found


def laid_out(core: Path, extra: str, folder: Path) -> Path:
    """A folder in which nothing else can be imported than what the extra brings along."""
    folder.mkdir()
    for name, there in brought(core, extra).items():
        tops = {file.parts[0] for file in there.files or ()} - {"..", "__pycache__"}
        for top in tops if name != DISTRIBUTION else ():
            (folder / top).symlink_to(Path(str(there.locate_file(top))))
    return folder


@pytest.mark.slow
def test_every_extra_brings_what_its_door_needs(core: Path, tmp_path: Path) -> None:
    # `make` has installed all of them by pip, with the same constraints: here they are sorted by who asks for them.
    command = core.parent / "probcalc"
    doors: dict[str, list[str | Path]] = {
        "symbolic": [command, "formula", "chronopia.armour", "damage=11", "--in", "armour"],
        "sweep": [command, "sweep", "chronopia.armour", "--vary", "armour=1..3", "--out", "cells.parquet"],
        "report": [command, "report", "reikhammer", "--out", "reikhammer.html"],
        "all": [core, "-c", "import probcalc.web.main, probcalc.api.assistants, distributed"],
    }
    for extra, words in doors.items():
        run(*words, cwd=tmp_path, beside=laid_out(core, extra, tmp_path / extra))


@pytest.mark.slow
def test_a_client_of_the_wheel_is_checked_by_its_types(core: Path, tmp_path: Path) -> None:
    client, wrong = tmp_path / "client.py", tmp_path / "wrong.py"
    client.write_text(textwrap.dedent(CLIENT), encoding="utf-8")
    wrong.write_text(textwrap.dedent(WRONG), encoding="utf-8")
    assert run(core, client, cwd=tmp_path).split() == ["369/625", "1/3", "161/36"]
    checking = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(core)]
    said = subprocess.run([*checking, client, wrong], capture_output=True, text=True, cwd=tmp_path, timeout=300).stdout
    assert 'has type "Fraction", variable has type "str"' in said
    assert 'Module has no attribute "od"' in said
    assert "Found 2 errors in 1 file (checked 2 source files)" in said
