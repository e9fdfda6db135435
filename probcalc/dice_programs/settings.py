"""What a program holds while it runs: its three settings, and the variables of each call."""

from __future__ import annotations

from dataclasses import dataclass, replace

from probcalc.dice_programs.dice import Value
from probcalc.dice_programs.errors import Position
from probcalc.scenarios.errors import nearest_name

MOST_DEPTH = 1_000_000
_NAMES = ("explode depth", "maximum function depth", "position order")
_ORDERS = ("highest first", "lowest first")


@dataclass(frozen=True, slots=True)
class Settings:
    """How deep dice explode and functions call each other, and whether the highest of several dice stands first."""

    explode_depth: int = 2
    function_depth: int = 10
    highest_first: bool = True

    def changed(self, name: str, given: Value | str, place: Position) -> Settings:
        """The settings with one of them changed; what is no setting is refused at its place."""
        if name not in _NAMES:
            raise place.refusal(f'"{name}" is no setting', nearest_name(name, _NAMES))
        if name == "position order":
            if not isinstance(given, str) or given not in _ORDERS:
                raise place.refusal('the position order is "highest first" or "lowest first"')
            return replace(self, highest_first=given == _ORDERS[0])
        if isinstance(given, tuple):
            given = sum(given)
        if not isinstance(given, int) or not 0 <= given <= MOST_DEPTH:
            raise place.refusal(f"the {name} is a number from 0 to {MOST_DEPTH:,}")
        if name == "explode depth":
            return replace(self, explode_depth=given)
        return replace(self, function_depth=given)


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
