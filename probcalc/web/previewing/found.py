"""`Found`: what a link asks and is answered, as its preview and its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, urlencode

from probcalc.links.commands import to_command
from probcalc.present.cards.pen import Theme
from probcalc.scenarios.parameters import Given
from probcalc.web.paths import encode
from probcalc.web.tags import ABOUT, Preview

Fields: TypeAlias = dict[str, list[str]]
"""The fields of a query, each with its texts."""
_LONGEST_TITLE, _LONGEST_ABOUT = 200, 300


class Found(NamedTuple):
    """A link that is answered: what is said of it, and how its card is drawn."""

    preview: Preview
    card: Callable[[Theme], str]


def preview_of(title: str, about: str, path: str, query: Mapping[str, str], twin: str) -> Preview:
    """A preview whose texts are as long as they may be; a line that says nothing gives way to the general one.

    >>> preview_of("x" * 300, "", "luck", {"record": "2d6 -> 7"}, "").query
    'record=2d6%20-%3E%207'
    """
    return Preview(_cut(title, _LONGEST_TITLE), _cut(about, _LONGEST_ABOUT) or ABOUT, path, encode(query), twin)


def requests_twin(question: str, requests: Iterable[tuple[str, Given]]) -> str:
    """Where a program asks several requests.

    >>> requests_twin("compare", [("chronopia.melee", {"cc": 11})])
    'compare?requests=chronopia.melee%20cc%3D11'
    """
    written: Sequence[tuple[str, str]] = [
        ("requests", to_command(scenario_id, given).removeprefix("probcalc odds ")) for scenario_id, given in requests
    ]
    return f"{question}?{urlencode(written, quote_via=quote)}"


def _cut(text: str, most: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most - 1]}…"
