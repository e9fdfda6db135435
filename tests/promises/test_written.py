"""A game that a release wrote loads with the present version: what it imports is where it was."""

from pathlib import Path

import pytest

from tests.promises.written import READY, imports_in, modules_written

RELEASES = sorted((Path(__file__).parent / "written").glob("*.txt"))


def test_there_are_sheets_and_releases():
    assert len(READY) >= 20
    assert RELEASES


def test_imports_are_found_by_module():
    modules = ["from probcalc.b import y\nimport os", "def f():\n    from probcalc.b import x\nfrom probcalcs import z"]
    assert imports_in(modules) == ["from probcalc.b import x, y"]


def test_a_written_game_needs_no_more_names_than_these():
    written = imports_in(modules_written())
    assert "from probcalc.scenarios.system import System" in written
    assert [line for line in written if "probcalc.sheets" in line] == ["from probcalc.sheets.parties import Role"]


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_what_a_game_of_a_release_imports_is_where_it_was(release):
    missing = []
    for line in release.read_text("utf-8").splitlines():
        try:
            exec(line, {})
        except ImportError as error:
            missing.append((line, str(error)))
    assert missing == []
