"""Other dice as designers ask for them: "2d10 instead of d20", "d20 -> 2d10", "3d6 for d20"."""

from __future__ import annotations

import re

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.variants import read_variant

_ROLLED = r"(?:(?:best|worst|middle) of \d+d\d+|\d*d\d+(?: ?[+-] ?\d+)?)"
_DIE = r"(?:an? |the )?(?P<old>d\d+)"
_PATTERNS = tuple(
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
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _PATTERNS)), None)
    if found is None or found["old"] == found["new"]:
        return ""
    try:
        return read_variant(f"{found['old']}={found['new']}").text
    except InputError:
        return ""
