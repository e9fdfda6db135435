"""Sharing a list of requests: the link and its QR code, files, and the same numbers elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from probcalc.analysis.report import Report
from probcalc.links.lists import Kind, list_command, list_python
from probcalc.present.charts.chart import Chart
from probcalc.present.pictures import Picture, headed, qr_svg
from probcalc.present.report import report_csv
from probcalc.web.pages.panels.share import LONGEST_QR


def draw(
    kind: Kind,
    link: str,
    requests: Sequence[tuple[str, Mapping[str, Any]]],
    report: Report | None = None,
    chart: Chart | None = None,
    lines: Sequence[str] = (),
) -> None:
    """The link and what else there is to hand on; without a report there is only the link."""
    with st.expander("Share: link, QR code, files, command line", key=f"{kind}:share"):
        st.markdown("**Link**: it holds everything on this page")
        st.code(link, language=None, wrap_lines=True)
        if report is None:
            return
        with st.container(horizontal=True, gap="small"):
            _file("CSV", report_csv(report), f"{kind}.csv", "text/csv")
            if chart is not None:
                picture = headed(chart, lines)
                _file("PNG", Picture(picture, "png"), f"{kind}.png", "image/png")
                _file("SVG", Picture(picture, "svg"), f"{kind}.svg", "image/svg+xml")
        if len(link) <= LONGEST_QR:
            st.image(qr_svg(link), width=220, alt="QR code of the link", caption="For a friend's phone")
        st.markdown("**On the command line**")
        st.code(list_command(kind, requests), language="bash", wrap_lines=True)
        st.markdown("**In Python**")
        st.code(list_python(kind, requests), language="python", wrap_lines=True)


def _file(title: str, data: Any, name: str, kind: str) -> None:
    st.download_button(title, data, name, kind, key=f"share:{name}", on_click="ignore")
