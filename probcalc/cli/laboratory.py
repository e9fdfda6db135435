"""What designers of rules look for: `probcalc lab steps`, `lab numbers` and so on, one command for each question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from probcalc.cli.arguments import ChosenNumber, asked, examples, form, measured, request_of
from probcalc.cli.group import Commands
from probcalc.cli.names import ParameterName, ScenarioOrSystemId
from probcalc.cli.output import progress_bar, put_report
from probcalc.present import laboratory
from probcalc.present.laboratory.question import Asked, Option, Question


class Laboratory(Commands):
    """A group with a command for every question of the laboratory."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which the help lists them."""
        return list(laboratory.questions())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command that asks the question of that name."""
        return _command(cmd_name, laboratory.question(cmd_name)) if cmd_name in laboratory.names() else None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """An example of each question."""
        self.epilog = examples(*(_example(name, each) for name, each in laboratory.questions().items()))
        super().format_epilog(ctx, formatter)


lab = Laboratory(
    "lab",
    dict.fromkeys(laboratory.names(), __name__),
    help="Exact analyses for rules designers.",
    short_help="For designers: steps, dominance, swing, fairness, wanted odds.",
)


def _command(name: str, question: Question[Any]) -> click.Command:
    """The command of a question: its request, its options, the number it looks at, and the forms of its report."""

    def run(form: str | None, number: ChosenNumber | None = None, words: tuple[str, ...] = (), **said: Any) -> None:
        place = said.pop("scenario", None) or said.pop("game", "")
        given = asked(place, words) if question.of == "scenario" else {}
        wanted = None if number is None else number.measure(place, given)
        with progress_bar("Computing") as progress:
            found = question.find(
                Asked(place, given, {name: value or "" for name, value in said.items()}, wanted, progress)
            )
        put_report(question.reports(found, ())[0], form)

    command = form("json", "csv", "markdown")(run)
    if question.is_measured:
        command = measured(command)
    for option in reversed(question.options):
        command = _option(option)(command)
    command = request_of(question.applies)(command) if question.of == "scenario" else _game(question)(command)
    shown = examples(_example(name, question), heading="Example:")
    return click.command(name, short_help=question.short, help=question.about, epilog=shown)(command)


def _example(name: str, question: Question[Any]) -> str:
    return f"probcalc lab {name} {question.example}"


def _option(option: Option) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(
        f"--{option.name}",
        type=None if option.fits is None else ParameterName(option.fits),
        required=option.is_required,
        multiple=option.is_list,
        metavar=option.form,
        help=option.help,
    )


def _game(question: Question[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    place = ScenarioOrSystemId(question.applies)
    if question.of == "all":
        return click.argument("game", type=place, metavar="[SCENARIO|SYSTEM]", default="")
    return click.argument("game", type=place, metavar="SCENARIO|SYSTEM")
