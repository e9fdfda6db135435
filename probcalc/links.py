"""Requests as links, JSON, command lines and Python: one spelling for all of them, and safe ways back.

A request is a scenario's id with the parameters given. Going out, parameters that only repeat their defaults are left
out. Coming in, a command line is refused as a whole when a word of it is wrong; a link or a JSON text never is: what
cannot be used is ignored, and a notice says so.
"""

from __future__ import annotations

import json
import keyword
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.resolve import flattened, resolve
from probcalc.scenarios.rosters import Roster, places
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.value_text import value_from_text, value_text, values_from_text

__all__ = [
    "Request",
    "from_json",
    "from_query",
    "from_url",
    "given_from_words",
    "minimal",
    "to_command",
    "to_json",
    "to_python",
    "to_query",
    "to_url",
    "value_from_text",
    "value_text",
    "values_from_text",
]

VERSION = "1"
SCENARIO_KEY = "s"
VERSION_KEY = "v"
EDITION_KEY = "e"
LONGEST_JSON = 100_000
LONGEST_URL = 20_000
MOST_FIELDS = 300
MOST_NOTICES = 12


class Request(NamedTuple):
    """What could be read of a link or a JSON text.

    Attributes:
        scenario_id: the scenario, or None when none was named or it is unknown.
        given: the parameters that can be used, by flat name; together they are not refused.
        notices: a sentence for each thing that was ignored; of a stranger's text only what makes no link or tag.
    """

    scenario_id: str | None
    given: dict[str, Any]
    notices: tuple[str, ...]


# -- the command line ---------------------------------------------------------------------------------------------


def given_from_words(scenario_id: str, words: Iterable[str], roster: Roster | None = None) -> dict[str, Any]:
    """The parameters of words like "cc=11" and "a.models=5"; entries of a roster are left under their ids.

    >>> given_from_words("chronopia.melee", ["cc=11", "charging=true"])
    {'cc': 11, 'charging': True}

    Raises:
        InputError: for a word without "=", an unknown name, a wrong value, or a name given twice.
    """
    model = registry.scenario(scenario_id)
    own = {place.name: place.entries for place in places(scenario_id, roster)} if roster is not None else {}
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in given and text in own.get(name, ()):
            given[name] = text
            continue
        parameter = model.parameter(name)
        if parameter is None:
            raise unknown_name("parameter", name, [p.name for p in model.parameters()], f" of {model.id}")
        if not equals:
            raise InputError(f"{name} has no value; write {name}={value_text(parameter.default)}", name)
        if name in given:
            raise InputError(f"{name} is given twice", name)
        given[name] = value_from_text(parameter, text)
    return given


def to_command(scenario_id: str, given: Mapping[str, Any]) -> str:
    """The command that gives the same answer, quoted for every common shell where it must be.

    >>> to_command("chronopia.melee", {"cc": 11, "charging": False})
    'probcalc odds chronopia.melee cc=11'
    >>> to_command("custom.roll", {"roll": "3d6 >= 4"})
    'probcalc odds custom.roll "roll=3d6 >= 4"'
    """
    model = registry.scenario(scenario_id)
    words = [f"{name}={value_text(value)}" for name, value in minimal(model, given).items()]
    return " ".join(["probcalc odds", scenario_id, *map(_quoted, words)])


def _quoted(word: str) -> str:
    """A word for bash and its like, PowerShell and the Windows prompt; the last knows double quotes alone."""
    if re.fullmatch(r"[A-Za-z0-9_=.,+-]+", word):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!%]', word) else f'"{word}"'


def to_python(scenario_id: str, given: Mapping[str, Any]) -> str:
    """Three lines of Python that give the same answer and show its headline.

    >>> print(to_python("chronopia.melee", {"cc": 11}))
    import probcalc
    answer = probcalc.odds("chronopia.melee", cc=11)
    print(answer["slain"])
    """
    model = registry.scenario(scenario_id)
    kept = {name: "none" if value is None else value for name, value in minimal(model, given).items()}
    call = json.dumps(scenario_id)
    if kept and all(name.isidentifier() and not keyword.iskeyword(name) for name in kept):
        call += "".join(f", {name}={_literal(value)}" for name, value in kept.items())
    elif kept:
        call += ", {" + ", ".join(f"{json.dumps(name)}: {_literal(value)}" for name, value in kept.items()) + "}"
    leading = _leading_result(model, given)
    shown = f'answer["{leading}"]' if leading else "answer.to_json()"
    return f"import probcalc\nanswer = probcalc.odds({call})\nprint({shown})"


