"""Visits to the recorded pages in a process of its own: a list of visits in, what each step showed out.

A visit is a list of steps: an address that is opened, or a list of events.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import traceback
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from threading import Timer
from typing import Any

Step = str | list[dict[str, Any]]
_LONGEST = 300


def recorded(visits: list[list[Step]]) -> list[list[dict[str, Any]]]:
    """What the steps of these visits show, where Streamlit is not loaded and no answer is known yet."""
    process = _process()
    assert process.stdin is not None
    assert process.stdout is not None
    late = Timer(_LONGEST, process.kill)
    late.start()
    print(json.dumps(visits), file=process.stdin, flush=True)
    line = process.stdout.readline()
    late.cancel()
    assert line, f"the process that records has ended: {process.wait()}"
    found: dict[str, Any] = json.loads(line)
    assert "answers" in found, found
    answers: list[list[dict[str, Any]]] = found["answers"]
    return answers


@cache
def _process() -> subprocess.Popen[str]:
    """One for all visits, since to load the pages takes longer than most of them."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.web.recording"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    # It ends when there is nothing more to read.
    atexit.register(process.communicate)
    return process


ABSENT = ("altair", "numpy", "pandas", "pyarrow", "typst", "vl_convert")
"""What a browser has not."""


def hide(*names: str) -> None:
    """Let these libraries not be found in this process."""
    there = PathFinder.find_spec

    def found(name: str, path: Any = None, target: Any = None) -> Any:
        return None if name.partition(".")[0] in names else there(name, path, target)

    PathFinder.find_spec = found  # type: ignore[method-assign, assignment]


def _answers(visits: list[list[Step]]) -> list[list[dict[str, Any]]]:
    from probcalc.scenarios import registry
    from probcalc.static.session import Session

    registry.clear_caches()
    answers = []
    for visit in visits:
        session = Session("/")
        answers.append(
            [session.open_address(step) if isinstance(step, str) else session.take_events(step) for step in visit]
        )
    return answers


def _main() -> None:
    # Whatever else prints, prints beside the answers.
    answering, sys.stdout = sys.stdout, sys.stderr
    hide(*ABSENT)
    for line in sys.stdin:
        try:
            told: dict[str, Any] = {"answers": _answers(json.loads(line))}
        except Exception:
            told = {"failed": traceback.format_exc()}
        print(json.dumps(told), file=answering, flush=True)


if __name__ == "__main__":
    _main()
