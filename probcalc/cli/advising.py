"""`probcalc advise` and `probcalc allocate`: what one side does best, in words and in numbers."""

from __future__ import annotations

from typing import Any

import click

from probcalc.analysis.applying import aims
from probcalc.cli.arguments import asked, examples, form, request_of
from probcalc.cli.names import ResultName
from probcalc.cli.output import FILE, file_bytes, put_report

_MOST_BYTES = 1_000_000
_PARTS = ("attackers", "targets", "aim", "look", "order")


def _read_points(ctx: click.Context, option: click.Parameter, said: str) -> int:
    """The points, or the last of a span from 0 on: every number of points up to it is answered."""
    text = said.removeprefix("0..")
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        from probcalc.scenarios.errors import InputError
        from probcalc.scenarios.given_values import shown

        raise InputError(f"points is 0..6, or a span from 0 on such as 0..6, not {shown(said) or 'nothing'}", "points")
    return int(text)


@click.command(
    short_help="The best decisions where the rules leave a choice.",
    epilog=examples(
        "probcalc advise chronopia.melee attacker=the_cursed target=spearmen --aim slain --points 3",
        "probcalc advise chronopia.melee noa=3 wounds=3 --aim wounds --at-least 2 --points 0..6",
        "probcalc advise chronopia.test value=12 --aim outcome --outcome perfect --points 3 --json",
    ),
)
@request_of(aims)
@click.option(
    "--aim", default="", type=ResultName(aims), metavar="RESULT", help="The result to optimise (default: the first)."
)
@click.option("--at-least", type=int, metavar="N", help="Report the chance of at least N instead of the average.")
@click.option("--outcome", metavar="NAME", help="Its chance of this one outcome.")
@click.option("--least", is_flag=True, help="Minimise instead of maximise.")
@click.option(
    "--points",
    default="0",
    callback=_read_points,
    metavar="N",
    help="Points to spend, 0 to 6; a span from 0 on, as 0..6.",
)
@click.option("--side", default="", metavar="NAME", help="Whose decisions are sought; Side A without.")
@click.option("--opponent", default="as_given", metavar="as_given|best", help="How the opponent plays.")
@form("json", "csv", "markdown")
def advise(
    scenario: str,
    words: tuple[str, ...],
    aim: str,
    at_least: int | None,
    outcome: str | None,
    least: bool,
    points: int,
    side: str,
    opponent: str,
    form: str | None,
) -> None:
    """The best that a side can do, where the rules leave it a choice: the value, the policy, and every fixed plan.

    What a player knows at a decision are the dice rolled so far, the points left and the state of play.
    """
    from probcalc.analysis.advise import advise as advised
    from probcalc.present.reports.advice import advice_report

    wanted: dict[str, Any] = {"result": aim, "at_least": at_least, "outcome": outcome, "least": least}
    found = advised(scenario, asked(scenario, words), aim=wanted, points=points, side=side, opponent=opponent)
    put_report(advice_report(found), form)


@click.command(
    short_help="Who attacks whom, and in which order.",
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
def allocate(plan: str, aim: str | None, look: bool | None, order: str | None, form: str | None) -> None:
    """The best way to divide attacks among targets: planned in advance, and decided after each attack.

    The file holds {"attackers": [{"scenario", "parameters", "name", "targets"}], "targets": [{"name", "parameters",
    "points"}]}. Each attacker attacks once, and what an attack leaves behind is found by the next.
    """
    from probcalc.analysis.allocate import allocate as allocated
    from probcalc.present.reports.allocation import allocation_report

    said = _read(plan)
    for name, value in (("aim", aim), ("look", look), ("order", order)):
        if value is not None:
            said[name] = value
    found = allocated(
        said.get("attackers", ()),
        said.get("targets", ()),
        said.get("aim", "targets"),
        look=said.get("look", False),
        order=said.get("order", "listed"),
    )
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
