"""Rows with bars: every entry with its value, one under the other."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, share, width


def rows_card(card: Mapping[str, Any]) -> Markup:
    """Entries that are only read; `card` is {title, told, kind, rows: [{label, note?, value?, now, why?}]}."""
    told = tag("p.quiet", card["told"]) if card["told"] else None
    return tag("section.card.entries", tag("h2", card["title"]), told, entry_rows(card))


def entry_rows(card: Mapping[str, Any]) -> Markup:
    """The rows alone; one without a `tap` is only read."""
    values = [share(row["value"]) for row in card["rows"] if row.get("value") is not None]
    top = Fraction(1) if card["kind"] == "probability" else max([abs(v) for v in values], default=Fraction(1)) or 1
    rows = [_entry(row, card["kind"], Fraction(top)) for row in card["rows"]]
    return tag(f"div.ent{'' if card['kind'] == 'probability' else '.free'}", rows)


def _entry(row: Mapping[str, Any], kind: str, top: Fraction) -> Markup:
    value = row.get("value")
    label = tag("span.t", row["label"], tag("small", f" {row['note']}") if row.get("note") else None)
    if value is None:
        return tag("span.er.off", label, tag("span.why", row.get("why", "")))
    exact = share(value)
    filled = tag("u", style=f"width:{width(min(Fraction(1), max(Fraction(0), exact / top)))}")
    number = tag("b", amount(exact, kind))
    if "tap" not in row:
        track = tag("span.tr", filled, aria_hidden="true")
        return tag(f"div.er{'.now' if row['now'] else ''}", label, track, number)
    return tag(
        f"button.er{'.now' if row['now'] else ''}",
        label,
        tag("span.tr", filled, aria_hidden="true"),
        number,
        type="button",
        data_tap=row["tap"],
        aria_pressed="true" if row["now"] else "false",
    )
