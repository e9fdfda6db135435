"""Whose long work goes on, of all that one process works on, whoever asks."""

from __future__ import annotations

from threading import Lock
from time import monotonic, sleep

BETWEEN = 0.03
LONG = 0.5
LEASE = 0.3
PAUSE = 0.004
"""In seconds: how often a watch looks, what counts as long, how long a turn holds that is not renewed, and how long
work that is watched pauses for others."""


class Turns:
    """Whose long work goes on: one at a time, half a second each when others wait.

    A turn is a lease: who does not renew it is done.

    >>> turns = Turns()
    >>> turns.is_of("one", 0.0), turns.is_of("other", 0.1), turns.is_of("one", 0.2)
    (True, False, True)
    >>> turns.is_of("other", 0.4), turns.is_of("one", 0.6), turns.is_of("other", 0.65), turns.is_of("one", 0.66)
    (False, False, True, False)
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner: object = None
        self._last: object = None
        self._since = self._renewed = self._waited = -LEASE

    def is_of(self, owner: object, now: float) -> bool:
        """Whether it is this one's turn; asking takes it, renews it, or waits for it."""
        with self._lock:
            waiting = now - self._waited < LEASE
            if self._owner is owner and not (waiting and now - self._since > LONG):
                self._renewed = now
                return True
            if self._owner is owner:
                self._owner, self._last, self._renewed = None, owner, now
                return False
            held = now - self._renewed < LEASE
            if (self._owner is not None and held) or (self._last is owner and waiting and held):
                if self._owner is not None:
                    self._waited = now
                return False
            self._owner, self._last, self._since, self._renewed = owner, None, now, now
            return True


TURNS = Turns()


class Watching:
    """Looks, now and then, whether somebody still waits for what is computed; after a while, gives way to others."""

    def __init__(self) -> None:
        self._begun = self._looked = monotonic()

    def __call__(self) -> None:
        """End the work when nobody waits for it."""
        if monotonic() - self._looked < BETWEEN:
            return
        self.look()
        while monotonic() - self._begun > LONG and not TURNS.is_of(self, monotonic()):
            sleep(BETWEEN)
            self.look()
        self.pause()
        self._looked = monotonic()

    def look(self) -> None:
        """End the work, by what is raised, when nobody waits for it."""

    def pause(self) -> None:
        """Let others work."""
        sleep(PAUSE)
