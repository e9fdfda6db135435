"""Who watches a question that came by address: it ends when nobody waits, and long work gives way to others."""

from __future__ import annotations

from threading import Event
from time import monotonic, sleep

from probcalc.web.state.turns import BETWEEN, LONG, PAUSE, TURNS


class Watch:
    """Looks, now and then, whether somebody still waits; belongs to one question.

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
        self._begun = self._looked = monotonic()

    def end(self) -> None:
        """Nobody waits any more; the work ends at its next look."""
        self._ended.set()

    def __call__(self) -> None:
        """End the work when nobody waits for it; after a while, give way to others."""
        if monotonic() - self._looked < BETWEEN:
            return
        self._look()
        while monotonic() - self._begun > LONG and not TURNS.is_of(self, monotonic()):
            sleep(BETWEEN)
            self._look()
        sleep(PAUSE)
        self._looked = monotonic()

    def _look(self) -> None:
        if self._ended.is_set():
            raise Watch.Ended
