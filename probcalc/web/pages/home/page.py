"""Home: every game with one famous question answered, a search, what else there is, and the last answers."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from probcalc import links
from probcalc.exact.errors import suggestion
from probcalc.exact.law.distribution import Distribution
from probcalc.present.sentences.home import HomeLine, home_lines
from probcalc.scenarios import registry
from probcalc.scenarios.errors import nearest_name
from probcalc.web.controls.component import show
from probcalc.web.controls.spoken import st
from probcalc.web.pages.frame import bar, finding
from probcalc.web.pages.own import cards as own
from probcalc.web.pages.rooms import recent_panel as recent_part
from probcalc.web.parts import lines as part
from probcalc.web.parts.markup import Markup, join, tag
from probcalc.web.parts.rows import Bar
from probcalc.web.paths import TOOLS, path_of
from probcalc.web.state import address
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import Visit

_MOST_BARS, _FACE_TO_FACE = 40, 3


def notice_of_no_page(name: str) -> str:
    """That no page has this address, with the one that was meant perhaps.

    >>> notice_of_no_page("own-game")
    'No page is called own-game; did you mean Your own game? This is the home page.'
    >>> notice_of_no_page("wo_is_es")
    'No page is called wo_is_es. This is the home page.'
    """
    titles = {path_of(system.id): system.name for system in registry.systems()}
    titles |= {path: tool.title for key, tool in TOOLS.items() for path in (key.replace(" ", "-"), tool.path)}
    return (
        f"No page is called {name}{suggestion(titles.get(nearest_name(name, titles), ''), '.')} This is the home page."
    )


def draw() -> None:
    """The first page; a link to it that names a question leads to the question's own page."""
    visit = visits.current()
    query = address.query_of_news(visit)
    if query is not None:
        named = links.from_query({key: query[key] for key in (links.SCENARIO_KEY,) if key in query}).scenario_id
        if named is not None:
            texts = {key: texts[0] for key, texts in query.items()}
            st.switch_page(visit.pages[registry.system_id_of(named)], query_params=texts)
        address.read(visit, query)
    if visit.astray:
        visit.notices = (*visit.notices, notice_of_no_page(visit.astray))
    bar.draw(visit, "home", "")
    data = [_line(visit, line) for line in home_lines()]
    ways: list[part.Page] = [
        {"label": bar.ALL[name], "note": tool.note, "href": bar.link(visit, name), "tap": f"go {name}"}
        for name, tool in TOOLS.items()
    ]
    field = tag("div.home-find", part.finder(finding.search_of(visit), "home"))
    heading = tag("h1.title", "Exact odds for tabletop rules")
    mine = own.at_home(visit)
    body = join(heading, field, part.home_lines(data), mine, part.more("More", ways))
    answers = {
        "go": partial(bar.go, visit),
        "change": partial(own.edit_at_home, visit),
        "find": partial(finding.find, visit),
    }
    show("home", body, answers)
    if visit.recent:
        st.header("Recent answers", anchor=False)
        recent_part.draw(visit)
    address.write(visit, {})


def lead_to_home(name: str) -> None:
    """Lead from an address that is no page to the first one."""
    visit = visits.current()
    visit.astray = name
    st.switch_page(visit.pages["home"])


def _line(visit: Visit, line: HomeLine) -> Markup:
    system, famous, count = line.system, line.system.famous, len(line.system.scenarios)
    way = address.way_to(visit, system.id, address.query_of(famous.scenario, famous.parameters))
    return part.line_of(line, f"{count} question{'s' if count != 1 else ''}", _bars(line), way)


def _bars(line: HomeLine) -> list[Bar]:
    """The law very small: of a contest both sides and the tie, of numbers those that count in colour."""
    found, exact = line.answer[line.headline.result], line.headline.exact
    laws = [found] if isinstance(found, Distribution) else line.answer.laws.values()
    law = next((law for law in laws if law.is_numeric), None)
    if law is not None:
        if len(law) > _MOST_BARS:
            return []
        # From which place on the law has the headline's chance; all of it where it has not.
        on = next((n for n, outcome in enumerate(law) if n and law.at_least(outcome) == exact), 0)
        return [{"p": p, "on": n >= on} for n, (_, p) in enumerate(law.items())]
    if isinstance(found, Distribution) and len(found) <= _FACE_TO_FACE:
        shares = {str(outcome): p for outcome, p in found.items()}
        if "a" not in shares and "b" not in shares:
            return [{"p": p, "on": n == 0} for n, p in enumerate(shares.values())]
        none = Fraction(0)
        tie = next((p for name, p in shares.items() if name not in ("a", "b")), none)
        ends = {"a": shares.get("a", none), "tie": tie, "b": shares.get("b", none)}
        return [{"side": side, "p": p} for side, p in ends.items()]
    if line.headline.unit == "chance" and exact is not None:
        # Of yes or no the bar is how much of one it is.
        return [{"side": "a", "p": exact}, {"side": "tie", "p": 1 - exact}]
    return []
