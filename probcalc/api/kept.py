"""Answers that were given before, kept as long as there is room for them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from probcalc import __version__


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it is sent.

    Attributes:
        data: its bytes.
        kind: its media type.
        etag: what tells it from another answer, and from that of another version.
    """

    data: bytes
    kind: str
    etag: str

    @classmethod
    def of(cls, data: bytes, kind: str) -> Kept:
        """An answer with its mark.

        >>> Kept.of(b"1", "text/plain").etag == Kept.of(b"2", "text/plain").etag
        False
        """
        mark = hashlib.sha256(__version__.encode() + data).hexdigest()[:24]
        return cls(data, kind, f'"{mark}"')


def key_of(*asked: Any) -> bytes:
    """The key under which the answer to a question is kept, of one length however much is asked.

    Raises:
        RecursionError: for what is nested too deep.
    """
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).digest()
