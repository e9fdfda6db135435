"""What a page may spend on one of its parts, and who ends it: a visitor who has left, or who has changed something.

The engine counts its work in a `Budget` and lets whoever watches look, at least every few hundredths of a second. The
watch of a page ends the work of a visit whose connection is gone and of one that waits to be drawn anew. Work that
takes long gives way: of several such visits one computes at a time, half a second each, so that short questions of
others are answered in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from time import monotonic, sleep

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Tree
from probcalc.web.state.turns import LONG, PAUSE, Watching

MOST_WAITED = 0.1
"""In seconds: how long others are waited for at once."""


class Runs:
    """The pages that are drawn at present, by thread, with the time at which each was begun."""

    def __init__(self) -> None:
        self._begun: dict[int, float] = {}

    @contextmanager
    def one(self) -> Iterator[None]:
        """A page is drawn within this block, and long work of other visits gives way to it."""
        self._begun[get_ident()] = monotonic()
        try:
            yield
        finally:
            self._begun.pop(get_ident(), None)

    def are_short(self, but: int) -> bool:
        """Whether a page of another thread was begun so lately that it may be done soon."""
        now = monotonic()
        return any(now - begun < LONG for thread, begun in list(self._begun.items()) if thread != but)


RUNS = Runs()


class Watch(Watching):
    """Looks whether the visit still waits for what is computed.

    Args:
        session_id: the visit.
        yield_check: ends the work when the visit waits to be drawn anew.
    """

    def __init__(self, session_id: str, yield_check: object) -> None:
        super().__init__()
        self._session_id, self._yield_check = session_id, yield_check

    def look(self) -> None:
        """End the work of a visit that has left, or has changed something."""
        if callable(self._yield_check):
            self._yield_check()
        if Runtime.exists() and not Runtime.instance().is_active_session(self._session_id):
            st.stop()

    def pause(self) -> None:
        """Let others work, and in any case pages that were begun just now."""
        until = monotonic() + MOST_WAITED
        super().pause()
        while RUNS.are_short(get_ident()) and monotonic() < until:
            sleep(PAUSE)


FOLLOWING = 2_500_000
"""In steps: what a card may spend that follows every tap, well below a second."""


def spending(most: int | None = None) -> Budget:
    """The budget of one part of a page, as much as any request by default, watched for the visit that is drawn.

    >>> spending().spent, spending(FOLLOWING).most
    (0, 2500000)
    """
    context = get_script_run_ctx(suppress_warning=True)
    return Budget(most) if context is None else Budget(most, watch=Watch(context.session_id, context.yield_check))


def watched_law(tree: Tree) -> Distribution:
    """The law of what a part of a page shows, while somebody waits for it.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> watched_law(roll_under("Hit", 20, 9).count("success"))
    Distribution(0: 11/20, 1: 9/20)
    """
    with metered(spending()):
        return LawReader().distribution(tree)


def many_can_follow(spent: int) -> int:
    """How many answers like one that took so many steps can be computed with every tap.

    >>> many_can_follow(400_000), many_can_follow(3_000_000)
    (6, 0)
    """
    return FOLLOWING // max(1, spent)


def can_follow(spent: int, many: int) -> bool:
    """Whether so many answers like one that took so many steps can be computed with every tap.

    >>> can_follow(100_000, 20), can_follow(200_000, 20), can_follow(200_000, 4)
    (True, False, True)
    """
    return many <= many_can_follow(spent)
