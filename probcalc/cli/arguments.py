"""Arguments and options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from probcalc.cli.names import Fits, ParameterWord, ResultName, ScenarioId
from probcalc.cli.output import FILE, file_text, remark

if TYPE_CHECKING:
    from probcalc.analysis.numbers.measure import Measure
    from probcalc.scenarios.rosters import Roster

F = TypeVar("F", bound=Callable[..., Any])

ROSTER = "probcalc.roster"


def examples(*commands: str, heading: str = "Examples:") -> str:
    """Commands for the end of a help text, each on its own line."""
    # The backspace keeps click from running the lines together.
    return "\b\n" + "\n".join([heading, *(f"  {command}" for command in commands)])


def command(short: str, *shown: str, name: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    """A command with its line in a list, and with examples at the end of its help."""
    return click.command(name, short_help=short, epilog=examples(*shown))


def read_roster(ctx: click.Context, _: click.Parameter, file: Any) -> None:
    """Read the roster of a file, for the whole command."""
    if file is None or ctx.resilient_parsing:
        return
    from probcalc.scenarios.rosters import imported
    from probcalc.scenarios.rosters.reading import LONGEST_TEXT

    ctx.meta[ROSTER] = imported(file_text(file, "roster", LONGEST_TEXT))


class PagesAddress(click.ParamType[str]):
    """Where the pages are: http or https, a host, and nothing asked of it yet."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address, refused when a link to it would be none to pages."""
        from urllib.parse import urlsplit

        try:
            parts = urlsplit(value)
            fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            fits = False
        if not fits or any(sign in "?#" or sign.isspace() or not sign.isprintable() for sign in value):
            self.fail(f"the pages are at an address like https://example.org/, not {value!r:.60}", param, ctx)
        return value


base = click.option(
    "--base",
    type=PagesAddress(),
    default="http://localhost:8501/",
    show_default=True,
    help="The address of the pages.",
)


def with_roster(command: F) -> F:
    """The option --roster, whose entries may then stand in the request by name."""
    return click.option(
        "--roster",
        type=FILE,
        metavar="FILE",
        expose_value=False,
        is_eager=True,
        callback=read_roster,
        help="Your own units and weapons; use them like the built-in ones.",
    )(command)


def current_roster() -> Roster | None:
    """The roster of the running command."""
    found: Roster | None = click.get_current_context().meta.get(ROSTER)
    return found


def parse_words(scenario: str, words: Iterable[str]) -> dict[str, Any]:
    """The parameters of name=value words, entries of the roster under their ids."""
    from probcalc.links import read_words

    return read_words(scenario, words, current_roster())


def with_roster_figures(scenario: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters with the figures of the roster's entries in place of their ids."""
    roster = current_roster()
    if roster is None:
        return dict(parameters)
    from probcalc.scenarios.rosters import filled

    return filled(scenario, parameters, roster)


def names_of(scenario: str, parameters: Mapping[str, Any]) -> dict[str, str]:
    """The names of the roster's entries that a request asks about, by the places in which they stand."""
    roster = current_roster()
    if roster is None:
        return {}
    from probcalc.scenarios.rosters import names_of_entries

    return names_of_entries(scenario, parameters, roster)


def parameters_of(scenario: str, words: Iterable[str]) -> dict[str, Any]:
    """The parameters of name=value words, every one of them a parameter of the scenario."""
    return with_roster_figures(scenario, parse_words(scenario, words))


def request_of_link(scenario: str) -> tuple[str, dict[str, Any]]:
    """The scenario of a request and its parameters, where a link stands in its place; else as it is.

    >>> request_of_link("http://localhost:8501/?s=chronopia.melee&v=1&cc=11")
    ('chronopia.melee', {'cc': 11})

    Raises:
        InputError: when the link names no scenario.
    """
    from probcalc.scenarios.errors import InputError

    if re.search(r"://.*[?#&]g=[0-9]", scenario):
        raise InputError("this link holds a sheet; ask it with probcalc sheet odds, the link in place of FILE")
    if "s=" not in scenario:
        return scenario, {}
    from probcalc.links import from_url

    found = from_url(scenario)
    if found.scenario_id is None:
        raise InputError(found.notices[0] if found.notices else "the link names no scenario")
    for notice in found.notices:
        remark(notice)
    return found.scenario_id, found.given


def request(command: F) -> F:
    """The arguments of a request: SCENARIO and any number of name=value, and the roster that they may name."""
    return request_of(None)(command)


def request_of(fits: Fits | ScenarioId | None, word: ParameterWord | None = None) -> Callable[[F], F]:
    """The arguments of a request of those scenarios that a command answers for."""
    scenario = fits if isinstance(fits, ScenarioId) else ScenarioId(fits)
    words = ParameterWord() if word is None else word

    def add(command: F) -> F:
        command = with_roster(command)
        command = click.argument("words", nargs=-1, type=words, metavar=f"[{words.name}]...")(command)
        return click.argument("scenario", type=scenario)(command)

    return add


def form(*names: str) -> Callable[[F], F]:
    """Options of which one chooses the form of the output: --json, --csv, --markdown; without any it is text."""
    said = {
        "json": "Exact JSON.",
        "csv": "Comma separated values.",
        "markdown": "Markdown.",
        "latex": "LaTeX.",
        "sympy": "SymPy expressions.",
        "line": "One line that says everything, for a chat.",
        "bbcode": "The same line for a forum.",
    }

    def choose(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
        before = ctx.params.setdefault("form", None)
        if wanted and before:
            raise click.UsageError(f"--{before} and --{option.name} are two forms of output; choose one.", ctx)
        if wanted:
            ctx.params["form"] = option.name

    def add(command: F) -> F:
        for name in reversed(names):
            command = click.option(f"--{name}", is_flag=True, expose_value=False, callback=choose, help=said[name])(
                command
            )
        return command

    return add


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """The number that a command looks at, as its options say it; without any it is the main one."""

    result: str = ""
    at_least: int | None = None
    outcome: str | None = None

    @property
    def is_chosen(self) -> bool:
        """Whether an option says anything."""
        return bool(self.result) or self.at_least is not None or self.outcome is not None

    def measure(self, scenario: str, parameters: Mapping[str, Any]) -> Measure:
        """How it is read off the answers to a request."""
        from probcalc.analysis.numbers.measure import measure

        return measure(scenario, self.result, self.at_least, self.outcome, parameters)


def choose_number(command: Callable[..., None]) -> Callable[..., None]:
    """Options that choose the number, --result, --at-least and --outcome: the command gets a `ChosenNumber`."""

    @click.option(
        "--result",
        default="",
        type=ResultName(),
        metavar="NUMBER",
        help="What is reported: slain, mean wounds, 'wounds >= 2', 'slain and not hit' (default: the main result).",
    )
    @click.option("--at-least", type=int, metavar="N", help="Report the chance of at least N instead of the average.")
    @click.option(
        "--outcome", metavar="NAME", help="Its chance of this one outcome, as in --result winner --outcome a."
    )
    @wraps(command)
    def with_number(*, result: str, at_least: int | None, outcome: str | None, **others: Any) -> None:
        command(number=ChosenNumber(result, at_least, outcome), **others)

    return with_number
