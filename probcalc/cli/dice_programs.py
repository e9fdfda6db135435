"""Programs for dice in the language of AnyDice: `probcalc anydice`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from probcalc.cli.arguments import command, form
from probcalc.cli.output import FILE, file_text, put_data, put_reports

if TYPE_CHECKING:
    from probcalc.present.reports.programs import View


@command(
    "Run a program in the language of AnyDice, exactly.",
    "probcalc anydice examples/exploding_skills.txt",
    "echo 'output [highest 3 of 4d6]' | probcalc anydice -",
    "probcalc anydice examples/exploding_skills.txt --view at-least --side-by-side --csv",
)
@click.argument("program", type=FILE, metavar="FILE")
@click.option(
    "--view",
    type=click.Choice(("normal", "at-least", "at-most")),
    default="normal",
    show_default=True,
    help="The chance of each outcome, or of it and all above, or of it and all below.",
)
@click.option("--side-by-side", is_flag=True, help="One table with a column for each output.")
@form("json", "csv", "markdown")
def anydice(program: str, view: View, side_by_side: bool, form: str | None) -> None:
    """Every output of a program, with exact fractions; - reads it from standard input."""
    from probcalc.dice_programs.reading import MOST_CHARACTERS
    from probcalc.dice_programs.running import run
    from probcalc.exact.budget.bounds import metered
    from probcalc.present.reports.programs import write_outputs
    from probcalc.scenarios.errors import InputError

    text = file_text(program, "program", MOST_CHARACTERS)
    # What is put out is written within what the program leaves.
    with metered():
        outputs = run(text)
        if not outputs:
            raise InputError("program: it has no output; add one, for example output 2d6", "program")
        reports = write_outputs(outputs, view, side_by_side or form in ("csv", "json"))
    if form == "json":
        from probcalc.present.report import report_data

        put_data({"outputs": report_data(*reports)["outputs"]})
        return
    put_reports(reports, form)
