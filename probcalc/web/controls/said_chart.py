"""A chart's specification in the reader's language: titles, names and numbers; what it computes with stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.present.languages.language import number_signs, said

# Rows are picked by these, and no reader sees them.
_PICKED_BY = ("align", "group", "side")
_SHOWN = ("title", "text")


def said_chart(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The specification with its words said, and numbers written with the signs of the language.

    >>> from probcalc.present.languages.language import speaking
    >>> spec = {"title": "Situation", "data": {"values": [{"name": "Situation", "side": "Situation"}]}}
    >>> with speaking("de"):
    ...     found = said_chart(spec)
    >>> found["title"], found["data"]["values"], found["config"]["locale"]["number"]["decimal"]
    ('Lage', [{'name': 'Lage', 'side': 'Situation'}], ',')
    """
    signs = number_signs()
    if signs is None:
        return dict(spec)
    point, thousands = signs
    locale = {"number": {"decimal": point, "thousands": thousands, "grouping": [3], "currency": ["", ""]}}
    rows = spec.get("data", {}).get("values", [])
    names = {v for row in rows for key, v in row.items() if isinstance(v, str) and key not in _PICKED_BY}
    found = {key: _say_part(key, value, names) for key, value in spec.items() if key != "data"}
    found["data"] = {**spec.get("data", {}), "values": [_row(row) for row in rows]}
    return found | {"config": {**spec.get("config", {}), "locale": locale}}


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _label(v) if isinstance(v, str) and k not in _PICKED_BY else v for k, v in row.items()}


def _label(text: str) -> str:
    """A label, in two lines of about one length where the English one has two."""
    if "\n" not in text:
        return said(text)
    words = said(text.replace("\n", " ")).split(" ")
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    first, second = min(cuts, key=lambda cut: abs(len(cut[0]) - len(cut[1])), default=(words[0], ""))
    return f"{first}\n{second}".strip()


def _say_part(key: str, value: Any, names: set[str]) -> Any:
    """A part of the specification; a list of names that the rows hold is said as they are."""
    if isinstance(value, dict):
        return {inner: _say_part(inner, one, names) for inner, one in value.items()}
    if isinstance(value, list):
        return [_label(one) if isinstance(one, str) and one in names else _say_part(key, one, names) for one in value]
    return said(value) if key in _SHOWN and isinstance(value, str) else value
