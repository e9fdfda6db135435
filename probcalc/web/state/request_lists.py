"""Lists of requests in one address: the fields of the first are written 1.s, 1.cc, those of the second 2.s."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from probcalc import links
from probcalc.scenarios import registry
from probcalc.web.state import address
from probcalc.web.state.view_fields import fitting_list, view_query
from probcalc.web.state.visit import Visit

_FIELD = re.compile(r"([1-9])\.(.+)", re.DOTALL)

Requests = list[tuple[str, dict[str, Any]]]


def query_for(requests: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    """The query of a list of requests; what all requests of a game have in common is written once.

    >>> query_for([("chronopia.armour", {"damage": 7}), ("chronopia.armour", {"damage": 9})])
    {'1.s': 'chronopia.armour', '1.v': '1', '1.e': 'demo-rulebook', '1.damage': '7',
     '2.s': 'chronopia.armour', '2.damage': '9'}
    """
    query: dict[str, str] = {}
    games: set[str] = set()
    for place, (scenario_id, given) in enumerate(requests, 1):
        fields = links.to_query(scenario_id, given)
        game = registry.system_id_of(scenario_id)
        common = (links.VERSION_KEY, links.EDITION_KEY) if game in games else ()
        games.add(game)
        query |= {f"{place}.{key}": text for key, text in fields.items() if key not in common}
    return query


def from_query(query: Mapping[str, Sequence[str]], most: int) -> tuple[Requests, tuple[str, ...]]:
    """The requests that a query names, at most so many, and what was ignored.

    >>> from_query({"1.s": ["chronopia.armour"], "1.damage": ["7"], "x": ["1"]}, 4)
    ([('chronopia.armour', {'damage': 7})], ('Ignored: x belongs to no request.',))
    """
    grouped: dict[int, dict[str, Sequence[str]]] = {}
    notices: list[str] = []
    for key, texts in query.items():
        found = _FIELD.fullmatch(key)
        if found and int(found[1]) <= most:
            grouped.setdefault(int(found[1]), {})[found[2]] = texts
        elif len(notices) < links.MOST_NOTICES:
            notices.append(f"Ignored: {links.harmless(key)} belongs to no request.")
    requests: Requests = []
    for place in sorted(grouped):
        request = links.from_query(grouped[place])
        notices += request.notices
        if request.scenario_id is not None:
            requests.append((request.scenario_id, request.given))
    return requests, tuple(notices[: links.MOST_NOTICES])


def read(visit: Visit, listing: str, most: int) -> None:
    """Take a list of requests, and how they are looked at, from the address when it is news."""
    query = address.arrived(visit)
    if query is not None:
        fields, view, unknown = address.parted(query)
        requests, notices = from_query(fields, most)
        visit.replace_list(listing, requests)
        view, unfitting = fitting_list(view, [scenario_id for scenario_id, _ in requests])
        visit.views[listing] = view
        visit.notices = (*notices, *unknown, *unfitting)
        visit.touched = False


def query_of(visit: Visit, listing: str) -> dict[str, str]:
    """The query of a list of requests as it stands."""
    return query_for([(slot.scenario_id, visit.given[slot.name]) for slot in visit.requests(listing)])


def write(visit: Visit, listing: str) -> dict[str, str]:
    """Put a list of requests, and how they are looked at, into the address; its query."""
    query = query_of(visit, listing)
    if query:
        query |= view_query(visit.view(listing))
    address.write(visit, query)
    return query
