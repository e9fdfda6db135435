"""`probcalc app`: which file it starts, with which settings, and what it says when there are no pages."""

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from click.testing import CliRunner

from probcalc.cli import main, programs


@pytest.fixture
def calls(monkeypatch):
    """The commands that would have been started."""
    seen = []

    def call(command, cwd):
        seen.append((command, Path(cwd)))
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    return seen


def test_it_starts_the_pages_beside_the_package(calls):
    found = CliRunner().invoke(main, ["app", "--port", "8600", "--no-browser"])
    assert found.exit_code == 0
    ((command, folder),) = calls
    assert command[1:3] == ["-m", "probcalc.web"]
    assert set(command[3:]) == {"--server.port=8600", "--server.address=localhost", "--server.headless=true"}
    assert (folder / "app.py").is_file()
    assert (folder / ".streamlit" / "config.toml").is_file()


def test_a_port_is_a_number(calls):
    found = CliRunner().invoke(main, ["app", "--port", "99999"])
    assert (found.exit_code, found.stdout, calls) == (2, "", [])
    assert found.stderr.count("\n") == 1


def test_without_streamlit_it_says_what_to_install(monkeypatch, calls):
    monkeypatch.setitem(sys.modules, "streamlit", None)
    found = CliRunner().invoke(main, ["app"])
    assert (found.exit_code, calls) == (2, [])
    line = r"the pages need streamlit, which is not installed: pip install 'streamlit\S*'\n"
    assert re.fullmatch(line, found.stderr)


@pytest.mark.parametrize(
    ("library", "door"),
    [
        ("streamlit", "import runpy; runpy.run_module('probcalc.web', run_name='__main__')"),
        ("sympy", "import probcalc; probcalc.formula('chronopia.melee', free='cc')"),
        ("sympy", "from probcalc import solve; solve('chronopia.melee', for_='cc', that='slain >= 1/2')"),
        ("sympy", "import probcalc; probcalc.overtake('chronopia.melee', {}, {}, over='cc')"),
    ],
)
def test_a_door_without_its_libraries_says_in_one_line_what_to_install(library, door):
    code = f"import sys; sys.modules['{library}'] = None\n{door}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (found.returncode, found.stdout) == (1, "")
    last = found.stderr.splitlines()[-1]
    assert re.search(rf"need {library}, which is not installed: pip install '{library}\S*'$", last)
    # Python itself says where an import failed; a command that is started says one line and no more.
    assert library == "sympy" or found.stderr.count("\n") == 1


def test_all_names_can_be_looked_at_and_taken_without_the_libraries_of_some():
    code = """
import sys
for name in ("sympy", "numpy", "pyarrow", "pandas", "altair", "streamlit", "typst", "distributed"):
    sys.modules[name] = None
import inspect
import probcalc
assert all(hasattr(probcalc, name) for name in dir(probcalc))
assert len(inspect.getmembers(probcalc)) > 20
from probcalc import *
print(odds("chronopia.melee")["slain"], solve.__name__, solve.__doc__)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert re.fullmatch(
        r"\d+/\d+ solve formulas need sympy, which is not installed: pip install 'sympy\S*'\.\n", found.stdout
    )


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """A package that is no checkout, with an installation's folder of shared files."""
    packages = tmp_path / "site-packages"
    (packages / "probcalc" / "cli").mkdir(parents=True)
    # A file of that name beside the package belongs to somebody else.
    (packages / "app.py").touch()
    monkeypatch.setattr(programs, "__file__", str(packages / "probcalc" / "cli" / "programs.py"))
    monkeypatch.setattr(sysconfig, "get_path", lambda name, scheme: str(tmp_path / name))
    return tmp_path / "data" / "share" / "probcalc"


def test_an_installation_holds_the_entry_among_its_shared_files(elsewhere):
    elsewhere.mkdir(parents=True)
    (elsewhere / "app.py").touch()
    assert programs.app_file() == elsewhere / "app.py"


def test_an_installation_without_it_has_none(elsewhere):
    assert programs.app_file() is None


def test_without_its_entry_it_says_so(monkeypatch, calls):
    monkeypatch.setattr(programs, "app_file", lambda: None)
    found = CliRunner().invoke(main, ["app"])
    assert (found.exit_code, calls) == (2, [])
    assert "the pages are not installed here" in found.stderr


def test_an_address_that_is_none_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: pytest.fail("nothing is started"))
    found = CliRunner().invoke(main, ["app", "--address", "x y", "--no-browser"])
    assert found.exit_code == 2
    assert found.stderr.strip().endswith("such as localhost or 0.0.0.0, not 'x y'")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_who_ends_the_command_ends_the_server():
    code = (
        "import subprocess, sys; from probcalc.cli import main; call = subprocess.call\n"
        "said = 'import os, time; print(os.getpid(), flush=True); time.sleep(60)'\n"
        "subprocess.call = lambda command, cwd: call([sys.executable, '-c', said])\n"
        "main(['serve'])"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        served = int(running.stdout.readline())
        running.terminate()
        assert running.wait(60) == 143
    with pytest.raises(ProcessLookupError):
        os.kill(served, 0)
