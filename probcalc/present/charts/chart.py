"""`Chart`: a Vega-Lite specification with its rows, and what every kind of chart shares.

Every number on a chart comes exactly out of an answer and becomes a decimal once; nothing is added up again for a
picture. The look of a chart is built with Altair once for each kind and title; an answer only brings its rows.
Colours are left to the theme of the page, so that one specification serves the light and the dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import altair as alt

Spec: TypeAlias = dict[str, Any]

PERCENT = alt.Scale(domain=[0, 100])
ROW_HEIGHT = 26
MOST_LOOKS = 64
# Room for a number to the right of the longest bar.
BESIDE = 48


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: its specification with the rows inline, and what it shows in words for those who cannot see it."""

    spec: Spec
    alt: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows that it draws."""
        found: list[dict[str, Any]] = self.spec["data"]["values"]
        return found


def look(chart: Any, height: int, right: int = 6) -> Spec:
    """The specification of a chart without its data, with so much room to its right."""
    padding = {"top": 6, "bottom": 6, "left": 2, "right": right}
    made: Spec = chart.properties(height=height, padding=padding).to_dict()
    for layer in made.get("layer", ()):
        # Altair gives a layer without data an empty data set of its own; all layers share the chart's rows.
        layer.pop("data", None)
    return {key: value for key, value in made.items() if key not in ("$schema", "config", "data", "datasets")}


def drawn(made: Spec, rows: list[dict[str, Any]], words: str, height: int | None = None) -> Chart:
    """A look with the rows that it shows."""
    return Chart(made | {"data": {"values": rows}} | ({} if height is None else {"height": height}), words)


def named(labels: Sequence[str]) -> alt.Scale:
    """A scale that gives each label the theme's next colour, in this order."""
    return alt.Scale(domain=list(labels))


def below(columns: int = 2) -> alt.Legend:
    """A legend under the chart, where a phone has room for it."""
    return alt.Legend(title=None, orient="bottom", labelLimit=270, columns=columns)


def outcome_axis(heading: str) -> alt.X:
    """The outcomes of a law from left to right, in the order of the rows."""
    return alt.X("outcome:O", sort=None, title=heading, axis=alt.Axis(labelAngle=0, labelOverlap=True))


def name_axis(longest: int = 150) -> alt.Y:
    """Names down the side, in the order of the rows."""
    return alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=longest, labelOverlap=False))


def chance_axis() -> alt.Axis:
    """Ticks at every fifth of 100 %."""
    return alt.Axis(values=[0, 20, 40, 60, 80, 100])
