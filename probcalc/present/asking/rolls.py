"""A roll as players say it: "15+ on 3d6", "at least 4 on d6", "advantage", "4d6 drop lowest 12 or more"."""

from __future__ import annotations

import re

_CHOSEN = r"(?:best|worst|keep|sum)\b.*|\d*d\d+\s*(?:drop|keep|best|worst|kh|kl|dl|dh).*"
_DICE = rf"(?P<dice>\d*d\d+(?:\s*[+-]\s*\d+)?|(?:{_CHOSEN}))"
_WORDS = {
    rf"(?P<n>\d+)\s*(?:\+|or more|or higher|or better|or above)\s*(?:on|with|from|of|in)?\s*{_DICE}": ">=",
    rf"(?:at least|over or equal|minimum)\s*(?P<n>\d+)\s*(?:on|with|from|in)\s*{_DICE}": ">=",
    rf"{_DICE}\s*(?:for|needs?|vs|against)?\s*(?P<n>\d+)\s*(?:\+|or more|or higher|or better)": ">=",
    rf"{_DICE}\s*(?:is |of )?at least\s*(?P<n>\d+)": ">=",
    rf"(?P<n>\d+)\s*(?:-|or less|or lower|or under|or below)\s*(?:on|with|from|of|in)\s*{_DICE}": "<=",
    rf"(?:at most|maximum)\s*(?P<n>\d+)\s*(?:on|with|from|in)\s*{_DICE}": "<=",
    rf"(?:exactly|an?|just)\s*(?P<n>\d+)\s*(?:on|with|from|in)\s*{_DICE}": "=",
}
_PATTERNS = [(re.compile(pattern), sign) for pattern, sign in _WORDS.items()]
_FAVOURED = re.compile(
    r"(?:(?P<before>\d+)\s*(?:\+|or more)?\s*(?:with|at)?\s*)?(?P<how>dis)?advantage"
    r"(?:\s*(?:on|with)?\s*d20)?(?:\s*(?P<after>\d+)\s*(?:\+|or more)?)?"
)
_PLAIN = re.compile(r"(\d+)d(\d+)(\s*[+-]\s*\d+)?")


def spoken_rolls(text: str) -> list[str]:
    """The rolls in the notation that what is typed may be, what is meant most likely first.

    >>> spoken_rolls("15+ on 3d6"), spoken_rolls("4 or more on d6"), spoken_rolls("advantage")
    (['sum of 3d6 >= 15'], ['d6 >= 4'], ['best of 2d20'])
    >>> spoken_rolls("at most 7 on 2d6"), spoken_rolls("disadvantage 12+"), spoken_rolls("15+ on 4d6 drop lowest")
    (['sum of 2d6 <= 7'], ['worst of 2d20 >= 12'], ['4d6 drop lowest >= 15'])
    >>> spoken_rolls("spearmen")
    []
    """
    said = " ".join(text.lower().split())
    if favoured := _FAVOURED.fullmatch(said):
        need = favoured["before"] or favoured["after"]
        return [f"{'worst' if favoured['how'] else 'best'} of 2d20" + (f" >= {need}" if need else "")]
    for pattern, sign in _PATTERNS:
        if found := pattern.fullmatch(said):
            dice = found["dice"].strip()
            plain = _PLAIN.fullmatch(dice)
            added = f"sum of {dice}" if plain and int(plain[1]) > 1 else dice
            return [f"{added} {sign} {found['n']}"]
    return []