def _leading_result(model: type[Scenario], given: Mapping[str, Any]) -> str:
    """The headline, or the first result where this request has none such; "" for a refused request."""
    try:
        played = resolve(model, flattened(given))[0].play()
    except InputError:
        return model.headline
    return model.headline if model.headline in played else next(iter(played), "")


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


# -- leaving defaults out -----------------------------------------------------------------------------------------


def minimal(model: type[Scenario], given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, without the values that only repeat their defaults.

    A default that stands against a preset's figure is no repetition, and is kept.

    >>> model = registry.scenario("chronopia.melee")
    >>> minimal(model, {"cc": 10, "damage": 12})
    {'damage': 12}
    >>> minimal(model, {"attacker": "the_cursed", "cc": 10})
    {'attacker': 'the_cursed', 'cc': 10}
    """
    flat = flattened(given)
    whole = _resolved(model, flat)
    if whole is None:
        return flat
    repeated = [name for name, value in flat.items() if _repeats_default(model, name, value)]
    without = {name: value for name, value in flat.items() if name not in repeated}
    if _resolved(model, without) == whole:
        return without
    # One default may be left out only when another is; a second look finds what the first had to keep.
    before = len(flat) + 1
    while len(flat) < before:
        before = len(flat)
        for name in repeated:
            fewer = {n: v for n, v in flat.items() if n != name}
            if len(fewer) < len(flat) and _resolved(model, fewer) == whole:
                flat = fewer
    return flat


def _repeats_default(model: type[Scenario], name: str, value: Any) -> bool:
    parameter = model.parameter(name)
    return parameter is not None and value_text(value) == value_text(parameter.default)


def _resolved(model: type[Scenario], given: Mapping[str, Any]) -> Any:
    """Everything that the request settles, or None when it is refused."""
    try:
        scenario, notes = resolve(model, given)
    except InputError:
        return None
    return {p.name: value_text(scenario.value_of(p.name)) for p in model.parameters()}, notes


# -- links --------------------------------------------------------------------------------------------------------


def to_query(scenario_id: str, given: Mapping[str, Any]) -> dict[str, str]:
    """The request as query parameters, in the order of declaration.

    >>> to_query("chronopia.melee", {"target": "spearmen", "cc": 11})
    {'s': 'chronopia.melee', 'v': '1', 'e': 'demo-rulebook', 'target': 'spearmen', 'cc': '11'}

    Raises:
        InputError: for an unknown scenario or parameter.
    """
    model = registry.scenario(scenario_id)
    kept = minimal(model, given)
    names = [p.name for p in model.parameters()]
    for name in kept:
        if name not in names:
            raise unknown_name("parameter", name, names, f" of {model.id}")
    query = {SCENARIO_KEY: scenario_id, VERSION_KEY: VERSION, EDITION_KEY: edition_word(scenario_id)}
    return query | {name: value_text(kept[name]) for name in names if name in kept}


def edition_word(scenario_id: str) -> str:
    """The edition of the rules that a scenario is about, as one word of a link.

    >>> edition_word("oathmark.combat")
    'reference-sheet'
    """
    edition = registry.system(scenario_id.partition(".")[0]).edition
    return re.sub(r"[^a-z0-9]+", "-", edition.partition(",")[0].lower()).strip("-")


def to_url(base: str, scenario_id: str, given: Mapping[str, Any]) -> str:
    """The request as a link to the page at `base`.

    >>> to_url("http://localhost:8501/", "chronopia.melee", {"cc": 11})
    'http://localhost:8501/?s=chronopia.melee&v=1&e=demo-rulebook&cc=11'
    """
    return f"{base}?{urlencode(to_query(scenario_id, given), quote_via=quote, safe=',')}"


def from_query(query: Mapping[str, str | Sequence[str]]) -> Request:
    """The request that a link's parameters name; whatever cannot be used is ignored with a notice.

    >>> request = from_query({"s": "chronopia.melee", "v": "1", "cc": "11", "strength": "1e400"})
    >>> request.scenario_id, request.given
    ('chronopia.melee', {'cc': 11})
    >>> request.notices
    ('Ignored: strength is a whole number -10..20, not the text "1e400".',)
    >>> from_query({"cc": "11"})
    Request(scenario_id=None, given={}, notices=())
    """
    notices: list[str] = []
    single: dict[str, str] = {}
    for key, value in query.items():
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
    request = _request(scenario_id, single, notices)
    if edition and request.scenario_id is not None and edition != (known := edition_word(request.scenario_id)):
        notice = f"The link is about other rules, {harmless(edition)}; it is read with those of {known}."
        request = request._replace(notices=(notice, *request.notices))
    return request


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


# -- JSON ---------------------------------------------------------------------------------------------------------


def to_json(scenario_id: str, given: Mapping[str, Any]) -> str:
    """The request as JSON.

    >>> to_json("chronopia.melee", {"cc": 11, "charging": True})
    '{"scenario": "chronopia.melee", "given": {"cc": 11, "charging": true}}'
    """
    kept = minimal(registry.scenario(scenario_id), given)
    return json.dumps({"scenario": scenario_id, "given": {n: "none" if v is None else v for n, v in kept.items()}})


def from_json(text: str) -> Request:
    """The request of a JSON text: one made by `to_json`, or an answer's own JSON, whose parameters count as given.

    >>> from_json('{"scenario": "chronopia.melee", "given": {"cc": 11, "noa": 2.5}}')
    Request(scenario_id='chronopia.melee', given={'cc': 11},
            notices=('Ignored: noa is a whole number 1..20, not the text "2.5".',))
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
    return _request(data["scenario"], {name: _json_text(value) for name, value in values.items()}, [])


def _json_text(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**9:
        return "a number of many digits"
    if isinstance(value, list):
        return ",".join(_json_text(entry) for entry in value[:MOST_FIELDS])
    return value_text(value) if isinstance(value, (bool, int, float, str, type(None))) else "a group of values"


# -- what the reading of links and of JSON shares -----------------------------------------------------------------


def harmless(text: str, longest: int = 40) -> str:
    """A stranger's text as a notice may show it: short, and with nothing that a page could take for markup.

    >>> harmless("<b>[x](https://example.org)</b>")
    '?b??x??https???example.org???b?'
    >>> harmless("1.5"), harmless("a.models"), harmless("www.example.org")
    ('1.5', 'a.models', 'www?example.org')
    """
    kept = re.sub(r"[^A-Za-z0-9 .,+=_-]", "?", text[: longest + 1])
    # Without the slashes only this beginning still makes a link of an address.
    kept = re.sub(r"(?i)(?<=www)\.", "?", kept)
    return kept if len(kept) <= longest else kept[: longest - 3] + "..."


def _request(scenario_id: str, texts: Mapping[str, str], notices: list[str]) -> Request:
    try:
        model = registry.scenario(scenario_id)
    except InputError as error:
        hint = f"; did you mean {error.nearest}?" if error.nearest else "."
        return Request(None, {}, (f"{harmless(scenario_id)} is not a scenario{hint}",))
    given: dict[str, Any] = {}
    listed = list(texts.items())
    if len(listed) > MOST_FIELDS:
        notices.append(f"Only the first {MOST_FIELDS} of {len(listed)} fields were read.")
    for name, text in listed[:MOST_FIELDS]:
        try:
            given |= _field(model, name, text)
        except InputError as error:
            notices.append(f"Ignored: {error}{'' if str(error).endswith('?') else '.'}")
    while given:
        try:
            resolve(model, given)
        except InputError as error:
            notices.append(f"Ignored: {error}{'' if str(error).endswith('?') else '.'}")
            # A refusal that names nothing given is about the values together, so that none of them can be kept.
            given = {n: v for n, v in given.items() if n != error.parameter} if error.parameter in given else {}
        else:
            break
    if len(notices) > MOST_NOTICES:
        more = len(notices) - MOST_NOTICES
        notices = [*notices[:MOST_NOTICES], f"{more} more fields were ignored."]
    return Request(model.id, given, tuple(notices))


def _field(model: type[Scenario], name: str, text: str) -> dict[str, Any]:
    parameter = model.parameter(name)
    if parameter is None:
        error = unknown_name("parameter", name[:80], [p.name for p in model.parameters()], f" of {model.id}")
        hint = f"; did you mean {error.nearest}?" if error.nearest else ""
        raise InputError(f"{harmless(name)} is not a parameter of {model.id}{hint}")
    plain = text.translate({ord(sign): "-" for sign in parameter.signs})
    if parameter.kind == "text" and plain != harmless(plain, max(parameter.longest, 40)):
        raise InputError(f"{name} is {parameter.allowed} without any markup, not {harmless(text)}")
    try:
        return {name: value_from_text(parameter, text)}
    except InputError:
        # The same refusal, of the harmless text.
        value_from_text(parameter, harmless(text))
        raise
