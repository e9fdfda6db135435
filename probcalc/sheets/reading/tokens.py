"""The tokens of a line, each with its place, and going along them, forward only, with what was expected there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.reading.source import Line
from probcalc.sheets.reading.words import RESERVED, require_name

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
T = TypeVar("T")
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

    >>> from probcalc.sheets.reading.source import lines_of
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
            said = f'"{sign}"' if sign.isprintable() and ord(sign) < 0x2000 else "this sign"
            raise SheetError(f"expected a number, dice or a name, not {said}", line.at(position))
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
    found.append(Token(END, "", line.end, "", len(text)))
    return found


MOST_NUMBER = 100_000
A_VALUE = "a number, dice or a name"
A_NAME = "a name"
THE_END = "the end of the line"
_OF_SEVERAL = ("keep", "drop", "highest", "lowest", "best", "worst", "advantage", "disadvantage", "kh", "kl")
_BEST = "; the better of two dice is highest of 2d12, and of so many pairs hits times highest of 2d12"
_KEPT = "; what is kept stands before the dice: highest of 2d12, keep 2 of 3d6, drop lowest of 4d6"


class Tokens:
    """The tokens of a line, and how far they have been read."""

    __slots__ = ("_here", "_tokens", "next")

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens, self._here = tokens, 0
        self.next = tokens[0]

    def take(self) -> Token:
        """The next token; the line goes on behind it."""
        token = self.next
        if token.kind != END:
            self._here += 1
            self.next = self._tokens[self._here]
        return token

    def ahead(self, number: int = 1) -> Token:
        """A token further on; the end when there are no more."""
        return self._tokens[min(self._here + number, len(self._tokens) - 1)]

    def is_word(self, *words: str) -> bool:
        """Whether one of these words stands next."""
        return self.next.kind == "word" and self.next.text in words

    def is_sign(self, sign: str) -> bool:
        """Whether a sign stands next."""
        return self.next.kind == "sign" and self.next.text == sign

    def took_word(self, *words: str) -> bool:
        """Whether one of these words stood next; then it is taken."""
        if self.is_word(*words):
            self.take()
            return True
        return False

    def took_sign(self, sign: str) -> bool:
        """Whether a sign stood next; then it is taken."""
        if self.is_sign(sign):
            self.take()
            return True
        return False

    def listed(self, part: Callable[[], T], between: str = ",") -> list[T]:
        """Parts with a sign between them, as many as there are."""
        found = [part()]
        while self.took_sign(between):
            found.append(part())
        return found

    def failure(self, expected: str, words: Collection[str] = ()) -> SheetError:
        """The refusal of what stands next, with what was expected and the nearest of the words."""
        near = nearest(self.next.text, words) if self.next.kind == "word" else ""
        hint = "; what holds stands behind: d6 if edge, else d8" if self.is_word("if") and expected == A_VALUE else ""
        return SheetError(f"expected {expected}, not {self.next.in_words}{hint}", self.next.at, near)

    def need_sign(self, sign: str, expected: str) -> Token:
        """The sign that has to stand next."""
        if not self.is_sign(sign):
            raise self.failure(expected)
        return self.take()

    def need_word(self, word: str, expected: str = "") -> Token:
        """The word that has to stand next."""
        if not self.is_word(word):
            raise self.failure(expected or f'"{word}"', (word,))
        return self.take()

    def need_end(self) -> None:
        """Refuse whatever stands behind the line's last part."""
        if self.next.kind != END:
            word = self.next.text if self.next.kind == "word" else ""
            best = _KEPT if word in ("keep", "drop") else _BEST if word in _OF_SEVERAL else ""
            if self.is_sign(".") and self.ahead().kind == "number":
                best = "; numbers are whole: half of d6 is d6 / 2"
            raise SheetError(f"expected {THE_END}, not {self.next.in_words}{best}", self.next.at)

    def name(self) -> Token:
        """The name that has to stand next."""
        if self.next.kind != "word" or self.next.text in RESERVED:
            raise self.failure(A_NAME)
        return self.take()

    def new_name(self) -> Token:
        """The same, of something new: it may be a name."""
        name = self.name()
        require_name(name.shown, name.at)
        return name

    def word(self) -> Token:
        """The word that has to stand next, in quotation marks or without."""
        if self.next.kind not in ("word", "text"):
            raise self.failure("a word")
        return self.take()

    def sentence(self) -> Token:
        """The sentence that has to stand next."""
        if self.next.kind != "text":
            raise self.failure("a sentence in quotation marks")
        return self.take()

    def number(self, expected: str = "a number") -> int:
        """The whole number that has to stand next, with a minus or without."""
        sign = -1 if self.took_sign("-") else 1
        if self.next.kind != "number":
            raise self.failure(expected)
        return sign * number_of(self.take())


def number_of(token: Token) -> int:
    """The number that a token names.

    Raises:
        SheetError: when it is too large.
    """
    if len(token.text) > 7 or int(token.text) > MOST_NUMBER:
        raise SheetError(f"a number here must be 0 to {MOST_NUMBER:,}, not {token.in_words}", token.at)
    return int(token.text)
