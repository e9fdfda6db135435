"""A bounded store of what was worked out last, shared safely by threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class BoundedStore(Generic[V]):
    """What was made for the last `most` keys; the oldest goes first.

    Other than with a cache of a function, what makes a value is no part of its key: it may hold the budget of whoever
    asks, which is not kept. Two threads that ask for the same at once may both make it.

    >>> squares = BoundedStore[int](1)
    >>> made = []
    >>> [squares.of(n, lambda: made.append(n) or n * n) for n in (3, 3, 2, 3)], made
    ([9, 9, 4, 9], [3, 2, 3])
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, V] = {}
        self._lock = Lock()

    def of(self, key: Hashable, make: Callable[[], V]) -> V:
        """What is kept for a key, or else what is made for it now."""
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        value = make()
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        return value
