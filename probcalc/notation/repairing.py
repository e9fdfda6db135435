"""A roll that was mistyped, as it was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from probcalc.notation.errors import NotationError
from probcalc.notation.limits import MOST_CHARACTERS
from probcalc.notation.reading import near_words, parse

# How it is written elsewhere, and here; each is tried alone and after those above it.
_COUNTED = "counts dice one by one"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ROLL = r"(\d*d\d+(?:\s+(?:drop|keep)(?:\s+(?:lowest|highest|best|worst))?(?:\s+\d+)?)?)"
_ELSEWHERE = (
    (re.compile(r"^\s*if\s+(.+?)\s+then\s+(.+?)\s+else\s+(.+)$", re.IGNORECASE), r"(\2) if \1 else \3"),
    (re.compile(r"^(.+?)\s*\?\s*([^:?]+?)\s*:\s*(.+)$"), r"(\2) if \1 else \3"),
    *(
        (re.compile(rf"\b{word}(?=\s+times\b)|\b{word}(?=\s+d?\d)", re.IGNORECASE), str(number))
        for number, word in enumerate(_NUMBERS, 1)
    ),
    *(
        (re.compile(rf"\breroll (?:all |any )?{word}e?s\b", re.IGNORECASE), f"reroll {number}")
        for number, word in enumerate(_NUMBERS[:6], 1)
    ),
    (re.compile(r"\b(drop|keep) the\b", re.IGNORECASE), r"\1"),
    (re.compile(rf"\b(\d+)\s*(?:times|x|×)\s*{_ROLL}", re.IGNORECASE), r"\1 times (\2)"),
    (re.compile(r"\b(\d+) attacks?,? (?:that )?hit(?:ting)?(?: on)? (\d+)\+", re.IGNORECASE), r"\1d6 >= \2"),
    (re.compile(r"\s+(?:at|on|hit on|hitting on) (\d+)\+", re.IGNORECASE), r" >= \1"),
    (re.compile(r"^\s*([2-6])\+\s*$"), r"d6 >= \1"),
    (re.compile(r"\b(\d+)\+ on (\d*d\d+)\b", re.IGNORECASE), r"\2 >= \1"),
    (re.compile(r"^\s*(?:roll )?(?:under|below) (\d+) (?:on|with) (\d*d\d+)$", re.IGNORECASE), r"\2 <= \1"),
    (re.compile(r"\s+(?:roll )?under (?=\d)", re.IGNORECASE), " <= "),
    (re.compile(r"\s+(?:roll )?over (?=\d)", re.IGNORECASE), " >= "),
    (re.compile(r"\bd100\s*(?:percent|<=)\s*(\d+)\s*%?", re.IGNORECASE), r"d100 <= \1"),
    (re.compile(r"^\s*(\d+)\s*(?:%|percent)(?: chance)?\s*$", re.IGNORECASE), r"d100 <= \1"),
    (re.compile(r"\s+plus\s+(?=\d)", re.IGNORECASE), " + "),
    (re.compile(r"\s+minus\s+(?=\d)", re.IGNORECASE), " - "),
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


def repair(text: str, error: NotationError) -> str:
    """A roll that can be read and is near the one that was refused; "" for none.

    >>> from probcalc.notation.reading import parse
    >>> def said(text):
    ...     try:
    ...         parse(text)
    ...     except NotationError as error:
    ...         return repair(text, error)
    >>> said("3d6 drop loweest"), said("bset of 3d6"), said("2w6 at least 7"), said("d20 advantage"), said("3d6 + + 2")
    ('3d6 drop lowest', 'best of 3d6', '2d6 >= 7', 'best of 2d20', '3d6')
    >>> said("six times 4d6 drop lowest"), said("if d20 >= 15 then 2d6 else 0"), said("d100 under 45")
    ('6 times (4d6 drop lowest)', '(2d6) if d20 >= 15 else 0', 'd100 <= 45')
    >>> said("2 d6 > 7"), said("roll 2 d 6"), said("Throw best of 3 d20"), said("4+")
    ('2d6 > 7', '2d6', 'best of 3d20', 'd6 >= 4')
    >>> said("30%"), said("30 percent chance")
    ('d100 <= 30', 'd100 <= 30')
    """
    if len(text) > MOST_CHARACTERS:
        return ""
    return next((candidate for candidate in _candidates(text, error) if _reads(candidate)), "")


def _candidates(text: str, error: NotationError) -> Iterator[str]:
    if _COUNTED in str(error):
        yield f"{text[: error.at]}sum of {text[error.at :]}"
    near: list[str] = []
    word = re.compile(r"[A-Za-z]+").match(text, error.at)
    if word is not None:
        near = near_words(word[0].lower())
        if error.nearest:
            yield f"{text[: word.start()]}{error.nearest}{text[word.end() :]}"
    if die := re.search(r"d[0-9]+", text):
        # What follows is mostly rolled with the same dice.
        yield re.sub(r"\bthen +([0-9]+)\+", rf"then {die[0]} >= \1", text)
    changed = text
    for pattern, written in _ELSEWHERE:
        changed = pattern.sub(written, changed)
        if changed != text:
            yield changed.strip()
    if word is not None:
        yield from (f"{text[: word.start()]}{other}{text[word.end() :]}" for other in near)
    # What could be read before it went wrong.
    before = text[: error.at].rstrip(" +-*/<>=:,(")
    if before:
        yield before


def _reads(text: str) -> bool:
    try:
        parse(text)
    except NotationError:
        return False
    return True
