"""Where the parts of a program begin."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.dice_programs.errors import ProgramError


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
