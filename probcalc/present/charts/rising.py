"""What more brings: a chance that rises with attacks or dice, and what each further point buys, in steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from probcalc.analysis.report import Report
from probcalc.present.charts.chart import (
    CHANCE,
    GREY,
    Chart,
    Spec,
    channel,
    draw,
    drawn_number,
    hints,
    layer,
    look,
    number_fields,
)
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.numbers import with_minus

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
    >>> from probcalc.analysis.report import Point
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

    >>> from probcalc.analysis.report import Point
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

    >>> from probcalc.analysis.report import Column, Row
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
