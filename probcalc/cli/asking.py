"""The commands of questions that are declared once, each with its help and its completion."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from probcalc.analysis.trial import require_a_number
from probcalc.cli.arguments import (
    ChosenNumber,
    choose_number,
    current_roster,
    examples,
    form,
    parameters_of,
    request_of,
)
from probcalc.cli.names import EntryWord, ParameterName, ResultName, ScenarioOrSystemId
from probcalc.cli.output import FILE, file_text, progress_bar, put, put_report
from probcalc.cli.requests import Requests, read_requests, requests_beside
from probcalc.present.question import Asked, Option, Question


def command_of(name: str, question: Question[Any], called: str) -> click.Command:
    """The command of a question: its request, its options, the number it looks at, and the forms of its report."""

    def run(form: str | None, number: ChosenNumber | None = None, words: tuple[str, ...] = (), **said: Any) -> None:
        place = said.pop("scenario", None) or said.pop("game", "")
        chosen: dict[str, Any] = {}
        for each in question.options:
            value = said.get(each.name)
            # An empty text and a 0 are said.
            if value is not None and value is not False and value != ():
                chosen[each.name] = _held(each, value)
        given: dict[str, Any] = {}
        requests = Requests([], [])
        if question.of == "requests":
            requests = read_requests(question.between, words)
        elif question.of == "scenario":
            for each in question.options:
                if each.kind == "entry":
                    chosen[each.name] = tuple(word for word in words if "=" not in word)
                    words = tuple(word for word in words if "=" in word)
            given = parameters_of(place, words)
        measure = number.measure(place, given) if number is not None and number.is_chosen else None
        with progress_bar("Computing") as progress:
            options = {each.name: chosen.get(each.name, each.unsaid) for each in question.options}
            asks = Asked(place, given, options, measure, progress, current_roster(), *requests, chosen)
            found = question.find(asks)
        if question.trials is not None:
            require_a_number(question.trials(found))
        if form == "json" and question.data is not None:
            put(json.dumps(question.data(found), ensure_ascii=False, indent=2))
            return
        report = question.rows(found) if form == "csv" and question.rows else question.reports(found, asks)[0]
        notes = question.notes(asks) if question.notes is not None else ()
        put_report(replace(report, notes=(*report.notes, *notes)), form)

    command = form("json", "csv", "markdown")(run)
    options = [_option(each) for each in question.options if each.kind != "entry"]
    if question.is_measured:
        # What may be said several times stands behind the number.
        options.insert(sum(not each.is_list for each in question.options), choose_number)
    for option in reversed(options):
        command = option(command)
    command = _asked_of(question)(command)
    shown = [f"{called} {name} {each}" for each in question.examples]
    epilog = examples(*shown, heading="Examples:" if len(shown) > 1 else "Example:")
    return click.command(name, short_help=question.short, help=question.about, epilog=epilog)(command)


def _held(option: Option, said: Any) -> Any:
    """What an option holds that is said: of a file its text."""
    if option.kind != "file":
        return said
    assert option.bounds is not None, f"{option.name} says how long its text may be"
    return file_text(said, option.name, option.bounds[1])


def _option(option: Option) -> Callable[[Callable[..., None]], Callable[..., None]]:
    if option.flag == "-":
        return click.argument(option.name, nargs=-1 if option.is_list else 1, metavar=option.form)
    flag = f"--{option.flag or option.name.replace('_', '-')}"
    if option.kind == "flag":
        return click.option(flag, is_flag=True, help=option.help)
    return click.option(
        flag,
        option.name,
        type=_kind(option),
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
    return None if option.fits is None else ParameterName(option.fits)


def _asked_of(question: Question[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The arguments of what a question is asked of."""
    match question.of:
        case "nothing":
            return lambda command: command
        case "requests":
            return requests_beside(question.between, question.applies)
        case "scenario":
            has_entries = any(each.kind == "entry" for each in question.options)
            return request_of(question.applies, EntryWord() if has_entries else None)
    said: dict[str, Any] = {"metavar": "SCENARIO|SYSTEM"}
    if question.of == "all":
        said = {"metavar": "[SCENARIO|SYSTEM]", "default": ""}
    return click.argument("game", type=ScenarioOrSystemId(question.applies), **said)
