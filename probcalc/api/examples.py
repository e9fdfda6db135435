"""An example of each question, as the help of its command has it: in an address, a JSON body, a description."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from probcalc.api.questions import Question
from probcalc.cli import main
from probcalc.cli.group import HELP_NAMES
from probcalc.cli.requests import between

# In place of the files of the command line.
_TEXTS: dict[str, Any] = {
    "program": "output [highest 3 of 4d6]",
    "record": "@anna 12d6 >= 4 -> 3\n@ben 2d6 -> 9",
    "plan": {
        "attackers": [
            {"scenario": "chronopia.melee", "parameters": {"attacker": "the_cursed"}},
            {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}},
        ],
        "targets": [{"parameters": {"target": "spearmen"}}, {"parameters": {"target": "followers"}}],
    },
}


class Example(NamedTuple):
    """What a question may be asked of, and with which fields."""

    place: str
    fields: dict[str, Any]


def example_of(asks: Question, is_of_one: bool) -> Example | None:
    """The first example of a command that an address can ask, of one thing or of none; None where it has none.

    >>> from probcalc.api.questions import question
    >>> example_of(question("needed"), True)
    Example(place='chronopia.melee', fields={'parameters': {'attacker': 'spearmen', 'target': 'the_cursed'}})
    >>> example_of(question("compare"), False).fields
    {'requests': ['chronopia.melee attacker=the_cursed target=spearmen', 'charging=true']}
    """
    read = (_read(asks, words) for words in _examples(asks))
    return next((found for found in read if found is not None and bool(found.place) == is_of_one), None)


def _examples(asks: Question) -> Iterator[list[str]]:
    """The words of each example behind the command's name; those of a command in a group may stand in the group's."""
    parts = asks.name.split("/")
    groups = [main.get_command(click.Context(main), part) for part in parts[:-1]]
    told = "\n".join(command.epilog or "" for command in (asks.command, *filter(None, groups)))
    for line in told.splitlines():
        words = shlex.split(line)
        if words[: 1 + len(parts)] == ["probcalc", *parts]:
            yield words[1 + len(parts) :]


def _read(asks: Question, words: list[str]) -> Example | None:
    """An example as fields; None where it reads a file, or says what no field can."""
    try:
        context = click.Context(asks.command, help_option_names=HELP_NAMES)
        parsed, _, _ = asks.command.make_parser(context).parse_args(list(words))
    except click.UsageError:
        return None
    # What is left out stands there as a mark of Click's own.
    said: dict[str, Any] = {
        name: value for name, value in parsed.items() if isinstance(value, (str, bool, list, tuple))
    }
    files = {p.name for p in asks.command.params if isinstance(p.type, (click.File, click.Path))}
    if any(said.get(name) for name in files) and asks.takes != "file":
        return None
    fields: dict[str, Any] = {} if asks.takes != "file" else {asks.key: _TEXTS[asks.key]}
    for name, option in asks.options.items():
        value = said.get(option.name)
        if value:
            fields[name] = True if option.is_flag else list(value) if option.multiple else value
    argument = next((p for p in asks.command.params if isinstance(p, click.Argument) and p.nargs == -1), None)
    behind = list(said.get(argument.name or "") or ()) if argument is not None else []
    if asks.takes == "parameters" and behind:
        if not all("=" in word for word in behind):
            return None
        fields["parameters"] = {name: value for name, _, value in (word.partition("=") for word in behind)}
    if asks.takes == "requests":
        fields["requests"] = [shlex.join(request) for request in between(behind, asks.separator)]
    if asks.takes == "text" and behind:
        fields[asks.key] = " ".join(behind)
    place = said.get(asks.place) if asks.place else ""
    return Example(str(place or ""), fields)
