"""The words, numbers and signs of a line, each with its place."""

from __future__ import annotations

import re
from typing import NamedTuple

from probcalc.sheets.errors import SheetError
from probcalc.sheets.source import Line

_TOKEN = re.compile(
    r"\s+"
    r'|(?P<text>"[^"]*")'
    r"|(?P<dice>[0-9]*[dD](?:[0-9]+|%)(?![A-Za-z0-9_])|[0-9]*[dD](?=\s*[({]))"
    r"|(?P<symbol>[0-9]+[A-Za-z](?![A-Za-z0-9_]))"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<compare>>=|<=|=>|=<|==|!=|[<>=≥≤≠])"
    r"|(?P<sign>\.\.|[-+*/(){}\[\],:|?%.!])"
)
_COMPARE = {"=>": ">=", "=<": "<=", "==": "=", "≥": ">=", "≤": "<=", "≠": "!="}
_PAIRS = {")": "(", "}": "{", "]": "["}
_NAMES = {"(": "parenthesis", "{": "brace", "[": "bracket"}
END = "end"
DEEPEST = 8


class Token(NamedTuple):
    """A word, number or sign.

    Attributes:
        kind: text, dice, symbol, number, word, compare, sign or end.
        text: as it is compared, in small letters, of a text without its marks.
        at: its place in the sheet.
        shown: as it is written.
        begin: where it begins in the line.
    """

    kind: str
    text: str
    at: int
    shown: str
    begin: int

    @property
    def unquoted(self) -> str:
        """A word as it is written, without its quotation marks."""
        return self.shown.strip('"')

    @property
    def in_words(self) -> str:
        """How an error names it."""
        return "the end of the line" if self.kind == END else f'"{self.shown[:20]}"'


def tokens_of(line: Line, begin: int = 0) -> list[Token]:
    """The tokens of a line from one of its characters on, the last of which is its end.

    >>> from probcalc.sheets.source import lines_of
    >>> [token.text for token in tokens_of(lines_of("Hits = 2d6 >= skill + 1")[0])]
    ['hits', '=', '2d6', '>=', 'skill', '+', '1', '']

    Raises:
        SheetError: for a sign that means nothing, and for a bracket or a quotation mark that is never closed.
    """
    text = line.text
    found: list[Token] = []
    opened: list[Token] = []
    position = begin
    match_at = _TOKEN.match
    while position < len(text):
        match = match_at(text, position)
        if match is None:
            sign = text[position]
            if sign == '"':
                raise SheetError("the quotation mark is never closed", line.at(position))
            if sign.isalpha():
                raise SheetError(f"a name has letters from a to z, digits and _, and no {sign}", line.at(position))
            raise SheetError(f"expected a number, dice or a name, not {_quote_sign(sign)}", line.at(position))
        kind = match.lastgroup
        position = match.end()
        if kind is None:
            continue
        shown = match[0]
        small = shown.lower()
        if kind == "compare":
            small = _COMPARE.get(small, small)
        elif kind == "text":
            small = shown[1:-1]
        token = Token(kind, small, line.at(match.start()), shown, match.start())
        found.append(token)
        if kind == "sign":
            if small in _NAMES:
                opened.append(token)
                if len(opened) > DEEPEST:
                    raise SheetError(f"parentheses stand at most {DEEPEST} deep", token.at)
            elif small in _PAIRS and opened and opened[-1].text == _PAIRS[small]:
                opened.pop()
    if opened:
        raise SheetError(f"the {_NAMES[opened[-1].text]} is never closed", opened[-1].at)
    last = line.at(max(0, len(text.rstrip()) - 1)) + 1
    found.append(Token(END, "", last, "", len(text)))
    return found


def _quote_sign(sign: str) -> str:
    return f'"{sign}"' if sign.isprintable() and ord(sign) < 0x2000 else "this sign"
