"""Rows with bars, every entry with its value; a long table, a few rows at a time; and a law or a contest very small."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.analysis.findings.report import Unit
from probcalc.present.charts.ramp import STEPS
from probcalc.web.parts.controls import Action
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, full_bar, part, width


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


class Row(TypedDict):
    """An entry with its value, or why it has none; whether it is the present one, and the tap that puts it there."""

    label: str
    value: Fraction | None
    now: bool
    note: NotRequired[str]
    why: NotRequired[str]
    tap: NotRequired[str]


def rows_card(title: str, told: str, unit: Unit, rows: Sequence[Row]) -> Markup:
    """Entries that are only read, below their title."""
    said = tag("p.quiet", told) if told else None
    return tag("section.card.entries", tag("h2", title), said, entry_rows(unit, rows))


def entry_rows(unit: Unit, rows: Sequence[Row]) -> Markup:
    """The rows alone; one without a `tap` is only read."""
    top = full_bar((row["value"] for row in rows), unit)
    return tag(f"div.ent{'' if unit == 'chance' else '.free'}", [_entry(row, unit, top) for row in rows])


def _entry(row: Row, unit: Unit, top: Fraction) -> Markup:
    value = row["value"]
    label = tag("span.t", row["label"], tag("small", f" {row['note']}") if row.get("note") else None)
    if value is None:
        return tag("span.er.off", label, tag("span.why", row.get("why", "")))
    filled = tag("u", style=f"width:{width(min(Fraction(1), max(Fraction(0), value / top)))}")
    number = tag("b", amount(value, unit))
    track = tag("span.tr", filled, aria_hidden="true")
    if "tap" not in row:
        return tag(f"div.er{'.now' if row['now'] else ''}", label, track, number)
    return tag(
        f"button.er{'.now' if row['now'] else ''}", label, track, number, data_tap=row["tap"], aria_pressed=row["now"]
    )


def track(start: Fraction, end: Fraction, changed: str = "u") -> Markup:
    """A track that is grey up to one share of it, and from there to the other in colour."""
    grey = tag("i", style=f"width:{width(start)}")
    return tag(
        "span.tr", grey, tag(changed, style=f"left:{width(start)};width:{width(end - start)}"), aria_hidden="true"
    )


def paged_table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[str]], said: str, turns: Sequence[Action]
) -> Markup:
    """Some rows of a long table, which of them they are, and the taps that turn to others."""
    body = [
        tag("tr", tag("th", row[0], scope="row"), [tag("td", tag("span.n", text)) for text in row[1:]]) for row in rows
    ]
    table = tag("table", tag("thead", tag("tr", [tag("th", text, scope="col") for text in head])), tag("tbody", body))
    inside = tag("div.wide", table, tabindex="0", role="group")
    acts = [tag("button.link", turn["label"], data_tap=turn["tap"]) for turn in turns]
    return tag("section.rows", tag("h3", title), inside, tag("div.acts", acts, tag("span", said)))


def ramp_legend(colours: str, low: str, high: str, *more: Markup) -> Markup:
    """What the colours of a map mean, from one end to the other, and what else is drawn in it."""
    ramp = [tag("i", style=f"background:var(--{colours}{n})") for n in range(STEPS)]
    return tag("div.heat-legend", tag("span", low), tag("span.ramp", ramp, aria_hidden="true"), tag("span", high), more)
