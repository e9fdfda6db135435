"""A comparison: the verdict first, then what all share, once, then each set-up with its law on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypedDict

from probcalc.analysis.measure import Kind
from probcalc.present.table import Shown
from probcalc.web.pages.answer.drawn import Contest, contest_bar
from probcalc.web.parts.controls import Control
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, part, points, signed_amount


class Verdict(TypedDict):
    """Which is best, and what all share."""

    best: str
    rest: str
    shared: str


class Ridge(TypedDict):
    """A set-up: its letter, its name, its number, and its law where all have one of one kind, or its contest."""

    tag: str
    name: str
    note: str
    value: Fraction
    contest: Contest | None
    law: Sequence[Fraction]
    counted: Sequence[bool]


class Ridges(TypedDict):
    """The laws below each other, all on the scale of the highest."""

    title: str
    kind: Kind
    best: Fraction
    outcomes: Sequence[str]
    sets: Sequence[Ridge]


class Compared(TypedDict):
    """A comparison; `start` is the outcome from which on counts."""

    start: str | None
    verdict: Verdict
    ridges: Ridges


class Line(TypedDict):
    """A law as a line, with its letter."""

    tag: str
    name: str
    values: Sequence[Fraction]


class Curves(TypedDict):
    """The laws of several set-ups in one picture; `start` is the outcome from which on counts."""

    title: str
    counts: str
    unit: str
    way: Shown
    ordered: bool
    outcomes: Sequence[str]
    sets: Sequence[Line]
    picks: Sequence[Control]
    start: str | None


def verdict_card(card: Verdict) -> Markup:
    """Which is best, and what all share."""
    lead = tag("p.lead", tag("b", card["best"]), " ", card["rest"])
    return tag("section.card.verdict", lead, tag("p.quiet", card["shared"]) if card["shared"] else None)


def ridges_card(card: Ridges) -> Markup:
    """The laws below each other; every bar is drawn on the scale of the highest of all."""
    highest = max((p for row in card["sets"] for p in row["law"]), default=Fraction(1)) or Fraction(1)
    rows = [_ridge(row, card, highest, n) for n, row in enumerate(card["sets"])]
    every = max(1, -(-len(card["outcomes"]) // 11))
    axis = [tag("span", x if n % every == 0 else "") for n, x in enumerate(card["outcomes"])]
    dark = any(not all(row["counted"]) for row in card["sets"])
    foot = (
        f"Bars: the chance of each result, on one scale{'; dark bars count' if dark else ''}."
        if card["outcomes"]
        else ""
    )
    return tag(
        "section.card.ridges",
        tag("h2", card["title"]),
        rows,
        tag("div.rg.foot-axis", tag("span"), tag("div.cols.axis", axis), tag("span")) if card["outcomes"] else None,
        tag("p.quiet", foot) if foot else None,
    )


def _ridge(row: Ridge, card: Ridges, highest: Fraction, place: int) -> Markup:
    value = row["value"]
    text = amount(value, card["kind"])
    gap = value - card["best"]
    behind = signed_amount(gap, card["kind"], value) if gap else "best"
    top = max(range(len(row["law"])), key=lambda n: row["law"][n]) if row["law"] else -1
    bars = [
        tag(
            f"i{'.on' if counts else ''}",
            tag("b", points(p)) if n == top else None,
            style=f"--v:{part(p / highest)}",
        )
        for n, (p, counts) in enumerate(zip(row["law"], row["counted"], strict=True))
    ]
    said = f"{row['name']}: {text}"
    drawn = tag("div.bars", bars, role="img", aria_label=said) if bars else tag("div")
    if row["contest"]:
        drawn = tag("div.fought", contest_bar(row["contest"]))
    return tag(
        f"div.rg.set{place}",
        tag("div.who", tag("span.letter", row["tag"]), tag("b", row["name"]), tag("small", row["note"])),
        drawn,
        tag("div.val", tag("b", text), tag("small", behind)),
    )
