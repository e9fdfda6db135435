"""A comparison: the verdict first, then what all share, once, then each set-up with its law on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypedDict

from probcalc.analysis.findings.report import Unit
from probcalc.web.pages.answer.drawn import Contest, contest_bar
from probcalc.web.pages.answer.law_drawn import axis_words
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, in_percent, part, signed_amount


class Ridge(TypedDict):
    """A set-up: its letter, its name, its number, and its law where all have one of one kind, or its contest."""

    tag: str
    name: str
    note: str
    value: Fraction
    contest: Contest | None
    law: Sequence[Fraction]
    counted: Sequence[bool]


def verdict_card(best: str, rest: str, shared: str) -> Markup:
    """Which is best, and what all share."""
    lead = tag("p.lead", tag("b", best), " ", rest)
    return tag("section.card.verdict", lead, tag("p.quiet", shared) if shared else None)


def ridges_card(title: str, unit: Unit, best: Fraction, outcomes: Sequence[int], sets: Sequence[Ridge]) -> Markup:
    """The laws below each other; every bar is drawn on the scale of the highest of all."""
    highest = max((p for row in sets for p in row["law"]), default=Fraction(1)) or Fraction(1)
    parts = [_ridge(row, unit, best, highest, n) for n, row in enumerate(sets)]
    if outcomes:
        dark = "; dark bars count" if any(not all(row["counted"]) for row in sets) else ""
        parts.append(tag("div.rg.foot-axis", tag("span"), tag("div.cols.axis", axis_words(outcomes)), tag("span")))
        parts.append(tag("p.quiet", f"Bars: the chance of each result, on one scale{dark}."))
    return tag("section.card.ridges", tag("h2", title), parts)


def _ridge(row: Ridge, unit: Unit, best: Fraction, highest: Fraction, place: int) -> Markup:
    value = row["value"]
    text = amount(value, unit)
    gap = value - best
    behind = signed_amount(gap, unit, value) if gap else "best"
    top = max(range(len(row["law"])), key=lambda n: row["law"][n]) if row["law"] else -1
    bars = [
        tag(
            f"i{'.on' if counts else ''}",
            tag("b", in_percent(p)) if n == top else None,
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
