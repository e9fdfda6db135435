"""A law or a contest very small, for a line of a list and for the line that stays in view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import part, share, width


def spark(bars: Sequence[Mapping[str, Any]]) -> Markup:
    """A law or a contest very small; `bars` are {p, on} each, or {side, p} of one bar."""
    if bars and "side" in bars[0]:
        segments = [tag(f"i.{bar['side']}", style=f"--w:{width(share(bar['p']))}") for bar in bars if share(bar["p"])]
        return tag("span.wtl.small", segments, aria_hidden="true")
    highest = max((share(bar["p"]) for bar in bars), default=Fraction(1)) or Fraction(1)
    columns = [tag(f"i{'.on' if bar['on'] else ''}", style=f"--v:{part(share(bar['p']) / highest)}") for bar in bars]
    return tag("span.spark", columns, aria_hidden="true")
