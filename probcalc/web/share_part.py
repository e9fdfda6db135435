"""Sharing: the link and its QR code, text for a chat, files, pictures, and the same answer elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from urllib.parse import quote, urlencode

import streamlit as st

from probcalc import links
from probcalc.present.charts.law import law_chart
from probcalc.present.csv_text import csv_text
from probcalc.present.json_text import json_text
from probcalc.present.markdown import markdown
from probcalc.present.pictures import chart_png, chart_svg, qr_svg
from probcalc.present.table import law_table
from probcalc.present.text import answer_text
from probcalc.web.address import query_of
from probcalc.web.odds_part import law_shown
from probcalc.web.standing import Standing
from probcalc.web.view_fields import turned
from probcalc.web.visit import View, Visit

_LONGEST_QR = 1200
_FOR_ONESELF = ("share", "own", "recent")


def link_to(base: str, query: Mapping[str, str]) -> str:
    """The link to a page with a query.

    >>> link_to("http://localhost:8501/chronopia", {"s": "chronopia.melee", "near": "1-2,2-3"})
    'http://localhost:8501/chronopia?s=chronopia.melee&near=1-2,2-3'
    """
    return f"{base.partition('?')[0]}?{urlencode(query, quote_via=quote, safe=',')}"


def for_others(view: View) -> View:
    """The view without what is open for this reader alone.

    >>> for_others(View(turned="why,share")).turned
    'why'
    """
    return replace(view, turned=",".join(name for name in turned(view) if name not in _FOR_ONESELF))


def fits(stands: Standing) -> bool:
    """Whether there is an answer to share."""
    return stands.answer is not None


def draw(stands: Standing, visit: Visit) -> None:
    """Link, files, and the request in other words."""
    assert stands.answer is not None
    answer = stands.answer
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    link = link_to(st.context.url or "", query_of(scenario_id, stands.given, for_others(view)))
    st.markdown("**Link**: it holds everything on this page")
    st.code(link, language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="small"):
        name = scenario_id.replace(".", "-")
        law = law_shown(answer, view)
        text = markdown(answer, view.at_least)
        files = {"Markdown": (text, "md", "text/markdown"), "CSV": (csv_text(answer), "csv", "text/csv")}
        files["JSON"] = (json_text(answer), "json", "application/json")
        for title, (content, ending, kind) in files.items():
            st.download_button(
                title, content, f"{name}.{ending}", kind, key=f"{scenario_id}:{ending}", on_click="ignore"
            )
        if law:
            chart = law_chart(law_table(answer, law))
            for title, made, kind in (("PNG", chart_png, "image/png"), ("SVG", chart_svg, "image/svg+xml")):
                ending = title.lower()
                file = f"{name}.{ending}"
                key = f"{scenario_id}:{ending}"
                st.download_button(title, partial(made, chart), file, kind, key=key, on_click="ignore")
    if len(link) <= _LONGEST_QR:
        st.image(qr_svg(link), width=220, alt="QR code of the link", caption="For a friend's phone")
    st.markdown("**For a chat**")
    st.code(answer_text(answer, view.at_least), language=None)
    st.markdown("**For a forum**")
    st.code(text, language="markdown", wrap_lines=True, height=240)
    st.markdown("**On the command line**")
    st.code(links.to_command(scenario_id, stands.given), language="bash", wrap_lines=True)
    st.markdown("**In Python**")
    st.code(links.to_python(scenario_id, stands.given), language="python", wrap_lines=True)
