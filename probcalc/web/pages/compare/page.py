"""The comparison: up to four set-ups of one or several systems, in one chart, one table, and in words."""

from __future__ import annotations

from functools import partial

from probcalc.analysis.beside.compare import MOST_REQUESTS, compare
from probcalc.present.cards.told import compare_answers as compared_card
from probcalc.present.charts.report import report_chart
from probcalc.present.reports.comparison import comparison_report
from probcalc.scenarios import registry
from probcalc.web.controls.charts_and_tables import copy_report, show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.pages.compare.curves_drawn import curves_card
from probcalc.web.pages.compare.curves_shown import LawsShown, laws_to_show
from probcalc.web.pages.compare.shown import compare_setups, differing
from probcalc.web.pages.frame import bar
from probcalc.web.pages.lists import cards, tried
from probcalc.web.pages.lists import share as share_list
from probcalc.web.pages.lists.setup_words import short_names
from probcalc.web.pages.lists.setups_drawn import LETTERS, empty_comparison
from probcalc.web.parts.controls import Link
from probcalc.web.parts.markup import join, tag
from probcalc.web.state import request_lists
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

LISTING = request_lists.COMPARE
_LONGEST_NAME = 48


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    request_lists.read(visit, LISTING, MOST_REQUESTS)
    bar.draw(visit, "compare", "Compare")
    stands = [cards.standing_of(visit, slot) for slot in visit.requests(LISTING)]
    laws = laws_to_show(stands, _names(stands), visit.view(LISTING))
    _verdict(visit, stands, laws)
    if stands:
        with st.grid(min_column_width=300, gap="small"):
            for place, row in enumerate(stands):
                cards.draw(visit, LISTING, place, row, MOST_REQUESTS, {"tag": LETTERS[place]})
    link = request_lists.write(visit, LISTING)
    if stands:
        _together(stands, link, laws)
        cards.draw_foot(stands)


def _names(stands: list[Standing]) -> list[str]:
    """The letter of each set-up with what it has of its own; the verdict says what all of them share."""
    names = short_names(stands) if stands else []
    return [f"{letter}: {cards.shorten(name, _LONGEST_NAME)}" for letter, name in zip(LETTERS, names, strict=False)]


def _verdict(visit: Visit, stands: list[Standing], laws: LawsShown | None) -> None:
    """What the comparison comes to, before the set-ups themselves."""
    answers = {"set": partial(_look, visit), "go": partial(bar.go, visit)}
    found = compare_setups(stands) if stands else None
    # A chart with one line compares nothing.
    several = laws if laws is not None and len(laws.places) > 1 else None
    drawn = curves_card(several, short_names(stands), found[1] if found else None) if several else None
    if found is None and (apart := differing(stands) if stands else None):
        show("compared", tag("div.two", apart, drawn), answers)
        return
    if found is None:
        games: list[Link] = [
            {"label": system.name, "href": bar.link(visit, system.id), "tap": f"go {system.id}"}
            for system in registry.all_systems()
        ]
        start = empty_comparison(games, len(stands))
        body = tag("div.two", start, drawn) if stands else join(start, tried.draw(visit, LISTING))
        show("compared", body, answers)
        return
    show("compared", tag("div.two.beside", found[0], drawn) if drawn else found[0], answers)


def _look(visit: Visit, rest: str) -> None:
    """Another result is counted, or it is shown in another way."""
    field, _, text = rest.removeprefix("show.").partition("=")
    if field in ("result", "tail"):
        visit.look(LISTING, **{field: "" if (field, text) == ("tail", "at_least") else text})


def _together(stands: list[Standing], link: str, laws: LawsShown | None) -> None:
    requests = [(row.model.id, row.given) for row in stands if row.answer is not None]
    named = [name for name, row in zip(_names(stands), stands, strict=True) if row.answer is not None]
    if len(named) < 2:
        share_list.draw("compare", link, requests)
        return
    found = compare(requests, named, spending())
    if laws is not None:
        copy_report(lambda: laws.report, laws.report.id, "compare:laws", "Copy the chart's table", laws.report)
        others = [letter for n, letter in enumerate(LETTERS[: len(stands)]) if n not in laws.places]
        if others:
            st.caption(f"Not shown (no such result): {', '.join(others)}.")
    st.markdown("**All results**, with the difference from A")
    report = comparison_report(found)
    show_report(report, "compare:numbers", label="Copy the numbers")
    chart = report_chart(laws.report) if laws is not None else None
    answered = [row for row in stands if row.answer is not None]
    said = compared_card([row.answer for row in answered if row.answer is not None], short_names(answered)).said
    share_list.draw("compare", link, requests, report, chart, [laws.report.title] if laws is not None else [], said)
