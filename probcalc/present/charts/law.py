"""Charts of laws: bars for "exactly" and above them the tail, or bars over names; several laws beside each other."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

from probcalc.analysis.findings.report import Report, Row
from probcalc.present.charts.chart import (
    BESIDE,
    CHANCE,
    PERCENT,
    ROW_HEIGHT,
    Chart,
    Spec,
    below,
    channel,
    colours_by_name,
    draw,
    hints,
    layer,
    look,
    name_axis,
    number_fields,
    outcome_axis,
)
from probcalc.present.numbers.decimals import chart_percent, percent
from probcalc.present.numbers.text import exact_text
from probcalc.present.reports.law_table import TAILS, Shown, Tail

_MOST_POINTS = 60
_MOST_SAID = 12
# So many bars are wide enough on a phone to have their chances on them; of more, the highest and both ends have.
_MOST_VALUES = 8
# Two panels of one picture by the heights between which each scale runs, whatever height the page leaves them:
# the tail above, the bars under it with room for their chances.
_TAIL_HEIGHTS = [{"expr": "height * 0.3"}, {"expr": "height * 0.02"}]
_BAR_HEIGHTS = [{"expr": "height"}, {"expr": "height * 0.43"}]


def _law_look(heading: str, tail: Tail, with_points: bool) -> Spec:
    shown = {f"{name} text": name for name in ("exactly", "at least", "at most")}
    said = hints(outcome=heading, **shown, exact="exactly, as a fraction")

    # Both are the same law: one colour for what is counted, and no second one, which is the other side's.
    def layer_of(mark: str, field: str, y: Spec, **settings: Any) -> Spec:
        y = channel(f"{field}:Q", title=f"{field}, %", **y)
        return layer(mark, {"x": outcome_axis(heading), "y": y, **said}, **settings)

    # The bars have a scale of their own, on which the highest is as high as the panel.
    bars: Spec = {"scale": {"range": _BAR_HEIGHTS, "nice": False, "zero": True}, "axis": {"tickCount": 4}}
    steps: Spec = {"scale": PERCENT | {"range": _TAIL_HEIGHTS}, "axis": {"values": [0, 50, 100], "orient": "left"}}
    values = layer(
        "text",
        {"x": outcome_axis(heading), "y": channel("exactly:Q", title="exactly, %", **bars), "text": channel("value:N")},
        dy=-8,
    )
    exactly = {"layer": [layer_of("bar", "exactly", bars), values]}
    line = layer_of("line", tail, steps, point=with_points, strokeWidth=1.5, interpolate="step")
    return look(360, exactly, line) | {"resolve": {"scale": {"y": "independent"}}}


def _names_look(heading: str) -> Spec:
    base = {
        "y": name_axis(),
        "x": channel("exactly:Q", **CHANCE, title="chance, %"),
        **hints(name=heading, **{"exactly text": "chance"}, exact="as a fraction"),
    }
    text = layer("text", base | {"text": channel("exactly text:N")}, align="left", dx=4)
    return look(200, layer("bar", base), text, right=BESIDE)


def law_chart(report: Report) -> Chart:
    """Bars for "exactly" and above them a step line for the tail that the report names; bars only over names.

    >>> import probcalc
    >>> from probcalc.present.reports.law import law_report
    >>> from probcalc.present.reports.law_table import law_table
    >>> chart = law_chart(law_report(law_table(probcalc.odds("chronopia.armour", damage=7), "wounds")))
    >>> [(row["outcome"], row["exactly"], row["at least"]) for row in chart.rows]
    [('0', 65.0, 100.0), ('1', 35.0, 35.0)]
    """
    heading = report.columns[0].label
    rows = [_row(row, "outcome" if report.axes else "name") for row in report.rows]
    said = ", ".join(f"{row.cells[0]}: {percent(_chance(row))}" for row in report.rows[:_MOST_SAID])
    more = f" and {len(rows) - _MOST_SAID} more" if len(rows) > _MOST_SAID else ""
    words = f"{report.counts}. {said}{more}."
    if report.axes:
        chances = [_chance(row) for row in report.rows]
        shown = {0, chances.index(max(chances)), len(rows) - 1} if len(rows) > _MOST_VALUES else range(len(rows))
        rows = [row | {"value": row["exactly text"] if n in shown else ""} for n, row in enumerate(rows)]
        tail = next(tail for tail in TAILS if tail == report.axes[0])
        return draw(_law_look(heading, tail, len(rows) <= _MOST_POINTS), rows, words)
    return draw(_names_look(heading), rows, words, ROW_HEIGHT * len(rows) + 60)


def _chance(row: Row) -> Fraction:
    """The chance of exactly this outcome."""
    chance = row.cells[1]
    assert isinstance(chance, Fraction)
    return chance


def _row(row: Row, key: str) -> dict[str, Any]:
    exactly = _chance(row)
    shown: dict[str, Any] = {
        key: row.cells[0],
        "exactly": chart_percent(exactly),
        "exactly text": percent(exactly),
        "exact": exact_text(exactly),
    }
    for name, value in zip(TAILS, row.cells[2:4], strict=False):
        if isinstance(value, Fraction) and key == "outcome":
            shown |= {name: chart_percent(value), f"{name} text": percent(value)}
    return shown


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
    >>> from probcalc.present.reports.law_table import law_table
    >>> laws = {str(n): law_table(probcalc.odds("chronopia.armour", damage=n), "wounds") for n in (7, 10)}
    >>> [(row["name"], row["outcome"], row["chance"]) for row in compared_chart(laws_report(laws, "at least")).rows]
    [('7', '0', 100.0), ('7', '1', 35.0), ('10', '0', 100.0), ('10', '1', 50.0)]
    """
    heading, *names = (column.label for column in report.columns)
    rows = [
        {"name": name, "outcome": row.cells[0], "chance": chart_percent(value)} | number_fields(value, "chance")
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
