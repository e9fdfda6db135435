"""A bounded store of what was worked out last, shared safely by threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


def _one(value: object) -> int:
    return 1


class BoundedStore(Generic[V]):
    """What was made for the last keys, of a size of `most` together; what was not asked for longest goes first.

    Each counts as one, or as large as `size` says of it; what is larger than `largest`, or than the whole store, is not
    kept. A value is found by its key alone, whatever `make` holds: that may be the budget of whoever asks, which is not
    kept. Two threads that ask for the same key at once may both make its value.

    >>> squares = BoundedStore[int](1)
    >>> made = []
    >>> [squares.of(n, lambda: made.append(n) or n * n) for n in (3, 3, 2, 3)], made
    ([9, 9, 4, 9], [3, 2, 3])
    >>> rows = BoundedStore[str](10, len)
    >>> [len(rows.of(n, lambda: "x" * n)) for n in (6, 3, 6, 5, 11)], rows.held
    ([6, 3, 6, 5, 11], 5)
    """

    def __init__(self, most: int, size: Callable[[V], int] = _one, largest: int | None = None) -> None:
        self._most, self._size, self._largest = most, size, most if largest is None else largest
        self._kept: dict[Hashable, V] = {}
        self._lock = Lock()
        self.held = 0

    def of(self, key: Hashable, make: Callable[[], V]) -> V:
        """What is kept for a key, or else what is made for it now."""
        with self._lock:
            if key in self._kept:
                return self._asked_for(key)
        value = make()
        self.keep(key, value)
        return value

    def get(self, key: Hashable) -> V | None:
        """What is kept for a key; None where nothing is."""
        with self._lock:
            return self._asked_for(key) if key in self._kept else None

    def keep(self, key: Hashable, value: V) -> None:
        """Keep a value, if it is not too large."""
        size = self._size(value)
        if size > min(self._most, self._largest):
            return
        with self._lock:
            # Another thread may have kept the same meanwhile.
            if key in self._kept:
                self.held -= self._size(self._kept.pop(key))
            self._kept[key] = value
            self.held += size
            while self.held > self._most:
                self.held -= self._size(self._kept.pop(next(iter(self._kept))))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.held = 0

    def _asked_for(self, key: Hashable) -> V:
        """What is kept for a key, which goes last now."""
        value = self._kept[key] = self._kept.pop(key)
        return value
