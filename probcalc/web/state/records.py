"""The record of what came, and what was rolled with a die: text that a visit holds, and the address too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probcalc.links.defaults import minimal
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.value_text import value_text
from probcalc.web.state.visit import Asked, Visit

RECORD, ASKING = "luck record", "luck asking"
GAME_NEWS, DICE_NEWS = "luck news", "fair news"
"""Where a visit holds the verdicts of the two pages, which the tab of each shows on the other."""
MOST_LINES, MOST_CHARACTERS = 60, 6_000
"""Of a record in a link; a longer one is kept as a file."""
FAIR_FIELDS = ("die", "rolls", "counts", "against")
_FIELD = "record"


def lines_of(text: str) -> list[str]:
    """The lines of a record that say something."""
    # Here and not above, as luck is loaded with the first record and not with every answer.
    from probcalc.links.records import without_remark

    return [line for line in text.splitlines() if without_remark(line)]


def fits(text: str) -> bool:
    """Whether a record is short enough for a link."""
    return len(lines_of(text)) <= MOST_LINES and len(text) <= MOST_CHARACTERS


def record_query(visit: Visit) -> dict[str, str]:
    """The record as a query."""
    text = visit.picked.get(RECORD, "")
    return {_FIELD: text} if text.strip() and fits(text) else {}


def read_record_query(visit: Visit, query: Mapping[str, Sequence[str]]) -> None:
    """Take the record of a link that was opened."""
    if query.get(_FIELD):
        visit.picked[RECORD] = str(query[_FIELD][0])


def dice_key(field: str) -> str:
    """Where a visit holds a field of the page of dice."""
    return f"fair {field}"


def dice_query(visit: Visit) -> dict[str, str]:
    """What was rolled as a query."""
    found = {field: visit.picked.get(dice_key(field), "").strip() for field in FAIR_FIELDS}
    found = {field: text for field, text in found.items() if text and len(text) <= MOST_CHARACTERS}
    return found if {"rolls", "counts"} & set(found) or found.get("die", "6") != "6" else {}


def read_dice_query(visit: Visit, query: Mapping[str, Sequence[str]]) -> None:
    """Take what was rolled from a link that was opened."""
    if not any(query.get(field) for field in FAIR_FIELDS):
        return
    for field in FAIR_FIELDS:
        visit.picked[dice_key(field)] = str(query[field][0]) if query.get(field) else ""


def request_text(asked: Asked) -> str:
    """A request as a line of a record has it.

    >>> from probcalc.web.state.view import View
    >>> request_text(Asked("chronopia.melee", {"cc": 11}, "", View()))
    'chronopia.melee cc=11'
    """
    if asked.scenario_id == "custom.roll":
        return str(asked.given.get("roll", ""))
    try:
        given = minimal(registry.scenario(asked.scenario_id), asked.given)
    except InputError:
        return ""
    words = [f"{name}={value_text(value)}" for name, value in given.items()]
    return " ".join([asked.scenario_id, *(f'"{word}"' if " " in word else word for word in words)])
