"""Going along the tokens of a line, forward only: what stands next, and what was expected there."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.tokens import END, Token
from probcalc.sheets.words import RESERVED

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

    def rest(self) -> list[Token]:
        """All tokens that are left, the end among them."""
        return self._tokens[self._here :]

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

    def fail(self, expected: str, words: Collection[str] = ()) -> NoReturn:
        """Refuse what stands next.

        Raises:
            SheetError: with what was expected, and the nearest of the words.
        """
        raise self.failure(expected, words)

    def failure(self, expected: str, words: Collection[str] = ()) -> SheetError:
        """The refusal of what stands next."""
        near = nearest(self.next.text, words) if self.next.kind == "word" else ""
        hint = "; what holds stands behind: d6 if edge, else d8" if self.is_word("if") and expected == A_VALUE else ""
        return SheetError(f"expected {expected}, not {self.next.in_words}{hint}", self.next.at, near)

    def need_sign(self, sign: str, expected: str) -> Token:
        """The sign that has to stand next."""
        if not self.is_sign(sign):
            self.fail(expected)
        return self.take()

    def need_word(self, word: str, expected: str = "") -> Token:
        """The word that has to stand next."""
        if not self.is_word(word):
            self.fail(expected or f'"{word}"', (word,))
        return self.take()

    def need_end(self) -> None:
        """Refuse whatever stands behind the line's last part."""
        if self.next.kind != END:
            word = self.next.text if self.next.kind == "word" else ""
            best = _KEPT if word in ("keep", "drop") else _BEST if word in _OF_SEVERAL else ""
            raise SheetError(f"expected {THE_END}, not {self.next.in_words}{best}", self.next.at)

    def name(self) -> Token:
        """The name that has to stand next."""
        if self.next.kind != "word" or self.next.text in RESERVED:
            self.fail(A_NAME)
        return self.take()

    def word(self) -> Token:
        """The word that has to stand next, in quotation marks or without."""
        if self.next.kind not in ("word", "text"):
            self.fail("a word")
        return self.take()

    def sentence(self) -> Token:
        """The sentence that has to stand next."""
        if self.next.kind != "text":
            self.fail("a sentence in quotation marks")
        return self.take()

    def number(self, expected: str = "a number") -> int:
        """The whole number that has to stand next, with a minus or without."""
        sign = -1 if self.took_sign("-") else 1
        if self.next.kind != "number":
            self.fail(expected)
        return sign * number_of(self.take())


def number_of(token: Token) -> int:
    """The number that a token names.

    Raises:
        SheetError: when it is too large.
    """
    if len(token.text) > 7 or int(token.text) > MOST_NUMBER:
        raise SheetError(f"a number here must be 0 to {MOST_NUMBER:,}, not {token.in_words}", token.at)
    return int(token.text)
