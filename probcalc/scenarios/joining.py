"""Several words as one enumeration."""

from __future__ import annotations

from collections.abc import Sequence


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Words as people list them; "" for none.

    >>> join_words(["Spear", "Sword", "Bow"]), join_words("AB", "or"), join_words(["Axe"]), join_words([])
    ('Spear, Sword and Bow', 'A or B', 'Axe', '')
    """
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
