"""An output of a program for dice, a card with its law."""

from __future__ import annotations

from probcalc.web.pages.answer.law_drawn import Law, law_bars
from probcalc.web.parts.controls import Way
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import mean_text


def output_card(name: str, law: Law | None, further: Way | None) -> Markup:
    """An output: its mean and its law as bars, or that there is none, and the way to it as a question of its own."""
    parts = [tag("h2", name)]
    if law is None:
        parts.append(tag("p.sec", "There is nothing to roll."))
    else:
        if (mean := law.get("mean")) is not None:
            parts.append(tag("p.sec", tag("span", "▲ ", tag("b", mean_text(mean)), " on average")))
        parts.append(law_bars(law))
    if further:
        label = "Open as a question"
        words = f"{label}: {name}"
        parts.append(tag("a.link", label, href=further["href"], data_tap=further["tap"], aria_label=words))
    return tag("section.card", parts)
