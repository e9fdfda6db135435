"""The chart of a report: its rows, or the points that it ran through, drawn as the report says."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from probcalc.analysis.report import Drawing, Refused, Report
from probcalc.present.charts.chart import Chart
from probcalc.present.charts.compared import compared_chart
from probcalc.present.charts.curve import curve_chart, curves_chart
from probcalc.present.charts.law import law_chart
from probcalc.present.charts.many import Bar, Change, Pair, change_chart, heat_map, ranked_chart
from probcalc.present.charts.rising_chance import needed_chart, rising_chart
from probcalc.present.charts.spent import spent_chart

_MOST_BARS, _MOST_CHANGES = 40, 30


def report_chart(report: Report) -> Chart | None:
    """The chart of a report as a Vega-Lite specification; None where nothing is to be drawn.

    >>> from probcalc.analysis.presets import presets
    >>> from probcalc.present.reports.entries import entries_report
    >>> chart = report_chart(entries_report(presets("chronopia.melee", {"target": "spearmen"})))
    >>> chart.rows[0]["name"], chart.rows[0]["text"]
    ('Two-handed Battle Axe', '43.8%')
    """
    draw = _DRAWN.get(report.drawing)
    return draw(report) if draw else None


def _ranking(report: Report) -> Chart | None:
    bars = [
        Bar(str(row.cells[0]), row.cells[1], row.is_present)
        for row in report.rows
        if isinstance(row.cells[1], Fraction)
    ]
    return ranked_chart(bars[:_MOST_BARS], report.counts, report.unit) if bars else None


def _changes(report: Report) -> Chart | None:
    changes = []
    for row in report.rows:
        name, worth, then, *_ = row.cells
        if worth and isinstance(worth, Fraction) and isinstance(then, Fraction):
            changes.append(Change(str(name), worth, then))
    return change_chart(changes[:_MOST_CHANGES], report.counts, report.unit) if changes else None


def _heat_map(report: Report) -> Chart | None:
    pairs = []
    for row in report.rows:
        for column, cell in zip(report.columns[1:], row.cells[1:], strict=True):
            value = cell if isinstance(cell, Fraction) else None
            pairs.append(Pair(str(row.cells[0]), column.label, value, cell.why if isinstance(cell, Refused) else ""))
    down, across = report.axes
    return heat_map(pairs, down, across, report.counts, report.unit) if pairs else None


def _thresholds(report: Report) -> Chart | None:
    return needed_chart(report.points, report.marks, report.axes[0], report.counts) if report.points else None


def _curve(report: Report) -> Chart | None:
    if not report.points:
        return None
    draw = curves_chart if any(point.of for point in report.points) else curve_chart
    return draw(report.points, report.axes[0], report.counts, report.unit)


def _spending(report: Report) -> Chart | None:
    return spent_chart(report.points, report.axes[0], report.counts, report.unit) if report.points else None


def _rising(report: Report) -> Chart | None:
    name = report.columns[0].label
    bars = [(f"{name} {row.cells[0]}", row.cells[1]) for row in report.rows if isinstance(row.cells[1], Fraction)]
    return rising_chart(bars, report.counts)


_DRAWN: dict[Drawing, Callable[[Report], Chart | None]] = {
    "law": law_chart,
    "laws": compared_chart,
    "ranked": _ranking,
    "changes": _changes,
    "heat map": _heat_map,
    "thresholds": _thresholds,
    "curve": _curve,
    "rising": _rising,
    "spent": _spending,
}
