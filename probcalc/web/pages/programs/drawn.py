"""The outputs of a program for dice, each a card with its law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.web.pages.answer.law_drawn import Law, law_bars
from probcalc.web.parts.controls import Link
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import mean_text


class Output(TypedDict):
    """An output with its law, or why it has none, and the way to it as a question of its own."""

    name: str
    law: NotRequired[Law]
    note: NotRequired[str]
    further: NotRequired[Link]


def output_cards(outputs: Sequence[Output]) -> Markup:
    """Each output as a card: its mean and its law as bars, or why there is none."""
    return tag("div.outputs", [_card(output) for output in outputs])


def _card(output: Output) -> Markup:
    law = output.get("law")
    parts = [tag("h2", output["name"])]
    if law and (mean := law.get("mean")) is not None:
        parts.append(tag("p.sec", tag("span", "▲ ", tag("b", mean_text(mean)), " on average")))
    if law:
        parts.append(law_bars(law))
    if output.get("note"):
        parts.append(tag("p.sec", output["note"]))
    if further := output.get("further"):
        name = f"{further['label']}: {output['name']}"
        parts.append(tag("a.link", further["label"], href=further["href"], data_tap=further["tap"], aria_label=name))
    return tag("section.card", parts)
