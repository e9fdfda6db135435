"""JSON as text: writes plain data, one result a line; reads what somebody wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from probcalc.scenarios.errors import InputError

# ASCII only, so that no terminal's encoding can spoil it. Made once: an answer has a hundred parts.
_compact = json.JSONEncoder(allow_nan=False).encode


def spread_lines(data: Mapping[str, Any]) -> str:
    """Plain data as strict JSON, with the members of the outermost groups on lines of their own.

    >>> print(spread_lines({"scenario": "a.b", "results": {"x": [1, 2]}}))
    {
      "scenario": "a.b",
      "results": {
        "x": [1, 2]
      }
    }

    Raises:
        ValueError: for a number that JSON cannot hold.
    """
    members = [f"  {_compact(key)}: {_member(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(members) + "\n}"


def _member(value: Any) -> str:
    if isinstance(value, dict) and value:
        inner = [f"    {_compact(key)}: {_compact(part)}" for key, part in value.items()]
        return "{\n" + ",\n".join(inner) + "\n  }"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"    {_compact(part)}" for part in value) + "\n  ]"
    return _compact(value)


def read_json(text: str, name: str) -> Any:
    """What a text in JSON says.

    >>> read_json('{"cc": 11}', "plan")
    {'cc': 11}

    Raises:
        InputError: naming what the text is, where it is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is no JSON: {str(error)[:80]}", name) from None
