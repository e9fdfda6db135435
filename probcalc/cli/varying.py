"""One number while parameters vary: `probcalc table` and `probcalc needed`."""

from __future__ import annotations

from fractions import Fraction

import click

from probcalc.analysis.applying import amounts, with_all_values
from probcalc.cli.arguments import ChosenNumber, asked, examples, form, measured, of, request_of
from probcalc.cli.names import ParameterName
from probcalc.cli.output import need_a_number, progress_bar, put_report


@click.command(
    short_help="One result across the values of one or two parameters.",
    epilog=examples(
        "probcalc table chronopia.melee --rows weapon --columns modifier=-3..3 --result slain",
        "probcalc table chronopia.armour --rows damage=8..14 --columns armour=16..24/2 --csv",
        "probcalc table chronopia.melee target=spearmen --rows attacker --result wounds --at-least 1",
    ),
)
@request_of(with_all_values)
@click.option(
    "--rows",
    required=True,
    type=ParameterName(with_all_values),
    metavar="NAME[=VALUES]",
    help="The parameter down the side.",
)
@click.option(
    "--columns", type=ParameterName(with_all_values), metavar="NAME[=VALUES]", help="The parameter across the top."
)
@measured
@form("json", "csv", "markdown")
def table(
    scenario: str,
    words: tuple[str, ...],
    rows: str,
    columns: str | None,
    number: ChosenNumber,
    form: str | None,
) -> None:
    """One result across the values of one or two parameters; all else as given.

    VALUES are written -3..3, 10..40/5 (in steps of 5), spear,sword or not at all, which means every one.
    """
    from probcalc.analysis.sweeps.axes import axis
    from probcalc.analysis.table import table as tabulated
    from probcalc.present.reports.table import table_report

    given = asked(scenario, words)
    down = axis(scenario, *rows.partition("=")[::2])
    across = axis(scenario, *columns.partition("=")[::2]) if columns else None
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = tabulated(scenario, given, down, across, wanted, progress)
    need_a_number(cell for row in found.cells for cell in row)
    varied = [down.parameter.name, *([across.parameter.name] if across else [])]
    notes = [f"{name} was given and is varied here." for name in varied if name in given]
    put_report(table_report(found, notes), form)


@click.command(
    short_help="How many attacks, models or dice you need for a 50%, 75% or 90% chance.",
    epilog=examples(
        "probcalc needed chronopia.melee attacker=spearmen target=the_cursed",
        "probcalc needed chronopia.armour --of damage --percent 60",
        "probcalc needed chronopia.melee target=spearmen --result wounds --at-least 2",
    ),
)
@request_of(amounts)
@of(amounts, "NAME[=VALUES]")
@measured
@click.option(
    "--percent",
    multiple=True,
    type=click.IntRange(1, 100),
    metavar="N",
    help="A chance in place of 50, 75 and 90%; repeatable.",
)
@form("json", "csv", "markdown")
def needed(
    scenario: str,
    words: tuple[str, ...],
    parameter: str,
    number: ChosenNumber,
    percent: tuple[int, ...],
    form: str | None,
) -> None:
    """The smallest number of attacks, models or dice that makes a chance of 50, 75 and 90%."""
    from probcalc.analysis.needed import SHARES
    from probcalc.analysis.needed import needed as amounts
    from probcalc.present.reports.needed import needed_report

    given = asked(scenario, words)
    wanted = number.measure(scenario, given) if number.is_chosen else None
    shares = [Fraction(p, 100) for p in sorted(set(percent))] or list(SHARES)
    with progress_bar("Computing") as progress:
        found = amounts(scenario, given, parameter, wanted, shares, progress)
    need_a_number(trial for _, trial in found.tried)
    put_report(needed_report(found), form)
