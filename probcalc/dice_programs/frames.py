"""The variables of a program while it runs."""

from __future__ import annotations

from probcalc.dice_programs.dice import Value


class Frame:
    """The variables of one call; what it lacks is looked up where the function was called from.

    >>> outside = Frame(None, {"X": 1})
    >>> inside = Frame(outside, {"Y": 2})
    >>> inside.find("X"), inside.find("Y"), outside.find("Y")
    (1, 2, None)
    """

    __slots__ = ("outer", "values")

    def __init__(self, outer: Frame | None, values: dict[str, Value]) -> None:
        self.outer, self.values = outer, values

    def find(self, name: str) -> Value | None:
        """The value of a name, None when it has none."""
        frame: Frame | None = self
        while frame is not None:
            found = frame.values.get(name)
            if found is not None:
                return found
            frame = frame.outer
        return None

    def names(self) -> set[str]:
        """All names that have a value here."""
        found: set[str] = set()
        frame: Frame | None = self
        while frame is not None:
            found.update(frame.values)
            frame = frame.outer
        return found
