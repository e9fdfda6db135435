"""What is said of faces: which they are, which earn another die, and which are rolled once more."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Ranges:
    """Faces as ranges, both ends included: 1-2, 20.

    >>> 2 in Ranges(((1, 2), (20, 20))), 3 in Ranges(((1, 2), (20, 20)))
    (True, False)
    """

    spans: tuple[tuple[int, int], ...] = ()
    at: int = field(default=0, compare=False)

    def __contains__(self, face: int) -> bool:
        return any(low <= face <= high for low, high in self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)


NOTHING = Ranges()


@dataclass(frozen=True, slots=True)
class Explosion:
    """A die that earns another: on which faces (None for its highest), and at most how many times (None for no end).

    Without an end the sum counts up to `cap`, and anything above as that; None where nothing says how far it matters.
    """

    on: Ranges | None
    most: int | None
    at: int = field(default=0, compare=False)
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """What is rolled once more in a check: naturals by number, or every failure or success; `most` of them, or all."""

    what: Literal["naturals", "failures", "successes"]
    naturals: Ranges = NOTHING
    most: int | None = None
    at: int = field(default=0, compare=False)
