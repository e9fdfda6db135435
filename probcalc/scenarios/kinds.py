"""Kinds of value that a field of a model takes; what is of another kind is refused in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class Wrong(ValueError):
    """A value that a field does not take.

    Attributes:
        path: the field, with the fields that it lies in before it.
        why: what is wrong, as a sentence without the field.
    """

    def __init__(self, why: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(f"{'.'.join(path)}: {why}" if path else why)
        self.why, self.path = why, path


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, within bounds where there are any; within `Annotated` it bounds that number alone."""

    low: int | None = None
    high: int | None = None

    def checked(self, value: Any) -> int:
        """The number."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise Wrong("Input should be a valid integer")
        if self.low is not None and value < self.low:
            raise Wrong(f"Input should be greater than or equal to {self.low}")
        if self.high is not None and value > self.high:
            raise Wrong(f"Input should be less than or equal to {self.high}")
        return int(value)


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    def checked(self, value: Any) -> bool:
        """The value."""
        if not isinstance(value, bool):
            raise Wrong("Input should be a valid boolean")
        return value


@dataclass(frozen=True, slots=True)
class Text:
    """A text, of so many characters at most where that is said."""

    longest: int | None = None

    def checked(self, value: Any) -> str:
        """The text."""
        if not isinstance(value, str):
            raise Wrong("Input should be a valid string")
        if self.longest is not None and len(value) > self.longest:
            raise Wrong(f"String should have at most {self.longest} characters")
        return value


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value at all."""

    def checked(self, value: Any) -> None:
        """Nothing."""
        if value is not None:
            raise Wrong("Input should be None")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the values of a `Literal`; 1 is not `True`."""

    choices: tuple[Any, ...]

    def checked(self, value: Any) -> Any:
        """The value."""
        for choice in self.choices:
            if (
                isinstance(value, type(choice))
                and isinstance(value, bool) == isinstance(choice, bool)
                and value == choice
            ):
                return choice
        *others, last = map(repr, self.choices)
        raise Wrong(f"Input should be {', '.join(others)}{' or ' if others else ''}{last}")


@dataclass(frozen=True, slots=True)
class Numbers:
    """A list of whole numbers."""

    shortest: int
    longest: int | None
    entry: Whole

    def checked(self, value: Any) -> list[int]:
        """A list of its own with the numbers."""
        if not isinstance(value, list):
            raise Wrong("Input should be a valid list")
        if len(value) < self.shortest or (self.longest is not None and len(value) > self.longest):
            raise Wrong(f"List should have {self.shortest} to {self.longest} items")
        return [self.entry.checked(number) for number in value]
