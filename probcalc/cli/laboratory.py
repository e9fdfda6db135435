"""What designers of rules look for: `probcalc lab steps`, `lab numbers`, `lab dominance` and so on."""

from __future__ import annotations

from collections.abc import Callable

import click

from probcalc.analysis.applying import (
    can_be_balanced,
    from_tables,
    has_figures,
    in_order,
    of_unlike_tables,
    with_all_values,
)
from probcalc.cli.arguments import ChosenNumber, asked, examples, form, measured, request, request_of
from probcalc.cli.group import Commands
from probcalc.cli.names import ParameterName, ScenarioOrSystemId, SystemId
from probcalc.cli.output import progress_bar, put_report

_HERE = "probcalc.cli.laboratory"

lab = Commands(
    "lab",
    dict.fromkeys(
        ("steps", "numbers", "dominance", "swing", "fairness", "design", "unknown", "faults", "rulings"),
        _HERE,
    ),
    help="Exact analyses for rules designers.",
    short_help="For designers: steps, dominance, swing, fairness, wanted odds.",
    epilog=examples(
        "probcalc lab steps chronopia.melee target=spearmen --over cc",
        "probcalc lab numbers chronopia.melee attacker=the_cursed target=spearmen",
        "probcalc lab dominance chronopia.melee attacker=the_cursed",
        "probcalc lab swing chronopia.melee attacker=the_cursed target=spearmen",
        "probcalc lab fairness chronopia.clash a.unit=followers b.unit=spearmen",
        'probcalc lab design chronopia.melee --vary cc --vary critic=0..4 --want hit=60% --want "critical<=5%"',
        "probcalc lab unknown chronopia.melee attacker=the_cursed --of target",
        "probcalc lab faults reikhammer.action",
        "probcalc lab rulings reikhammer",
    ),
)


_FORMS = form("json", "csv", "markdown")


