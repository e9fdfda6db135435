"""`probcalc allocate`: who attacks whom."""

from __future__ import annotations

from typing import Any

import click

from probcalc.cli.arguments import examples, form
from probcalc.cli.output import FILE, file_bytes, put_report

_MOST_BYTES = 1_000_000
_PARTS = ("attackers", "targets", "aim", "look", "order")


@click.command(
    short_help="Which attacker attacks which target, and in which order.",
    epilog=examples(
        "probcalc allocate --file examples/who_attacks_whom.json",
        "probcalc allocate --file examples/who_attacks_whom.json --aim all --look --order free",
    ),
)
@click.option(
    "--file",
    "plan",
    required=True,
    type=FILE,
    metavar="PLAN.json",
    help="The attackers and the targets, and what may stand there too: aim, look and order.",
)
@click.option("--aim", metavar="AIM", help="targets, points, all, at_least:K, target:NAME or losses.")
@click.option("--look", is_flag=True, default=None, help="See what has become of the targets before each attack.")
@click.option("--order", metavar="listed|free", help="As listed, or whichever attacker is best next.")
@form("json", "csv", "markdown")
def allocate(plan: str, form: str | None, **said: Any) -> None:
    """The best way to divide attacks among targets: planned in advance, and decided after each attack.

    The file holds {"attackers": [{"scenario", "parameters", "name", "targets"}], "targets": [{"name", "parameters",
    "points"}]}. Each attacker attacks once, and what an attack leaves behind is found by the next.
    """
    from probcalc.analysis.allocate import allocate as allocated
    from probcalc.present.reports.allocation import allocation_report

    told = {name: value for name, value in said.items() if value is not None}
    found = allocated(**{"attackers": (), "targets": (), "aim": "targets", **_read(plan), **told})
    put_report(allocation_report(found), form)


def _read(file: str) -> dict[str, Any]:
    import json

    from probcalc.scenarios.errors import InputError, unknown_name

    data = file_bytes(file, _MOST_BYTES)
    if len(data) > _MOST_BYTES:
        raise InputError(f"the plan has more than {_MOST_BYTES:,} bytes", "plan")
    try:
        said = json.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise InputError(f"the plan is no JSON: {str(error)[:80]}", "plan") from None
    if not isinstance(said, dict):
        raise InputError("the plan is a JSON object with attackers and targets", "plan")
    for name in said:
        if name not in _PARTS:
            raise unknown_name("part", name, _PARTS, " of a plan")
    return said
