"""Labels in places of any width: what has no room is left out, or a shorter text stands for it.

The style sheet asks each place how wide it is, in steps: a label of class f3 needs three of them, one of class s3
stands in for a label that needs as many.
"""

from __future__ import annotations

from math import ceil

from probcalc.web.parts.markup import Markup, tag

_STEP, _WIDEST = 12, 20
# The widths of letters, as shares of the height of the type.
_WIDTHS = dict.fromkeys("fijlrtI1.,:;()' \u202f", 0.32) | dict.fromkeys("mwMW%", 0.88)
_USUAL = 0.6


def fitted(element: str, text: str, size: int, short: str = "") -> list[Markup]:
    """A label in type of that size, and the shorter one that stands for it where it has no room."""
    steps = _steps(text, size)
    found = [tag(f"{element}.f{steps}", text)]
    if short:
        found.append(tag(f"{element}.s{steps}.f{_steps(short, size)}", short))
    return found


def wrapped(element: str, text: str, size: int) -> list[Markup]:
    """A label of several short lines, left out where its longest word has no room."""
    return [tag(f"{element}.wraps.f{max(_steps(word, size) for word in text.split())}", text)]


def _steps(text: str, size: int) -> int:
    """How many steps of width a text needs.

    >>> _steps("crit", 13), _steps("success", 13)
    (2, 5)
    """
    width = sum(_WIDTHS.get(letter, _USUAL) for letter in text) * size + 2
    return min(_WIDEST, ceil(width / _STEP))


def fit_rules() -> str:
    """The rules of the style sheet."""
    return "".join(
        f"@container (max-width:{n * _STEP - 0.02}px){{.pc .f{n}{{display:none}}}}"
        f"@container (min-width:{n * _STEP}px){{.pc .s{n}{{display:none}}}}"
        for n in range(1, _WIDEST + 1)
    )