def _table(name: str, help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return click.option(name, type=ParameterName(from_tables), default="", metavar="NAME", help=help)


@click.command(short_help="What each point of a stat is worth, and where nothing changes.")
@request_of(in_order)
@click.option(
    "--over",
    type=ParameterName(in_order),
    required=True,
    metavar="NAME[=VALUES]",
    help="The parameter that is run through.",
)
@measured
@_FORMS
def steps(
    scenario: str,
    words: tuple[str, ...],
    over: str,
    number: ChosenNumber,
    form: str | None,
) -> None:
    """A number at every value of a parameter, what each step is worth, and the steps that change most or nothing."""
    from probcalc.analysis.laboratory.along import along
    from probcalc.present.reports.along import along_report

    given = asked(scenario, words)
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = along(scenario, given, over, wanted, progress)
    put_report(along_report(found), form)


@click.command(short_help="What every figure and modifier can change, and which change nothing.")
@request_of(has_figures)
@measured
@_FORMS
def numbers(
    scenario: str,
    words: tuple[str, ...],
    number: ChosenNumber,
    form: str | None,
) -> None:
    """Every figure and modifier run through alone: its range, its greatest step, and where it does nothing."""
    from probcalc.analysis.laboratory.along import all_along
    from probcalc.present.reports.along import numbers_report

    given = asked(scenario, words)
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = all_along(scenario, given, wanted, progress)
    put_report(numbers_report(found), form)


@click.command(short_help="Every weapon against every target: who dominates whom, and who is never best.")
@request_of(of_unlike_tables)
@_table("--rows", "The table whose entries are compared; else the first.")
@_table("--against", "The opposing table (default: the other side's).")
@measured
@_FORMS
def dominance(
    scenario: str,
    words: tuple[str, ...],
    rows: str,
    against: str,
    number: ChosenNumber,
    form: str | None,
) -> None:
    """Every entry of one table against every entry of another, all else as given.

    Two sides that can change places are asked with `probcalc balance`.
    """
    from probcalc.analysis.laboratory.matrix import matrix, require_unlike
    from probcalc.present.reports.matrix import dominance_report

    require_unlike(scenario)
    given = asked(scenario, words)
    wanted = number.measure(scenario, given)
    with progress_bar("Computing") as progress:
        found = matrix(scenario, given, rows, against, wanted, progress)
    put_report(dominance_report(found), form)


@click.command(short_help="How much the results swing: spread, chance of nothing and of the most.")
@request
@_FORMS
def swing(scenario: str, words: tuple[str, ...], form: str | None) -> None:
    """The spread of every result that counts something, the chance of nothing and that of the most."""
    from probcalc.analysis.laboratory.swing import swings
    from probcalc.present.reports.balance import swing_report
    from probcalc.scenarios import registry

    given = asked(scenario, words)
    found = swings(scenario, given)
    answer = registry.answer(scenario, given)
    put_report(swing_report(scenario, found, [answer.declared(each.result).label for each in found]), form)


@click.command(short_help="How fair two sides are, what the first place is worth, and what evens it.")
@request_of(can_be_balanced)
@_FORMS
def fairness(scenario: str, words: tuple[str, ...], form: str | None) -> None:
    """Who wins how often, how often the worse side does, and for each number the least change that evens it."""
    from probcalc.analysis.laboratory.fairness import fairness as fair
    from probcalc.present.reports.balance import fairness_report
    from probcalc.scenarios import registry

    given = asked(scenario, words)
    put_report(fairness_report(fair(scenario, given), registry.answer(scenario, given).sides), form)


@click.command(short_help="The numbers that come closest to wanted odds.")
@request
@click.option(
    "--vary",
    type=ParameterName(with_all_values),
    multiple=True,
    metavar="NAME[=VALUES]",
    help="A parameter to search, as in cc=5..15; up to four.",
)
@click.option("--want", multiple=True, metavar="ODDS", help="What is wanted: hit=60%, critical<=5%, wounds>=2=1/2.")
@_FORMS
def design(
    scenario: str, words: tuple[str, ...], vary: tuple[str, ...], want: tuple[str, ...], form: str | None
) -> None:
    """The values of up to four parameters whose odds come closest to what is wanted; every combination is tried."""
    from probcalc.analysis.laboratory.design import design as designed
    from probcalc.present.reports.searching import design_report

    given = asked(scenario, words)
    with progress_bar("Searching") as progress:
        found = designed(scenario, given, vary, want, progress)
    put_report(design_report(found), form)


@click.command(short_help="The odds when a figure of the opponent, or the opponent, is not known.")
@request
@click.option(
    "--of",
    "parameter",
    type=ParameterName(in_order),
    required=True,
    metavar="NAME",
    help="The parameter that is not known.",
)
@click.option("--values", default="", metavar="VALUES", help="Its values, as 16..24 or spearmen:3,followers:1.")
@_FORMS
def unknown(scenario: str, words: tuple[str, ...], parameter: str, values: str, form: str | None) -> None:
    """The odds over all values that a parameter may have, each as likely as the others or with weights."""
    from probcalc.analysis.laboratory.unknown import unknown as over_all
    from probcalc.present.reports.searching import unknown_report

    put_report(unknown_report(over_all(scenario, asked(scenario, words), parameter, values)), form)


@click.command(short_help="A linter of rules: what never happens, never matters, or is told apart for nothing.")
@click.argument("game", type=ScenarioOrSystemId(), metavar="SCENARIO|SYSTEM")
@_FORMS
def faults(game: str, form: str | None) -> None:
    """What is odd about one scenario, or about all of a game: looked for in many requests."""
    from probcalc.analysis.laboratory.faults import faults_of_all
    from probcalc.present.reports.faults import faults_report
    from probcalc.scenarios import registry

    system = registry.system_of(game)
    models = [registry.scenario(game)] if "." in game else list(system.scenarios)
    looked_at = [(m, [p.parameters for p in system.presets if p.scenario == m.id]) for m in models]
    with progress_bar("Looking") as progress:
        found = faults_of_all(looked_at, progress)
    put_report(faults_report(game if "." in game else system.name, found), form)


@click.command(short_help="How much each ruling matters, the farthest first.")
@click.argument("game", type=SystemId(), metavar="[SYSTEM]", default="")
@_FORMS
def rulings(game: str, form: str | None) -> None:
    """Every ruling of a game, or of all games: its two readings that lie farthest apart, and how far."""
    from probcalc.analysis.laboratory.readings import readings
    from probcalc.present.reports.faults import readings_report
    from probcalc.scenarios import registry

    systems = [registry.system(game)] if game else [system for system in registry.systems() if system.is_game]
    with progress_bar("Computing") as progress:
        found, left_out = readings(systems, progress)
    put_report(readings_report(systems[0].name if game else "all games", found, left_out), form)
