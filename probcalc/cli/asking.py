"""The commands of questions that are declared once, each with its help and its completion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

import click

from probcalc.cli.arguments import (
    ChosenNumber,
    choose_number,
    current_roster,
    examples,
    form,
    names_of,
    parse_words,
    request_of_link,
    with_roster_figures,
)
from probcalc.cli.declared import arguments_of, held_by, option_of
from probcalc.cli.output import (
    ending_of,
    need_place,
    progress_bar,
    put,
    put_bytes,
    put_data,
    put_file,
    put_reports,
    remark,
    report_in,
    strong,
    write_file,
)
from probcalc.cli.requests import read_requests
from probcalc.present.declared.question import Asked, Question, Written
from probcalc.scenarios.errors import InputError

_MAIN = ChosenNumber()


def command_of(name: str, question: Question[Any], called: str) -> click.Command:
    """The command of a question: its request, its options, the number it looks at, and the forms of its answer."""

    def run(form: str | None = None, **said: Any) -> None:
        if question.needs is not None:
            from probcalc.scenarios.extras import need

            need(*question.needs)
        asked = asked_by(question, said)
        out, form = _place_of(question, asked, form)
        beside = {each: asked.chosen[each] for each in question.files if each in asked.chosen}
        for file in (*(() if out is None else (out,)), *beside.values()):
            need_place(file)
        with progress_bar("Computing", question.counted) as progress:
            asked = replace(asked, progress=progress, strong=strong if out is None else str, remark=remark)
            found = question.find(asked)
            if question.trials is not None:
                from probcalc.analysis.numbers.trial import require_a_number

                require_a_number(question.trials(found))
            written = question.written(found, asked, form or "")
        if out is None:
            _put(written, form)
        else:
            put_file(out, _content(written, form))
        for option, file in beside.items():
            content, said_of_it = question.files[option](found, asked)
            write_file(file, content)
            remark(said_of_it)

    command = form(*question.forms)(run)
    options = [option_of(each) for each in question.options if each.kind != "entry"]
    if question.is_measured:
        # What may be said several times stands behind the number, where it is last.
        last = sum(1 for _ in takewhile(lambda each: each.is_list, reversed(question.options)))
        options.insert(len(options) - last, choose_number)
    for option in reversed(options):
        command = option(command)
    command = arguments_of(question)(command)
    shown = [each if f"{called} {name} " in each else f"{called} {name} {each}" for each in question.examples]
    epilog = examples(*shown, heading="Examples:" if len(shown) > 1 else "Example:")
    return click.command(name, short_help=question.short, help=question.about, epilog=epilog)(command)


def asked_by(question: Question[Any], said: Mapping[str, Any]) -> Asked:
    """What a command asks, by what its arguments and options hold.

    Raises:
        InputError: when a word of the request is wrong.
        ClickException: when a file cannot be read.
    """
    words = said.get("words", ())
    # An empty text and a 0 are said.
    named = ((each, said.get(each.name)) for each in question.options)
    chosen = {
        each.name: held_by(each, value)
        for each, value in named
        if value is not None and value is not False and value != ()
    }
    for each in question.options:
        if each.kind == "entry":
            chosen[each.name] = tuple(word for word in words if "=" not in word)
            words = tuple(word for word in words if "=" in word)
    options = {each.name: chosen.get(each.name, each.unsaid) for each in question.options}
    place = said.get("scenario") or said.get("game", "")
    asked = Asked(place, {}, options, roster=current_roster(), chosen=chosen)
    number = said.get("number", _MAIN)
    if question.of == "requests":
        requests, names = read_requests(question.between, words)
        return replace(asked, requests=requests, names=names)
    if question.of == "request or system" and _is_system(place):
        if words or number.is_chosen:
            raise InputError(f"{place} is a whole game; parameters and results are said of one of its scenarios")
        return asked
    if question.of not in ("scenario", "request or system"):
        return asked
    place, linked = request_of_link(place)
    parameters = parse_words(place, words)
    given = linked | with_roster_figures(place, parameters)
    return replace(
        asked,
        place=place,
        given=given,
        measure=number.measure(place, given) if number.is_chosen else None,
        called=names_of(place, parameters),
    )


def _is_system(place: str) -> bool:
    """Whether a whole game is named; refused when it is none, and no scenario or link either."""
    from probcalc.scenarios import registry

    return "." not in place and "s=" not in place and registry.system(place) is not None


def _place_of(question: Question[Any], asked: Asked, form: str | None) -> tuple[str | None, str | None]:
    """The file that is written instead of the screen, None for none, and the form, which its ending may say."""
    for each in question.options:
        if each.kind == "out" and each.name in asked.chosen:
            out = asked.chosen[each.name]
            return out, ending_of(out, each.choices) if each.choices else form
    return None, form


def _put(written: Written, form: str | None) -> None:
    """Write to the screen."""
    if isinstance(written, str):
        put(written)
    elif isinstance(written, Mapping):
        put_data(written)
    elif isinstance(written, bytes):
        put_bytes([written])
    elif isinstance(written, Iterator):
        put_bytes(written)
    else:
        put_reports(written, form)


def _content(written: Written, form: str | None) -> str | bytes:
    """What a file holds."""
    if isinstance(written, Mapping):
        from probcalc.present.writing.json_text import spread_lines

        return spread_lines(written)
    if isinstance(written, (str, bytes)):
        return written
    assert not isinstance(written, Iterator), "what comes piece by piece is not written to a file"
    return "\n\n".join(report_in(report, form) for report in written)
