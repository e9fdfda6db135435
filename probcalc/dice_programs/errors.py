"""The refusal of a program: one line that says in which line, at which character, and what is wrong there."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.exact.errors import suggestion
from probcalc.scenarios.errors import InputError


class ProgramError(InputError):
    """A program for dice that cannot be read, or asks for what has no answer.

    >>> str(ProgramError("expected a number", line=2, column=7))
    'program, line 2, character 7: expected a number'

    Args:
        message: what is wrong, without the place.
        line: the line it is about, counted from 1.
        column: the character in that line, counted from 1.
        nearest: the name to suggest, "" when none is near.
    """

    def __init__(self, message: str, line: int, column: int, nearest: str = "") -> None:
        hint = suggestion(nearest)
        super().__init__(f"program, line {line}, character {column}: {message}{hint}", "program", nearest)
        self.line, self.column = line, column


@dataclass(frozen=True, slots=True)
class Position:
    """Where a part begins: line and character, both counted from 1.

    >>> Position(2, 5).refusal("this is not a function").line
    2
    """

    line: int
    column: int

    def refusal(self, message: str, nearest: str = "") -> ProgramError:
        """What is wrong here, as the error to raise."""
        return ProgramError(message, self.line, self.column, nearest)
