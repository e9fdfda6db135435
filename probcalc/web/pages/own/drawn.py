"""An own unit or weapon as a card: its name, the stats that matter first, where to use it; lines of an army list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Action, Control, Link, pick_chip
from probcalc.web.parts.markup import Markup, tag


class Own(TypedDict):
    """An own unit or weapon: the stats that matter first, the others in a line, and where it is used."""

    name: str
    note: str
    stats: Sequence[tuple[str, str]]
    more: str
    actions: Sequence[Action]
    use: NotRequired[Link]
    places: NotRequired[Control]


class ReadLine(TypedDict):
    """What a line of an army list says, or why it is refused, and what mends it."""

    name: str
    says: NotRequired[str]
    refused: NotRequired[str]
    mend: NotRequired[Action]


def own_card(card: Own) -> Markup:
    """The card."""
    head = tag("div.head", tag("h3", card["name"]), tag("span.quiet", card["note"]))
    stats = [tag("div", tag("dt", label), tag("dd", value)) for label, value in card["stats"]]
    use = card.get("use")
    link = tag("a.chip.strong", use["label"], href=use["href"], data_tap=use["tap"]) if use else None
    places = pick_chip(card["places"]) if "places" in card else None
    actions = [
        tag("button.chip", each["label"], data_tap=each["tap"], aria_label=f"{each['label']} {card['name']}")
        for each in card["actions"]
    ]
    return tag(
        "section.card.own",
        head,
        tag("dl.stats", stats) if stats else None,
        tag("p.quiet", card["more"]) if card["more"] else None,
        tag("div.chips", link, places, actions),
    )


def new_card(label: str, told: str, tap: str) -> Markup:
    """The place where another one is begun."""
    return tag("button.card.new", tag("b", f"+ {label}"), tag("span", told), data_tap=tap)


def draw_lines(rows: Sequence[ReadLine]) -> Markup:
    """What lines of an army list say."""
    items = [
        tag(
            f"li{'.wrong' if row.get('refused') else ''}",
            tag("b", row["name"]),
            tag("span", row.get("refused") or row.get("says", "")),
            tag("button.chip", row["mend"]["label"], data_tap=row["mend"]["tap"]) if "mend" in row else None,
        )
        for row in rows
    ]
    return tag("ul.read", items, role="status")
