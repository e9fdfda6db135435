"""A plugin of `make test`: while tests run, it says now and then which parts are left, the slowest first.

Without it a run that waits for one slow file looks like one that hangs. `python -m pytest -p tests.left` loads it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Any

import pytest

_EVERY = 20.0
_MOST_NAMED = 4


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--say-left", type=float, default=_EVERY, metavar="SECONDS", help="how often to say what is left")


def pytest_configure(config: pytest.Config) -> None:
    # The workers of xdist report to a controller that writes; a single process shows by itself where it is.
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Left(config), "left")


class Left:
    """What is left of a run, file by file, and how long each file has taken so far."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.left: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.done: set[str] = set()
        self.ended = threading.Event()
        self.lock = threading.Lock()

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        if not self.left:
            self.left.update(map(_part, ids))
            threading.Thread(target=self._say_now_and_then, daemon=True).start()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        part = _part(report.nodeid)
        with self.lock:
            self.taken[part] += report.duration  # type: ignore[assignment]
            if report.when == "teardown" and report.nodeid not in self.done:
                self.done.add(report.nodeid)
                self.left[part] -= 1

    def pytest_sessionfinish(self) -> None:
        self.ended.set()

    def _say_now_and_then(self) -> None:
        started = time.monotonic()
        while not self.ended.wait(self.config.getoption("--say-left")):
            line = self.line()
            writer = self.config.pluginmanager.get_plugin("terminalreporter")
            if line and writer is not None:
                writer.write_line(f"\nafter {time.monotonic() - started:.0f} s {line}")

    def line(self) -> str:
        """What is left in one line, the files that have taken longest for each test first."""
        with self.lock:
            left = {part: count for part, count in self.left.items() if count > 0}
            taken, begun = dict(self.taken), Counter(map(_part, self.done))
        if not left:
            return ""
        slowest = sorted(left, key=lambda part: taken.get(part, 0.0) / (begun[part] + 1) * left[part], reverse=True)
        named = [f"{part} ({left[part]})" for part in slowest[:_MOST_NAMED]]
        more = len(left) - len(named)
        others = f", and {more} more files" if more > 0 else ""
        count = sum(left.values())
        return f"{count} {'test is' if count == 1 else 'tests are'} left, the slowest in {', '.join(named)}{others}"


def _part(name: str) -> str:
    return name.partition("::")[0]
