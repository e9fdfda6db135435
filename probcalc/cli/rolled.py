"""What was rolled: `probcalc luck`."""

from __future__ import annotations

from typing import Any

import click

from probcalc.cli.arguments import command, form
from probcalc.cli.output import FILE, file_text, put_report


@command(
    "Was that luck? How lucky a record of rolls was.",
    "probcalc luck examples/evening.txt",
    "probcalc luck examples/evening.txt --looked 20",
    "probcalc luck examples/evening.txt --statistic signs --json",
)
@click.argument("record", type=FILE, metavar="FILE")
@click.option("--statistic", default="auto", metavar="NAME", help="What counts: amount, wins, signs or percentiles.")
@click.option("--looked", metavar="N", help="The record is the worst, or the best, of N evenings.")
@form("json", "csv", "markdown")
def luck(record: str, statistic: str, looked: str | None, form: str | None) -> None:
    """How lucky a record was, exactly: of every line, every side, and both sides against each other.

    FILE has lines like "@anna 2d6 -> 7" or "chronopia.melee cc=11 -> wounds = 2; wants less", or is JSON; - is standard
    input.
    """
    from probcalc.links.records import MOST_CHARACTERS
    from probcalc.links.records import luck as found
    from probcalc.present.json_text import read_json
    from probcalc.present.reports.luck import luck_report

    said: Any = file_text(record, "record", MOST_CHARACTERS)
    if said.lstrip()[:1] in ("[", "{"):
        said = read_json(said, "record")
    put_report(luck_report(found(said, statistic, 1 if looked is None else looked)), form)
