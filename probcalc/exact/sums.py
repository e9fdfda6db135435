"""Weights of sums: what is added up on the way, all its values together.

With integers the weights stand in one long integer, so many bits each, so that adding to every sum is a shift and
several ways are joined by one addition. With formulas they stand in a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol


class Sums(Protocol):
    """The weights of all values of a sum."""

    def none(self) -> Any:
        """Nothing added yet, with weight 1."""
        ...

    def moved(self, several: Any, worth: int, factor: Any) -> Any:
        """So much added to every sum, every weight times a factor."""
        ...

    def both(self, several: Any, others: Any) -> Any:
        """The weights of both."""
        ...

    def each(self, several: Any) -> Iterable[tuple[int, Any]]:
        """Every sum with its weight."""
        ...

    def bits(self, found: Iterable[Any]) -> int:
        """About how many bits the numbers have that are worked with."""
        ...


class Packed:
    """Sums from `low` up in one integer, `width` bits for a weight: pairs (low, integer).

    >>> sums = Packed(bits=4)
    >>> two = sums.both(sums.moved(sums.none(), 3, 2), sums.moved(sums.none(), -1, 5))
    >>> list(sums.each(two))
    [(-1, 5), (3, 2)]
    """

    def __init__(self, bits: int) -> None:
        self._bytes = bits // 8 + 1
        self._width = 8 * self._bytes

    def none(self) -> tuple[int, int]:
        """Nothing added yet, with weight 1."""
        return 0, 1

    def moved(self, several: tuple[int, int], worth: int, factor: int) -> tuple[int, int]:
        """So much added to every sum, every weight times a factor."""
        return several[0] + worth, several[1] * factor

    def both(self, several: tuple[int, int], others: tuple[int, int]) -> tuple[int, int]:
        """The weights of both, from the lower of their lowest sums up."""
        if several[0] == others[0]:
            return several[0], several[1] + others[1]
        if several[0] > others[0]:
            several, others = others, several
        return several[0], several[1] + (others[1] << self._width * (others[0] - several[0]))

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

    >>> sums = Listed()
    >>> sums.both(sums.moved(sums.none(), 3, 2), {3: 1, 4: 1})
    {3: 3, 4: 1}
    """

    def none(self) -> dict[int, Any]:
        """Nothing added yet, with weight 1."""
        return {0: 1}

    def moved(self, several: dict[int, Any], worth: int, factor: Any) -> dict[int, Any]:
        """So much added to every sum, every weight times a factor."""
        return {value + worth: weight * factor for value, weight in several.items()}

    def both(self, several: dict[int, Any], others: dict[int, Any]) -> dict[int, Any]:
        """The weights of both."""
        found = dict(several)
        for value, weight in others.items():
            found[value] = found.get(value, 0) + weight
        return found

    def each(self, several: dict[int, Any]) -> Iterable[tuple[int, Any]]:
        """Every sum with its weight."""
        return several.items()

    def bits(self, found: Iterable[Any]) -> int:
        """As many as a small number has."""
        return 64
