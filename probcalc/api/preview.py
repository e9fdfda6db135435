"""The preview of one link: its answer as a title, and what else is worth saying."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time
from urllib.parse import parse_qsl, quote, urlencode

from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.bounds import watched
from probcalc.links import from_query, to_query
from probcalc.links.addresses import SCENARIO_KEY
from probcalc.present.headline import headline
from probcalc.present.line import answer_line
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError

TITLE = "Exact odds for tabletop games"
ABOUT = "Any unit, any dice. Nothing is simulated."
MOST_SECONDS = 2.0
"""Of work: a chat waits for some five seconds."""
_LONGEST_TITLE, _LONGEST_ABOUT, _LONGEST_QUERY = 200, 300, 8_000


_MOST_KEPT = 500


class _TooLong(Exception):
    """An answer takes too long to be previewed."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What the head of a page says.

    Attributes:
        title: the answer as a sentence.
        about: what else is worth saying.
        query: of a question that is answered, its address; "" for the general card.
        scenario_id: its scenario.
    """

    title: str = TITLE
    about: str = ABOUT
    query: str = ""
    scenario_id: str = ""


def preview(query: str) -> Preview:
    """The preview of the page with this query.

    >>> found = preview("s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen&charging=true")
    >>> found.title
    'The Cursed slay a Spearman: 66.4 %, about 2 in 3; 0.84 wounds on average; 9.8 % end up Dazed.'
    >>> preview("s=chronopia.mele").title, preview("").query
    ('Exact odds for tabletop games', '')
    """
    if f"{SCENARIO_KEY}=" not in query or len(query) > _LONGEST_QUERY:
        return Preview()
    return _KEPT.of(query, lambda: _made(query))


def _made(query: str) -> Preview:
    begun = thread_time()

    def look() -> None:
        if thread_time() - begun > MOST_SECONDS:
            raise _TooLong

    try:
        asked = from_query(dict(parse_qsl(query, max_num_fields=400)))
        if asked.scenario_id is None or asked.notices:
            return Preview()
        with watched(look):
            answer = registry.answer(asked.scenario_id, asked.given)
            title, line = headline(answer).text, answer_line(answer)
        written = urlencode(to_query(asked.scenario_id, asked.given), quote_via=quote, safe=",")
    except (_TooLong, InputError, ValueError, RecursionError):
        # Whatever cannot be answered at once is the page's to say; a preview never fails.
        return Preview()
    return Preview(_cut(title, _LONGEST_TITLE), _cut(line, _LONGEST_ABOUT), written, asked.scenario_id)


def _cut(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


_KEPT = BoundedStore[Preview](_MOST_KEPT)
