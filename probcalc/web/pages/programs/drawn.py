"""The outputs of a program for dice, each a card with its law."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.web.pages.answer.law_drawn import law_bars
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import mean_text


def output_cards(outputs: Sequence[Mapping[str, Any]]) -> Markup:
    """Cards of {name, law?, note?, further?: {label, href, tap}}: its mean and its law as bars, or why there is none.

    >>> "on average" in output_cards([{"name": "coin", "law": {"outcomes": [["1", "1"]], "mean": "1"}}])
    True
    """
    return tag("div.outputs", [_card(output) for output in outputs])


def _card(output: Mapping[str, Any]) -> Markup:
    law = output.get("law")
    parts = [tag("h2", output["name"])]
    if law and law.get("mean"):
        parts.append(tag("p.sec", tag("span", "▲ ", tag("b", mean_text(law["mean"])), " on average")))
    if law:
        parts.append(law_bars(law))
    if output.get("note"):
        parts.append(tag("p.sec", output["note"]))
    if further := output.get("further"):
        name = f"{further['label']}: {output['name']}"
        parts.append(tag("a.link", further["label"], href=further["href"], data_tap=further["tap"], aria_label=name))
    return tag("section.card", parts)
