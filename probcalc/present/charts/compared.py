"""Charts of several laws over the same outcomes, each under its name."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from probcalc.analysis.report import Report
from probcalc.present.charts.chart import (
    CHANCE,
    Chart,
    Spec,
    below,
    channel,
    colours_by_name,
    draw,
    hints,
    layer,
    look,
    outcome_axis,
)
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.table import Shown


def _compared_look(heading: str, shown: Shown, names: tuple[str, ...]) -> Spec:
    encoding = {
        "x": outcome_axis(heading),
        "y": channel("chance:Q", **CHANCE, title=f"{shown}, %"),
        "color": channel("name:N", scale=colours_by_name(names), legend=below(1)),
        **hints(name=" ", outcome=heading, text=shown, exact="as a fraction"),
    }
    if shown == "exactly":
        return look(340, layer("bar", encoding | {"xOffset": channel("name:N", scale=colours_by_name(names))}))
    return look(340, layer("line", encoding, point=True, strokeWidth=2.5))


def compared_chart(report: Report) -> Chart:
    """Bars side by side for "exactly", lines for "at least" and "at most".

    >>> import probcalc
    >>> from probcalc.present.reports.law import laws_report
    >>> from probcalc.present.table import law_table
    >>> laws = {str(n): law_table(probcalc.odds("chronopia.armour", damage=n), "wounds") for n in (7, 10)}
    >>> [(row["name"], row["outcome"], row["chance"]) for row in compared_chart(laws_report(laws, "at least")).rows]
    [('7', '0', 100.0), ('7', '1', 35.0), ('10', '0', 100.0), ('10', '1', 50.0)]
    """
    heading, *names = (column.label for column in report.columns)
    rows = [
        {"name": name, "outcome": row.cells[0], "chance": chart_percent(value), "text": percent(value)}
        | {"exact": str(value)}
        for place, name in enumerate(names, 1)
        for row in report.rows
        if isinstance(value := row.cells[place], Fraction)
    ]
    shown = next(shown for shown in get_args(Shown) if shown == report.axes[0])
    made = _compared_look(heading, shown, tuple(names))
    encoding = made["encoding"]
    ordered = encoding["x"] | {"sort": [row.cells[0] for row in report.rows]}
    words = f"{report.counts}, {shown}, for {', '.join(names)}; the table beside it has every number."
    return draw(made | {"encoding": encoding | {"x": ordered}}, rows, words)
