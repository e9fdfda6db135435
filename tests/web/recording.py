"""Visits to the recorded pages in a process of its own: a list of visits in, what each step showed out.

A visit is a list of steps: an address that is opened, or a list of events.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

Step = str | list[dict[str, Any]]


def recorded(visits: list[list[Step]]) -> list[list[dict[str, Any]]]:
    """What the steps of these visits show, where Streamlit is not loaded."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.web.recording"],
        input=json.dumps(visits),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=Path(__file__).parents[2],
    )
    assert found.returncode == 0, found.stderr
    answers: list[list[dict[str, Any]]] = json.loads(found.stdout)
    return answers


ABSENT = ("altair", "numpy", "pandas", "pyarrow", "typst", "vl_convert")
"""What a browser has not."""


def hide(*names: str) -> None:
    """Let these libraries not be found in this process."""
    there = PathFinder.find_spec

    def found(name: str, path: Any = None, target: Any = None) -> Any:
        return None if name.partition(".")[0] in names else there(name, path, target)

    PathFinder.find_spec = found  # type: ignore[method-assign, assignment]


def _main() -> None:
    hide(*ABSENT)
    from probcalc.static.session import Session

    answers = []
    for visit in json.load(sys.stdin):
        session = Session("/")
        answers.append(
            [session.open_address(step) if isinstance(step, str) else session.take_events(step) for step in visit]
        )
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    _main()
