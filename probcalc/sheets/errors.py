"""The refusal of a sheet: one line that says at which line and character, and what was expected there."""

from __future__ import annotations

from collections.abc import Iterable

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


def _apart(first: str, second: str, most: int) -> int:
    """How many letters are changed, added, left out or swapped between two words; more than `most` is not counted."""
    if abs(len(first) - len(second)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(second, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1]


def nearest(word: str, names: Iterable[str]) -> str:
    """The name most like a word: at most two letters off, of a word up to four letters one; "" when none is.

    >>> nearest("skil", ["skill", "save"]), nearest("comand", ["command"]), nearest("luck", ["cover"])
    ('skill', 'command', '')
    """
    small = word.lower()[:80]
    most = 1 if len(small) <= 4 else 2
    found, least = "", most + 1
    for name in names:
        if (apart := _apart(small, name.lower(), most)) < least:
            found, least = name, apart
    return found
