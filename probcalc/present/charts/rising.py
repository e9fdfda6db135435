"""Charts of a chance that rises with more attacks or dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import altair as alt

from probcalc.analysis.report import Point
from probcalc.exact.numerals import fraction_text
from probcalc.present.charts.chart import MOST_LOOKS, PERCENT, Chart, Spec, chance_axis, drawn, look
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.table import LONGEST_FRACTION


@lru_cache(maxsize=MOST_LOOKS)
def _needed_look(title: str, chance: str, shares: tuple[float, ...]) -> Spec:
    base = alt.Chart().encode(
        x=alt.X("value:Q", title=title, axis=alt.Axis(tickMinStep=1, format="d")),
        tooltip=[alt.Tooltip("value:Q", title=title), alt.Tooltip("text:N", title=chance)],
    )
    axis: dict[str, Any] = {"scale": PERCENT, "axis": chance_axis(), "title": "chance, %"}
    line = base.mark_line(point=True, strokeWidth=2.5).encode(y=alt.Y("chance:Q", **axis))
    marks = [
        alt.Chart().mark_rule(strokeDash=[4, 4], aria=False).encode(y=alt.YDatum(share, **axis)) for share in shares
    ]
    return look(alt.layer(line, *marks), 260)


def needed_chart(points: Sequence[Point], marks: Sequence[Fraction], title: str, chance: str) -> Chart:
    """The chance for every value tried, with a line at each share that was asked for.

    >>> needed_chart([Point(3, Fraction(5, 8))], [Fraction(1, 2)], "attacks", "slain").rows
    [{'value': 3, 'chance': 62.5, 'text': '62.5 %'}]
    """
    rows = [
        {"value": point.value, "chance": chart_percent(point.number), "text": percent(point.number)} for point in points
    ]
    said = ", ".join(f"{row['value']}: {row['text']}" for row in rows[:10])
    return drawn(_needed_look(title, chance, tuple(map(chart_percent, marks))), rows, f"{chance} by {title}: {said}.")


@lru_cache(maxsize=MOST_LOOKS)
def _rising_look(title: str) -> Spec:
    base = alt.Chart().encode(
        x=alt.X("name:O", sort=None, title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y("chance:Q", scale=PERCENT, axis=chance_axis(), title=f"{title}, %"),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    text = base.mark_text(dy=-8).encode(text="text:N")
    return look(alt.layer(base.mark_bar(), text), 260)


def rising_chart(stages: Iterable[tuple[str, Fraction]], title: str) -> Chart:
    """A bar for each stage, in the order given.

    >>> chart = rising_chart([("attack 1", Fraction(1, 4)), ("attack 2", Fraction(1, 2))], "slain by then")
    >>> [(row["name"], row["chance"]) for row in chart.rows]
    [('attack 1', 25.0), ('attack 2', 50.0)]
    """
    rows = [
        {
            "name": name,
            "chance": chart_percent(value),
            "text": percent(value),
            "exact": fraction_text(value, longest=LONGEST_FRACTION),
        }
        for name, value in stages
    ]
    said = ", ".join(f"{row['name']}: {row['text']}" for row in rows)
    return drawn(_rising_look(title), rows, f"{title}: {said}.")
