"""Several attacks on one target: `probcalc sequence`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from probcalc.analysis.applying import leaves_a_target
from probcalc.cli.arguments import (
    between,
    current_roster,
    examples,
    form,
    parse_words,
    requests_beside,
    requests_of,
    with_roster_figures,
)
from probcalc.cli.output import put_report


@click.command(
    short_help="Several attacks on one target, one after the other.",
    epilog=examples(
        "probcalc sequence target=spearmen chronopia.shooting attacker=archers then chronopia.melee cc=13",
        "probcalc sequence tide_of_battle.shooting models=10 then tide_of_battle.melee models=8 charging=true --curve",
        "probcalc sequence thud_and_blunder.attack skill=4 then skill=5 then skill=6",
        "probcalc sequence mechanics.attack health=6 damage_die=6 then attacks=3 --json",
    ),
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
