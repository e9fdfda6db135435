"""The search of every page: a field, what it found, and the way there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.present.asking.entries import Entry
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.pages.answer.shown import card as result_of
from probcalc.web.parts.controls import Action
from probcalc.web.parts.lines import Hit, Search
from probcalc.web.parts.numbers import amount
from probcalc.web.paths import TOOLS
from probcalc.web.state import address, rosters
from probcalc.web.state.spending import FOLLOWING, spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit

if TYPE_CHECKING:
    from probcalc.present.asking.search import Found

_MOST, _MOST_ANSWERED = 12, 6


def search_of(visit: Visit) -> Search:
    """What the reader searches for and what was found."""
    if not visit.finding:
        return Search()
    result = _search(visit)
    budget = spending(FOLLOWING)
    rows: list[Hit] = []
    for n, entry in enumerate(result.entries):
        with metered(budget):
            rows.append(_row_of(visit, entry, is_answered=n < _MOST_ANSWERED))
    said = f"{result.count} found" if result.count > len(rows) or len(rows) != 1 else "1 found"
    if result.count > len(rows):
        said = f"The first {len(rows)} of {result.count}"
    if not rows:
        said = "No results. Try a unit, a weapon, a rule, or a roll such as 2d6 >= 9."
    pieces = result.entries[0].pieces if result.entries else ()
    taken: list[Action] = [{"label": read, "tap": f"find {_without(visit.finding, typed)}"} for typed, read in pieces]
    mended = [f"“{typed}” read as “{word}”" for typed, word in result.mended]
    read = taken if len(taken) > 1 else ()
    return Search(visit.finding, rows, said, list(result.instead), read, ", ".join(mended))


def _search(visit: Visit) -> Found:
    # Here and not above: the words of all games are loaded when somebody searches.
    from probcalc.present.asking.search import search

    pages = [
        Entry("page", tool.title, tool.note, name, keywords=f"{tool.note} {tool.words}") for name, tool in TOOLS.items()
    ]
    # What no game has comes first: the reader's own units and weapons, and the pages of no game.
    return search(visit.finding, [*rosters.own_entries(), *pages], _MOST)


def _row_of(visit: Visit, entry: Entry, is_answered: bool) -> Hit:
    """A row: the sentence and the number of what is asked, else its name alone; the answer costs what a tap may."""
    page = _page(entry) if _page(entry) in visit.pages else "glossary"
    named: Hit = {"title": entry.title, "note": entry.note, "value": "", **address.way_to(visit, page, _query(entry))}
    if not is_answered or not entry.parameters or entry.kind not in ("question", "ready-made"):
        return named
    try:
        answer = registry.answer(entry.scenario, entry.parameters)
    except (InputError, TooLarge):
        return named
    card = result_of(answer, View())
    named["title"] = card["sentence"] if entry.kind == "question" else entry.title
    named["value"] = amount(card["value"], card["kind"])
    return named


def _without(query: str, typed: str) -> str:
    """What was typed without one piece of it.

    >>> _without("cursed vs spearmen charging", "charging")
    'cursed vs spearmen'
    """
    words, piece = query.split(), typed.split()
    for at in range(len(words)):
        if [word.lower().strip(",.;:!?") for word in words[at : at + len(piece)]] == piece:
            before = words[:at]
            # How many there are goes with them.
            if before and before[-1].isdecimal():
                before.pop()
            return " ".join([*before, *words[at + len(piece) :]])
    return query


def _page(entry: Entry) -> str:
    """The page that an entry leads to: other rules stand beside those as printed in the laboratory."""
    if VARIANT.name in entry.parameters:
        return "laboratory"
    has_question = entry.scenario and entry.system in registry.system_ids()
    return entry.system if has_question or entry.kind == "page" else "glossary"


def _query(entry: Entry) -> dict[str, str]:
    """What is asked where an entry leads: of a question found by its name alone, its first example."""
    if not entry.scenario:
        return {}
    example = registry.system_of(entry.scenario).first_example
    return address.query_of(entry.scenario, entry.parameters or example(entry.scenario))


def find(visit: Visit, text: str) -> None:
    """Search for a text; what is searched for is no part of the address."""
    visit.finding = text[:80]
