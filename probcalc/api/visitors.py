"""What one address may ask in a while: seconds of work, so that nobody's questions keep others waiting."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

SECONDS = 30.0
"""Work that an address may ask at once; as much comes back in a minute."""
PER_SECOND = SECONDS / 60
MOST_VISITORS = 10_000


class Allowances:
    """How many seconds of work are left to each address; those that have not asked for long are forgotten.

    >>> allowed = Allowances(10, 1)
    >>> allowed.rest("a", 0.0), allowed.spend("a", 12.0, 0.0), allowed.rest("a", 0.0), allowed.rest("a", 5.0)
    (10, None, -2.0, 3.0)
    """

    def __init__(self, most: float = SECONDS, per_second: float = PER_SECOND) -> None:
        self.most, self.per_second = most, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def rest(self, visitor: str, now: float) -> float:
        """Seconds of work that are left to an address."""
        with self._lock:
            return self._at(visitor, now)

    def spend(self, visitor: str, seconds: float, now: float) -> None:
        """Count what an address has asked."""
        with self._lock:
            self._left[visitor] = (self._at(visitor, now) - seconds, now)
            self._left.move_to_end(visitor)
            while len(self._left) > MOST_VISITORS:
                self._left.popitem(last=False)

    def wait(self, visitor: str, now: float) -> int:
        """In how many whole seconds an address that has nothing left may ask again."""
        missing = -self.rest(visitor, now)
        return max(1, int(missing / self.per_second) + 1) if missing >= 0 else 0

    def _at(self, visitor: str, now: float) -> float:
        before, then = self._left.get(visitor, (self.most, now))
        return min(self.most, before + (now - then) * self.per_second)
