"""From the text of a roll to its nodes: Lark reads it, and every refusal points at a character.

Lark is imported when the first roll is read, so that nobody else waits for it.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from probcalc.notation import operators
from probcalc.notation.errors import NotationError, quote
from probcalc.notation.given_numbers import fill
from probcalc.notation.limits import MOST_CHARACTERS, MOST_NESTING
from probcalc.notation.names import names_as_signs, names_in, read
from probcalc.notation.nodes import Node
from probcalc.scenarios.errors import nearest_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from lark import Lark

_WORDS = """
against always at best cards counts crit drop else exploding failures first from fumble go highest if in
keep let lower lowest max middle min most never not of on once rank ranks reroll roll split stand successes
sum them then ties times to total turns twice unlike until up vs wild wins with without worst
"""
WORDS = (*operators.WORDS, *_WORDS.split())
"""The words of the notation."""

# Dashes that a telephone or a word processor writes in place of the sign are read as the sign.
_SMALL = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ–—", "abcdefghijklmnopqrstuvwxyz--")
# What may stand at a place, in words: the first of the beginnings, and all that goes on.
_BEGINNINGS = (
    ("DICE", "a number or dice such as 2d6"),
    ("RANGE", "a face such as 20 or 1-2"),
    ("LPAR", '"("'),
    ("INT", "a number"),
)
_GOING_ON = (
    ("RPAR", '")"'),
    ("RBRACE", '"}"'),
    ("COMMA", '","'),
    ("COMPARE", "a comparison such as >= 4"),
    ("COLON", '":"'),
    ("ELSE", "else"),
    ("LABEL", "a name or a roll"),
    ("IN", "in"),
    ("AT", "at most"),
    ("MOST", "most"),
    ("EQUALS", '"="'),
    ("AGAINST", "against"),
    ("PLUS", '"+" or "-"'),
    ("THEN", "then"),
    ("VS", "vs"),
    ("OUTCOMES", "failures or successes"),
    ("TIES_GO", "a, b, reroll or stand"),
    ("ONCE", "once"),
    ("OF", "of"),
    ("TIMES", "times"),
    ("LBRACE", '"{"'),
    ("TO", "to"),
    ("WINS", "wins"),
    ("TIES", "ties"),
    ("CRIT", "crit"),
    ("REROLL", "reroll"),
    ("$END", "the end"),
)
# So many words are tried in place of one that was mistyped.
_MOST_NEAR = 3
_MOST_EXPECTED = 6
_THEN = "what follows is rolled with dice of its own, as in 10d6 >= 4 then d6 >= 3"
_TIMES = "a roll that is made again is written 6 times (4d6 drop lowest)"
# Spellings that people bring along from elsewhere, and the same in this notation.
_ELSEWHERE = (
    (re.compile(r"!="), "unequal is written with not, as in not d6 = 3"),
    (re.compile(r"!"), "an exploding die is written d6 exploding, and not is written not"),
    (re.compile(r"ro?[<>=]*[0-9]"), "what is rolled again once is written 2d6 reroll 1-2"),
    (re.compile(r"x(?=[0-9 ]|$)"), "times is written *"),
    (re.compile(r"at least|at most"), "at least 7 is written >= 7, at most 7 <= 7"),
    (re.compile(r"if\b|\?"), "a choice is written 2d6 if d20 >= 15 else 0"),
    (re.compile(r"(one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b(?= +(times|d|[0-9(]))"), _TIMES),
    (re.compile(r"[x×] *(?=[0-9]*d[0-9])(?=.*\b(drop|keep)\b)"), _TIMES),
    (re.compile(r"under\b|over\b|percent\b"), "45 or less is written d100 <= 45, 45 or more d100 >= 45"),
    (re.compile(r"(one|two|three|four|five|six)e?s\b"), "faces are written as numbers, as in 2d6 reroll 1"),
    (
        re.compile(r"attacks?\b|hit\b|wounds?\b"),
        "attacks are written as dice, as in 10d6 >= 4 then d6 >= 3",
    ),
    (re.compile(r"count\b|hits\b|[0-9]+\+"), "successes are counted against a target, as in 10d6 >= 4 or 10d6 = 6"),
    (re.compile(r"take\b"), "what is kept is written keep highest 1 of 2d20, or best of 2d20"),
    (re.compile(r"mod\b|\^"), f"there are {operators.CALCULATED}, and nothing else"),
    (re.compile(r"\((?<=sum\()"), "the sum is written sum of 2d6"),
    (re.compile(r"(?<=[0-9])[.,][0-9]"), "numbers are whole"),
    (re.compile(r"(dis)?adv(antage)?\b"), "the better of two dice is written best of 2d20, the worse worst of 2d20"),
    (re.compile(r"[xy](?=d[0-9xy{%f])|d[xy](?![a-z0-9])"), "x and y are numbers that are given beside the roll: x=3"),
    (re.compile(r"d(?![a-z0-9{])"), "a die needs a number of sides, for example d6"),
)


def parse(text: str, numbers: Mapping[str, int] = MappingProxyType({})) -> Node:
    """The nodes of a roll; letters that have `numbers` stand for them.

    >>> parse("3d6 + 2")
    Sum(at=0, terms=(Pool(at=0, count=3, unit=Die(at=0, sides=6, faces=()), again=..., seen=False),
        Number(at=6, value=2)))
    >>> parse("becst of 2d6")
    Traceback (most recent call last):
        ...
    probcalc.notation.errors.NotationError: roll, character 1: unknown word "becst"; did you mean best?
    >>> parse("d20 + x >= y", {"x": 2, "y": 15}) == parse("d20 + 2 >= 15")
    True

    Raises:
        NotationError: for what cannot be read, is larger than the bounds, or has no answer.
    """
    if len(text) > MOST_CHARACTERS:
        wide = f"a roll has at most {MOST_CHARACTERS} characters, not {len(text):,}"
        raise NotationError(wide, MOST_CHARACTERS)
    _refuse_depth(text)
    if not numbers:
        return _parse(text)
    put = fill(text, numbers)
    try:
        return _parse(put.text)
    except NotationError as error:
        refusal = error.moved(put.place_in_text(error.at))
    raise refusal


def _parse(text: str) -> Node:
    written = text.translate(_SMALL)
    small = names_as_signs(written, WORDS)
    from lark import UnexpectedCharacters, UnexpectedToken

    from probcalc.notation.assembling import assemble

    try:
        return assemble(_parser().parse(small))
    except UnexpectedToken as error:
        ended = error.token.type == "$END"
        at = len(small.rstrip()) if ended else error.token.start_pos or 0
        refusal = _refusal(written, at, _possible(small[:at]), "" if ended else read(str(error.token)))
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        refusal = _refusal(written, at, _possible(small[:at]), written[at])
    # Out here, so that it does not hold the parser's own error, which cannot be sent to other processes.
    raise refusal


def _possible(before: str) -> set[str]:
    """The terminals that may follow what was read; the parser's own error comes after it has gone on too far."""
    reader = _parser().parse_interactive(before)
    reader.exhaust_lexer()
    found: set[str] = reader.accepts()  # type: ignore[no-untyped-call]
    return found


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = files("probcalc.notation").joinpath("grammar.lark").read_text("utf-8") + operators.TERMINALS
    return Lark(grammar, parser="lalr", start="roll", propagate_positions=True, maybe_placeholders=True)


