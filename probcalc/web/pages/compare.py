"""The comparison: up to four set-ups of one or several systems, in one chart, one table, and in words."""

from __future__ import annotations

import streamlit as st

from probcalc.analysis.compare import MOST_REQUESTS, RequestComparison, compare
from probcalc.present.charts.chart import Chart
from probcalc.present.charts.report import report_chart
from probcalc.present.reports.comparison import comparison_report
from probcalc.present.reports.law import laws_report
from probcalc.present.table import Shown, law_table
from probcalc.web.controls.charts_and_tables import copy_report, show_chart, show_report
from probcalc.web.controls.component import show
from probcalc.web.pages import bar, cards, share_list
from probcalc.web.pages.panels.odds import law_names
from probcalc.web.pages.shown.compared import compared
from probcalc.web.parts.compared import ridges_card, verdict_card
from probcalc.web.parts.markup import tag
from probcalc.web.state import address, request_lists
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view_fields import address_word
from probcalc.web.state.visit import Visit, show_in

LISTING = "compare"
_LAW, _WAY = "compare:law", "compare:shown"
_LETTERS = "ABCD"
_SHOWN: tuple[Shown, ...] = ("at least", "exactly", "at most")


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    request_lists.read(visit, LISTING, MOST_REQUESTS)
    bar.draw(visit, "compare", "Compare")
    stands = [cards.standing_of(visit, slot) for slot in visit.requests(LISTING)]
    _verdict(visit, stands)
    if stands:
        with st.grid(min_column_width=300, gap="small"):
            for place, row in enumerate(stands):
                cards.draw(visit, LISTING, place, row, MOST_REQUESTS, tag=_LETTERS[place])
    query = request_lists.write(visit, LISTING)
    if stands:
        _together(stands, address.link_to(visit.pages[LISTING], query))
    else:
        st.info("Nothing is pinned yet. Open a game and press “Pin to compare” under its answer.")


def _verdict(visit: Visit, stands: list[Standing]) -> None:
    """What the comparison comes to, before the set-ups themselves."""
    found = compared(stands, _LETTERS) if stands else None
    if found is None:
        heading = tag("h1.title", "Compare")
        told = "Up to four set-ups side by side. Pin them on a game's page, then duplicate one and change one thing."
        show("compared", tag("section", heading, tag("p.quiet", told)), _nothing)
        return
    both = tag("div.two", verdict_card(found["verdict"]), ridges_card(found["ridges"]))
    show("compared", both, _nothing)


def _nothing(_: str) -> None:
    """Nothing in a verdict is tapped."""


def _together(stands: list[Standing], link: str) -> None:
    requests = [(row.model.id, row.given) for row in stands if row.answer is not None]
    named = {f"{_LETTERS[n]}: {cards.summary(row)}": row for n, row in enumerate(stands) if row.answer is not None}
    if len(named) < 2:
        st.info("Two set-ups with an answer are needed for a comparison.")
        share_list.draw("compare", link, requests)
        return
    found = compare(requests, list(named), spending())
    chart, heading = _laws(found)
    st.markdown("**In numbers**: the difference is to the first one")
    report = comparison_report(found)
    show_report(report, "compare:numbers")
    share_list.draw("compare", link, requests, report, chart, [heading])


def _laws(found: RequestComparison) -> tuple[Chart | None, str]:
    """The chart of one law of all set-ups, with what it shows."""
    names: dict[str, str] = {}
    for request in found.requests:
        for name in law_names(request.answer):
            names.setdefault(name, request.answer.declared(name).label)
    if not names:
        return None, ""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        view = visits.current().view(LISTING)
        chosen = view.result if view.result in names else next(iter(names))
        show_in(_LAW, chosen)
        st.selectbox(
            "Chart",
            list(names),
            key=_LAW,
            format_func=lambda n: names.get(n, n),
            filter_mode=None,
            on_change=_looked,
            args=(_LAW, "result"),
        )
        shown = next((way for way in _SHOWN if address_word(way) == view.tail), _SHOWN[0])
        show_in(_WAY, shown)
        st.segmented_control("Shows", _SHOWN, required=True, key=_WAY, on_change=_looked, args=(_WAY, "tail"))
    laws = {r.name: law_table(r.answer, chosen) for r in found.requests if chosen in law_names(r.answer)}
    if not all(law.is_ordered for law in laws.values()):
        shown = "exactly"
    report = laws_report(laws, shown)
    chart = report_chart(report)
    if chart is not None:
        show_chart(chart, "compare:chart")
    copy_report(lambda: report, report.id, "compare:laws")
    others = [request.name.partition(":")[0] for request in found.requests if request.name not in laws]
    if others:
        st.caption(f"Not in this chart, for want of such a result: {', '.join(others)}.")
    return chart, f"{names[chosen]}, {shown}"


def _looked(key: str, field: str) -> None:
    chosen = st.session_state[key]
    visits.current().look(LISTING, **{field: "" if chosen == _SHOWN[0] else address_word(chosen)})
