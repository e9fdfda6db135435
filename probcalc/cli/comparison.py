"""Requests side by side: `probcalc compare`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from probcalc.cli.arguments import between, examples, form, requests_beside, requests_of, with_roster_figures
from probcalc.cli.output import put_report


@click.command(
    short_help="Two to four requests side by side.",
    epilog=examples(
        "probcalc compare chronopia.melee attacker=the_cursed target=spearmen vs charging=true",
        "probcalc compare chronopia.melee cc=11 vs cc=12 vs cc=13",
        "probcalc compare oathmark.combat vs mechanics.opposed a.die=10 b.die=10",
    ),
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
