"""The examples run, and say what they are read for."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
SAYS = {
    "one_attack": "Slain: 369/625, that is 59.0 %",
    "unit_against_every_target": "Civilian                  68.4 %    73.2 %",
    "custom_mechanic": "exactly 38179/24576 and 189107297/100663296",
    "chronopia_charge": "3 Spearmen hold against the charge with 55.0 %",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path, capsys):
    runpy.run_path(str(path), run_name="__main__")
    said = capsys.readouterr().out
    assert said.strip()
    assert SAYS.get(path.stem, "") in said
