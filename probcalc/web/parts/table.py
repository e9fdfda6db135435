"""A long table, a few rows at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Action
from probcalc.web.parts.markup import Markup, tag


class Table(TypedDict):
    """Some rows of a long table, which of them they are, and the taps that turn to others."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    said: str
    before: NotRequired[Action]
    after: NotRequired[Action]


def paged_table(table: Table) -> Markup:
    """Some rows of a long table."""
    head = tag("tr", [tag("th", text, scope="col") for text in table["head"]])
    body = [
        tag("tr", tag("th", row[0], scope="row"), [tag("td", tag("span.n", text)) for text in row[1:]])
        for row in table["rows"]
    ]
    turns = [
        tag("button.link", turn["label"], data_tap=turn["tap"])
        for turn in (table.get("before"), table.get("after"))
        if turn
    ]
    inside = tag("div.wide", tag("table", tag("thead", head), tag("tbody", body)), tabindex="0", role="group")
    return tag("section.rows", tag("h3", table["title"]), inside, tag("div.acts", turns, tag("span", table["said"])))
