"""`Pattern`: an English text with named places, and what another language says in its stead.

"{unit} slays|slay {other}" has two places and a verb in the singular and in the plural. On the other side a place may
stand elsewhere and name the form that its words take there: "{unit} erschlägt|erschlagen {other:accusative}".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from probcalc.present.numbers.decimals import PERCENT

NUMBER = rf"[+\-−±]?[<>]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?(?:{PERCENT})?"
_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_EITHER = re.compile(r"([\w']+)\|([\w']+)")
# What takes a form is a name: it is short and has no sign of a sentence in it.
NAME = re.compile(r"[^,:;.%()=?]{1,60}")
_OF_NUMBERS, AS_IT_IS = "number", "same"

Words = Callable[[str, str], "str | None"]
"""What a text is in a form of the language; None where the file does not hold it."""


@dataclass(frozen=True)
class Pattern:
    """One entry of a language's file.

    Attributes:
        english: the English side as the file has it.
        local: the other side.
        expression: finds its places in a text.
        literal: the longest run of its letters, which every text of it holds.
        weight: how many letters are its own; of two that fit, the heavier is meant.
    """

    english: str
    local: str
    expression: str
    literal: str
    weight: int

    @cached_property
    def match(self) -> re.Pattern[str]:
        """The expression, compiled for the first text that may be one of its own: most entries meet none."""
        return re.compile(self.expression, re.DOTALL)

    def say(self, text: str, words: Words) -> str | None:
        """The text in the language; None where it is another text, or one of its places holds what is not known.

        >>> (slain,) = patterns("{n:number} of {unit} die", "von {unit} sterben {n}")
        >>> slain.say("3 of Trolls die", lambda text, form: text)
        'von Trolls sterben 3'
        """
        if self.literal not in with_hyphens(text) or (found := self.match.fullmatch(text)) is None:
            return None
        parts: list[str] = []
        at = 0
        for place in _PLACE.finditer(self.local):
            held = found[place[1]]
            if place[2] and place[2] != AS_IT_IS and not NAME.fullmatch(held):
                return None
            # A role that began the sentence may stand within it now.
            if found.start(place[1]) == 0 and place.start():
                inside = words(held[:1].lower() + held[1:], place[2] or "")
                known = inside if inside is not None else words(held, place[2] or "")
            else:
                known = held if place[2] == AS_IT_IS else words(held, place[2] or "")
            if known is None:
                return None
            parts += [self.local[at : place.start()], known]
            at = place.end()
        return "".join([*parts, self.local[at:]])


def patterns(english: str, local: str) -> Iterator[Pattern]:
    """The patterns of an entry: two where a verb has a singular and a plural.

    >>> [found.english for found in patterns("{a} wins|win", "{a} siegt|siegen")]
    ['{a} wins', '{a} win']
    """
    for number in (1, 2) if _EITHER.search(english) else (1,):
        text, other = (_EITHER.sub(lambda found: found[number], side) for side in (english, local))  # noqa: B023
        pieces = _PLACE.sub("\0", text).split("\0")
        expression, at = [], 0
        for place in _PLACE.finditer(text):
            inside = NUMBER if place[2] == _OF_NUMBERS else r".+?"
            expression += [_escape(text[at : place.start()]), f"(?P<{place[1]}>{inside})"]
            at = place.end()
        expression.append(_escape(text[at:]))
        own = sum(len(piece) for piece in pieces)
        # A place for numbers says more than one for anything.
        own += 2 * text.count(f":{_OF_NUMBERS}}}")
        yield Pattern(text, other, "".join(expression), max(pieces, key=len), own)


def with_hyphens(text: str) -> str:
    """A text as files have it: where a page shows a minus they have a hyphen.

    >>> with_hyphens("\N{MINUS SIGN}4 to hit")
    '-4 to hit'
    """
    return text.replace("\N{MINUS SIGN}", "-")


def _escape(text: str) -> str:
    return re.escape(text).replace(r"\-", "[-\N{MINUS SIGN}]")
