"""A roll that was mistyped, as it was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from probcalc.notation.errors import NotationError
from probcalc.notation.limits import MOST_CHARACTERS
from probcalc.notation.reading import near_words, parsed

# How it is written elsewhere, and here; each is tried alone and after those above it.
_ELSEWHERE = (
    (re.compile(r"^\s*(?:roll|throw)\s+", re.IGNORECASE), ""),
    (re.compile(r"\b(\d+)\s+(?=d\s*[\d%{])", re.IGNORECASE), r"\1"),
    (re.compile(r"\b(\d*d)\s+(?=[\d%{])", re.IGNORECASE), r"\1"),
    (re.compile(r"\b(\d*)w(?=\d)", re.IGNORECASE), r"\1d"),
    (re.compile(r"(\d)\s*x\s*(?=\d*d\d)", re.IGNORECASE), r"\1 * "),
    (re.compile(r"\s*\bat least\b\s*", re.IGNORECASE), " >= "),
    (re.compile(r"\s*\bat most\b\s*", re.IGNORECASE), " <= "),
    (re.compile(r"\s*\b(\d+) or (?:more|better|higher|over)\b", re.IGNORECASE), r" >= \1"),
    (re.compile(r"\s*\b(\d+) or (?:less|fewer|lower|under)\b", re.IGNORECASE), r" <= \1"),
    (re.compile(r"\b1?(d\d+)\s+(?:with )?adv(?:antage)?\b", re.IGNORECASE), r"best of 2\1"),
    (re.compile(r"\b1?(d\d+)\s+(?:with )?dis(?:adv(?:antage)?)?\b", re.IGNORECASE), r"worst of 2\1"),
    (re.compile(r"\bd(\d+)\s*!", re.IGNORECASE), r"d\1 exploding once"),
)


def repaired(text: str, error: NotationError) -> str:
    """A roll that can be read and is near the one that was refused; "" for none.

    >>> from probcalc.notation.reading import parsed
    >>> def said(text):
    ...     try:
    ...         parsed(text)
    ...     except NotationError as error:
    ...         return repaired(text, error)
    >>> said("3d6 drop loweest"), said("bset of 3d6"), said("2w6 at least 7"), said("d20 advantage"), said("3d6 + + 2")
    ('3d6 drop lowest', 'best of 3d6', '2d6 >= 7', 'best of 2d20', '3d6')
    >>> said("2 d6 > 7"), said("roll 2 d 6"), said("Throw best of 3 d20")
    ('2d6 > 7', '2d6', 'best of 3d20')
    """
    if len(text) > MOST_CHARACTERS:
        return ""
    return next((candidate for candidate in _candidates(text, error) if _reads(candidate)), "")


def _candidates(text: str, error: NotationError) -> Iterator[str]:
    word = re.compile(r"[A-Za-z]+").match(text, error.at)
    if word is not None:
        near = (error.nearest, *near_words(word[0].lower()))
        yield from (f"{text[: word.start()]}{other}{text[word.end() :]}" for other in near if other)
    changed = text
    for pattern, written in _ELSEWHERE:
        changed = pattern.sub(written, changed)
        if changed != text:
            yield changed.strip()
    # What could be read before it went wrong.
    before = text[: error.at].rstrip(" +-*/<>=:,(")
    if before:
        yield before


def _reads(text: str) -> bool:
    try:
        parsed(text)
    except NotationError:
        return False
    return True
