"""Who watches a question that came by address: it ends when nobody waits, and long work gives way to others."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import monotonic, sleep, thread_time

from probcalc.web.state.turns import BETWEEN, LONG, PAUSE, TURNS


class Watch:
    """Looks, now and then, whether somebody still waits; belongs to one question, and is called in its thread.

    >>> watch = Watch()
    >>> watch()
    >>> watch.end()
    >>> sleep(0.05)
    >>> watch()
    Traceback (most recent call last):
        ...
    probcalc.api.turns.Watch.Ended
    """

    class Ended(Exception):
        """Nobody waits for the answer."""

    def __init__(self) -> None:
        self._ended = Event()
        self.start(None)

    def start(self, on_long: Callable[[], None] | None) -> None:
        """The work begins, in this thread; what `on_long` raises, once it has taken long, ends it."""
        self._begun = self._looked = monotonic()
        self._worked = thread_time()
        self._on_long = on_long

    def end(self) -> None:
        """Nobody waits any more; the work ends at its next look."""
        self._ended.set()

    def __call__(self) -> None:
        """End the work when nobody waits for it; after a while, give way to others."""
        if monotonic() - self._looked < BETWEEN:
            return
        self._look()
        if self._on_long is not None and thread_time() - self._worked > LONG:
            on_long, self._on_long = self._on_long, None
            on_long()
        while monotonic() - self._begun > LONG and not TURNS.is_of(self, monotonic()):
            sleep(BETWEEN)
            self._look()
        sleep(PAUSE)
        self._looked = monotonic()

    def _look(self) -> None:
        if self._ended.is_set():
            raise Watch.Ended
