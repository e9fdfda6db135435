"""Who attacks whom, as an address: the attackers are numbered requests, the targets stand beside them.

The first attacker is written 1.s, 1.cc, the first target t1.target, t1.points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from probcalc import links
from probcalc.analysis.allocation.said import MOST_ATTACKERS, MOST_POINTS, MOST_TARGETS
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Given
from probcalc.web.state import address, request_lists
from probcalc.web.state.view_fields import part_query, view_query
from probcalc.web.state.visit import Slot, Visit

ATTACKERS, TARGETS = "allocate", "targets"
POINTS: Final = "points"
_NO_POINTS = "none"
_FIELD = re.compile(r"t([1-9])\.(.+)", re.DOTALL)
_OF_LINK = (links.SCENARIO_KEY, links.VERSION_KEY, links.EDITION_KEY)


def targets(visit: Visit) -> list[Slot]:
    """The targets, each read as that of the first attacker; without attackers there are none."""
    attackers = visit.requests(ATTACKERS)
    return [Slot(slot.name, attackers[0].scenario_id) for slot in visit.requests(TARGETS)] if attackers else []


def of_target(scenario_id: str, given: Given) -> Given:
    """Those of the given parameters that are the target's.

    >>> of_target("chronopia.melee", {"target": "spearmen", "cc": 12})
    {'target': 'spearmen'}
    """
    names = [p.name for p in registry.scenario(scenario_id).parameters() if p.belongs_to == "target"]
    return {name: value for name, value in given.items() if name in names}


class Target(NamedTuple):
    """A target as a link says it: what is given of it, its points, and what own units in it are called."""

    given: Given
    points: int | None = None
    names: str = ""


def target_query(scenario_id: str, target: Target, place: int) -> dict[str, str]:
    """A target in an address.

    >>> target_query("chronopia.melee", Target({"target": "spearmen"}, 6), 1)
    {'t1.target': 'spearmen', 't1.points': '6'}
    >>> target_query("chronopia.melee", Target({}), 1)
    {'t1.points': 'none'}
    """
    fields = links.to_query(scenario_id, of_target(scenario_id, target.given))
    query = {key: text for key, text in fields.items() if key not in _OF_LINK}
    # A target of which nothing is said is a target all the same.
    if target.points is not None or not query:
        query[POINTS] = _NO_POINTS if target.points is None else str(target.points)
    if target.names:
        query[request_lists.CALLED] = target.names
    return {f"t{place}.{key}": text for key, text in query.items()}


def query_of(visit: Visit) -> dict[str, str]:
    """The query of the plan as it stands, with what it is for."""
    query = request_lists.query_of(visit, ATTACKERS)
    for place, slot in enumerate(targets(visit), 1):
        target = Target(visit.given[slot.name], visit.points.get(slot.name), request_lists.names_of(visit, slot))
        query |= target_query(slot.scenario_id, target, place)
    return query | view_query(visit.view(ATTACKERS)) if query else {}


def take_apart(fields: dict[str, Sequence[str]]) -> dict[int, dict[str, Sequence[str]]]:
    """What a link says of each target; it is taken out of the fields, which leaves the attackers.

    >>> fields = {"1.s": ["chronopia.melee"], "t1.target": ["spearmen"]}
    >>> take_apart(fields), fields
    ({1: {'target': ['spearmen']}}, {'1.s': ['chronopia.melee']})
    """
    said: dict[int, dict[str, Sequence[str]]] = {}
    for key in list(fields):
        if (found := _FIELD.fullmatch(key)) and int(found[1]) <= MOST_TARGETS:
            said.setdefault(int(found[1]), {})[found[2]] = fields.pop(key)
    return said


def targets_of_link(said: Mapping[int, dict[str, Sequence[str]]], scenario_id: str) -> tuple[list[Target], list[str]]:
    """The targets that a link says, each read as that of the first attack, and what was ignored.

    >>> targets_of_link({1: {"target": ["spearmen"], "points": ["x"]}}, "chronopia.melee")
    ([Target(given={'target': 'spearmen'}, points=None, names='')], ['Ignored: points are 0 to 10000, not x.'])
    """
    targets: list[Target] = []
    told: list[str] = []
    for place in sorted(said):
        fields = dict(said[place])
        points, wrong = _points(fields.pop(POINTS, ("",))[0])
        names = fields.pop(request_lists.CALLED, ("",))[0]
        asked = links.from_query({links.SCENARIO_KEY: [scenario_id], **fields})
        targets.append(Target(of_target(scenario_id, asked.given), points, names))
        told += [*asked.notices, *wrong]
    return targets, told


def read(visit: Visit) -> None:
    """Take a plan, and what it is for, from the address when it is news."""
    query = address.query_of_news(visit)
    if query is None:
        return
    fields, view, unknown = part_query(query)
    said = take_apart(fields)
    requests, notices = request_lists.take(visit, ATTACKERS, fields, MOST_ATTACKERS)
    visit.replace_list(TARGETS, ())
    told = list(notices)
    if said and not requests:
        told.append("Ignored: targets are read as those of the first attack, and the link names none.")
    first = next((scenario_id for scenario_id, _ in requests.values()), "")
    targets, wrong = targets_of_link(said, first) if first else ([], [])
    for target in targets:
        visit.add(TARGETS, first, target.given)
        slot = visit.requests(TARGETS)[-1]
        request_lists.take_names(visit, slot, target.names)
        if target.points is not None:
            visit.points[slot.name] = target.points
    visit.views[ATTACKERS] = view
    visit.notices = (*told, *wrong, *unknown)[: links.MOST_NOTICES]


def _points(text: str) -> tuple[int | None, list[str]]:
    if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= MOST_POINTS:
        return int(text), []
    is_none = not text or text.lower() == _NO_POINTS
    return None, [] if is_none else [f"Ignored: points are 0 to {MOST_POINTS}, not {links.harmless(text)}."]


def write(visit: Visit) -> str:
    """Put the plan, and what it is for, into the address; its link, "" where it is too long for one."""
    return address.put(visit, ATTACKERS, query_of(visit))
