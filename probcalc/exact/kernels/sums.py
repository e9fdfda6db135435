"""Weights of sums: what is added up on the way, all its values together.

With integers the weights stand in one long integer, so many bits each, so that adding to every sum is a shift and
several ways are joined by one addition. With formulas they stand in a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from probcalc.exact.budget.bounds import MAX_BYTES, TooLarge


class Packed:
    """Sums from `low` up in one integer, `width` bits for a weight: pairs (low, integer).

    >>> sums, found = Packed(bits=4), {}
    >>> sums.put(found, "two", sums.none(), 3, 2)
    >>> sums.put(found, "two", sums.none(), -1, 5)
    >>> list(sums.each(found["two"]))
    [(-1, 5), (3, 2)]
    """

    def __init__(self, bits: int) -> None:
        self._bytes = bits // 8 + 1
        self._width = 8 * self._bytes

    def none(self) -> tuple[int, int]:
        """Nothing added yet, with weight 1."""
        return 0, 1

    def put(self, into: dict[Any, Any], key: Any, several: tuple[int, int], worth: int, factor: int) -> None:
        """Add to what stands at a key, from the lower of both lowest sums up."""
        low, packed = several[0] + worth, several[1] * factor if factor != 1 else several[1]
        known = into.get(key)
        if known is None:
            into[key] = low, packed
            return
        other, there = known
        if abs(low - other) * self._bytes > MAX_BYTES:
            raise TooLarge("a sum of dice", abs(low - other) * self._bytes, MAX_BYTES, "bytes")
        if low == other:
            into[key] = low, packed + there
        elif low > other:
            into[key] = other, there + (packed << self._width * (low - other))
        else:
            into[key] = low, packed + (there << self._width * (other - low))

    def each(self, several: tuple[int, int]) -> Iterable[tuple[int, int]]:
        """Every sum with its weight."""
        low, packed = several
        digits = packed.to_bytes((packed.bit_length() // self._width + 1) * self._bytes, "little")
        for i in range(0, len(digits), self._bytes):
            if weight := int.from_bytes(digits[i : i + self._bytes], "little"):
                yield low + i // self._bytes, weight

    def bits(self, found: Iterable[Any]) -> int:
        """The bits of the longest integer."""
        return max((packed.bit_length() for _, packed in found), default=1)


class Listed:
    """Sums in a dictionary, for weights that are no integers.

    >>> sums, found = Listed(), {}
    >>> sums.put(found, "two", sums.none(), 3, 2)
    >>> sums.put(found, "two", {3: 1, 4: 1}, 0, 1)
    >>> found["two"]
    {3: 3, 4: 1}
    """

    def none(self) -> dict[int, Any]:
        """Nothing added yet, with weight 1."""
        return {0: 1}

    def put(self, into: dict[Any, Any], key: Any, several: dict[int, Any], worth: int, factor: Any) -> None:
        """Add to what stands at a key."""
        target = into.setdefault(key, {})
        for value, weight in several.items():
            part = weight * factor
            known = target.get(value + worth)
            target[value + worth] = part if known is None else known + part

    def each(self, several: dict[int, Any]) -> Iterable[tuple[int, Any]]:
        """Every sum with its weight."""
        return several.items()

    def bits(self, found: Iterable[Any]) -> int:
        """As many as a small number has."""
        return 64


Sums: TypeAlias = Packed | Listed
"""The weights of all values of a sum."""
