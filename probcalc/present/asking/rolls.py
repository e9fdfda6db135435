"""A roll as players say it, "15+ on 3d6", "4d6 drop lowest 12 or more", and other dice: "2d10 instead of d20"."""

from __future__ import annotations

import re

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.variants import read_variant

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
_POOL = re.compile(r"(?P<dice>\d+d(?P<sides>\d+))\s*(?:count(?:ing)?\s*)?(?P<n>\d+)\s*\+")
_AGAINST = re.compile(rf"{_DICE}\s*(?:vs\.?|versus|against)\s*(?:ac|dc|tn|armou?r class)?\s*(?P<n>\d+)(?:\s*\+)?")
_UNDER = re.compile(
    r"(?:roll\s*|(?P<dice>d\d+)\s*)?(?:roll\s*)?(?:under|below)\s*(?P<n>\d+)(?:\s*on\s*(?:a\s*)?(?P<on>d\d+))?"
)
_EXPLODING = re.compile(r"explod(?:ing|es?)\s*(?P<dice>\d*d\d+)")
_PATTERNS = [(re.compile(pattern), sign) for pattern, sign in _WORDS.items()]
_FAVOURED = re.compile(
    r"(?:(?P<before>\d+)\s*(?:\+|or more)?\s*(?:with|at)?\s*)?(?P<how>dis)?advantage"
    r"(?:\s*(?:on|with)?\s*d20)?(?:\s*(?P<added>[+-]\s*\d+))?"
    r"(?:\s*(?:vs\.?|against|for)?\s*(?:ac|dc)?\s*(?P<after>\d+)\s*(?:\+|or more)?)?"
)
_PLAIN = re.compile(r"(\d*)d(\d+)(\s*[+-]\s*\d+)?")


def spoken_rolls(text: str) -> list[str]:
    """The rolls in the notation that what is typed may be, what is meant most likely first.

    >>> spoken_rolls("15+ on 3d6"), spoken_rolls("4 or more on d6"), spoken_rolls("advantage")
    (['sum of 3d6 >= 15'], ['d6 >= 4'], ['best of 2d20'])
    >>> spoken_rolls("at most 7 on 2d6"), spoken_rolls("disadvantage 12+"), spoken_rolls("15+ on 4d6 drop lowest")
    (['sum of 2d6 <= 7'], ['worst of 2d20 >= 12'], ['4d6 drop lowest >= 15'])
    >>> spoken_rolls("10d10 5+"), spoken_rolls("d20+5 vs AC 15"), spoken_rolls("advantage +5 vs 15")
    (['10d10 >= 5'], ['d20+5 >= 15'], ['best of 2d20 + 5 >= 15'])
    >>> spoken_rolls("roll under 14"), spoken_rolls("exploding 3d6"), spoken_rolls("2d6"), spoken_rolls("spearmen")
    (['d20 <= 14'], ['3d6 exploding'], ['sum of 2d6'], [])
    """
    said = " ".join(text.lower().split())
    if favoured := _FAVOURED.fullmatch(said):
        need = favoured["before"] or favoured["after"]
        added = " ".join(re.findall(r"[+-]|\d+", favoured["added"] or ""))
        dice = f"{'worst' if favoured['how'] else 'best'} of 2d20 {added}".strip()
        return [dice + (f" >= {need}" if need else "")]
    if exploding := _EXPLODING.fullmatch(said):
        return [f"{exploding['dice']} exploding"]
    if _PLAIN.fullmatch(said):
        return [_as_sum(said)]
    if (pool := _POOL.fullmatch(said)) and int(pool["n"]) <= int(pool["sides"]):
        # So many dice, each of which counts from there on; as a sum it would be the rarer meaning.
        return [f"{pool['dice']} >= {pool['n']}"]
    if against := _AGAINST.fullmatch(said):
        return [f"{_as_sum(against['dice'].strip())} >= {against['n']}"]
    if under := _UNDER.fullmatch(said):
        # Under a number means equal to it as well, where games roll under.
        return [f"{under['dice'] or under['on'] or 'd20'} <= {under['n']}"]
    for pattern, sign in _PATTERNS:
        if found := pattern.fullmatch(said):
            return [f"{_as_sum(found['dice'].strip())} {sign} {found['n']}"]
    return []


def _as_sum(dice: str) -> str:
    plain = _PLAIN.fullmatch(dice)
    return f"sum of {dice}" if plain and int(plain[1] or 1) > 1 else dice


_ROLLED = r"(?:(?:best|worst|middle) of \d+d\d+|\d*d\d+(?: ?[+-] ?\d+)?)"
_DIE = r"(?:an? |the )?(?P<old>d\d+)"
_OTHER_DICE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:an? |the )?(?P<new>{_ROLLED}) (?:instead of|in place of|in the place of|rather than|for) {_DIE}",
        rf"{_DIE} ?(?:=|->|=>|\N{{RIGHTWARDS ARROW}}|becomes|to|by) ?(?P<new>{_ROLLED})",
        rf"replace {_DIE} (?:by|with) (?P<new>{_ROLLED})",
    )
)


def spoken_rules(text: str) -> str:
    """The variant that is meant by what is typed; "" where none is.

    >>> spoken_rules("2d10 instead of d20"), spoken_rules("d20 -> best of 2d20"), spoken_rules("3d6 for the D20")
    ('d20=2d10', 'd20=best of 2d20', 'd20=3d6')
    >>> spoken_rules("d20=2d10"), spoken_rules("2d10"), spoken_rules("best of 3d10 >= 7")
    ('d20=2d10', '', '')
    """
    said = " ".join(text.lower().split())
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _OTHER_DICE)), None)
    if found is None or found["old"] == found["new"]:
        return ""
    try:
        return read_variant(f"{found['old']}={found['new']}").text
    except InputError:
        return ""
