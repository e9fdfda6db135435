"""The chart of one number along every value of a parameter, with the present value marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import altair as alt

from probcalc.analysis.report import Point, Unit
from probcalc.exact.numerals import fraction_text
from probcalc.present.charts.chart import MOST_LOOKS, PERCENT, Chart, Spec, below, chance_axis, drawn, look, named
from probcalc.present.decimals import chart_number, chart_percent
from probcalc.present.numbers import number_text
from probcalc.present.table import LONGEST_FRACTION

NOW, OTHERS = "now", "other values"
# Along a longer range the dots would hide the line.
_MOST_DOTS = 60


@lru_cache(maxsize=MOST_LOOKS)
def _curve_look(heading: str, title: str, is_chance: bool, dotted: bool) -> Spec:
    axis = chance_axis() if is_chance else alt.Axis(tickCount=5)
    base = alt.Chart().encode(
        x=alt.X("value:Q", title=heading, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y(
            "number:Q",
            title=f"{title}, %" if is_chance else title,
            scale=PERCENT if is_chance else alt.Scale(zero=True),
            axis=axis,
        ),
        tooltip=[
            alt.Tooltip("value:Q", title=heading),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    colour = alt.Color("group:N", scale=named((OTHERS, NOW)), legend=below())
    size = alt.condition(f"datum.group == '{NOW}'", alt.value(130), alt.value(30 if dotted else 1))
    return look(
        alt.layer(base.mark_line(strokeWidth=2), base.mark_circle(opacity=1).encode(color=colour, size=size)), 300
    )


def curve_chart(points: Sequence[Point], heading: str, title: str, unit: Unit) -> Chart:
    """A line over the values, one dot for each.

    >>> from fractions import Fraction
    >>> points = [Point(1, Fraction(1, 4)), Point(2, Fraction(1, 2), is_present=True)]
    >>> chart = curve_chart(points, "Attacks", "slain", "chance")
    >>> [(row["value"], row["number"], row["group"]) for row in chart.rows]
    [(1, 25.0, 'other values'), (2, 50.0, 'now')]
    >>> chart.alt
    'slain by Attacks, 1 to 2: from 25.0 % to 50.0 %; now 50.0 % at 2.'
    """
    rows = [_row(point, unit) | {"group": NOW if point.is_present else OTHERS} for point in points]
    words = f"{title} by {heading}: nothing to draw."
    if rows:
        first, last = rows[0], rows[-1]
        words = f"{title} by {heading}, {first['value']} to {last['value']}: from {first['text']} to {last['text']}"
        words += "".join(f"; now {row['text']} at {row['value']}" for row in rows if row["group"] == NOW) + "."
    return drawn(_curve_look(heading, title, unit == "chance", len(rows) <= _MOST_DOTS), rows, words)


@lru_cache(maxsize=MOST_LOOKS)
def _curves_look(heading: str, title: str, is_chance: bool, names: tuple[str, ...]) -> Spec:
    axis = chance_axis() if is_chance else alt.Axis(tickCount=5)
    chart = alt.Chart().encode(
        x=alt.X("value:Q", title=heading, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y(
            "number:Q",
            title=f"{title}, %" if is_chance else title,
            scale=PERCENT if is_chance else alt.Scale(zero=True),
            axis=axis,
        ),
        color=alt.Color("name:N", scale=named(names), legend=below()),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("value:Q", title=heading),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    return look(chart.mark_line(point=True, strokeWidth=2.5), 300)


def curves_chart(points: Sequence[Point], heading: str, title: str, unit: Unit) -> Chart:
    """A line for each of those whose points they are.

    >>> from fractions import Fraction
    >>> points = [Point(1, Fraction(1, 4), of="first"), Point(1, Fraction(1, 2), of="second")]
    >>> chart = curves_chart(points, "Armour", "slain", "chance")
    >>> [(row["name"], row["value"], row["number"]) for row in chart.rows]
    [('first', 1, 25.0), ('second', 1, 50.0)]
    >>> chart.alt
    'slain by Armour, 1 to 1: first from 25.0 % to 25.0 %, second from 50.0 % to 50.0 %.'
    """
    rows = [_row(point, unit) | {"name": point.of} for point in points]
    names = tuple(dict.fromkeys(point.of for point in points))
    ends = [[row for row in rows if row["name"] == name] for name in names]
    said = ", ".join(f"{own[0]['name']} from {own[0]['text']} to {own[-1]['text']}" for own in ends)
    words = f"{title} by {heading}, {rows[0]['value']} to {rows[-1]['value']}: {said}."
    return drawn(_curves_look(heading, title, unit == "chance", names), rows, words)


def _row(point: Point, unit: Unit) -> dict[str, Any]:
    return {
        "value": point.value,
        "number": chart_percent(point.number) if unit == "chance" else chart_number(point.number),
        "text": number_text(point.number, unit),
        "exact": fraction_text(point.number, longest=LONGEST_FRACTION),
    }
