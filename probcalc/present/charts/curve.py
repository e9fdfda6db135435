"""The chart of one number along every value of a parameter, with the present value marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from probcalc.analysis.report import Point, Report, Unit
from probcalc.present.charts.chart import (
    CHANCE,
    Chart,
    Spec,
    below,
    channel,
    colours_by_name,
    draw,
    drawn_number,
    hints,
    layer,
    look,
    number_fields,
)
from probcalc.present.numbers import with_minus

NOW, OTHERS = "now", "other values"
HALF: Spec = {"datum": 50, **CHANCE}
"""The height of an even chance."""

PLACES: dict[str, Spec] = {
    "over": {"dy": -16},
    "before": {"align": "right", "dx": -10, "dy": -10},
    "after": {"align": "left", "dx": 10, "dy": -10},
    "under": {"align": "left", "dx": 10, "dy": 14},
    "under before": {"align": "right", "dx": -10, "dy": 14},
}
"""Where the number of the present value stands beside its dot, so that the line does not run through it."""

# Nearer to an end than this part of the range, the number would stand outside.
_NEAR_THE_END = 6
# Along a longer range the dots would hide the line.
_MOST_DOTS = 60


def _curve_look(heading: str, title: str, is_chance: bool, dotted: bool, place: str) -> Spec:
    base = _axes(heading, title, is_chance) | hints(value=heading, text=title, exact="as a fraction")
    colour = channel("group:N", scale=colours_by_name((OTHERS, NOW)), legend=None)
    size = {"condition": {"test": f"datum.group == '{NOW}'", "value": 130}, "value": 30 if dotted else 1}
    dots = layer("circle", base | {"color": colour, "size": size}, opacity=1)
    # The present value says itself what it is; a legend would have to be looked up.
    here = {"filter": f"datum.group == '{NOW}'"}
    said = layer("text", base | {"text": channel("text:N")}, here, fontSize=14, fontWeight="bold", **PLACES[place])
    return look(300, layer("line", base, strokeWidth=2), *_half(title, is_chance), dots, said)


def _half(title: str, is_chance: bool) -> list[Spec]:
    """A line where a chance is even."""
    height = HALF | {"title": f"{title}, %"}
    return [layer("rule", {"y": height}, strokeDash=[4, 4], opacity=0.6, aria=False)] if is_chance else []


def _place(points: Sequence[Point]) -> str:
    """Where the number of the present value has room: over a rising line to its left, over a falling one to its right.

    >>> from fractions import Fraction
    >>> rising = [Point(n, Fraction(n, 10), is_present=n == 5) for n in range(10)]
    >>> _place(rising), _place([]), _place([Point(p.value, -p.number, p.value == 9) for p in rising])
    ('before', 'over', 'under before')
    """
    here = next((i for i, point in enumerate(points) if point.is_present), None)
    if here is None:
        return "over"
    near = points[max(here - 1, 0) : here + 2]
    slope = near[-1].number - near[0].number
    first, last, value = points[0].value, points[-1].value, points[here].value
    margin = (last - first) / _NEAR_THE_END
    if slope > 0:
        return "under" if value - first < margin else "before"
    if slope < 0:
        return "under before" if last - value < margin else "after"
    return "over"


def _axes(heading: str, title: str, is_chance: bool) -> Spec:
    """The values from left to right, and the number over each."""
    return {
        "x": channel("value:Q", title=heading, scale={"zero": False}, axis={"tickMinStep": 1, "format": "d"}),
        "y": channel(
            "number:Q",
            title=f"{title}, %" if is_chance else title,
            **(CHANCE if is_chance else {"scale": {"zero": True}, "axis": {"tickCount": 5}}),
        ),
    }


def curve_chart(report: Report) -> Chart:
    """A line over the values, one dot for each; a line for each of those whose points they are, where they are several.

    >>> from fractions import Fraction
    >>> points = Point(1, Fraction(1, 4)), Point(2, Fraction(1, 2), is_present=True)
    >>> chart = curve_chart(Report("odds", "Odds", (), (), counts="slain", axes=("Attacks",), points=points))
    >>> [(row["value"], row["number"], row["group"]) for row in chart.rows]
    [(1, 25.0, 'other values'), (2, 50.0, 'now')]
    >>> chart.alt
    'slain by Attacks, 1 to 2: from 25.0% to 50.0%; now 50.0% at 2.'
    """
    if any(point.of for point in report.points):
        return _curves_chart(report)
    heading, title = report.axes[0], report.counts
    rows = [_row(point, report.unit) | {"group": NOW if point.is_present else OTHERS} for point in report.points]
    words = f"{title} by {heading}: nothing to draw."
    if rows:
        first, last = rows[0], rows[-1]
        words = f"{title} by {heading}, {first['value']} to {last['value']}: from {first['text']} to {last['text']}"
        words += "".join(f"; now {row['text']} at {row['value']}" for row in rows if row["group"] == NOW) + "."
    made = _curve_look(heading, title, report.unit == "chance", len(rows) <= _MOST_DOTS, _place(report.points))
    return draw(made, rows, with_minus(words))


def _curves_look(heading: str, title: str, is_chance: bool, names: tuple[str, ...]) -> Spec:
    encoding = _axes(heading, title, is_chance) | {
        "color": channel("name:N", scale=colours_by_name(names), legend=below()),
        **hints(name=" ", value=heading, text=title, exact="as a fraction"),
    }
    return look(300, layer("line", encoding, point=True, strokeWidth=2.5), *_half(title, is_chance))


def _curves_chart(report: Report) -> Chart:
    """A line for each of those whose points they are.

    >>> from fractions import Fraction
    >>> points = Point(1, Fraction(1, 4), of="first"), Point(1, Fraction(1, 2), of="second")
    >>> chart = _curves_chart(Report("odds", "Odds", (), (), counts="slain", axes=("Armour",), points=points))
    >>> [(row["name"], row["value"], row["number"]) for row in chart.rows]
    [('first', 1, 25.0), ('second', 1, 50.0)]
    >>> chart.alt
    'slain by Armour, 1 to 1: first from 25.0% to 25.0%, second from 50.0% to 50.0%.'
    """
    heading, title = report.axes[0], report.counts
    rows = [_row(point, report.unit) | {"name": point.of} for point in report.points]
    names = tuple(dict.fromkeys(point.of for point in report.points))
    ends = [[row for row in rows if row["name"] == name] for name in names]
    said = ", ".join(f"{own[0]['name']} from {own[0]['text']} to {own[-1]['text']}" for own in ends)
    words = f"{title} by {heading}, {rows[0]['value']} to {rows[-1]['value']}: {said}."
    return draw(_curves_look(heading, title, report.unit == "chance", names), rows, words)


def _row(point: Point, unit: Unit) -> dict[str, Any]:
    number = drawn_number(point.number, unit)
    return {"value": point.value, "number": number, **number_fields(point.number, unit)}
