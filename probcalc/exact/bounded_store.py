"""A bounded store of what was worked out last, shared safely by threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


def _one(value: object) -> int:
    return 1


class BoundedStore(Generic[V]):
    """What was made for the last keys, of a size of `most` together; the oldest goes first.

    Each counts as one, or as large as `size` says of it; what is larger than the whole store is not kept. Other than
    with a cache of a function, what makes a value is no part of its key: it may hold the budget of whoever asks, which
    is not kept. Two threads that ask for the same at once may both make it.

    >>> squares = BoundedStore[int](1)
    >>> made = []
    >>> [squares.of(n, lambda: made.append(n) or n * n) for n in (3, 3, 2, 3)], made
    ([9, 9, 4, 9], [3, 2, 3])
    >>> rows = BoundedStore[str](10, len)
    >>> [len(rows.of(n, lambda: "x" * n)) for n in (6, 3, 6, 5, 11)], rows.held
    ([6, 3, 6, 5, 11], 8)
    """

    def __init__(self, most: int, size: Callable[[V], int] = _one) -> None:
        self._most, self._size = most, size
        self._kept: dict[Hashable, V] = {}
        self._lock = Lock()
        self.held = 0

    def of(self, key: Hashable, make: Callable[[], V]) -> V:
        """What is kept for a key, or else what is made for it now."""
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        value = make()
        size = self._size(value)
        with self._lock:
            if size <= self._most and key not in self._kept:
                self._kept[key] = value
                self.held += size
            while self.held > self._most:
                self.held -= self._size(self._kept.pop(next(iter(self._kept))))
        return value
