"""The progress bar: on a terminal, after a second of work, on standard error only."""

import io
import itertools
import sys

import pytest

from probcalc.cli import output


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def slow(monkeypatch):
    """A clock on which each look takes half a second."""
    clock = itertools.count(0, 0.5)
    monkeypatch.setattr(output.time, "monotonic", lambda: next(clock))


def counted(stream, monkeypatch, steps):
    monkeypatch.setattr(sys, "stderr", stream)
    with output.progress_bar("Computing") as report:
        for done in range(1, steps + 1):
            report(done, steps)
    return stream.getvalue()


@pytest.mark.usefixtures("slow")
def test_long_work_shows_a_bar_on_a_terminal(monkeypatch):
    text = counted(Terminal(), monkeypatch, 10)
    assert "Computing" in text
    assert "100%" in text


@pytest.mark.usefixtures("slow")
def test_a_pipe_gets_no_bar(monkeypatch):
    assert counted(io.StringIO(), monkeypatch, 10) == ""


def test_short_work_shows_no_bar(monkeypatch):
    assert counted(Terminal(), monkeypatch, 10) == ""


@pytest.mark.usefixtures("slow")
def test_what_is_said_meanwhile_stands_on_a_line_of_its_own(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with output.progress_bar("Computing") as report:
        output.remark("first")
        for done in range(1, 11):
            report(done, 10)
            if done in (4, 10):
                output.remark(f"after {done}")
    output.remark("last")
    said = [line.rpartition("\r")[2] for line in sys.stderr.getvalue().split("\n")]
    assert [line for line in said if "Computing" not in line] == ["first", "after 4", "after 10", "last", ""]
    bars = [line for line in said if "Computing" in line]
    assert len(bars) == 2
    assert "100%" in bars[-1]
