"""Where one request overtakes another: `probcalc overtake`."""

from __future__ import annotations

import click

from probcalc.analysis.applying import may_be_free
from probcalc.cli.arguments import examples, form, requests_beside
from probcalc.cli.comparison import requests_between
from probcalc.cli.names import ParameterName, ResultName
from probcalc.cli.output import put_report


@click.command(
    short_help="Where one setup becomes better than another.",
    epilog=examples(
        "probcalc overtake chronopia.melee noa=1 damage=16 vs noa=2 damage=10 --over armour",
        "probcalc overtake chronopia.melee weapon=sword vs weapon=spear --over armour --by 'mean(wounds)'",
        "probcalc overtake chronopia.melee weapon=sword vs weapon=spear --over armour --law wounds",
        "probcalc overtake tide_of_battle.melee models=1 vs models=2 strength=-1 --over 'p = To hit' --by "
        "'mean(hit_points_lost)'",
    ),
)
@requests_beside("vs", "SCENARIO [name=value]... vs [name=value]...", may_be_free)
@click.option(
    "--over",
    required=True,
    type=ParameterName(may_be_free),
    metavar="NAME",
    help="What varies: a parameter, with a narrower range as armour=10..30, or 'p = Test to hit'.",
)
@click.option(
    "--by", default="", metavar="NUMBER", help="What is compared, as in a condition (default: the main result)."
)
@click.option(
    "--law",
    default="",
    type=ResultName(),
    metavar="NAME",
    help="Compare whole distributions (stochastic dominance).",
)
@form("json", "csv", "markdown")
def overtake(words: tuple[str, ...], over: str, by: str, law: str, form: str | None) -> None:
    """For which values of a parameter the first of two requests gives more than the second, exactly.

    After `vs` only the changes are said. Of a probability of a roll the answer is made of intervals.
    """
    from probcalc.analysis.break_even import overtake as overtaken
    from probcalc.present.reports.overtaking import overtaking_report
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.extras import need

    need("formulas", "symbolic")
    requests, names = requests_between(words)
    if len(requests) != 2 or requests[0][0] != requests[1][0]:
        raise InputError("two requests of one scenario are compared, as in chronopia.melee cc=11 vs cc=12")
    if by and law:
        raise InputError("either --by a number or --law a distribution")
    (scenario, first), (_, second) = requests
    found = overtaken(scenario, first, second, over=over, by=by, law=law)
    put_report(overtaking_report(found, scenario, names), form)
