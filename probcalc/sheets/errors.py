"""The refusal of a sheet: one line that says at which line and character, and what was expected there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from probcalc.exact.errors import suggestion
from probcalc.scenarios.errors import InputError

_COLUMNS = 1 << 16


def place(line: int, character: int) -> int:
    """A line and a character of a sheet, both counted from 1, in one number that grows along the sheet.

    >>> place(2, 1) > place(1, 300)
    True
    """
    return line * _COLUMNS + character


class SheetError(InputError):
    """A sheet that cannot be read, or asks something that has no answer.

    >>> from probcalc.sheets.errors import SheetError, place
    >>> error = SheetError("expected a name", place(2, 5))
    >>> error.line, error.character, str(error)
    (2, 5, 'line 2, character 5: expected a name')

    Args:
        message: what is wrong, without the place.
        at: the place of the word that is wrong.
        nearest: the name to suggest, "" when none is near.
    """

    def __init__(self, message: str, at: int, nearest: str = "") -> None:
        self.line, self.character = divmod(at, _COLUMNS)
        hint = suggestion(nearest)
        self.said, self.nearest_word = message + hint, nearest
        self.meant: tuple[int, int, str] | None = None
        """What was probably meant in place of more than a word: from where to where in its line, and the text."""
        super().__init__(f"line {self.line}, character {self.character}: {message}{hint}", "sheet", nearest)


def require_upward(low: int, high: int, at: int, written: str = "{}-{}") -> None:
    """Refuse a range that runs down; `written` is how its two ends stand in the sheet.

    >>> require_upward(6, 4, place(2, 1), "d{}..d{}")
    Traceback (most recent call last):
        ...
    probcalc.sheets.errors.SheetError: line 2, character 1: the range d6..d4 runs down; write d4..d6

    Raises:
        SheetError: when it does.
    """
    if low > high:
        raise SheetError(f"the range {written.format(low, high)} runs down; write {written.format(high, low)}", at)


def nearest(word: str, names: Iterable[str]) -> str:
    """The name most like a word, "" when none is near.

    >>> nearest("skil", ["skill", "save"]), nearest("comand", ["command"]), nearest("luck", ["cover"])
    ('skill', 'command', '')
    """
    shown = {name.lower(): name for name in reversed(list(names))}
    found = get_close_matches(word.lower()[:80], shown, 1, 0.66)
    return shown[found[0]] if found else ""
