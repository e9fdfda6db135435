"""A request as a link or as JSON, and the links and JSON texts that come in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from probcalc.links.defaults import minimal, values_to_write
from probcalc.links.reading import MOST_FIELDS, Request, harmless, request_of
from probcalc.scenarios import registry
from probcalc.scenarios.errors import unknown_parameter
from probcalc.scenarios.scenario import VARIANT
from probcalc.scenarios.value_text import value_text

VERSION = "1"
SCENARIO_KEY = "s"
VERSION_KEY = "v"
EDITION_KEY = "e"
LONGEST_URL = 20_000
# No part of a question: where its link was found, and the language in which it is read.
_TRACKED = re.compile(
    r"lang|utm_[a-z_]{1,20}|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|igshid|mc_cid|mc_eid|_ga|_gl"
)
V = TypeVar("V")


def to_query(scenario_id: str, parameters: Mapping[str, Any]) -> dict[str, str]:
    """The request as query parameters, in the order of declaration.

    >>> to_query("chronopia.melee", {"target": "spearmen", "cc": 11})
    {'s': 'chronopia.melee', 'v': '1', 'e': 'demo-rulebook', 'target': 'spearmen', 'cc': '11'}

    Raises:
        InputError: for an unknown scenario or parameter.
    """
    model = registry.scenario(scenario_id)
    kept = minimal(model, parameters)
    names = [*(p.name for p in model.parameters()), VARIANT.name]
    for name in kept:
        if name not in names:
            raise unknown_parameter(model.id, name, names)
    query = {SCENARIO_KEY: scenario_id, VERSION_KEY: VERSION, EDITION_KEY: edition_word(scenario_id)}
    return query | {name: value_text(kept[name]) for name in names if name in kept}


def edition_word(scenario_id: str) -> str:
    """The edition of the rules that a scenario is about, as one word of a link.

    >>> edition_word("oathmark.combat")
    'reference-sheet'
    """
    edition = registry.system_of(scenario_id).edition
    return re.sub(r"[^a-z0-9]+", "-", edition.partition(",")[0].lower()).strip("-")


def to_url(base: str, scenario_id: str, parameters: Mapping[str, Any]) -> str:
    """The request as a link to the page at `base`.

    >>> to_url("http://localhost:8501/", "chronopia.melee", {"cc": 11})
    'http://localhost:8501/?s=chronopia.melee&v=1&e=demo-rulebook&cc=11'
    """
    return f"{base}?{urlencode(to_query(scenario_id, parameters), quote_via=quote, safe=',')}"


def from_query(query: Mapping[str, str | Sequence[str]]) -> Request:
    """The request that a link's parameters name; whatever cannot be used is ignored with a notice.

    >>> request = from_query({"s": "chronopia.melee", "v": "1", "cc": "11", "strength": "1e400"})
    >>> request.scenario_id, request.given
    ('chronopia.melee', {'cc': 11})
    >>> request.notices
    ('Ignored: strength must be a whole number from -10 to 20, not the text "1e400".',)
    >>> from_query({"cc": "11"}).scenario_id is None
    True
    """
    notices: list[str] = []
    single: dict[str, str] = {}
    for key, value in own_fields(query).items():
        texts = [value] if isinstance(value, str) else [text for text in value if isinstance(text, str)]
        if not isinstance(key, str) or not texts:
            continue
        if len(texts) > 1:
            notices.append(f"{harmless(key)} stands in the link {len(texts)} times; the first counts.")
        single[key] = texts[0]
    version = single.pop(VERSION_KEY, VERSION)
    edition = single.pop(EDITION_KEY, "")
    scenario_id = single.pop(SCENARIO_KEY, None)
    if scenario_id is None:
        return Request(None, {}, ())
    if version != VERSION:
        notices.append(f"The link is of version {harmless(version)} and is read as version {VERSION}.")
    request = request_of(scenario_id, single, notices)
    if edition and request.scenario_id is not None and edition != (known := edition_word(request.scenario_id)):
        notice = f"The link is about other rules, {harmless(edition)}; it is read with those of {known}."
        request = request._replace(notices=(notice, *request.notices))
    return request


def own_fields(query: Mapping[str, V]) -> dict[str, V]:
    """The fields of a link without what other programs have added to it or made of it on its way.

    Marks of where somebody came from are no part of a question, nor is the language in which it is read, and an "&"
    that was written out is an "&".

    >>> own_fields({"s": "chronopia.melee", "amp;cc": "11", "utm_source": "x", "lang": "de"})
    {'s': 'chronopia.melee', 'cc': '11'}
    """
    found = {key.removeprefix("amp;") if isinstance(key, str) else key: value for key, value in query.items()}
    return {key: value for key, value in found.items() if not (isinstance(key, str) and _TRACKED.fullmatch(key))}


def from_url(url: str) -> Request:
    """The request of a link as text, with or without the page's address in front.

    >>> from_url("http://localhost:8501/?s=chronopia.melee&v=1&cc=11").given
    {'cc': 11}
    >>> from_url("s=chronopia.melee&cc=11").given
    {'cc': 11}
    """
    if len(url) > LONGEST_URL:
        return Request(None, {}, (f"This is no link: it is longer than {LONGEST_URL:,} characters.",))
    try:
        query = urlsplit(url).query if "?" in url else url
        fields = parse_qs(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        return Request(None, {}, ("This is no link that can be read.",))
    return from_query(fields)


LONGEST_JSON = 100_000


def to_json(scenario_id: str, parameters: Mapping[str, Any]) -> str:
    """The request as JSON.

    >>> to_json("chronopia.melee", {"cc": 11, "charging": True})
    '{"scenario": "chronopia.melee", "given": {"cc": 11, "charging": true}}'
    """
    return json.dumps({"scenario": scenario_id, "given": values_to_write(scenario_id, parameters)})


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