def _refuse_depth(text: str) -> None:
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > MOST_NESTING:
            raise NotationError(f"parentheses stand at most {MOST_NESTING} deep", at)


def _nearest(text: str, word: re.Match[str]) -> str:
    """The word that was probably meant: of those that are near the first with which the roll can be read.

    >>> parse("2d6 bset")
    Traceback (most recent call last):
        ...
    probcalc.notation.errors.NotationError: roll, character 5: unknown word "bset"; did you mean best?
    """
    near = near_words(word[0], names_in(text))
    found = (other for other in near if _is_read(f"{text[: word.start()]}{other}{text[word.end() :]}"))
    return next(found, near[0] if near else "")


def near_words(word: str, names: Collection[str] = ()) -> list[str]:
    """The words of the notation, and `names` in the roll, that are near to a word, the nearest first.

    >>> near_words("bset"), near_words("xyzzy")
    (['set', 'best'], [])
    """
    known = (*names, *WORDS)
    nearest = nearest_name(word, known)
    return list(dict.fromkeys((nearest, *get_close_matches(word, known, _MOST_NEAR, 0.6)))) if nearest else []


def _is_read(text: str) -> bool:
    from lark import UnexpectedInput

    try:
        _parser().parse(names_as_signs(text, WORDS))
    except (UnexpectedInput, NotationError):
        return False
    return True


def _refusal(text: str, at: int, expected: Collection[str], found: str) -> NotationError:
    word = next((m for m in re.finditer(r"[a-z]+", text) if m.start() <= at < m.end()), None)
    is_name = word is not None and word[0] in names_in(text[: word.start()])
    for place in () if is_name else (at, word.start() if word is not None else at):
        elsewhere = next((said for spelling, said in _ELSEWHERE if spelling.match(text, place)), "")
        if elsewhere:
            return NotationError(elsewhere, place)
    if word is not None and word[0] not in WORDS and len(word[0]) > 1 and not is_name:
        nearest = _nearest(text, word)
        if nearest or word.start() < at:
            return NotationError(f"unknown word {quote(word[0])}", word.start(), nearest)
        found, at = word[0], word.start()
    if target := re.fullmatch(r"\s*([0-9]+)\+\s*", text[:at]):
        die = next((f"d{sides}" for sides in (6, 20, 100) if int(target[1]) <= sides), f"d{target[1]}")
        return NotationError(f"{target[1]}+ names no dice; write it like {die} >= {target[1]}", target.start(1))
    if re.search(r"then +[0-9]+\+\s*$", text[:at]):
        return NotationError(_THEN, at)
    if "COMPARE" in expected:
        # A comparison says the sign too, and the number of 4+.
        expected = {name for name in expected if name not in ("EQUALS", "INT")}
    listed = [words for name, words in _BEGINNINGS if name in expected][:1]
    listed += [words for name, words in _GOING_ON if name in expected]
    listed = listed[:_MOST_EXPECTED] or [name.lower() for name in sorted(expected)[:_MOST_EXPECTED]]
    wanted = listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
    return NotationError(f"expected {wanted}, not {quote(found) if found else 'the end'}", at)
