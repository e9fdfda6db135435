"""Charts of a chance that rises with more attacks or dice."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.report import Report
from probcalc.present.charts.chart import CHANCE, Chart, Spec, channel, draw, hints, layer, look, number_fields
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.numbers import with_minus


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
