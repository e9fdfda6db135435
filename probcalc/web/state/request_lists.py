"""Lists of requests in one address: the fields of the first are written 1.s, 1.cc, those of the second 2.s."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from probcalc import links
from probcalc.links.lists import query_for
from probcalc.scenarios.parameters import Given
from probcalc.web.state import address, called, rosters
from probcalc.web.state.view_fields import PREFIX, fitting_list, part_query, view_query
from probcalc.web.state.visit import Slot, Visit

_FIELD = re.compile(r"([1-9])\.(.+)", re.DOTALL)
COMPARE, ATTACKS = "compare", "attacks"
CALLED = f"{PREFIX}called"
"""What own units in a request are called, behind its number: 1.show.called=attacker:Iron Guard."""

Requests = dict[int, tuple[str, Given]]
"""Requests by their numbers."""


def from_query(query: Mapping[str, Sequence[str]], most: int) -> tuple[Requests, tuple[str, ...]]:
    """The requests that a query names, at most so many, and what was ignored; names of own units are read by `take`.

    >>> from_query({"1.s": ["chronopia.armour"], "1.damage": ["7"], "x": ["1"]}, 4)
    ({1: ('chronopia.armour', {'damage': 7})}, ('Ignored: x belongs to no request.',))
    """
    grouped: dict[int, dict[str, Sequence[str]]] = {}
    notices: list[str] = []
    for key, texts in query.items():
        found = _FIELD.fullmatch(key)
        if found and int(found[1]) <= most:
            grouped.setdefault(int(found[1]), {})[found[2]] = texts
        elif len(notices) < links.MOST_NOTICES:
            notices.append(f"Ignored: {links.harmless(key)} belongs to no request.")
    requests: Requests = {}
    for place in sorted(grouped):
        request = links.from_query({key: texts for key, texts in grouped[place].items() if key != CALLED})
        notices += request.notices
        if request.scenario_id is not None:
            requests[place] = (request.scenario_id, request.given)
    return requests, tuple(notices[: links.MOST_NOTICES])


def read(visit: Visit, listing: str, most: int) -> None:
    """Take a list of requests, and how they are looked at, from the address when it is news."""
    query = address.query_of_news(visit)
    if query is not None:
        fields, view, unknown = part_query(query)
        requests, notices = take(visit, listing, fields, most)
        view, unfitting = fitting_list(view, [scenario_id for scenario_id, _ in requests.values()])
        visit.views[listing] = view
        visit.notices = (*notices, *unknown, *unfitting)
        visit.touched = False


def take(visit: Visit, listing: str, query: Mapping[str, Sequence[str]], most: int) -> tuple[Requests, tuple[str, ...]]:
    """Put the requests of a query into a list, with the names of own units in them; as `from_query` tells it."""
    requests, notices = from_query(query, most)
    visit.replace_list(listing, list(requests.values()))
    for slot, place in zip(visit.requests(listing), requests, strict=True):
        take_names(visit, slot, query.get(f"{place}.{CALLED}", ("",))[0])
    return requests, notices


def take_names(visit: Visit, slot: Slot, text: str) -> None:
    """The names that a link says of own units in a request of a list."""
    visit.called[slot.name] = called.names_of_request(slot.scenario_id, text, visit.given[slot.name])


def query_of(visit: Visit, listing: str) -> dict[str, str]:
    """The query of a list of requests as it stands, with the names of own units in them."""
    slots = visit.requests(listing)
    query = query_for([(slot.scenario_id, visit.given[slot.name]) for slot in slots])
    names = {f"{place}.{CALLED}": names_of(visit, slot) for place, slot in enumerate(slots, 1)}
    return query | {key: text for key, text in names.items() if text}


def names_of(visit: Visit, slot: Slot) -> str:
    """The names of own units in a request of a list, as one field; "" without any."""
    return called.names_text(rosters.names_in(visit, slot))


def write(visit: Visit, listing: str) -> str:
    """Put a list of requests, and how they are looked at, into the address; its link, "" where it is too long."""
    query = query_of(visit, listing)
    if query:
        query |= view_query(visit.view(listing))
    return address.put(visit, listing, query)
