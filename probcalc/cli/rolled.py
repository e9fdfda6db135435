"""What was rolled: `probcalc luck`, `probcalc fair` and `probcalc fair-power`."""

from __future__ import annotations

from typing import Any

import click

from probcalc.cli.arguments import command, form
from probcalc.cli.output import FILE, file_text, put_report, read_json


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
    from probcalc.present.reports.luck import luck_report

    said: Any = file_text(record, "record", MOST_CHARACTERS)
    if said.lstrip()[:1] in ("[", "{"):
        said = read_json(said, "record")
    put_report(luck_report(found(said, statistic, 1 if looked is None else looked)), form)


@command(
    "Are my dice fair? Exact tests of counts or rolls.",
    "probcalc fair 18 22 15 17 20 28",
    'probcalc fair 18 22 15 17 20 28 --against "17 20 18 25 16 14" --confidence 9/10',
    'probcalc fair --rolls "3 5 6 1" --die 6',
    "probcalc fair --file examples/d20_rolls.txt --die 20 --csv",
)
@click.argument("counts", nargs=-1, metavar="[COUNT]...")
@click.option("--rolls", metavar="TEXT", help="The rolls in their order, with blanks between.")
@click.option(
    "--file", type=FILE, metavar="FILE", help="The rolls, or lines like 6: 12, in a file; - is standard input."
)
@click.option("--die", metavar="DIE", help='The number of faces, or a roll like "2d6".')
@click.option("--against", metavar="COUNTS", help="The counts of another die, to compare both.")
@click.option("--confidence", default="19/20", metavar="P", help="Of the intervals (default: 19/20).")
@form("json", "csv", "markdown")
def fair(counts: tuple[str, ...], rolls: str | None, file: str | None, form: str | None, **said: str | None) -> None:
    """Exact tests of a die: COUNT for each face from the lowest up, or the rolls themselves.

    How often is a fair die as uneven? And each face, the greatest and the smallest count, the sum, the order, another
    die.
    """
    from probcalc.analysis.fair.rolled import LONGEST_TEXT
    from probcalc.analysis.fair.tests import fair as found
    from probcalc.present.reports.fair import fair_report
    from probcalc.scenarios.errors import InputError

    if file is not None:
        if rolls is not None:
            raise InputError("give rolls in a file or in --rolls, not both", "rolls")
        rolls = file_text(file, "rolls", LONGEST_TEXT)
    put_report(fair_report(found(" ".join(counts) or None, rolls, **said)), form)


@command(
    "How many rolls does it take to notice an unfair die?",
    "probcalc fair-power --die 6 --chance 1/4",
    "probcalc fair-power --die 20 --chance 1/8 --power 4/5",
    "probcalc fair-power --die 6 --chance 1/4 --rolls 30 --test chi_squared --json",
    name="fair-power",
)
@click.option("--die", default="6", metavar="N", help="The number of faces (default: 6).")
@click.option("--chance", required=True, metavar="P", help="With which one face comes in truth.")
@click.option("--level", default="1/20", metavar="P", help="How often a fair die may be called unfair (default: 1/20).")
@click.option("--power", default="9/10", metavar="P", help="How often this one is to be noticed (default: 9/10).")
@click.option("--rolls", metavar="N", help="Number of rolls (default: as few as it takes).")
@click.option("--test", default="face", metavar="TEST", help="face, named beforehand, or chi_squared.")
@form("json", "csv", "markdown")
def fair_power(form: str | None, **said: Any) -> None:
    """How many rolls it takes until a test notices that a face comes too often, or too rarely."""
    from probcalc.analysis.fair.noticing import fair_power as found
    from probcalc.present.reports.fair import power_report

    put_report(power_report(found(**said)), form)
