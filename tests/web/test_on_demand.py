"""The algebra system where there is none yet: known from the start, fetched when a formula is opened."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

_VISIT = """
import json, sys
from importlib.machinery import PathFinder
from tests.web.recording import ABSENT, hide
there = PathFinder.find_spec
hide("sympy", "mpmath", *ABSENT)
from probcalc.static.session import Session, arrive

visit = Session("/chronopia?s=chronopia.armour")
shown = [visit.tree(), visit.open_address("/chronopia?s=chronopia.armour&show.turned=figure")]
shown += [visit.tree(), visit.open_address("/chronopia?s=chronopia.armour")]
fetched = "sympy" in sys.modules
PathFinder.find_spec = there
arrive("sympy")
shown += [visit.open_address("/chronopia?s=chronopia.armour&show.turned=figure")]
print(json.dumps([fetched, shown]))
"""


def test_a_formula_asks_for_the_algebra_system_and_is_drawn_when_it_is_there() -> None:
    found = subprocess.run(
        [sys.executable, "-c", _VISIT],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert found.returncode == 0, found.stderr
    fetched, (closed, opened, again, closed_again, drawn) = json.loads(found.stdout)
    assert not fetched
    assert "page" in closed
    assert "room what_if" in json.dumps(closed)
    assert opened == again == {"wants": ["sympy"]}
    assert "page" in closed_again
    assert '"kind": "latex"' in json.dumps(drawn)
