"""The arguments and options of a command, as its question declares them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from probcalc.cli.arguments import PagesAddress, request_of
from probcalc.cli.names import EntryWord, ParameterName, ResultName, ScenarioOrSystemId, SystemId
from probcalc.cli.output import FILE, file_text
from probcalc.cli.requests import requests_beside
from probcalc.present.declared.question import Option, Question


def held_by(option: Option, said: Any) -> Any:
    """What an option holds that is said: of a file its text."""
    if option.kind != "file":
        return said
    assert option.bounds is not None, f"{option.name} says how long its text may be"
    return file_text(said, option.name, option.bounds[1])


def option_of(option: Option) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """An option, or an argument where it stands without dashes."""
    kind = _kind(option)
    if option.flag == "-":
        return click.argument(
            option.name,
            nargs=-1 if option.is_list else 1,
            required=option.is_required or not option.is_list,
            type=kind,
            metavar=option.form,
        )
    flag = f"--{option.flag or option.name.replace('_', '-')}"
    if option.kind == "flag":
        return click.option(flag, option.name, is_flag=True, help=option.help)
    return click.option(
        flag,
        option.name,
        type=kind,
        required=option.is_required,
        multiple=option.is_list,
        metavar=option.form,
        help=option.help,
    )


def _kind(option: Option) -> click.ParamType[Any] | type[int] | None:
    if option.kind == "number":
        return int if option.bounds is None else click.IntRange(*option.bounds)
    if option.kind == "result":
        return ResultName(option.results)
    if option.kind == "file":
        return FILE
    if option.kind == "address":
        return PagesAddress()
    if option.kind in ("place", "out", "beside"):
        return click.Path(dir_okay=option.kind == "place")
    if option.choices:
        return click.Choice(option.choices)
    return None if option.fits is None else ParameterName(option.fits)


def arguments_of(question: Question[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The arguments of what a question is asked of."""
    match question.of:
        case "nothing":
            return lambda command: command
        case "requests":
            return requests_beside(question.between, question.applies)
        case "scenario":
            has_entries = any(each.kind == "entry" for each in question.options)
            return request_of(question.applies, EntryWord() if has_entries else None)
        case "system":
            return click.argument("game", type=SystemId(), metavar="SYSTEM")
        case "request or system":
            return request_of(ScenarioOrSystemId(question.applies))
    said: dict[str, Any] = {"metavar": "SCENARIO|SYSTEM"}
    if question.of == "all":
        said = {"metavar": "[SCENARIO|SYSTEM]", "default": ""}
    return click.argument("game", type=ScenarioOrSystemId(question.applies), **said)
