"""The row of a room: what lies below the first screen says its answer before it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.analysis.findings.report import Unit
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, width


class Said(TypedDict):
    """What a room says while it is closed, and for which `aim`, where that is not the number above.

    `ranks` are small bars under each other, without them a chance is one.
    """

    aim: NotRequired[str]
    say: str
    value: NotRequired[Fraction]
    kind: NotRequired[Unit]
    ranks: NotRequired[Sequence[Fraction]]


def room_row(name: str, label: str, is_open: bool, room: Said) -> Markup:
    """The row, a tab on a wide screen."""
    value = room.get("value")
    aim = room.get("aim")
    kind = room.get("kind", "chance")
    ranks = room.get("ranks") or ([value] if value is not None and kind == "chance" else [])
    bars = [tag("i", tag("u", style=f"width:{width(rank)}")) for rank in ranks]
    return tag(
        f"button.room{'.open' if is_open else ''}",
        tag("span.t", tag("b", label), tag("small", [aim, ": "] if aim else None, room["say"])),
        tag("span.ranks", bars, aria_hidden="true") if bars else None,
        tag("b.n", amount(value, kind)) if value is not None else None,
        data_tap=f"room {name}",
        aria_expanded=is_open,
    )
