"""What an address asks, as the words of the command that answers it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import click

from probcalc.api.questions import ENTRIES, Question, question
from probcalc.catalogue.sheets import Sheet
from probcalc.catalogue.sheets import sheet as read_sheet
from probcalc.links import EDITION_KEY, SCENARIO_KEY, VERSION_KEY
from probcalc.links.addresses import own_fields
from probcalc.links.sheets import SHEET_KEY, unpack
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.value_text import value_text
from probcalc.sheets.games.game import ID as SHEET

_LINKED = (SCENARIO_KEY, VERSION_KEY, EDITION_KEY)
_SHOWN = "show."
OPTION = "option."
"""Before the name of an option that is a parameter of the scenario too: option.points."""


@dataclass(frozen=True)
class Asked:
    """A question as the words of its command, the text behind a file called "-", and the game that came along."""

    question: Question
    words: tuple[str, ...]
    given: str = ""
    sheet: Sheet | None = None

    def along(self) -> AbstractContextManager[None]:
        """Within this block the game that came with the question is one of the games."""
        return self.sheet.along() if self.sheet is not None else nullcontext()


def asked(name: str, place: str, fields: Mapping[str, Any], form: str = "json") -> Asked:
    r"""The words of a question from the fields of an address or of a JSON body.

    >>> asked("odds", "chronopia.melee", {"cc": 11, "at_least": "2"}).words
    ('odds', '--at-least', '2', '--json', '--', 'chronopia.melee', 'cc=11')
    >>> asked("roll", "", {"roll": "2d6 best"}, "text").words
    ('roll', '--', '2d6 best')
    >>> asked("odds", "sheet", {"sheet": "hero: skill 4+\nresult: hit = d6 >= skill", "skill": "3+"}, "line").words
    ('odds', '--line', '--', 'sheet.my_game', 'skill=3')

    Raises:
        InputError: in one line with the field and the nearest name.
    """
    asks = question(name)
    if form not in asks.forms:
        raise unknown_name("format", form, asks.forms, f" of {name}")
    fields = dict(own_fields(fields))
    if (asks.needs_place and not place) or (place and not asks.place):
        needs = (
            f"needs a {asks.place}, as in /{name}/{_example(asks)}" if asks.place else f"takes nothing behind /{name}"
        )
        raise InputError(f"{name} {needs}", asks.place)
    sheet = _sheet(asks, place, fields)
    if sheet is not None:
        with sheet.along():
            place = sheet.id_of(place.partition(".")[2] or None)
            options, rest = _split(asks, place, fields)
            rest = sheet.given(place.partition(".")[2], rest)
    else:
        options, rest = _split(asks, place, fields)
    flags = [] if form == "text" else [f"--{form}"]
    behind, given = _behind(asks, place, rest)
    words = [*name.split("/"), *options, *flags]
    words += [asks.file_flag, "-"] if asks.file_flag else []
    return Asked(asks, (*words, *(["--", *behind] if behind else [])), given, sheet)


def _sheet(asks: Question, place: str, fields: dict[str, Any]) -> Sheet | None:
    """The game of somebody's own that a question of it brings along: the text of a sheet, or what a link has of it."""
    if place.partition(".")[0] != SHEET or asks.place != "scenario":
        return None
    if isinstance(fields.get("parameters"), Mapping):
        fields.update(fields.pop("parameters"))
    text, code = fields.pop(SHEET, None), fields.pop(SHEET_KEY, None)
    if code is not None and text is None:
        text = unpack(str(code))
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{SHEET} is missing: say the text of a sheet as {SHEET}=...", SHEET)
    return read_sheet(text)


def _example(asks: Question) -> str:
    return registry.systems()[0].scenarios[0].id if asks.place == "scenario" else registry.systems()[0].id


