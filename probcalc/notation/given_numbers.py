"""Letters of a roll that stand for numbers given beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from probcalc.notation.errors import NotationError

LETTERS = "xy"
"""The letters that a number may be given for."""

# Behind the d of a die, before it, or alone; where it stands behind a number or in a word it is none.
_LETTER = re.compile(r"(?<=d)(?<![a-wz]d)[xy](?![a-z0-9])|(?<![a-z0-9])[xy](?=d[0-9xy{%f]|[^a-z0-9]|$)", re.IGNORECASE)
_LET = re.compile(r"\blet\s+([xy])\b", re.IGNORECASE)


class Filled(NamedTuple):
    """A roll with numbers in it, and where they stand: the place in it, the place as written, how much longer it is."""

    text: str
    places: tuple[tuple[int, int, int], ...]

    def place_in_text(self, at: int) -> int:
        """The character of the roll as it was written.

        >>> fill("d20 + x >= 11 §", {"x": 100}).place_in_text(16)
        14
        """
        found = at
        for place, written, longer in self.places:
            if at > place:
                found = max(written, at - longer)
        return found


def fill(text: str, numbers: Mapping[str, int]) -> Filled:
    """A roll with a number wherever one of the letters stood that have one.

    >>> fill("xd6 + y >= X", {"x": 3, "y": -1}).text
    '3d6 + (-1) >= 3'
    >>> fill("max(xd8, dx)", {"x": 10}).text
    'max(10d8, d10)'

    Raises:
        NotationError: when a roll is let for one of these letters too, or there would be no die.
    """
    let = next((found for found in _LET.finditer(text) if found[1].lower() in numbers), None)
    if let is not None:
        raise NotationError(f"{let[1].lower()} is a number here already; let another letter stand", let.start(1))
    parts: list[str] = []
    places: list[tuple[int, int, int]] = []
    done = longer = 0
    for found in _LETTER.finditer(text):
        number = numbers.get(found[0].lower())
        if number is None:
            continue
        if number < 1 and (said := _use_of(text, found)):
            raise NotationError(f"{said}, not {number}", found.start())
        put = str(number) if number >= 0 else f"({number})"
        parts += [text[done : found.start()], put]
        places.append((found.start() + longer, found.start(), longer + len(put) - 1))
        longer += len(put) - 1
        done = found.end()
    return Filled("".join([*parts, text[done:]]), tuple(places))


def _use_of(text: str, found: re.Match[str]) -> str:
    """What a letter counts that stands beside the d of a die; "" for one that stands alone."""
    if text[found.end() : found.end() + 1].lower() == "d":
        return f"{found[0]} counts dice, of which there are 1 or more"
    if text[: found.start()].lower().endswith("d"):
        return f"{found[0]} counts the sides of a die, which has 1 or more"
    return ""


def letters_in(text: str) -> frozenset[str]:
    """The letters in a roll that a number may be given for.

    >>> letters_in("2d6 + x"), letters_in("max(d6, d8)")
    (frozenset({'x'}), frozenset())
    """
    return frozenset(found[0].lower() for found in _LETTER.finditer(text))
