"""The comparison: up to four set-ups of one or several systems, in one chart, one table, and in words."""

from __future__ import annotations

import streamlit as st

from probcalc.analysis.compare import MOST_REQUESTS, ComparedNumber, Dominance, RequestComparison, compare
from probcalc.exact.numerals import fraction_text
from probcalc.present.analyses import comparison_rows, digits
from probcalc.present.charts.chart import Chart
from probcalc.present.charts.compared import Shown, compared_chart
from probcalc.present.decimals import percent
from probcalc.present.numbers import change_text, number_text
from probcalc.present.reports.measured import unit_of
from probcalc.present.table import LONGEST_FRACTION, law_table
from probcalc.present.words import outcome_words
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_chart, show_table
from probcalc.web.pages import cards, share_list
from probcalc.web.pages.panels.odds import law_names
from probcalc.web.state import address, several
from probcalc.web.state import visit as visits
from probcalc.web.state.standing import Standing
from probcalc.web.state.view_fields import address_word
from probcalc.web.state.visit import show_in

LISTING = "compare"
_LAW, _WAY = "compare:law", "compare:shown"
_LETTERS = "ABCD"
_SHOWN: tuple[Shown, ...] = ("at least", "exactly", "at most")


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    several.read(visit, LISTING, MOST_REQUESTS)
    st.title("Compare", anchor=False)
    for notice in visit.notices:
        st.warning(plain(notice))
    st.caption("Up to four set-ups side by side. Pin them on a game's page, then duplicate one and change one thing.")
    stands: list[Standing] = []
    with st.grid(min_column_width=300):
        for place in range(len(visit.requests(LISTING))):
            with st.container(border=True):
                stands.append(cards.draw(visit, LISTING, place, _LETTERS[place], MOST_REQUESTS))
    query = several.write(visit, LISTING)
    if stands:
        _together(stands, address.link_to(visit.pages[LISTING], query))
    else:
        st.info("Nothing is pinned yet. Open a game and press “Pin to compare” under its answer.")


def _together(stands: list[Standing], link: str) -> None:
    requests = [(row.model.id, row.given) for row in stands if row.answer is not None]
    named = {f"{_LETTERS[n]}: {cards.summary(row)}": row for n, row in enumerate(stands) if row.answer is not None}
    if len(named) < 2:
        st.info("Two set-ups with an answer are needed for a comparison.")
        share_list.draw("compare", link, requests)
        return
    found = compare(requests, list(named))
    chart, heading = _laws(found)
    st.markdown("**In numbers**: the difference is to the first one")
    numbers = [[outcome_words(row.label), *_cells(row)] for row in found.numbers]
    show_table([["number", *named], *numbers], "Every number of every set-up", 40)
    words = [dominance_words(row, found) for row in found.dominance]
    if words:
        st.markdown("**In words**")
        st.markdown("\n".join(f"- {plain(line)}" for line in words))
    share_list.draw("compare", link, requests, comparison_rows(found, digits), chart, [heading])


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
    chart = compared_chart(laws, shown)
    show_chart(chart, "compare:chart")
    others = [request.name.partition(":")[0] for request in found.requests if request.name not in laws]
    if others:
        st.caption(f"Not in this chart, for want of such a result: {', '.join(others)}.")
    return chart, f"{names[chosen]}, {shown}"


def _looked(key: str, field: str) -> None:
    chosen = st.session_state[key]
    visits.current().look(LISTING, **{field: "" if chosen == _SHOWN[0] else address_word(chosen)})


def _cells(row: ComparedNumber) -> list[str]:
    cells: list[str] = []
    for place, (value, change) in enumerate(zip(row.values, row.differences, strict=True)):
        if value is None:
            cells.append("–")
            continue
        text = f"{number_text(value, unit_of(row.kind))} ({fraction_text(value, longest=LONGEST_FRACTION)})"
        if place and change is not None:
            text += f", {change_text(change, unit_of(row.kind))}"
        cells.append(text)
    return cells


def dominance_words(row: Dominance, found: RequestComparison) -> str:
    """How two set-ups stand to each other in one result, in words."""
    first, second = (found.requests[n].name.partition(":")[0] for n in (row.first, row.second))
    better = found.requests[row.first].answer.declared(row.result).better
    rolled = f"{first} {percent(row.wins)}, equal {percent(row.ties)}, {second} {percent(row.loses)}"
    if row.relation == "equal":
        return f"{row.label}: {first} and {second} are the same at every threshold."
    if row.relation == "neither":
        return f"{row.label}: neither of {first} and {second} is ahead at every threshold. Which has more: {rolled}."
    high, low = (first, second) if row.relation == "first" else (second, first)
    if better == "less":
        said = f"{low} is at least as good as {high} at every threshold"
    elif better == "more":
        said = f"{high} is at least as good as {low} at every threshold"
    else:
        said = f"{high} reaches every threshold at least as often as {low}"
    return f"{row.label}: {said}. Which has more: {rolled}."
