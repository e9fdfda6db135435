"""`Chart`: a Vega-Lite specification with its rows, and what every kind of chart shares.

Every number on a chart comes exactly out of an answer and becomes a decimal once; nothing is added up again for a
picture. The look of a chart is made of layers of marks with their channels; an answer brings its rows.
Colours are left to the theme of the page, so that one specification serves the light and the dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.analysis.findings.report import Unit
from probcalc.present.numbers.decimals import chart_number, chart_percent
from probcalc.present.numbers.text import exact_text, number_text

Spec: TypeAlias = dict[str, Any]

PERCENT: Spec = {"domain": [0, 100]}
CHANCE: Spec = {"scale": PERCENT, "axis": {"values": [0, 20, 40, 60, 80, 100]}}
"""A channel of chances, with ticks at every fifth."""
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


def hints(**titles: str) -> Spec:
    """What is said of a mark that is pointed at: fields of the rows, each behind its title.

    >>> hints(text="slain")["tooltip"]
    [{'field': 'text', 'type': 'nominal', 'title': 'slain'}]
    """
    shorthands = {f"{name}:{'Q' if name == 'value' else 'N'}": title for name, title in titles.items()}
    return {"tooltip": [channel(shorthand, title=title) for shorthand, title in shorthands.items()]}


def drawn_number(value: Fraction, unit: Unit) -> float:
    """A number as it is drawn: a chance in hundredths."""
    return chart_percent(value) if unit == "chance" else chart_number(value)


def number_fields(value: Fraction, unit: Unit) -> Spec:
    """What a row says of its number: as a reader wants it, and exactly.

    >>> number_fields(Fraction(1, 4), "chance")
    {'text': '25.0%', 'exact': '1/4'}
    """
    return {"text": number_text(value, unit), "exact": exact_text(value)}


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
