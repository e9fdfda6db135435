"""The words of the language, and what may be a name."""

from __future__ import annotations

import re

from probcalc.sheets.errors import SheetError

_WORDS = (
    "abs after against always among and at best card cards choose counts crit critical drop each else enemy exploding"
    " explode explodes fallen faces for from fumble highest if in is keep let lowest max min never next no none not of"
    " on once or reroll round rounds sum them then times to twice until unlike up vs when wild with without worst yes"
)
RESERVED = frozenset(_WORDS.split())
"""Words that are never names."""

PARTS = ("successes", "failures", "criticals", "fumbles", "hurt", "outcome")
"""What may be asked of a step."""

HEADINGS = (
    "sheet",
    "game",
    "note",
    "question",
    "given",
    "fixed",
    "sides",
    "each",
    "ruling",
    "table",
    "die",
    "rule",
    "rounds",
    "until",
    "result",
    "carry",
    "refuse",
    "try",
    "expect",
)
"""The words before a colon that say something of their own; any other begins a group of parameters."""

_DICE = re.compile(r"[0-9]*d[0-9]+|d")


def require_name(word: str, at: int) -> None:
    """Refuse a word that cannot be a name.

    Raises:
        SheetError: when it is a word of the language, a single letter or a die.
    """
    small = word.lower()
    if small in RESERVED:
        raise SheetError(f'"{word}" is a word of the language and cannot be a name', at)
    if _DICE.fullmatch(small) and len(small) > 1:
        raise SheetError(f'"{word}" cannot be a name: it is a die', at)
    if len(small) < 2:
        raise SheetError(f'"{word}" cannot be a name: one letter is a symbol on dice; write two or more', at)


def label_of(name: str) -> str:
    """A name as it is shown: blanks for lines below, a capital in front.

    >>> label_of("wiped_out")
    'Wiped out'
    """
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def is_plural(name: str) -> bool:
    """Whether a name is that of several: it ends like one.

    >>> is_plural("Eelmen"), is_plural("Knives"), is_plural("Great Axe"), is_plural("Octopus"), is_plural("Cyclops")
    (True, True, False, False, False)
    """
    small = name.lower()
    if small.endswith(("men", "folk")):
        return small not in ("omen", "specimen")
    return small.endswith("s") and not small.endswith(("ss", "us", "is", "ops"))
