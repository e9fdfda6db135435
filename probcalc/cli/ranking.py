"""What is better, and what is worth more: `probcalc weapons` and `probcalc modifiers`."""

from __future__ import annotations

import click

from probcalc.analysis.applying import from_tables
from probcalc.cli.arguments import ChosenNumber, asked, examples, form, measured, of, request, request_of, roster_said
from probcalc.cli.output import need_a_number, progress_bar, put_report


@click.command(
    short_help="Every weapon, attacker or target of a table, compared.",
    epilog=examples(
        "probcalc weapons chronopia.melee attacker=the_cursed target=spearmen",
        "probcalc weapons chronopia.melee target=spearmen --of attacker",
        "probcalc weapons chronopia.melee attacker=the_cursed --of target --result wounds --at-least 2",
    ),
)
@request_of(from_tables)
@of(from_tables)
@measured
@form("json", "csv", "markdown")
def weapons(
    scenario: str,
    words: tuple[str, ...],
    parameter: str,
    number: ChosenNumber,
    form: str | None,
) -> None:
    """Every entry of a table in the present request, the best first: every weapon, or --of attacker, --of target."""
    from probcalc.analysis.presets import presets
    from probcalc.present.reports.entries import entries_report

    given = asked(scenario, words)
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = presets(scenario, given, parameter, wanted, progress, roster_said())
    need_a_number(entry.trial for entry in found.entries)
    put_report(entries_report(found), form)


@click.command(
    short_help="What each modifier is worth.",
    epilog=examples(
        "probcalc modifiers chronopia.melee attacker=the_cursed target=spearmen",
        "probcalc modifiers chronopia.melee attacker=the_cursed target=spearmen --result wounds",
        "probcalc modifiers chronopia.melee attacker=the_cursed target=spearmen --rulings",
    ),
)
@request
@click.option("--rulings", is_flag=True, help="Compare rulings instead of modifiers.")
@measured
@form("json", "csv", "markdown")
def modifiers(
    scenario: str,
    words: tuple[str, ...],
    rulings: bool,
    number: ChosenNumber,
    form: str | None,
) -> None:
    """What each legal modifier is worth in the present request, each taken alone, the greatest change first."""
    from probcalc.analysis.modifiers import modifiers as worth
    from probcalc.present.reports.modifiers import modifiers_report

    given = asked(scenario, words)
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = worth(scenario, given, wanted, ("ruling",) if rulings else ("modifier",), progress)
    need_a_number([found.present, *(step.trial for step in found.steps)])
    put_report(modifiers_report(found, "rulings" if rulings else "modifiers"), form)
