"""Sharing a list of requests: the link and its QR code, files, and the same numbers elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.findings.report import Report
from probcalc.links.lists import ListKind, list_command, list_python
from probcalc.present.charts.chart import Chart
from probcalc.present.charts.pictures import Picture, with_heading
from probcalc.present.writing.report import report_csv
from probcalc.scenarios.parameters import Given
from probcalc.web.controls.handing_on import File, file_buttons, show_elsewhere, show_link
from probcalc.web.controls.spoken import st
from probcalc.web.state import games


def draw(
    kind: ListKind,
    link: str,
    requests: Sequence[tuple[str, Given]],
    report: Report | None = None,
    chart: Chart | None = None,
    lines: Sequence[str] = (),
    said: str = "",
) -> None:
    """The link and what else there is to hand on, `said` being all of it in a line; without a report the link."""
    with st.expander("Share: link, QR code, files, command line", key=f"{kind}:share"):
        show_link(link)
        if report is None:
            return
        files: dict[str, File] = {"csv": report_csv(report)}
        if chart is not None:
            picture = with_heading(chart, lines)
            files |= {"png": Picture(picture, "png"), "svg": Picture(picture, "svg")}
        file_buttons(kind, f"share:{kind}.", files)
        # No command knows a game of the visitor's own by its id.
        is_own = any(games.game_of(scenario_id) is not None for scenario_id, _ in requests)
        elsewhere = () if is_own else (list_command(kind, requests), list_python(kind, requests))
        show_elsewhere(link, said, *elsewhere)
