"""An own unit or weapon as a card: its name, the stats that matter first, where to use it; lines of an army list."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.web.parts.controls import Action, Control, Way, pick_chip
from probcalc.web.parts.markup import Markup, tag


def own_card(
    name: str,
    note: str,
    stats: Sequence[tuple[str, str]],
    more: str,
    edit: str,
    use: Way | None,
    places: Control | None = None,
) -> Markup:
    """An own unit or weapon: the stats that matter first, the others in a line, where it is used and edited."""
    first = [tag("div", tag("dt", label), tag("dd", value)) for label, value in stats]
    return tag(
        "section.card.own",
        tag("div.head", tag("h3", name), tag("span.quiet", note)),
        tag("dl.stats", first) if first else None,
        tag("p.quiet", more) if more else None,
        tag(
            "div.chips",
            tag("a.chip.strong", "Use", href=use["href"], data_tap=use["tap"]) if use else None,
            pick_chip(places) if places else None,
            tag("button.chip", "Edit", data_tap=edit, aria_label=f"Edit {name}"),
        ),
    )


def new_card(label: str, told: str, tap: str) -> Markup:
    """The place where another one is begun."""
    return tag("button.card.new", tag("b", f"+ {label}"), tag("span", told), data_tap=tap)


def read_line(name: str, told: str, is_refused: bool = False, mend: Action | None = None) -> Markup:
    """What a line of an army list says, or why it is refused, and what mends it."""
    way = tag("button.chip", mend["label"], data_tap=mend["tap"]) if mend else None
    return tag(f"li{'.wrong' if is_refused else ''}", tag("b", name), tag("span", told), way)
