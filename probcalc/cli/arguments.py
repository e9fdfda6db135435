"""Arguments and options that several commands share, with their shell completion."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from probcalc.scenarios.rosters import Roster

F = TypeVar("F", bound=Callable[..., Any])

ROSTER = "probcalc.roster"


def _scenario_of(ctx: click.Context) -> str:
    """The scenario of an unfinished command; before an option's value it is still among the plain words."""
    return str(ctx.params.get("scenario") or "".join(ctx.args[:1]))


class ScenarioId(click.types.StringParamType):
    """The id of a scenario, such as chronopia.melee."""

    name = "scenario"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Every scenario's id, with its title; first the systems alone."""
        from probcalc.scenarios import registry

        names = {model.id: model.title for system in registry.systems() for model in system.scenarios}
        return [CompletionItem(name, help=title) for name, title in names.items() if name.startswith(incomplete)]


class SystemId(click.types.StringParamType):
    """The id of a system, such as chronopia."""

    name = "system"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Every system's id."""
        from probcalc.scenarios import registry

        return [CompletionItem(name) for name in registry.SYSTEM_IDS if name.startswith(incomplete)]


class ParameterWord(click.types.StringParamType):
    """A parameter with its value, such as cc=11."""

    name = "name=value"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's parameter names, and after the equals sign the names it takes."""
        from probcalc.scenarios import registry
        from probcalc.scenarios.errors import InputError

        try:
            model = registry.scenario(_scenario_of(ctx))
        except InputError:
            return []
        name, equals, start = incomplete.partition("=")
        if not equals:
            named = [p for p in model.parameters() if p.name.startswith(name)]
            return [CompletionItem(f"{p.name}=", help=p.help, type="nospace") for p in named]
        parameter = model.parameter(name)
        if parameter is None:
            return []
        values = ("true", "false") if parameter.kind == "boolean" else tuple(map(str, parameter.choices))
        return [CompletionItem(f"{name}={value}") for value in values if value.startswith(start)]


class ParameterName(click.types.StringParamType):
    """The name of a parameter of the scenario."""

    name = "parameter"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's parameter names."""
        return [
            CompletionItem(item.value.rstrip("=")) for item in ParameterWord().shell_complete(ctx, param, incomplete)
        ]


class ResultName(click.types.StringParamType):
    """The name of a result of the scenario."""

    name = "result"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The scenario's result names."""
        from probcalc.scenarios import registry
        from probcalc.scenarios.errors import InputError

        try:
            model = registry.scenario(_scenario_of(ctx))
        except InputError:
            return []
        return [CompletionItem(r.name, help=r.label) for r in model.results if r.name.startswith(incomplete)]


def examples(*commands: str, heading: str = "Examples:") -> str:
    """Commands for the end of a help text, each on its own line."""
    # The backspace keeps click from running the lines together.
    return "\b\n" + "\n".join([heading, *(f"  {command}" for command in commands)])


def read_roster(ctx: click.Context, _: click.Parameter, file: Any) -> None:
    """Read the roster of a file, for the whole command."""
    if file is None or ctx.resilient_parsing:
        return
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.rosters import imported
    from probcalc.scenarios.rosters.reading import LONGEST_TEXT

    # As many bytes as the longest text could have, and one more to notice that there are more.
    with open(file, "rb") as opened:
        data = opened.read(4 * LONGEST_TEXT + 1)
    try:
        ctx.meta[ROSTER] = imported(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("this is no roster: it is not text in UTF-8") from None


def with_roster(command: F) -> F:
    """The option --roster, whose entries may then stand in the request by name."""
    return click.option(
        "--roster",
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        expose_value=False,
        is_eager=True,
        callback=read_roster,
        help="Own units and weapons, to be named like those of the tables.",
    )(command)


def roster_said() -> Roster | None:
    """The roster of the running command."""
    found: Roster | None = click.get_current_context().meta.get(ROSTER)
    return found


def parsed(scenario: str, words: Iterable[str]) -> dict[str, Any]:
    """The parameters of name=value words, entries of the roster under their ids."""
    from probcalc.links import given_from_words

    return given_from_words(scenario, words, roster_said())


def settled(scenario: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with the figures of the roster's entries in place of their ids."""
    roster = roster_said()
    if roster is None:
        return dict(given)
    from probcalc.scenarios.rosters import filled

    return filled(scenario, given, roster)


def asked(scenario: str, words: Iterable[str]) -> dict[str, Any]:
    """The parameters of name=value words, every one of them a parameter of the scenario."""
    return settled(scenario, parsed(scenario, words))


def request(command: F) -> F:
    """The arguments of a request: SCENARIO and any number of name=value, and the roster that they may name."""
    command = with_roster(command)
    command = click.argument("words", nargs=-1, type=ParameterWord(), metavar="[name=value]...")(command)
    return click.argument("scenario", type=ScenarioId())(command)


def form(*names: str) -> Callable[[F], F]:
    """Options that choose the form of the output: --json, --csv, --markdown; without any it is text."""
    said = {
        "json": "Exact JSON.",
        "csv": "Comma separated values.",
        "markdown": "Markdown.",
        "latex": "LaTeX.",
        "sympy": "SymPy expressions.",
    }

    def add(command: F) -> F:
        for name in reversed(names):
            command = click.option(f"--{name}", "form", flag_value=name, help=said[name])(command)
        return command

    return add


def measured(command: F) -> F:
    """Options that choose the number: --result, --at-least, --outcome."""
    command = click.option(
        "--outcome", metavar="NAME", help="Its chance of this one outcome, as in --result winner --outcome a."
    )(command)
    command = click.option("--at-least", type=int, metavar="N", help="Its chance of N or more, in place of the mean.")(
        command
    )
    return click.option(
        "--result", default="", type=ResultName(), metavar="NAME", help="The result to look at; else the main one."
    )(command)


def strong(text: str) -> str:
    """Text that leads, bold on a terminal; when piped, `click.echo` takes the marks away."""
    return click.style(text, bold=True)


def put(text: str) -> None:
    """Write to standard output; in colour on a terminal only, and never where NO_COLOR is set."""
    import os

    click.echo(text, color=False if os.environ.get("NO_COLOR") else None)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error for work that takes over a second; none when that is no terminal."""
    started, shown = time.monotonic(), None
    bars: list[Any] = []

    def report(done: int, whole: int) -> None:
        nonlocal shown
        if shown is None and (done == whole or time.monotonic() - started < 1 or not sys.stderr.isatty()):
            return
        if shown is None:
            shown = 0
            bars.append(click.progressbar(length=whole, label=label, file=sys.stderr).__enter__())
        bars[0].update(done - shown)
        shown = done

    try:
        yield report
    finally:
        for bar in bars:
            bar.__exit__(None, None, None)
