"""A long table, a few rows at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.web.parts.markup import Markup, tag


def paged_table(table: Mapping[str, Any]) -> Markup:
    """Some rows of a long table.

    `table` is {title, head: [text], rows: [[text]], said, before?, after?: {label, tap}}.
    """
    head = tag("tr", [tag("th", text, scope="col") for text in table["head"]])
    body = [
        tag("tr", tag("th", row[0], scope="row"), [tag("td", tag("span.n", text)) for text in row[1:]])
        for row in table["rows"]
    ]
    turns = [
        tag("button.link", table[side]["label"], type="button", data_tap=table[side]["tap"])
        for side in ("before", "after")
        if table.get(side)
    ]
    inside = tag("div.wide", tag("table", tag("thead", head), tag("tbody", body)), tabindex="0", role="group")
    return tag("section.rows", tag("h3", table["title"]), inside, tag("div.acts", turns, tag("span", table["said"])))
