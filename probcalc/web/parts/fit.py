"""Labels in places of any width: what has no room is left out, or a shorter text stands for it.

The style sheet asks each place how wide it is, in steps: a label of class f3 needs three of them, one of class s3
stands in for a label that needs as many. What is left out within a row of pieces is named in the line below it: there
an entry of class r7 falls away where the row is seven steps wide or more, which is where its piece has room.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from probcalc.web.parts.markup import Markup, tag

_STEP, _WIDEST = 12, 20
_ROW_STEP, _WIDEST_ROW = 12, 68
# The widths of letters, as shares of the height of the type.
_WIDTHS = dict.fromkeys("fijlrtI1.,:;()' \u202f", 0.32) | dict.fromkeys("mwMW%", 0.88)
_USUAL = 0.6


def fit_label(element: str, text: str, size: int, short: str = "") -> list[Markup]:
    """A label in type of that size, and the shorter one that stands for it where it has no room."""
    steps = _steps(text, size)
    found = [tag(f"{element}.f{steps}", text)]
    if short:
        found.append(tag(f"{element}.s{steps}.f{_steps(short, size)}", short))
    return found


def wrap_label(element: str, text: str, size: int) -> list[Markup]:
    """A label of several short lines, left out where its longest word has no room."""
    return [tag(f"{element}.wraps.f{max(_steps(word, size) for word in text.split())}", text)]


def named_below(kind: str, name: str, label: str, size: int, portion: Fraction) -> Markup:
    """The entry below a row for a piece of it, `portion` of its width, where the piece has no room for its label.

    >>> named_below("good", "5.0% fumble", "fumble", 13, Fraction(1, 20))
    '<span class="r68"><i class="good"></i>5.0% fumble</span>'
    """
    # A piece has a little less than its share: a line parts it from the next.
    needed = ceil(_steps(label, size) * _STEP / portion / _ROW_STEP) + 1 if portion else _WIDEST_ROW
    return tag(f"span.r{min(_WIDEST_ROW, needed)}", tag(f"i.{kind}"), name)


def line_below(entries: Sequence[Markup]) -> Markup:
    """The line below a row of pieces, of the entries that `named_below` makes."""
    return tag("p.below", entries, aria_hidden="true")


def _steps(text: str, size: int) -> int:
    """How many steps of width a text needs.

    >>> _steps("crit", 13), _steps("success", 13)
    (2, 5)
    """
    width = sum(_WIDTHS.get(letter, _USUAL) for letter in text) * size + 2
    return min(_WIDEST, ceil(width / _STEP))


def fit_rules() -> str:
    """The rules of the style sheet."""
    labels = (
        f"@container (max-width:{_rem(n * _STEP - 0.02)}){{.pc .f{n}{{display:none}}}}"
        f"@container (min-width:{_rem(n * _STEP)}){{.pc .s{n}{{display:none}}}}"
        for n in range(1, _WIDEST + 1)
    )
    # The entry of the narrowest pieces is always there.
    entries = (
        f"@container (min-width:{_rem(n * _ROW_STEP)}){{.pc .r{n}{{display:none}}}}" for n in range(1, _WIDEST_ROW)
    )
    return "".join((*labels, *entries))


def _rem(pixels: float) -> str:
    """Pixels at the usual size of text, which grow with it."""
    return f"{round(pixels / 16, 5)}rem"
