"""`Chart`: a Vega-Lite specification with its rows, and what every kind of chart shares.

Every number on a chart comes exactly out of an answer and becomes a decimal once; nothing is added up again for a
picture. The look of a chart is made of layers of marks with their channels; an answer brings its rows.
Colours are left to the theme of the page, so that one specification serves the light and the dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Spec: TypeAlias = dict[str, Any]

PERCENT: Spec = {"domain": [0, 100]}
ROW_HEIGHT = 26
# Room for a number to the right of the longest bar.
BESIDE = 48
# What is neither side and not what counts, seen on light and dark ground alike; the paler one lies beside it.
GREY, PALE = "#858A90", "#858A9060"


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


_TYPES = {"Q": "quantitative", "O": "ordinal", "N": "nominal"}


def channel(shorthand: str, **settings: Any) -> Spec:
    """What a channel shows: a field of the rows with its type, and its settings.

    >>> channel("chance:Q", title=None)
    {'field': 'chance', 'type': 'quantitative', 'title': None}
    """
    field, _, kind = shorthand.rpartition(":")
    return {"field": field, "type": _TYPES[kind], **settings}


def layer(mark: str, encoding: Spec, transform: Spec | None = None, **settings: Any) -> Spec:
    """Marks of one kind with what their channels show.

    >>> layer("text", {"text": {"value": "-"}}, dx=4)
    {'mark': {'type': 'text', 'dx': 4}, 'encoding': {'text': {'value': '-'}}}
    """
    made: Spec = {"mark": {"type": mark, **settings}, "encoding": encoding}
    return made if transform is None else made | {"transform": [transform]}


def look(height: int, *layers: Spec, right: int = 6) -> Spec:
    """The specification of a chart without its data, with so much room to its right."""
    size = {"height": height, "padding": {"top": 6, "bottom": 6, "left": 2, "right": right}}
    return (layers[0] if len(layers) == 1 else {"layer": list(layers)}) | size


def draw(made: Spec, rows: list[dict[str, Any]], words: str, height: int | None = None) -> Chart:
    """A look with the rows that it shows."""
    return Chart(made | {"data": {"values": rows}} | ({} if height is None else {"height": height}), words)


def colours_by_name(labels: Sequence[str]) -> Spec:
    """A scale that gives each label the theme's next colour, in this order."""
    return {"domain": list(labels)}


def below(columns: int = 2) -> Spec:
    """A legend under the chart, where a phone has room for it."""
    return {"title": None, "orient": "bottom", "labelLimit": 270, "columns": columns}


def outcome_axis(heading: str) -> Spec:
    """The outcomes of a law from left to right, in the order of the rows."""
    return channel("outcome:O", sort=None, title=heading, axis={"labelAngle": 0, "labelOverlap": True})


def name_axis(**labels: Any) -> Spec:
    """Names down the side, in the order of the rows; `labels` says more of how they are written."""
    return channel("name:N", sort=None, title=None, axis={"labelLimit": 150, "labelOverlap": False} | labels)


def chance_axis() -> Spec:
    """Ticks at every fifth of 100%."""
    return {"values": [0, 20, 40, 60, 80, 100]}
