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
