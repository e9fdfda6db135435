"""A line of a sheet that is refused, as it was probably meant."""

from __future__ import annotations

import re
from itertools import chain, islice

from probcalc.exact.errors import suggestion
from probcalc.notation.repairing import rewritten
from probcalc.sheets.errors import SheetError, place
from probcalc.sheets.questions.whole import questions_of
from probcalc.sheets.reading.expressions import Expressions
from probcalc.sheets.reading.headings import read_sheet
from probcalc.sheets.reading.source import lines_of
from probcalc.sheets.reading.tokens import tokens_of

_MOST_TRIED = 4
_DICE = r"([0-9]*d[0-9]+)"
_NAME = r"[a-z][a-z0-9_]*"
# A line, up to its expression; the expression; and what a result says behind it.
_LINE = re.compile(
    rf"(\s*(?:result\s*:\s*)?(?:next\s+)?{_NAME}(?:\s+of\s+{_NAME})?\s*=\s*)"
    r"(.+?)((?:\s+in\s+[a-z ]+)?(?:,\s*(?:more|less) is better)?(?:\s*\"[^\"]*\")?\s*(?:#.*)?)$",
    re.IGNORECASE,
)
# What a roll alone is read with, or what only a line may say.
_IN_A_LINE = tuple(
    (re.compile(pattern, re.IGNORECASE), written)
    for pattern, written in (
        (rf"{_DICE}\s*k?h([0-9]+)", r"keep \2 of \1"),
        (rf"{_DICE}\s*k?l([0-9]+)", r"keep lowest \2 of \1"),
        (rf"{_DICE}\s*dl([0-9]+)", r"drop \2 of \1"),
        (rf"{_DICE}\s+(keep|drop)((?:\s+(?:lowest|highest|best|worst))?(?:\s+[0-9]+)?)(?!\w)", r"\2\3 of \1"),
        (rf"{_DICE}\s+(lowest|highest|best|worst)\b", r"\2 of \1"),
        (r"\b([0-9]*)dF\b", r"\1d{-1,0,1}"),
        (rf"\b(d[0-9]+)\s+(?:at\s+|on\s+|>=\s*)?([0-9]+|{_NAME})\+", r"\1 >= \2"),
        (r">=\s*([0-9]+)\+", r">= \1"),
        (r"\b(crit|fumble|always|never|reroll)\s+on\s+", r"\1 "),
        (r"\bcrits\b", "crit"),
        (r"\breroll failed\b", "reroll failures"),
        (r"\breroll ([0-9]+)s\b", r"reroll \1"),
        (r"\bcounts (?:double|twice)\b", "counts 2"),
        (r"\breroll ([0-9]) (?:and|or) ([0-9])\b", r"reroll \1, \2"),
        (rf"\b({_NAME})\s*x\s*(?=d[0-9])", r"\1 "),
        (r"\b([a-z]\w+)(d[0-9]+)\b", r"\1 \2"),
        (r"\s*&&?\s*", " and "),
        (r"\s*\|\|\s*", " or "),
        (r"!(?=[a-z(])", "not "),
        (r"\bceil\((.+?)\s*/\s*(\w+)\)", r"(\1) / \2 up"),
        (r"//", "/"),
        (r"/\s*(\w+)[\s,]+round(?:ed)? up\b", r"/ \1 up"),
        (r"\b(max|min) (\w+), *(.+)$", r"\1(\2, \3)"),
        (r"((?:max|min|abs)\([^()]*\))\s*(?=d[0-9{])", r"(\1) "),
        (r"(:.*[^,:\s])\s+else\b", r"\1, else"),
        (r"\bunless\b", "if not"),
        (r"\bwhen\b", "if"),
        (r"\b(?:any|one) of (.+)$", r"(\1) >= 1"),
    )
)


def as_meant(text: str, error: SheetError) -> SheetError:
    r"""The refusal of a sheet, with its line as it was probably meant where it is written as elsewhere.

    >>> from probcalc.sheets.games.game import Sheet
    >>> Sheet("hero: fight 3\nresult: shift = 4dF + fight")
    Traceback (most recent call last):
        ...
    probcalc.sheets.errors.SheetError: line 2, character 18: "dF" is no name here; did you mean 4d{-1,0,1} + fight?
    """
    lines = text.splitlines()
    said = error.said.removesuffix(suggestion(error.nearest_word))
    if ";" in said or not 1 <= error.line <= len(lines):
        return error
    found = _LINE.match(lines[error.line - 1])
    if found is None:
        return error
    begin, written, behind = found.groups()
    candidates = dict.fromkeys(chain(rewritten(written, _IN_A_LINE), rewritten(written), _both(written)))
    for candidate in islice(filter(_is_read, candidates), _MOST_TRIED):
        lines[error.line - 1] = f"{begin}{candidate}{behind}"
        try:
            questions_of(read_sheet("\n".join(lines)))
        except SheetError as other:
            if other.line == error.line:
                continue
        meant = SheetError(said + suggestion(candidate), place(error.line, error.character))
        meant.meant = len(begin), len(begin) + len(written), candidate
        return meant
    return error


def _both(written: str) -> list[str]:
    """What both ways of writing make of it, one after the other."""
    return [*rewritten([written, *rewritten(written)][-1], _IN_A_LINE)]


def _is_read(written: str) -> bool:
    try:
        Expressions(tokens_of(lines_of(written)[0])).whole()
    except (SheetError, IndexError):
        return False
    return True
