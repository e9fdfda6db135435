"""A request as JSON, and the JSON texts that come in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from probcalc.links.defaults import values_to_write
from probcalc.links.reading import MOST_FIELDS, Request, request_of
from probcalc.scenarios.value_text import value_text

LONGEST_JSON = 100_000


def to_json(scenario_id: str, given: Mapping[str, Any]) -> str:
    """The request as JSON.

    >>> to_json("chronopia.melee", {"cc": 11, "charging": True})
    '{"scenario": "chronopia.melee", "given": {"cc": 11, "charging": true}}'
    """
    return json.dumps({"scenario": scenario_id, "given": values_to_write(scenario_id, given)})


def from_json(text: str) -> Request:
    """The request of a JSON text: one made by `to_json`, or an answer's own JSON, whose parameters count as given.

    >>> found = from_json('{"scenario": "chronopia.melee", "given": {"cc": 11, "noa": 2.5}}')
    >>> found.given, found.notices
    ({'cc': 11}, ('Ignored: noa must be a whole number from 1 to 20, not the text "2.5".',))
    >>> from_json("[").notices
    ('This is no request: it is not JSON.',)
    """
    if len(text) > LONGEST_JSON:
        return Request(None, {}, (f"This is no request: it is longer than {LONGEST_JSON:,} characters.",))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return Request(None, {}, ("This is no request: it is not JSON.",))
    if not isinstance(data, dict) or not isinstance(data.get("scenario"), str):
        return Request(None, {}, ("This is no request: it names no scenario.",))
    parts = [data.get(part) for part in ("given", "parameters", "rulings")]
    values: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, dict):
            values |= part
    return request_of(data["scenario"], {name: _json_text(value) for name, value in values.items()}, [])


def _json_text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**9:
        return "a number of many digits"
    if isinstance(value, list):
        return ",".join(_json_text(entry) for entry in value[:MOST_FIELDS])
    return value_text(value) if isinstance(value, (bool, int, float, str, type(None))) else "a group of values"
