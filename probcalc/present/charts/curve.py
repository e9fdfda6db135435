"""Charts along a number: every value of a parameter, the present one marked, and what more of it brings, in steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.report import Point, Report, Unit
from probcalc.present.charts.chart import (
    CHANCE,
    GREY,
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
from probcalc.present.numbers.decimals import chart_percent, percent
from probcalc.present.numbers.text import with_minus

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


# A label stands over the highest step, and under all others, from whose ends the line rises.
_OVER, _UNDER = -12, 18
_HEIGHT = 220


def _spent_look(heading: str, title: str) -> Spec:
    base = {
        "x": channel("value:Q", title=heading, scale={"padding": 14}, axis={"tickMinStep": 1, "format": "d"}),
        # The values stand at the steps: no axis need be read off.
        "y": channel("number:Q", scale={"zero": False, "padding": 28}, axis=None),
        **hints(name=" ", value=heading, text=title, exact="as a fraction"),
    }

    def labels(over: bool, align: str) -> Spec:
        of = {"filter": f"datum.label && datum.align == '{align}' && {'' if over else '!'}datum.over"}
        place = {"align": align, "dx": 6 if align == "left" else -6, "dy": _OVER if over else _UNDER}
        return layer("text", base | {"text": channel("label:N")}, of, **place)

    line = layer("line", base, {"filter": "datum.best"}, interpolate="step-after", strokeWidth=2.5)
    steps = layer("point", base, {"filter": "datum.best && datum.label"}, filled=True, size=110, opacity=1)
    others = layer("point", base, {"filter": "!datum.best"}, filled=False, size=90, opacity=1, color=GREY, aria=False)
    text = [labels(over, align) for over in (True, False) for align in ("left", "right")]
    return look(_HEIGHT, line, steps, others, *text)


def spent_chart(report: Report) -> Chart:
    """The best value for so many points as a line in steps; a point that is `of` a plan has its name.

    >>> from fractions import Fraction
    >>> from probcalc.analysis.findings.report import Point
    >>> half, best = Fraction(1, 2), Fraction(3, 4)
    >>> points = Point(0, half, of="Keep"), Point(1, best, of="Boost"), Point(2, best), Point(2, half, of="Re-roll")
    >>> chart = spent_chart(Report("points", "", (), (), counts="slain", axes=("points",), points=points))
    >>> [(row["value"], row["label"], row["best"]) for row in chart.rows]
    [(0, '50.0% Keep', True), (1, '75.0% Boost', True), (2, '', True), (2, '50.0% Re-roll', False)]
    """
    heading, title, points, unit = report.axes[0], report.counts, report.points, report.unit
    best: dict[Any, Any] = {}
    for point in points:
        best.setdefault(point.value, point)
    middle = max(best, default=0) / 2
    highest = max((point.number for point in best.values()), default=0)
    rows: list[dict[str, Any]] = []
    before = None
    for point in points:
        is_best = best[point.value] is point
        said = number_fields(point.number, unit)
        # A point that buys nothing more needs no words.
        is_step = not is_best or point.number != before
        before = point.number if is_best else before
        rows.append(
            {
                "value": point.value,
                "number": drawn_number(point.number, unit),
                "name": point.of or "at best",
                "label": f"{said['text']} {point.of}".strip() if is_step else "",
                **said,
                "best": is_best,
                "over": is_best and point.number == highest,
                "align": "left" if point.value <= middle else "right",
            }
        )
    steps = ", ".join(f"{row['value']}: {row['label']}" for row in rows if row["label"])
    return draw(_spent_look(heading, title), rows, f"{title} by {heading}: {steps}.")


def _needed_look(title: str, chance: str, shares: tuple[float, ...]) -> Spec:
    axis: Spec = CHANCE | {"title": "chance, %"}
    encoding = {
        "x": channel("value:Q", title=title, axis={"tickMinStep": 1, "format": "d"}),
        "y": channel("chance:Q", **axis),
        **hints(value=title, text=chance),
    }
    # Nothing lies between two whole numbers.
    line = layer("line", encoding, point=True, strokeWidth=2.5, interpolate="step-after")
    marks = [layer("rule", {"y": {"datum": share, **axis}}, strokeDash=[4, 4], aria=False) for share in shares]
    return look(260, line, *marks)


def needed_chart(report: Report) -> Chart:
    """The chance for every value tried, with a line at each share that was asked for.

    >>> from probcalc.analysis.findings.report import Point
    >>> points, marks = (Point(3, Fraction(5, 8)),), (Fraction(1, 2),)
    >>> needed_chart(Report("needed", "", (), (), counts="slain", axes=("attacks",), points=points, marks=marks)).rows
    [{'value': 3, 'chance': 62.5, 'text': '62.5%'}]
    """
    title, chance = report.axes[0], report.counts
    rows = [
        {"value": point.value, "chance": chart_percent(point.number), "text": percent(point.number)}
        for point in report.points
    ]
    said = ", ".join(with_minus(f"{row['value']}: {row['text']}") for row in rows[:10])
    made = _needed_look(title, chance, tuple(map(chart_percent, report.marks)))
    return draw(made, rows, f"{chance} by {title}: {said}.")


def _rising_look(title: str) -> Spec:
    base = {
        "x": channel("name:O", sort=None, title=None, axis={"labelAngle": 0, "labelOverlap": True}),
        "y": channel("chance:Q", **CHANCE, title=f"{title}, %"),
        **hints(name=" ", text=title, exact="as a fraction"),
    }
    return look(260, layer("bar", base), layer("text", base | {"text": channel("text:N")}, dy=-8))


def rising_chart(report: Report) -> Chart:
    """A bar for each stage, in the order given.

    >>> from probcalc.analysis.findings.report import Column, Row
    >>> columns = Column("attack", "name"), Column("slain so far", "chance")
    >>> rows = Row(("1", Fraction(1, 4))), Row(("2", Fraction(1, 2)))
    >>> chart = rising_chart(Report("sequence", "", columns, rows, counts="slain so far"))
    >>> [(row["name"], row["chance"]) for row in chart.rows]
    [('attack 1', 25.0), ('attack 2', 50.0)]
    """
    title, stage = report.counts, report.columns[0].label
    rows = [
        {"name": f"{stage} {row.cells[0]}", "chance": chart_percent(value), **number_fields(value, "chance")}
        for row in report.rows
        if isinstance(value := row.cells[1], Fraction)
    ]
    said = ", ".join(f"{row['name']}: {row['text']}" for row in rows)
    return draw(_rising_look(title), rows, f"{title}: {said}.")
