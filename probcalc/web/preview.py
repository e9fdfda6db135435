"""The preview of a link: what a chat shows of it before anybody opens it, written into the head of the page.

The answer as a title, what else is worth saying, the address of its card, and where a program finds the same answer.
With a server each link has its own; where there is none, each file that is built. A link that asks nothing, or nothing
that can be answered at once, has the general one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import parse_qs

from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.budget.bounds import watch_budgets
from probcalc.links import own_fields
from probcalc.links.addresses import SCENARIO_KEY
from probcalc.present.cards.card import general_card_svg
from probcalc.present.cards.pen import Theme
from probcalc.present.languages.language import language_of_game
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.paths import TOOLS, game_at, path_of
from probcalc.web.previewing.found import Fields, Found
from probcalc.web.previewing.lists import of_attacks, of_comparison, of_plan
from probcalc.web.previewing.rolled import of_dice, of_program, of_record
from probcalc.web.previewing.scenario import of_scenario, of_sheet
from probcalc.web.tags import TITLE, Preview

MOST_SECONDS = 2.0
"""Of work: a chat waits for some five seconds."""
_LONGEST_QUERY, _MOST_FIELDS = 8_000, 400
_MOST_KEPT = 500
_READ: Mapping[str, Callable[[Fields], Found | None]] = {
    TOOLS["compare"].path: of_comparison,
    TOOLS["attacks"].path: of_attacks,
    TOOLS["allocate"].path: of_plan,
    TOOLS["luck"].path: of_record,
    TOOLS["fair"].path: of_dice,
    TOOLS["programs"].path: of_program,
    TOOLS["own game"].path: of_sheet,
}


# In a browser no thread has a time of its own.
_worked = getattr(time, "thread_time", time.process_time)


class _TooLong(Exception):
    """An answer takes too long to be previewed."""


def preview(query: str, path: str = "", watch: Callable[[], None] | None = None) -> Preview:
    """The preview of the page at a path with this query; what `watch` raises, now and then, ends it.

    >>> found = preview("s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen&charging=true")
    >>> found.title
    'A Cursed slays a Spearman: 66.4% (about 2 in 3). 0.84 wounds on average. The Cursed ends up Dazed: 9.8%.'
    >>> preview("s=chronopia.melee&target=spearmen&show.result=wounds&show.at_least=2").title
    'The attacker causes at least 2 wounds: 0% (impossible). 0.20 wounds on average. The attacker ends up Dazed: 5.0%.'
    >>> preview("record=12d6 >= 4 -> 3", "luck").title
    'You were a little unlucky: 7 in 100 evenings with these rolls go as badly or worse.'
    >>> preview("s=chronopia.mele").title, preview("").query
    ('Exact odds for tabletop games', '')
    >>> preview("", "compare").title
    'Compare: exact odds for tabletop games'
    >>> preview("s=chronopia.melee&lang=de", "chronopia").language
    'de'
    """
    page = path.strip("/").rpartition("/")[2]
    if not query or len(query) > _LONGEST_QUERY:
        return _general(page)
    found = _KEPT.of((page, query), lambda: _make(query, page, watch)) or _general(page)
    wanted = next((part[5:] for part in query.split("&") if part.startswith("lang=")), "")
    return replace(found, language=language_of_game(game_at(found.path), wanted))


def _general(page: str) -> Preview:
    """What is said of a page that holds no question."""
    tool = next((tool.title for tool in TOOLS.values() if tool.path == page), "")
    game = next((system.name for system in registry.systems() if path_of(system.id) == page), "")
    if not tool and not game:
        return Preview()
    title = f"{game}: exact odds for every roll" if game else f"{tool}: {TITLE[0].lower()}{TITLE[1:]}"
    return Preview(title, path=page)


def _make(query: str, page: str, watch: Callable[[], None] | None) -> Preview | None:
    begun = _worked()

    def look() -> None:
        if watch is not None:
            watch()
        if _worked() - begun > MOST_SECONDS:
            raise _TooLong

    try:
        with watch_budgets(look):
            found = _find(query, page)
    except (_TooLong, InputError, ValueError, RecursionError):
        # Whatever cannot be answered at once is the page's to say; a preview never fails.
        return None
    return found.preview if found is not None else None


def _find(query: str, page: str) -> Found | None:
    """What a link asks, as the page reads it that it is of; on any other page as a question, or as several."""
    fields = own_fields(parse_qs(query, max_num_fields=_MOST_FIELDS))
    read = _READ.get(page, of_comparison if f"1.{SCENARIO_KEY}" in fields else of_scenario)
    return read(fields)


def card_of(query: str, theme: Theme = "light", path: str = "") -> str:
    """The card of a link that has a preview, as SVG; the general one of "".

    >>> card_of("s=chronopia.melee&v=1&cc=12")[:4]
    '<svg'
    """
    found = _find(query, path.strip("/").rpartition("/")[2]) if query else None
    return found.card(theme) if found is not None else general_card_svg(theme)


_KEPT = BoundedStore[Preview | None](_MOST_KEPT)
