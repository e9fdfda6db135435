"""The search of every page: a field, what it found, and the way there."""

from __future__ import annotations

from typing import Any

from probcalc.present.search import search
from probcalc.present.search_entries import Entry
from probcalc.scenarios import registry
from probcalc.web.state import address, rosters
from probcalc.web.state.visit import Visit

_MOST = 12


def found(visit: Visit) -> dict[str, Any]:
    """What the reader searches for and what was found, as the part's data."""
    if not visit.finding:
        return {"query": "", "rows": [], "said": "", "instead": []}
    result = search(visit.finding, rosters.own_entries(), _MOST)
    rows = [
        {
            "title": entry.title,
            "note": entry.note,
            "href": address.link_to(*_way(visit, entry)),
            "tap": f"hit {n}",
        }
        for n, entry in enumerate(result.entries)
    ]
    said = f"{result.count} found" if result.count > len(rows) or len(rows) != 1 else "1 found"
    if result.count > len(rows):
        said = f"The first {len(rows)} of {result.count}"
    if not rows:
        said = "Nothing found: try a unit, a weapon, a question or a rule, or a roll such as 2d6 >= 9"
    return {"query": visit.finding, "rows": rows, "said": said, "instead": list(result.instead)}


def _way(visit: Visit, entry: Entry) -> tuple[Any, dict[str, str]]:
    """The page of what was found, and what is asked there."""
    page = visit.pages.get(entry.system) or visit.pages["glossary"]
    return page, address.query_of(entry.scenario, entry.parameters) if entry.scenario else {}


def find(visit: Visit, text: str) -> None:
    """Search for a text; what is searched for is no part of the address."""
    visit.finding = text[:80]


def hit(visit: Visit, number: str) -> None:
    """Go where the entry of that number leads."""
    entries = search(visit.finding, rosters.own_entries(), _MOST).entries
    if not (number.isascii() and number.isdecimal() and int(number) < len(entries)):
        return
    entry = entries[int(number)]
    visit.finding = ""
    name = entry.system if entry.scenario and entry.system in registry.system_ids() else "glossary"
    query = address.query_of(entry.scenario, entry.parameters) if entry.scenario else {}
    visit.going = (name, query)
