"""A roll that was mistyped, as it was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from probcalc.notation.errors import NotationError
from probcalc.notation.limits import MOST_CHARACTERS
from probcalc.notation.reading import WORDS, near_words, parse
from probcalc.notation.remarks import require_meant

_COUNTED = "counts dice one by one"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_POOL = r"\d*d\d+"
_ROLL = rf"({_POOL}(?:\s+(?:drop|keep)(?:\s+(?:lowest|highest|best|worst))?(?:\s+\d+)?)?)"
_END = r"(lowest|highest|worst|best)"
_TARGET = r"((?:>=|<=|[<>=≥≤])\s*\d+|\d+\+)"
# How it is written elsewhere, and here; each is tried alone and after those above it.
_WRITTEN = (
    (r"^\s*if\s+(.+?)\s+then\s+(.+?)\s+else\s+(.+)$", r"(\2) if \1 else \3"),
    (r"^(.+?)\s*\?\s*([^:?]+?)\s*:\s*(.+)$", r"(\2) if \1 else \3"),
    *((rf"\b{word}(?=\s+(?:times|of)\b)|\b{word}(?=\s+d?\d)", str(number)) for number, word in enumerate(_NUMBERS, 1)),
    *((rf"\breroll (?:all |any )?{word}e?s\b", f"reroll {number}") for number, word in enumerate(_NUMBERS[:6], 1)),
    *((rf"\b{word}e?s (?=(?:in|on|of) {_POOL})", f"{number}s ") for number, word in enumerate(_NUMBERS[:6], 1)),
    *((rf"^({_POOL}) {word}e?s$", rf"\1 = {number}") for number, word in enumerate(_NUMBERS[:6], 1)),
    (
        (
            r"^(?:(?:how many|number of|count(?:ing)?|chance of|at least 1|any|an?|the)\s+)*"
            rf"(\d+)s?\s+(?:in|on|of)\s+({_POOL})$"
        ),
        r"\2 = \1",
    ),
    (rf"^(?:doubles?|pairs?)\s+(?:in|on|of)\s+({_POOL})$|^({_POOL}) doubles?$", r"largest set of \1\2 >= 2"),
    (rf"^triples?\s+(?:in|on|of)\s+({_POOL})$|^({_POOL}) triples?$", r"largest set of \1\2 >= 3"),
    (r"\b(minus|without|except|drop|keep|take),?\s+the\b", r"\1"),
    (rf"(?:,?\s*\b(?:minus|without|except)\s+|-\s*){_END}$", r" drop \1"),
    (rf"({_POOL}),\s*(?=drop|keep)", r"\1 "),
    (rf"\b(?:take|pick|choose|use)\s+(?={_END}|\d)", "keep "),
    (rf"\b(drop|keep)\s+(\d+)\s+{_END}", r"\1 \3 \2"),
    (rf"\b(\d+)\s+{_END}\s+of\b", r"\2 \1 of"),
    (rf"({_POOL})\s+{_END}\s+(\d+)\b", r"\1 keep \2 \3"),
    (rf"\bsum of (?={_END}|keep|drop)", ""),
    (rf"\b(?:best|highest) of ({_POOL}(?:\s*,\s*{_POOL})+)", r"keep 1 of \1"),
    (rf"\b(?:worst|lowest) of ({_POOL}(?:\s*,\s*{_POOL})+)", r"keep lowest 1 of \1"),
    (rf"\b{_END} of ({_POOL}(?:\s+and\s+{_POOL})+)", r"\1 of (\2)"),
    (rf"^({_POOL}.*?),?\s+(\d+)\s+times$", r"\2 times (\1)"),
    (rf"^({_POOL})\s+twice$", r"2 times (\1)"),
    (rf"\b(\d+)\s*(?:times|x|×)\s*{_ROLL}", r"\1 times (\2)"),
    (r"\b(\d+) attacks?,? (?:that )?hit(?:ting)?(?: on)? (\d+)\+", r"\1d6 >= \2"),
    (
        rf"\b({_POOL})\s*(explod\w+)\s*(on\s+[\d-]+|\d+)?\s*(?:count\w*\s+(?:on\s+)?)?{_TARGET}$",
        r"\1 \4 \2 \3",
    ),
    (rf"\bcount(?:s|ing)?\b(?:\s+(?:hits|successes))?(?:\s+(?:on|of))?\s*(?={_TARGET})", ""),
    (r"(?<=\d\+)\s+(?:hits?|successes|success)$", ""),
    (r"\s+(?:at|on|to hit|(?:hits?|hitting|success(?:es)?) on) (\d+)\+", r" >= \1"),
    (r"\s+(?:vs\.?\s+|against\s+|to hit\s+)?(?:ac|dc|tn|difficulty|diff|to hit)\s*(\d+)\b", r" >= \1"),
    (r"\bvs\.", "vs"),
    (r"^\s*([2-6])\+\s*$", r"d6 >= \1"),
    (r"\b(\d+)\+ on ([23]d\d+)\b", r"sum of \2 >= \1"),
    (rf"\b(\d+)\+ on ({_POOL})\b", r"\2 >= \1"),
    (rf"^\s*(?:roll )?(?:under|below) (\d+) (?:on|with) ({_POOL})$", r"\2 <= \1"),
    (r"\s+(?:roll )?under (?=\d)", " <= "),
    (r"\s+(?:roll )?over (?=\d)", " >= "),
    (r"\bd100\s*(?:percent|<=)\s*(\d+)\s*%?", r"d100 <= \1"),
    (r"^\s*(\d+)\s*(?:%|percent)(?: chance)?\s*$", r"d100 <= \1"),
    (r"\s+plus\s+(?=\d)", " + "),
    (r"\s+minus\s+(?=\d)", " - "),
    (r"([-+])(?:\s*\1)+|([*])(?:\s+\2)+", r"\1\2"),
    (r"\s*·\s*", " * "),
    (r"^\s*(?:roll|throw)\s+", ""),
    (r"\b(\d+)\s+(?=d\s*[\d%{])", r"\1"),
    (r"\b(\d*d)\s+(?=[\d%{])", r"\1"),
    (r"\b(\d*)w(?=\d)", r"\1d"),
    (r"(\d)\s*x\s*(?=\d*d\d)", r"\1 * "),
    (r"\s*\bat least\b\s*", " >= "),
    (r"\s*\bat most\b\s*", " <= "),
    (r"\s*\b(\d+) or (?:more|better|higher|over)\b", r" >= \1"),
    (r"\s*\b(\d+) or (?:less|fewer|lower|under)\b", r" <= \1"),
    (r"^(.+?)\s*(?:≠|<>|!=)\s*(\d+)$", r"not \1 = \2"),
    (r"^(.+?)\s*(?:\bbetween\s+(\d+)\s+and|(?:\bin|=)\s*(\d+)\s*-)\s*(\d+)$", r"\1: \2\3-\4 yes, else no"),
    (r";", ","),
    (r",\s*(\d+)-\s*(?=[a-z])", r", 0-\1 "),
    (r"^(.+?)\s*,?\s*round(?:ed)? down$|^floor\((.+)\)$", r"\1\2"),
    (r"\b1?(d\d+)\s+(?:with )?adv(?:antage)?\b", r"best of 2\1"),
    (r"\b1?(d\d+)\s+(?:with )?dis(?:adv(?:antage)?)?\b", r"worst of 2\1"),
    (r"\b(explod\w+)\s+(?=\d)", r"\1 on "),
    (rf"{_TARGET}\s*!", r"\1 exploding"),
    (r"\bd(\d+)\s*!", r"d\1 exploding once"),
)
_ELSEWHERE = tuple((re.compile(pattern, re.IGNORECASE), written) for pattern, written in _WRITTEN)


def repair(text: str, error: NotationError) -> str:
    """A roll that can be answered and is near the one that was refused; "" for none.

    >>> from probcalc.notation.reading import parse
    >>> def said(text):
    ...     try:
    ...         parse(text)
    ...     except NotationError as error:
    ...         return repair(text, error)
    >>> said("3d6 drop loweest"), said("bset of 3d6"), said("2w6 at least 7"), said("d20 advantage"), said("3d6 + + 2")
    ('3d6 drop lowest', 'best of 3d6', 'sum of 2d6 >= 7', 'best of 2d20', '3d6 + 2')
    >>> said("six times 4d6 drop lowest"), said("if d20 >= 15 then 2d6 else 0"), said("d100 under 45")
    ('6 times (4d6 drop lowest)', '(2d6) if d20 >= 15 else 0', 'd100 <= 45')
    >>> said("2 d6 > 7"), said("roll 2 d 6"), said("Throw best of 3 d20"), said("4+")
    ('sum of 2d6 > 7', '2d6', 'best of 3d20', 'd6 >= 4')
    >>> said("30%"), said("30 percent chance"), said("6d6 count>=5 explode"), said("d6^2")
    ('d100 <= 30', 'd100 <= 30', '6d6 >=5 explode', '')
    """
    if len(text) > MOST_CHARACTERS:
        return ""
    return next((meant for candidate in _candidates(text, error) if (meant := _answered(candidate))), "")


def rewritten(text: str, patterns: Iterable[tuple[re.Pattern[str], str]] = _ELSEWHERE) -> Iterator[str]:
    """What is written elsewhere as it is written here, more of it from one text to the next.

    >>> list(rewritten("roll 3d6 reroll ones"))
    ['roll 3d6 reroll 1', '3d6 reroll 1']
    """
    for pattern, written in patterns:
        before, text = text, pattern.sub(written, text).strip()
        if text != before:
            yield text


def _candidates(text: str, error: NotationError) -> Iterator[str]:
    if die := re.search(r"d[0-9]+", text):
        # What follows is mostly rolled with the same dice.
        changed = re.sub(r"\bthen +([0-9]+)\+", rf"then {die[0]} >= \1", text)
        if changed != text:
            yield changed
    changed = text
    for changed in rewritten(text):
        yield changed
    yield text
    yield from _mistyped(text, error)
    if changed != text and (other := _refusal(changed)) is not None:
        yield from _mistyped(changed, other)
    # What could be read before it went wrong, where no number and no word of the notation is lost.
    rest = re.findall(r"[a-z]+|\d", text[error.at :], re.IGNORECASE)
    if not any(part.isdigit() or part.lower() in WORDS for part in rest):
        yield from (text[: error.at].rstrip(), text[: error.at].rstrip(" +-*/<>=:,("))


def _mistyped(text: str, error: NotationError) -> Iterator[str]:
    """The same with another word in place of the one that is wrong, the nearest first."""
    word = re.compile(r"[A-Za-z]+").match(text, error.at)
    if word is not None:
        near = dict.fromkeys((error.nearest, *near_words(word[0].lower())))
        yield from (f"{text[: word.start()]}{other}{text[word.end() :]}" for other in near if other)


def _answered(text: str) -> str:
    """A text that can be answered, with the sum of its dice where they are counted for nothing; "" for none."""
    refused = _refusal(text)
    if refused is not None and _COUNTED in str(refused):
        text = f"{text[: refused.at]}sum of {text[refused.at :]}"
        refused = _refusal(text)
    return "" if refused else text


def _refusal(text: str) -> NotationError | None:
    try:
        require_meant(parse(text))
    except NotationError as error:
        return error
    return None
