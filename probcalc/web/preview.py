"""The preview of a link: what a chat shows of it before anybody opens it, written into the head of the page.

The answer as a title, what else is worth saying, the address of its card, and where a program finds the same answer.
With a server each link has its own; where there is none, each file that is built. A link that asks nothing, or nothing
that can be answered at once, has the general one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from urllib.parse import parse_qs, quote, urlencode

from probcalc import links
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.bounds import watched
from probcalc.links.addresses import SCENARIO_KEY
from probcalc.links.lists import query_for
from probcalc.present.card import Theme, card_svg, compared_card_svg, general_card_svg
from probcalc.present.headline import headline
from probcalc.present.line import answer_line
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.web.pages.counted_number import told
from probcalc.web.pages.shown.setup_words import shared_words, short_names
from probcalc.web.paths import TOOLS, path_of
from probcalc.web.state import called
from probcalc.web.state.answered_request import Standing, standing
from probcalc.web.state.request_lists import from_query
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import PREFIX, view_from, view_query
from probcalc.web.tags import ABOUT, TITLE, Preview

MOST_SECONDS = 2.0
"""Of work: a chat waits for some five seconds."""
_LONGEST_TITLE, _LONGEST_ABOUT, _LONGEST_QUERY, _MOST_FIELDS = 200, 300, 8_000, 400
_MOST_KEPT = 500
_PROGRAM = "program"
MOST_COMPARED, _FEWEST_COMPARED = 4, 2
_PLACES = {f"{place}." for place in range(1, MOST_COMPARED + 1)}
# How an answer is looked at beside these changes nothing of its card.
_SHOWN = ("result", "at_least", "outcome", "called")


# In a browser no thread has a time of its own.
_worked = getattr(time, "thread_time", time.process_time)


class _TooLong(Exception):
    """An answer takes too long to be previewed."""


def preview(query: str, path: str = "", watch: Callable[[], None] | None = None) -> Preview:
    """The preview of the page at a path with this query; what `watch` raises, now and then, ends it.

    >>> found = preview("s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen&charging=true")
    >>> found.title
    'The Cursed slay a Spearman: 66.4 %, about 2 in 3; 0.84 wounds on average; 9.8 % end up Dazed.'
    >>> preview("s=chronopia.melee&target=spearmen&show.result=wounds&show.at_least=2").title
    'The attacker causes 2 or more wounds: 0 %, impossible; 0.20 wounds on average; 5.0 % end up Dazed.'
    >>> preview("s=chronopia.mele").title, preview("").query
    ('Exact odds for tabletop games', '')
    >>> preview("", "compare").title
    'Compare: exact odds for tabletop games'
    """
    page = path.strip("/").rpartition("/")[2]
    asks = f"{SCENARIO_KEY}=" in query or page in (TOOLS["programs"].path, TOOLS["compare"].path)
    if not asks or len(query) > _LONGEST_QUERY:
        return _general(page)
    return _KEPT.of((page, query), lambda: _made(query, page, watch)) or _general(page)


def _general(page: str) -> Preview:
    """What is said of a page that holds no question."""
    tool = next((tool.title for tool in TOOLS.values() if tool.path == page), "")
    game = next((system.name for system in registry.systems() if path_of(system.id) == page), "")
    if not tool and not game:
        return Preview()
    title = f"{game}: exact odds for every roll" if game else f"{tool}: {TITLE[0].lower()}{TITLE[1:]}"
    return Preview(title, path=page)


def _made(query: str, page: str, watch: Callable[[], None] | None) -> Preview | None:
    begun = _worked()

    def look() -> None:
        if watch is not None:
            watch()
        if _worked() - begun > MOST_SECONDS:
            raise _TooLong

    try:
        with watched(look):
            if compared := _compared(query):
                return _of_list(*compared)
            found = _asked(query, page)
            if found is None:
                return None
            answer, view = found
            said = told(answer, view)
            title, line = headline(answer, *said).text, answer_line(answer, *said)
        scenario_id, given = type(answer.scenario).id, links.from_query(_fields(query)[0]).given
    except (_TooLong, InputError, ValueError, RecursionError):
        # Whatever cannot be answered at once is the page's to say; a preview never fails.
        return None
    request = links.to_query(scenario_id, given)
    written, asked = (urlencode(said, quote_via=quote, safe=",") for said in (request | view_query(view), request))
    path = path_of(registry.system_id_of(scenario_id))
    return Preview(_cut(title, _LONGEST_TITLE), _cut(line, _LONGEST_ABOUT), path, written, scenario_id, asked)


def _compared(query: str) -> tuple[list[Standing], list[str], str] | None:
    """What a query compares: the requests, what each is called, and what they share; None where it compares nothing."""
    if f"1.{SCENARIO_KEY}=" not in query:
        return None
    fields = parse_qs(query, max_num_fields=_MOST_FIELDS)
    requests, notices = from_query({key: texts for key, texts in fields.items() if key[:2] in _PLACES}, MOST_COMPARED)
    if notices:
        return None
    stands = [standing(scenario_id, given) for scenario_id, given in requests]
    if len(stands) < _FEWEST_COMPARED or any(row.answer is None for row in stands):
        return None
    return stands, short_names(stands), shared_words(stands)


def _of_list(stands: Sequence[Standing], names: Sequence[str], shared: str) -> Preview:
    told = [headline(row.answer).value for row in stands if row.answer is not None]
    title = "; ".join(f"{name}: {value}" for name, value in zip(names, told, strict=True))
    written = query_for([(row.model.id, row.given) for row in stands])
    query = urlencode(written, quote_via=quote, safe=",")
    return Preview(_cut(title, _LONGEST_TITLE), _cut(shared or ABOUT, _LONGEST_ABOUT), TOOLS["compare"].path, query)


def _fields(query: str, page: str = "") -> tuple[dict[str, list[str]], View]:
    """What a query asks, and how its answer is looked at."""
    fields = links.own_fields(parse_qs(query, max_num_fields=_MOST_FIELDS))
    view, _ = view_from({key: texts[0] for key, texts in fields.items() if key.startswith(PREFIX)})
    asked = {key: texts for key, texts in fields.items() if not key.startswith(PREFIX)}
    if page == TOOLS["programs"].path and SCENARIO_KEY not in asked and _PROGRAM in asked:
        asked = {SCENARIO_KEY: ["custom.program"], _PROGRAM: asked[_PROGRAM]}
    return asked, View(**{name: getattr(view, name) for name in _SHOWN})


def _asked(query: str, page: str) -> tuple[Answer, View] | None:
    """The answer to a query, and how it is looked at; None where it asks nothing, or less than was meant."""
    fields, view = _fields(query, page)
    request = links.from_query(fields)
    if request.scenario_id is None or request.doubts:
        return None
    answer = registry.answer(request.scenario_id, request.given)
    names = called.holding(called.arrived(request.scenario_id, view.called, request.given), request.given)
    answer = answer.called(names) if names else answer
    if view.result not in answer:
        view = replace(view, result="")
    return answer, view


def card_of(query: str, theme: Theme = "light") -> str:
    """The card of a question that has a preview, as SVG; the general one of "".

    >>> card_of("s=chronopia.melee&v=1&cc=12")[:4]
    '<svg'
    """
    if compared := _compared(query):
        stands, names, shared = compared
        return compared_card_svg([row.answer for row in stands if row.answer is not None], names, shared, theme)
    found = _asked(query, "") if query else None
    if found is None:
        return general_card_svg(theme)
    answer, view = found
    return card_svg(answer, *told(answer, view), theme)


def _cut(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


_KEPT = BoundedStore[Preview | None](_MOST_KEPT)
