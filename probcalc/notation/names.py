"""Names of several letters that a roll is let for: `let hits = 10d6 >= 4 in hits * hits`.

While a roll is read each letter of such a name stands as a sign of its own, so that the grammar tells names from words,
and every character stays where it was written.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from probcalc.notation.errors import NotationError

_LET = re.compile(r"(?<![a-z])let +([a-z][a-z0-9_]+)(?= *=)")
_NAME = re.compile(r"[a-z]{2,20}")
_FIRST = 0xE000
_SIGNS = {ord("a") + place: _FIRST + place for place in range(26)}
_LETTERS = {sign: letter for letter, sign in _SIGNS.items()}


def names_as_signs(text: str, words: Collection[str]) -> str:
    """The text with its names as signs, each from where a roll is let for it; `words` cannot be names.

    >>> signs = names_as_signs("let hits = 2d6 >= 4 in hits + 1", ["best"])
    >>> signs[:4], signs[8:23], len(signs), read(signs[4:8])
    ('let ', ' = 2d6 >= 4 in ', 31, 'hits')
    >>> names_as_signs("let best = d6 in best", ["best"])
    Traceback (most recent call last):
        ...
    probcalc.notation.errors.NotationError: roll, character 5: best is a word of the notation; take another name

    Raises:
        NotationError: for a name that is a word, is too long, or has digits in it.
    """
    for found in list(_LET.finditer(text)):
        name, at = found[1], found.start(1)
        if name in words:
            raise NotationError(f"{name} is a word of the notation; take another name", at)
        if not _NAME.fullmatch(name):
            raise NotationError(f"a name is 1 to 20 letters, not {name[:20]}", at)
        whole, end = re.compile(rf"(?<![a-z0-9_]){name}(?![a-z0-9_])"), _end(text, at)
        text = text[:at] + whole.sub(name.translate(_SIGNS), text[at:end]) + text[end:]
    return text


def _end(text: str, at: int) -> int:
    """Where the parentheses close in which something stands."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth < 0:
            return place
    return len(text)


def names_in(text: str) -> list[str]:
    """The names that rolls are let for in a text.

    >>> names_in("let hits = 2d6 in let x = d6 in hits + x")
    ['hits']
    """
    return [found[1] for found in _LET.finditer(text)]


def read(signs: str) -> str:
    """The text as it was written, of the same length."""
    return signs.translate(_LETTERS)
