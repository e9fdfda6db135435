"""`said`: a text on its way out, in the language of whoever reads it.

Everything below speaks English; the language of a page is set around its drawing, for its thread alone, so that two
visitors are answered at once, each in his own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from pkgutil import get_data
from typing import Any

from probcalc.present.languages.patterns import NAME, NUMBER, Pattern, patterns, with_hyphens
from probcalc.present.numbers.decimals import PERCENT
from probcalc.scenarios import registry
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.tables import WORDS

ENGLISH = "en"
_NUMBER = re.compile(NUMBER)
_WORD, _SAYING = re.compile(r"[^\W\d_]"), re.compile(r"[\w%]")
# Ids and formulas are the same in every language.
_WORDS = re.compile(r"[^\W\d_]{3,}")
_SIGNS = re.compile(r"^\S*_\S*$|^\w+\.\w+$|^\\|\w\^\d|\)/\d|^\w+/\d+$|[<>]=|^\S+ = \S+$")
_LOOSE = re.compile(r"[\N{SOFT HYPHEN}\u200b]")
_ANYTHING, _AS_IT_IS = "{anything}", "{anything:same}"
_MOST_KEPT, _LONGEST, _DEEPEST = 20_000, 2_000, 80


class Language:
    """A language beside English, as its file holds it.

    Args:
        code: its code: "de".
        held: the file: `name`, the signs of numbers, `games`, `texts`, and the `forms` of words within sentences.

    Attributes:
        tell: is told of each entry that is used, and of each text that there is none for.
    """

    def __init__(self, code: str, held: Mapping[str, Any]) -> None:
        self.code = code
        self.games = frozenset(map(str, held["games"]))
        self._signs = str.maketrans({",": held["thousands"], ".": held["point"]})
        self.signs = str(held["point"]), str(held["thousands"])
        self._percent = str(held["percent"])
        tables: dict[str, Mapping[str, str]] = {"": held["texts"], **held.get("forms", {})}
        self.entries: dict[str, dict[str, str]] = {form: dict(table) for form, table in tables.items()}
        self._whole: dict[str, dict[str, str]] = {}
        self._patterns: dict[str, list[Pattern]] = {}
        for form, table in tables.items():
            made = [pattern for english, local in table.items() for pattern in patterns(english, local)]
            self._whole[form] = {
                one.english: one.local for one in made if "{" not in one.english or one.english == _ANYTHING
            }
            self._patterns[form] = sorted(
                (one for one in made if "{" in one.english and one.english != _ANYTHING), key=lambda one: -one.weight
            )
        self._names = {name for game in self.games for name in names_of(game)}
        self._kept: dict[tuple[str, str], str | None] = {}
        self.tell: Callable[[str, bool], object] = lambda text, is_held: None

    def english(self) -> Iterator[str]:
        """The English side of every text, as it is met."""
        yield from self._whole[""]
        yield from (pattern.english for pattern in self._patterns[""])

    def said(self, text: str) -> str:
        """The text in this language, in English where the file does not hold it.

        >>> german = language("de")
        >>> german.said("about 1 in 38"), german.said("nobody has said this yet")
        ('etwa 1 von 38', 'nobody has said this yet')
        """
        plain = _LOOSE.sub("", text).replace("\N{NO-BREAK SPACE}", " ")
        inner = plain.strip()
        if not inner or len(inner) > _LONGEST or not _SAYING.search(inner):
            return text
        found = self.look_up(inner)
        if found is None:
            if _WORDS.search(inner) and not _SIGNS.search(inner):
                self.tell(inner, False)
            return text
        start = plain.find(inner)
        return f"{plain[:start]}{found}{plain[start + len(inner) :]}"

    def look_up(self, text: str, form: str = "", depth: int = 0) -> str | None:
        """The text in a form of this language; None where the file does not hold it."""
        if depth >= _DEEPEST:
            return None
        key = form, text
        # Another thread may forget all that is kept at any time: looking and taking are one step.
        with suppress(KeyError):
            return self._kept[key]
        found = self._find(text, form, depth)
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        self._kept[key] = found
        return found

    def _find(self, text: str, form: str, depth: int) -> str | None:
        if _NUMBER.fullmatch(text):
            return text.removesuffix(PERCENT).translate(self._signs) + (self._percent if text.endswith(PERCENT) else "")
        # Within a sentence an entry has a small first letter, at its head a capital one.
        small, large = text[:1].lower() + text[1:], text[:1].upper() + text[1:]
        found = self._whole_entry(text, small, large, form)
        if found is None and not form and text in self._names:
            return text
        found = found or self._match(text, form, depth)
        if found is None and small != text and (told := self._match(small, form, depth)) is not None:
            found = told[:1].upper() + told[1:]
        if found is None and large != text:
            found = self._match(large, form, depth)
        if found is None and form:
            # A form may take whatever is left as it is: the name of a reader's own unit.
            found = self.look_up(text, "", depth + 1)
            rest = self._whole[form].get(_ANYTHING)
            return rest.replace(_AS_IT_IS, text) if found is None and rest and NAME.fullmatch(text) else found
        return text if found is None and (_SIGNS.search(text) or not _WORD.search(text)) else found

    def _whole_entry(self, text: str, small: str, large: str, form: str) -> str | None:
        """The entry of a text without places, met as it is or at another place of a sentence."""
        for tried in (text, small, large):
            if (found := self._whole[form].get(with_hyphens(tried))) is not None:
                self.tell(with_hyphens(tried), True)
                return found[:1].upper() + found[1:] if tried != text and tried == small else found
        return None

    def _match(self, text: str, form: str, depth: int) -> str | None:
        for pattern in self._patterns[form]:
            found = pattern.say(text, lambda part, inner: self.look_up(part, inner, depth + 1))
            if found is not None:
                self.tell(pattern.english, True)
                return found
        return None


def names_of(game: str) -> Iterator[str]:
    """What the units and weapons of a game are called, which every language leaves as its rulebook has it.

    >>> sorted(names_of("chronopia"))[:3]
    ['Archer', 'Archers', 'Chronopia']
    """
    system = registry.system(game)
    yield system.name
    for kind in system.own:
        if isinstance(kind, OwnTable):
            for row in kind.table.values():
                yield from (str(getattr(row, word)) for word in WORDS)


_ROOM = "probcalc.present.languages"
CODES = tuple(sorted(path.stem for path in Path(__file__).parent.glob("*.toml")))
"""The languages that have a file."""


@cache
def language(code: str) -> Language:
    """The language of that code.

    Raises:
        KeyError: when it has no file.
    """
    if code not in CODES:
        raise KeyError(code)
    return Language(code, tomllib.loads(_file(code)))


def _file(code: str) -> str:
    return (get_data(_ROOM, f"{code}.toml") or b"").decode("utf-8")


@cache
def name_of_language(code: str) -> str:
    """What a language calls itself, for which nothing of it but the head of its file is read.

    >>> name_of_language("de"), name_of_language("en")
    ('Deutsch', 'English')
    """
    return "English" if code == ENGLISH else str(tomllib.loads(_file(code).partition("\n[")[0])["name"])


def code_of_wanted(wanted: str) -> str:
    """The code of a language that is wanted, "" of one that has no file.

    >>> code_of_wanted("de-AT"), code_of_wanted("EN"), code_of_wanted("xx")
    ('de', 'en', '')
    """
    code = wanted.replace("_", "-").partition("-")[0].lower()
    return code if code in (*CODES, ENGLISH) else ""


def first_spoken(*wanted: str) -> str:
    """The first of these that is spoken here, by its code; English where none is.

    >>> first_spoken("", "de-AT"), first_spoken("fr", "de"), first_spoken("", "xx")
    ('de', 'de', 'en')
    """
    return next(filter(None, map(code_of_wanted, wanted)), ENGLISH)


def language_of_game(game: str, *wanted: str) -> str:
    """The language for a page of a game, or of none: English where no wanted one has words for the game.

    >>> language_of_game("chronopia", "de"), language_of_game("oathmark", "de"), language_of_game("", "de")
    ('de', 'en', 'de')
    """
    code = first_spoken(*wanted)
    return code if code == ENGLISH or not game or game in language(code).games else ENGLISH


_SPOKEN: ContextVar[Language | None] = ContextVar("the language of the page", default=None)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    r"""Within this block, in this thread, texts are said in that language.

    >>> with speaking("de"):
    ...     said("about 2 in 3"), said("66.4%")
    ('etwa 2 von 3', '66,4\xa0%')
    >>> said("about 2 in 3")
    'about 2 in 3'
    """
    before = _SPOKEN.set(None if code == ENGLISH else language(code))
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def said(text: str) -> str:
    """A text in the language of whoever reads the page, in English where nobody said which or it is not known."""
    present = _SPOKEN.get()
    return text if present is None else present.said(text)


def text_in_language(text: str) -> str | None:
    """The text in the language of whoever reads the page; None where the file does not hold it."""
    present = _SPOKEN.get()
    return None if present is None else present.look_up(text)


def number_signs() -> tuple[str, str] | None:
    """The point and the sign between thousands of the language that is spoken; None in English."""
    present = _SPOKEN.get()
    return None if present is None else present.signs


def code_of_language() -> str:
    """The code of the language that is spoken at present."""
    present = _SPOKEN.get()
    return ENGLISH if present is None else present.code
