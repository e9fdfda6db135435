"""A sheet's text as lines: comments cut off, lines that go on joined, and each character's place in the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from probcalc.sheets.errors import SheetError, place

MOST_CHARACTERS = 16_000
MOST_LINES = 400

# Curly quotation marks, signs of multiplication and minus, a dash, and blanks that do not break.
_PLAIN = {
    0x201C: '"',
    0x201D: '"',
    0x201E: '"',
    0x201F: '"',
    0x2018: "'",
    0x2019: "'",
    0xD7: "*",
    0x2212: "-",
    0x2013: "-",
}
_PLAIN |= dict.fromkeys((0xA0, 0x2007, 0x202F), " ")
_GOES_ON = re.compile(
    r"(?:(?:reroll|crit|fumble|always|never|exploding|if|else|and|or|then)\b(?!\s*:)|[+*-])", re.IGNORECASE
)
_TABLE = re.compile(r"table\s*:", re.IGNORECASE)
_FREE_TEXT = re.compile(r"(?:game|note|question)\s*:", re.IGNORECASE)
_BRACKETS = re.compile(r'"[^"]*"?|[(){}\[\]]')


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sheet with what goes on below it.

    Attributes:
        text: all of it, without comments.
        starts: where each part of the text begins in it.
        places: where each part begins in the sheet.
        indented: whether it belongs to a block.
        first: the number of its first line.
    """

    text: str
    starts: tuple[int, ...]
    places: tuple[int, ...]
    indented: bool
    first: int

    def at(self, index: int) -> int:
        """The place in the sheet of a character of the text."""
        if len(self.starts) == 1:
            return self.places[0] + index
        part = bisect_right(self.starts, index) - 1
        return self.places[part] + index - self.starts[part]

    @property
    def end(self) -> int:
        """The place behind the last visible character."""
        return self.at(max(0, len(self.text.rstrip()) - 1)) + 1


def _without_comment(text: str) -> str:
    if "#" not in text:
        return text
    quoted = False
    for index, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted and (index == 0 or text[index - 1] in " \t"):
            return text[:index]
    return text


def _brackets(text: str) -> tuple[int, int]:
    """How many brackets a text closes that it does not open, and how many it leaves open."""
    closed = depth = 0
    for found in _BRACKETS.finditer(text):
        if found[0] in "({[":
            depth += 1
        elif depth and found[0] in ")}]":
            depth -= 1
        else:
            closed += found[0] in ")}]"
    return closed, depth


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def is_row(text: str) -> bool:
    """Whether a line is a row of a table, where one may stand."""
    return text.lstrip().startswith("|") or "\t" in text.strip()


def lines_of(text: str) -> list[Line]:
    r"""The lines of a sheet that say something, each with what goes on below it.

    >>> [line.text for line in lines_of("hero: skill 3, # figures\n  luck 2\n\nface = d6")]
    ['hero: skill 3,  luck 2', 'face = d6']

    Raises:
        SheetError: when the sheet is too long.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        raise SheetError(
            f"the sheet has {len(text):,} characters, and at most {MOST_CHARACTERS:,} are read", place(1, 1)
        )
    raw = text.split("\n")
    if len(raw) > MOST_LINES + 1 or (len(raw) == MOST_LINES + 1 and raw[-1].strip()):
        raise SheetError(f"the sheet has {len(raw):,} lines, and at most {MOST_LINES} are read", place(1, 1))
    plain = [_without_comment(line.translate(_PLAIN)).rstrip() for line in raw]
    found: list[Line] = []
    number, in_table = 0, False
    while number < len(plain):
        line = plain[number]
        if not line.strip():
            number += 1
            continue
        in_table = bool(_TABLE.match(line)) or (in_table and is_row(line))
        begin = number
        number += 1
        if in_table or _FREE_TEXT.match(line):
            found.append(_make_line([line], begin))
            continue
        parts = [line]
        (_, depth), indent = _brackets(line), _indent(line)
        while number < len(plain) and (following := plain[number]).strip():
            deeper = _indent(following)
            if not deeper:
                break
            ends_open = depth > 0 or parts[-1].rstrip().endswith(",")
            if not ends_open and not (deeper > indent and _GOES_ON.match(following.lstrip())):
                break
            parts.append(following)
            closed, opened = _brackets(following)
            depth = max(0, depth + opened - closed)
            number += 1
        found.append(_make_line(parts, begin))
    return found


def _make_line(parts: Sequence[str], begin: int) -> Line:
    first_indent = _indent(parts[0])
    text = parts[0][first_indent:]
    starts, places = [0], [place(begin + 1, first_indent + 1)]
    for offset, part in enumerate(parts[1:], 1):
        indent = _indent(part)
        # One blank stands for the end of the line.
        text += " "
        starts.append(len(text))
        places.append(place(begin + offset + 1, indent + 1))
        text += part[indent:]
    return Line(text, tuple(starts), tuple(places), bool(first_indent), begin + 1)
