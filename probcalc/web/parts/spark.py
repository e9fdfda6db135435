"""A law or a contest very small, for a line of a list and for the line that stays in view."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import part, width


class Bar(TypedDict):
    """An outcome that counts or not, or the piece of one bar that belongs to a side."""

    p: Fraction
    on: NotRequired[bool]
    side: NotRequired[str]


def spark(bars: Sequence[Bar]) -> Markup:
    """A law or a contest very small: columns beside each other, or the pieces of one bar."""
    if bars and "side" in bars[0]:
        segments = [tag(f"i.{bar['side']}", style=f"--w:{width(bar['p'])}") for bar in bars if bar["p"]]
        return tag("span.wtl.small", segments, aria_hidden="true")
    highest = max((bar["p"] for bar in bars), default=Fraction(1)) or Fraction(1)
    columns = [tag(f"i{'.on' if bar['on'] else ''}", style=f"--v:{part(bar['p'] / highest)}") for bar in bars]
    return tag("span.spark", columns, aria_hidden="true")
