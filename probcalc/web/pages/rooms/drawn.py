"""The row of a room: what lies below the first screen says its answer before it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, share, width


def room_row(room: Mapping[str, Any]) -> Markup:
    """The row, a tab on a wide screen.

    `room` is {id, label, say, value?, kind?, ranks?: [share], open}: `ranks` are small bars under each other, the first
    of them in full colour; without them a chance is one bar.
    """
    value = room.get("value")
    kind = room.get("kind", "probability")
    ranks = room.get("ranks") or ([value] if value is not None and kind == "probability" else [])
    bars = [tag("i", tag("u", style=f"width:{width(share(rank))}")) for rank in ranks]
    return tag(
        f"button.room{'.open' if room['open'] else ''}",
        tag("span.t", tag("b", room["label"]), tag("small", room["say"])),
        tag("span.ranks", bars, aria_hidden="true") if bars else None,
        tag("b.n", amount(value, kind)) if value is not None else None,
        type="button",
        data_tap=f"room {room['id']}",
        aria_expanded="true" if room["open"] else "false",
    )
