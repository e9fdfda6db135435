"""The questions that a program may ask: every command that answers as JSON, with what it takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, TypeAlias

import click

from probcalc.cli import main
from probcalc.cli.names import EntryWord, ParameterWord, RequestWord
from probcalc.scenarios.errors import InputError, unknown_name

Takes: TypeAlias = Literal["parameters", "requests", "text", "file", ""]
"""What a question takes beside its options: one request's parameters, several requests, a text, or a file's text."""

FORMS = ("json", "csv", "markdown", "latex", "sympy", "line", "bbcode", "text")
ENTRIES = "entries"
"""The field of the words of a question that are no parameters: balance of troll, ogre."""
_ALIASES = {"scenarios": "describe", "program": "anydice"}


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
