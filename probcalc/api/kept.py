"""Answers that were given before, kept as long as there is room for them."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from probcalc import __version__

MOST_BYTES = 32_000_000
LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it is sent.

    Attributes:
        data: its bytes.
        kind: its media type.
        etag: what tells it from another answer, and from that of another version.
        remarks: what is said beside it.
    """

    data: bytes
    kind: str
    etag: str
    remarks: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: bytes, kind: str, remarks: tuple[str, ...] = ()) -> Kept:
        """An answer with its mark.

        >>> Kept.of(b"1", "text/plain").etag == Kept.of(b"2", "text/plain").etag
        False
        """
        mark = hashlib.sha256(__version__.encode() + data).hexdigest()[:24]
        return cls(data, kind, f'"{mark}"', remarks)


class KeptAnswers:
    """The answers asked for last, of so many bytes in all.

    >>> kept = KeptAnswers(10)
    >>> for key in ("a", "b"):
    ...     kept.put(key, Kept.of(b"6 char", "text/plain"))
    >>> kept.get("a") is None, kept.get("b").data
    (True, b'6 char')
    >>> kept = KeptAnswers(14)
    >>> for key in ("a", "b"):
    ...     kept.put(key, Kept.of(b"6 char", "text/plain"))
    >>> asked = kept.get("a")
    >>> kept.put("c", asked)
    >>> kept.get("a") is None, kept.get("b") is None
    (False, True)
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self._bytes = most, 0
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> Kept | None:
        """What is kept for a question."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: str, answer: Kept) -> None:
        """Keep an answer; those not asked for longest go."""
        if len(answer.data) > min(LARGEST, self._most):
            return
        with self._lock:
            before = self._kept.pop(key, None)
            self._bytes += len(answer.data) + len(key) - (len(before.data) + len(key) if before else 0)
            self._kept[key] = answer
            while self._bytes > self._most and len(self._kept) > 1:
                old, gone = self._kept.popitem(last=False)
                self._bytes -= len(gone.data) + len(old)
