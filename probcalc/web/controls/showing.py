"""Charts and tables as every page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from probcalc.present.charts.chart import Chart
from probcalc.web.controls.plain import plain

# Figures within a chart take no colour from the theme, so they are given the text's.
_TEXT = {"light": "#0A0C10", "dark": "#E8EAED"}
_TIGHT: dict[str, Any] = {
    "axis": {"labelPadding": 6, "titlePadding": 8},
    "legend": {"offset": 8, "rowPadding": 4, "padding": 0},
}
_MOST_ROWS = 24
_TALLEST = 640


def show_chart(chart: Chart, key: str) -> None:
    """A chart in the width that there is, with its words for those who cannot see it."""
    text = _TEXT["dark" if st.context.theme.type == "dark" else "light"]
    config = _TIGHT | {"text": {"fill": text}, "rule": {"stroke": text}}
    for guide in ("axis", "legend"):
        config[guide] = {**_TIGHT[guide], "labelColor": text, "titleColor": text}
    st.vega_lite_chart(chart.spec | {"config": config}, width="stretch", key=key, alt=chart.alt)


def show_table(rows: Sequence[Sequence[str]], words: str, tallest: int = _MOST_ROWS) -> None:
    """A table whose first row is its heading, without empty columns; beyond `tallest` rows it scrolls within itself."""
    head, *body = rows
    filled = [i for i in range(len(head)) if any(row[i] for row in body)]
    # Names of columns differ, or one would stand for both.
    columns = {plain(head[i]) or "\u200b" * (i + 1): [plain(row[i]) for row in body] for i in filled}
    height: int | Literal["content"] = _TALLEST if len(body) > tallest else "content"
    st.table(columns, border="horizontal", hide_index=True, height=height, alt=words)
