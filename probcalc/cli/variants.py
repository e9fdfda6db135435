"""A changed game beside the original: `probcalc variant`."""

from __future__ import annotations

import click

from probcalc.cli.arguments import ChosenNumber, choose_number, command, form, parameters_of, request_of
from probcalc.cli.names import ScenarioOrSystemId
from probcalc.cli.output import FILE, file_text, need_place, progress_bar, put_data, put_file, put_report, put_reports

_MOST_CHARACTERS = 20_000


@command(
    "The same question with different dice or rule values.",
    "probcalc variant chronopia.melee target=spearmen --die 2d10",
    "probcalc variant chronopia --die 2d10",
    'probcalc variant chronopia.melee --die "middle of 3d20" --set charging_boost=2',
    'probcalc variant chronopia.shooting target=spearmen --die "Armour save=3d6" --result wounds',
)
@request_of(ScenarioOrSystemId())
@click.option(
    "--die",
    "dice",
    multiple=True,
    metavar="[WHAT=]DIE",
    help="The die in place of the game's; d20=2d10 for one of its dice, Armour save=3d6 for one roll.",
)
@click.option("--set", "numbers", multiple=True, metavar="NAME=N", help="Another value for a number of the rules.")
@click.option(
    "--file",
    "file",
    type=FILE,
    metavar="FILE",
    help="A variant from a file; - for standard input.",
)
@click.option("--save", type=click.Path(), metavar="FILE", help="Write the variant to a file.")
@choose_number
@form("json", "csv", "markdown")
def variant(
    scenario: str,
    words: tuple[str, ...],
    dice: tuple[str, ...],
    numbers: tuple[str, ...],
    file: str | None,
    save: str | None,
    number: ChosenNumber,
    form: str | None,
) -> None:
    """Every result, every entry of the table and every modifier by the rules of a variant, beside the original.

    Of a whole game in place of a scenario: all its ready-made questions.

    \b
    A variant is also a parameter of every scenario of a game:
      probcalc odds chronopia.melee "variant=d20=2d10; boost=2"
    `probcalc describe SCENARIO` lists the numbers of its rules that a variant may change.
    """  # noqa: D301
    from probcalc.analysis.variant import variant as compared
    from probcalc.present.documents.beside import game_beside
    from probcalc.present.report import report_data
    from probcalc.present.reports.variant import variant_reports
    from probcalc.scenarios import registry
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.variant_models import main_die
    from probcalc.scenarios.variants import read_variant, variant_from_toml

    if save:
        need_place(save)
    parts = [variant_from_toml(file_text(file, "variant", _MOST_CHARACTERS)).text] if file is not None else []
    is_game = scenario in registry.system_ids()
    if not is_game:
        registry.scenario(scenario)
    parts += [each if "=" in each else f"{main_die(scenario)}={each}" for each in dice]
    changes = read_variant("; ".join([*parts, *numbers]))
    if is_game:
        if words or number.is_chosen:
            raise InputError(f"{scenario} is a whole game; parameters and results are said of one of its scenarios")
        if save:
            put_file(save, changes.toml())
        put_report(game_beside(registry.system(scenario), changes.text), form)
        return
    given = parameters_of(scenario, words)
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = compared(scenario, given, changes.text, wanted, progress)
    if save:
        put_file(save, changes.toml())
    reports = list(variant_reports(found))
    if form == "json":
        put_data({report.id: report_data(report) for report in reports})
        return
    put_reports(reports, form)
