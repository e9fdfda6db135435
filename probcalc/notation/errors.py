"""The refusal of a roll in the notation: one line that says at which character, and what was expected there."""

from __future__ import annotations

import string

from probcalc.exact.errors import suggestion
from probcalc.notation.operators import USUAL
from probcalc.scenarios.errors import InputError

_SIGNS = "+-*/<>=:(){},%!≤≥×−–—"
SIGNS = _SIGNS + "".join(sorted(sign for sign in set("".join(USUAL)) - set(_SIGNS) if not sign.isalpha()))
"""The signs of the notation beside letters, digits and blanks."""

_HARMLESS = frozenset(string.ascii_letters + string.digits + SIGNS)


class NotationError(InputError):
    """A roll that cannot be read, or asks for what has no answer.

    Args:
        message: what is wrong, without the place.
        at: the character it is about, counted from 0; the line says it counted from 1.
        nearest: the word of the notation to suggest, "" when none is near.
    """

    def __init__(self, message: str, at: int, nearest: str = "") -> None:
        hint = suggestion(nearest)
        super().__init__(f"roll, character {at + 1}: {message}{hint}", "roll", nearest)
        self.at = at
        self._message, self._nearest = message, nearest

    def moved(self, at: int) -> NotationError:
        """The same refusal at another character."""
        return NotationError(self._message, at, self._nearest)

    def pointer(self, text: str) -> str:
        """The roll with a caret below the character; for a fixed-width font.

        >>> print(NotationError("expected a number", 4).pointer("2d6 x"))
        2d6 x
            ^
        """
        return f"{text}\n{' ' * self.at}^"


def quote(text: str) -> str:
    """A piece of a roll for an error line: short, and nothing in it that is no sign of the notation.

    >>> quote("becst"), quote("[x](y)")
    ('"becst"', 'a sign that the notation does not have')
    """
    if text and all(c in _HARMLESS for c in text):
        return f'"{text}"' if len(text) <= 20 else f'"{text[:19]}…"'
    return "a sign that the notation does not have"