def _split(asks: Question, place: str, fields: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """The options among the fields as words, and the fields that are left."""
    owned = _parameters(place) if asks.takes == "parameters" else frozenset()
    words: list[str] = []
    rest: dict[str, Any] = {}
    for key, value in fields.items():
        name = key.removeprefix(OPTION).replace("-", "_")
        option = asks.options.get(name)
        if option is None or (key in owned and not key.startswith(OPTION)) or key == asks.key:
            if key.startswith(OPTION):
                raise unknown_name("option", name, asks.options, f" of {asks.name}")
            rest[key] = value
            continue
        words += _option_words(option, name, value)
    return words, rest


def _parameters(scenario_id: str) -> frozenset[str]:
    return frozenset(p.name for p in registry.scenario(scenario_id).parameters())


def _option_words(option: click.Option, name: str, value: Any) -> list[str]:
    if value is None:
        # A program that sends every option says null of those that it leaves out.
        return []
    flag = max(option.opts, key=len)
    if option.is_flag:
        said = value_text(value).lower()
        if said not in ("true", "false", "1", "0", "", "yes", "no"):
            raise InputError(f"{name} must be true or false, not {json.dumps(value)[:60]}", name)
        return [flag] if said in ("true", "1", "", "yes") else []
    values = value if isinstance(value, (list, tuple)) else [value]
    if len(values) > 1 and not option.multiple:
        raise InputError(f"{name} is given {len(values)} times; give it once", name)
    return [word for each in values for word in (flag, value_text(each))]


def _behind(asks: Question, place: str, rest: dict[str, Any]) -> tuple[list[str], str]:
    """The words behind the options, and the text of a file."""
    for key in [key for key in rest if key.startswith(_SHOWN) or (key in _LINKED and asks.takes != "text")]:
        del rest[key]
    if asks.takes == "parameters":
        entries = _entries(rest.pop(ENTRIES, [])) if asks.has_entries else []
        parameters = rest.pop("parameters", {})
        if not isinstance(parameters, Mapping):
            raise InputError("parameters is an object of names and values", "parameters")
        return [place, *entries, *_words({**parameters, **rest})], ""
    behind = [place] if place else []
    if asks.takes in ("text", "file"):
        text = rest.pop(asks.key, "") or rest.pop("q", "")
        _require_none_left(asks, rest, [asks.key])
        if not text and asks.needs_text:
            raise InputError(f"{asks.key} is missing: say it as {asks.key}=...", asks.key)
        if asks.takes == "file":
            return ([] if asks.file_flag else ["-"]), text if isinstance(text, str) else json.dumps(text)
        return [_one_text(asks.key, text)] if text else [], ""
    if asks.takes == "requests":
        requests = rest.pop("requests", rest.pop("request", []))
        _require_none_left(asks, rest, ["requests"])
        return _join_requests(asks, [requests] if isinstance(requests, (str, Mapping)) else requests), ""
    _require_none_left(asks, rest, [])
    return behind, ""


def _entries(said: Any) -> list[str]:
    """The ids of entries, as a list or with commas.

    >>> asked("balance", "oathmark.combat", {"entries": "troll,ogre", "die": 12}).words
    ('balance', '--json', '--', 'oathmark.combat', 'troll', 'ogre', 'die=12')
    """
    listed = [part.strip() for part in said.split(",")] if isinstance(said, str) else said
    if not isinstance(listed, list) or not all(isinstance(each, str) and each and "=" not in each for each in listed):
        raise InputError("entries is a list of ids such as troll,ogre", ENTRIES)
    return listed


def _one_text(key: str, said: Any) -> str:
    """A text, or several as one: counts may be a list of numbers."""
    parts = said if isinstance(said, (list, tuple)) else [said]
    if any(isinstance(part, (Mapping, list, tuple)) for part in parts):
        raise InputError(f"{key} is a text or a list of texts", key)
    return " ".join(map(value_text, parts))


def _require_none_left(asks: Question, rest: Iterable[str], also: Sequence[str]) -> None:
    for key in rest:
        raise unknown_name("field", key, [*also, *asks.options, "format"], f" of {asks.name}")


def _words(parameters: Mapping[str, Any]) -> list[str]:
    for name, value in parameters.items():
        listed = value if isinstance(value, (list, tuple)) else [value]
        if any(isinstance(entry, (Mapping, list, tuple)) for entry in listed):
            raise InputError(f"{name} is a value or a list of values", str(name))
    return [f"{name}={value_text(value)}" for name, value in parameters.items()]


def _join_requests(asks: Question, requests: Any) -> list[str]:
    """Several requests as words, each a text as on the command line or {"scenario": ..., "parameters": {...}}."""
    words: list[str] = []
    for place, request in enumerate(requests if isinstance(requests, Sequence) else ()):
        if place:
            words.append(asks.separator)
        if isinstance(request, str):
            try:
                said = shlex.split(request)
            except ValueError:
                raise InputError(
                    f"requests: {request[:40]} has a quotation mark that is never closed", "requests"
                ) from None
            words += said
        elif isinstance(request, Mapping) and isinstance(request.get("parameters", {}), Mapping):
            scenario = [str(request["scenario"])] if "scenario" in request else []
            words += [*scenario, *_words(request.get("parameters", {}))]
        else:
            raise InputError('requests are texts, or {"scenario": ..., "parameters": {...}}', "requests")
    if not words:
        raise InputError("requests is a list of texts such as chronopia.melee cc=11, or of objects", "requests")
    return words
