"""`probcalc joint`: two results of one play together."""

from __future__ import annotations

import click

from probcalc.cli.arguments import asked, examples, form, request
from probcalc.cli.output import put, put_report


@click.command(
    short_help="Two results together: a two-way table, covariance and correlation.",
    epilog=examples(
        "probcalc joint chronopia.melee attacker=the_cursed target=spearmen --results wounds,attacker_dazed",
        "probcalc joint oathmark.combat a.unit=troll --results a_casualties,b_casualties --json",
        "probcalc joint mechanics.race --results winner,rounds --csv",
    ),
)
@request
@click.option("--results", required=True, metavar="ONE,OTHER", help="The two results, both decided by the same play.")
@form("json", "csv", "markdown")
def joint(scenario: str, words: tuple[str, ...], results: str, form: str | None) -> None:
    """Two results that one play decides: a two-way table of their chances, covariance and correlation.

    The sums at the margins are either result alone; below, every pair is listed exactly. A probability has the
    outcomes 0 and 1, 1 when it happened: "no" and "yes" in the table.
    """
    import json

    from probcalc.analysis.together import joint as both
    from probcalc.present.reports.together import together_report

    found = both(scenario, asked(scenario, words), [name.strip() for name in results.split(",")])
    if form == "json":
        put(json.dumps(found.to_json(), ensure_ascii=False, indent=2))
    else:
        # Whoever wants rows for a spreadsheet has every pair, however many there are.
        listed = {"most_pairs": len(found.table)} if form == "csv" else {}
        put_report(together_report(found, **listed), form)
