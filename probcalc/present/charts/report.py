"""The chart of a report: its rows, or the points that it ran through, drawn as the report says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from probcalc.analysis.findings.report import Drawing, Report
from probcalc.present.charts.chart import Chart
from probcalc.present.charts.curve import curve_chart, needed_chart, rising_chart, spent_chart
from probcalc.present.charts.law import compared_chart, law_chart
from probcalc.present.charts.many import change_chart, heat_map, ranked_chart
from probcalc.present.numbers.text import with_minus


def report_chart(report: Report) -> Chart | None:
    """The chart of a report as a Vega-Lite specification; None where nothing is to be drawn.

    >>> from probcalc.analysis.tables.presets import presets
    >>> from probcalc.present.reports.entries import entries_report
    >>> chart = report_chart(entries_report(presets("chronopia.melee", {"target": "spearmen"})))
    >>> chart.rows[0]["name"], chart.rows[0]["text"]
    ('Two-handed Battle Axe', '43.8%')
    """
    draw = _DRAWN.get(report.drawing)
    titled = replace(report, counts=with_minus(report.counts), axes=tuple(map(with_minus, report.axes)))
    chart = draw(titled) if draw else None
    return chart if chart is not None and chart.rows else None


_DRAWN: dict[Drawing, Callable[[Report], Chart]] = {
    "law": law_chart,
    "laws": compared_chart,
    "ranked": ranked_chart,
    "changes": change_chart,
    "heat map": heat_map,
    "thresholds": needed_chart,
    "curve": curve_chart,
    "rising": rising_chart,
    "spent": spent_chart,
}
