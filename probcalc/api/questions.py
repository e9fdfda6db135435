"""The questions that a program may ask: every command that answers as JSON, with what it takes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

import click

from probcalc.catalogue.sheets import Sheet
from probcalc.catalogue.sheets import sheet as read_sheet
from probcalc.cli import main
from probcalc.cli.names import EntryWord, ParameterWord, RequestWord
from probcalc.links import EDITION_KEY, SCENARIO_KEY, VERSION_KEY
from probcalc.links.addresses import own_fields
from probcalc.links.sheets import SHEET_KEY, unpack
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.value_text import value_text
from probcalc.sheets.game import ID as SHEET

Takes: TypeAlias = Literal["parameters", "requests", "text", "file", ""]
"""What a question takes beside its options: one request's parameters, several requests, a text, or a file's text."""

FORMS = ("json", "csv", "markdown", "latex", "sympy", "line", "bbcode", "text")
ENTRIES = "entries"
"""The field of the words of a question that are no parameters: balance of troll, ogre."""
OPTION = "option."
"""Before the name of an option that is a parameter of the scenario too: option.points."""
_LINKED = (SCENARIO_KEY, VERSION_KEY, EDITION_KEY)
_SHOWN = "show."
_ALIASES = {"scenarios": "describe", "program": "anydice"}
_SEPARATORS = {"vs", "then"}


@dataclass(frozen=True)
class Question:
    """One command as a question.

    Attributes:
        name: as in an address: "odds", "lab/steps".
        command: how it is declared.
        place: the one word that says of what it is asked, a scenario's or a system's id; "" for none.
        takes: what else it takes.
        key: the name under which a text or a file comes: "roll", "program".
        separator: the word between two requests, on the command line.
        needs_place: whether it is always asked of something.
        needs_text: whether its text is always said.
        has_entries: whether words beside its parameters name entries.
    """

    name: str
    command: click.Command
    place: str
    takes: Takes
    key: str
    separator: str
    needs_place: bool = True
    needs_text: bool = True
    has_entries: bool = False

    @cached_property
    def options(self) -> Mapping[str, click.Option]:
        """The options of an address: none that reads or writes a file, and none that chooses the form.

        >>> sorted(question("table").options)
        ['at_least', 'columns', 'outcome', 'result', 'rows']
        """
        return {
            max(option.opts, key=len).lstrip("-").replace("-", "_"): option
            for option in self.command.params
            if isinstance(option, click.Option)
            and not isinstance(option.type, (click.File, click.Path))
            and option.name not in FORMS
        }

    @cached_property
    def flags(self) -> frozenset[str]:
        """What options of the command are said by.

        >>> sorted(question("table").flags)[:3]
        ['--at-least', '--columns', '--csv']
        """
        options = [option for option in self.command.params if isinstance(option, click.Option)]
        return frozenset(flag for option in options for flag in option.opts)

    @cached_property
    def file_flag(self) -> str:
        """The flag of the file that it is asked with, "" where its name stands alone.

        >>> question("allocate").file_flag, question("luck").file_flag
        ('--file', '')
        """
        file = next((p for p in self.command.params if p.name == self.key and _is_file(p)), None)
        return max(file.opts, key=len) if isinstance(file, click.Option) else ""

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The forms in which it answers."""
        flags = {option.name for option in self.command.params if isinstance(option, click.Option)}
        return tuple(form for form in FORMS if form in flags or form == "text")

    @property
    def about(self) -> str:
        """What it answers, in one line."""
        return self.command.get_short_help_str(200)


@cache
def questions() -> Mapping[str, Question]:
    """Every question by its name.

    >>> questions()["odds"].about, questions()["compare"].separator
    ('The exact answer to a scenario.', 'vs')
    """
    return {found.name: found for found in _find(main, "")}


def question(name: str) -> Question:
    """The question of that name.

    Raises:
        InputError: with the nearest name when there is none.
    """
    if name not in questions():
        raise unknown_name("question", name, questions(), lister="/api/v1/openapi.json")
    return questions()[name]


def parts_of(path: str) -> tuple[str, str]:
    """The question that the path of an address names, and of what it is asked.

    >>> parts_of("/odds/chronopia.melee"), parts_of("scenarios/chronopia.melee"), parts_of("lab/steps/oathmark.combat")
    (('odds', 'chronopia.melee'), ('describe', 'chronopia.melee'), ('lab/steps', 'oathmark.combat'))

    Raises:
        InputError: when it names none.
    """
    parts = [part for part in path.split("/") if part]
    if not parts:
        raise InputError("no question is named: write /odds/chronopia.melee, say; /api/v1/openapi.json lists all")
    parts[0] = _ALIASES.get(parts[0], parts[0])
    name = "/".join(parts[:2]) if parts[0] == "lab" else parts[0]
    rest = parts[len(name.split("/")) :]
    question(name)
    if len(rest) > 1:
        raise InputError(f"{name} is asked of one thing, not of {'/'.join(rest)[:60]}")
    return name, rest[0] if rest else ""


def name_in_address(name: str) -> str:
    """The name of a question as an address has it.

    >>> name_in_address("describe"), name_in_address("anydice"), name_in_address("lab/steps")
    ('scenarios', 'program', 'lab/steps')
    """
    return next((alias for alias, meant in _ALIASES.items() if meant == name), name)


def _find(group: click.Group, before: str) -> Iterator[Question]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _find(command, f"{before}{name}/")
        elif command is not None and any(isinstance(p, click.Option) and p.name == "json" for p in command.params):
            yield _read(f"{before}{name}", command)


def _read(name: str, command: click.Command) -> Question:
    arguments = [p for p in command.params if isinstance(p, click.Argument)]
    asked_of = next((a for a in arguments if a.nargs == 1 and not _is_file(a)), None)
    place, needs = (str(asked_of.name), asked_of.required) if asked_of is not None else ("", False)
    words = next((a for a in arguments if a.nargs == -1), None)
    file = next((p for p in command.params if p.required and _is_file(p)), None)
    if words is not None and isinstance(words.type, RequestWord):
        return Question(name, command, place, "requests", "requests", words.type.separator, needs)
    if words is not None and isinstance(words.type, ParameterWord):
        has_entries = isinstance(words.type, EntryWord)
        return Question(name, command, place, "parameters", "parameters", "", needs, has_entries=has_entries)
    if words is not None:
        # What words are about, the question's name says, where the argument's own does not.
        key = name if words.name == "words" else str(words.name)
        return Question(name, command, place, "text", key, "", needs, words.required)
    if file is not None:
        return Question(name, command, place, "file", str(file.name), "", needs)
    return Question(name, command, place, "", "", "", needs)


def _is_file(parameter: click.Parameter) -> bool:
    return isinstance(parameter.type, (click.File, click.Path))


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
    flag = max(option.opts, key=len)
    if option.is_flag:
        said = value_text(value).lower()
        if said not in ("true", "false", "1", "0", "", "yes", "no"):
            raise InputError(f"{name} must be true or false, not {json.dumps(value)[:60]}", name)
        return [flag] if said in ("true", "1", "", "yes") else []
    values = value if isinstance(value, (list, tuple)) else [value]
    if len(values) > 1 and not option.multiple:
        raise InputError(f"{name} is said {len(values)} times, and once is enough", name)
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
    if not isinstance(requests, Sequence) or not requests:
        raise InputError("requests is a list of texts such as chronopia.melee cc=11, or of objects", "requests")
    words: list[str] = []
    for place, request in enumerate(requests):
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
