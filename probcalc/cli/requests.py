"""Several requests at once: `probcalc compare`, `probcalc overtake` and `probcalc sequence`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from probcalc.analysis.applying import leaves_a_target, may_be_free
from probcalc.cli.arguments import (
    between,
    command,
    current_roster,
    form,
    parse_words,
    requests_beside,
    requests_of,
    with_roster_figures,
)
from probcalc.cli.names import ParameterName, ResultName
from probcalc.cli.output import put_report


@command(
    "Two to four requests side by side.",
    "probcalc compare chronopia.melee attacker=the_cursed target=spearmen vs charging=true",
    "probcalc compare chronopia.melee cc=11 vs cc=12 vs cc=13",
    "probcalc compare oathmark.combat vs mechanics.opposed a.die=10 b.die=10",
)
@requests_beside("vs", "SCENARIO [name=value]... vs [SCENARIO] [name=value]...")
@form("json", "csv", "markdown")
def compare(words: tuple[str, ...], form: str | None) -> None:
    """Two to four requests side by side, with `vs` between them.

    A request after `vs` that names no scenario is the first one with the changes said.
    """
    from probcalc.analysis.compare import compare as side_by_side
    from probcalc.present.reports.comparison import comparison_report

    requests, names = requests_between(words)
    found = side_by_side(requests)
    legend = [f"{request.name}: {name}" for request, name in zip(found.requests, names, strict=True)]
    put_report(comparison_report(found, legend), form)


def requests_between(words: Sequence[str]) -> tuple[list[tuple[str, dict[str, Any]]], list[str]]:
    """The requests between the words `vs`, and each as it was written."""
    from probcalc.scenarios.errors import InputError

    parts = between(words, "vs")
    if not parts[0] or "=" in parts[0][0]:
        raise InputError("a comparison begins with a scenario, as in chronopia.melee cc=11 vs cc=12")
    requests = [(scenario, with_roster_figures(scenario, given)) for scenario, given in requests_of(parts)]
    return requests, [" ".join(part) for part in parts]


@command(
    "Where one setup becomes better than another.",
    "probcalc overtake chronopia.melee noa=1 damage=16 vs noa=2 damage=10 --over armour",
    "probcalc overtake chronopia.melee weapon=sword vs weapon=spear --over armour --by 'mean(wounds)'",
    "probcalc overtake chronopia.melee weapon=sword vs weapon=spear --over armour --law wounds",
    "probcalc overtake tide_of_battle.melee models=1 vs models=2 strength=-1 --over 'p = To hit' --by "
    "'mean(hit_points_lost)'",
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


@command(
    "Several attacks on one target, one after the other.",
    "probcalc sequence target=spearmen chronopia.shooting attacker=archers then chronopia.melee cc=13",
    "probcalc sequence tide_of_battle.shooting models=10 then tide_of_battle.melee models=8 charging=true --curve",
    "probcalc sequence thud_and_blunder.attack skill=4 then skill=5 then skill=6",
    "probcalc sequence mechanics.attack health=6 damage_die=6 then attacks=3 --json",
)
@requests_beside("then", "[name=value]... SCENARIO [name=value]... then [SCENARIO] [name=value]...", leaves_a_target)
@click.option("--curve", is_flag=True, help="The whole curve after each attack: the chance of at least each number.")
@form("json", "csv", "markdown")
def sequence(words: tuple[str, ...], curve: bool, form: str | None) -> None:
    """Attacks resolved in order on one target, with `then` between them: where it stands after each.

    Every attack describes the target as it is before the first; words before the first scenario belong to all attacks
    that know them. An attack that names no scenario is the first one with the changes said.
    """
    from probcalc.analysis.sequence import on_target
    from probcalc.analysis.sequence import sequence as resolved
    from probcalc.present.reports.sequence import curve_report, stages_report

    shared, said, names = _attacks(words)
    requests = on_target(shared, said, current_roster())
    found = resolved([(scenario, with_roster_figures(scenario, given)) for scenario, given in requests])
    legend = [f"{stage.name}: {name}" for stage, name in zip(found.stages, names, strict=True)]
    put_report((curve_report if curve else stages_report)(found, legend), form)


def _attacks(words: Sequence[str]) -> tuple[dict[str, Any], list[tuple[str, dict[str, Any]]], list[str]]:
    """What all attacks share, the attacks with `then` between them, and each as it was said."""
    from probcalc.scenarios.errors import InputError, unknown_name
    from probcalc.scenarios.rosters import known_names

    parts = between(words, "then")
    begin = next((place for place, word in enumerate(parts[0]) if "=" not in word), None)
    if begin is None:
        raise InputError("the first attack names a scenario, as in target=spearmen chronopia.shooting then cover=1")
    shared_words, parts[0] = parts[0][:begin], parts[0][begin:]
    requests = requests_of(parts)
    known = {scenario: known_names(scenario, current_roster()) for scenario, _ in requests}
    shared: dict[str, Any] = {}
    for word in shared_words:
        name = word.partition("=")[0]
        scenario = next((scenario for scenario, names in known.items() if name in names), "")
        if not scenario:
            raise unknown_name("parameter", name, [n for names in known.values() for n in names], " of any attack")
        if name in shared:
            raise InputError(f"{name} is given twice", name)
        shared |= parse_words(scenario, [word])
    return shared, requests, [" ".join(part) for part in parts]
