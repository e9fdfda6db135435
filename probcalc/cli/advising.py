"""`probcalc advise`: what one side does best, in words and in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from probcalc.cli.arguments import asked, examples, form, request
from probcalc.cli.names import ResultName
from probcalc.cli.output import put, strong

if TYPE_CHECKING:
    from probcalc.analysis.advise import Advice


def _read_points(ctx: click.Context, option: click.Parameter, said: str) -> int:
    """The points, or the last of a span of them: every number of points up to it is answered."""
    first, dots, last = said.partition("..")
    text = last if dots else first
    if not text.isascii() or not text.isdigit() or len(text) > 3 or (dots and not first.isdigit()):
        from probcalc.scenarios.errors import InputError

        raise InputError(f"points is 0..6, or a span such as 0..6, not {said[:40]}", "points")
    return int(text)


@click.command(
    short_help="What to do where the rules leave a choice.",
    epilog=examples(
        "probcalc advise chronopia.melee attacker=the_cursed target=spearmen --aim slain --points 3",
        "probcalc advise chronopia.melee noa=3 wounds=3 --aim wounds --at-least 2 --points 0..6",
        "probcalc advise chronopia.test value=12 --aim outcome --outcome perfect --points 3 --json",
    ),
)
@request
@click.option("--aim", required=True, type=ResultName(), metavar="RESULT", help="The result that is aimed at.")
@click.option("--at-least", type=int, metavar="N", help="Its chance of N or more, in place of the mean.")
@click.option("--outcome", metavar="NAME", help="Its chance of this one outcome.")
@click.option("--least", is_flag=True, help="As little of it as can be, in place of as much.")
@click.option(
    "--points", default="0", callback=_read_points, metavar="N", help="Points to spend, 0 to 6; a span such as 0..6."
)
@click.option("--side", default="", metavar="NAME", help="Whose decisions are sought; the first side without.")
@click.option("--opponent", default="as_given", metavar="as_given|best", help="Whether the other side plays its best.")
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

    wanted: dict[str, Any] = {"result": aim, "at_least": at_least, "outcome": outcome, "least": least}
    found = advised(scenario, asked(scenario, words), aim=wanted, points=points, side=side, opponent=opponent)
    if form == "json":
        from probcalc.present.json_text import spread

        put(spread(found.to_json()))
    else:
        _show(found, form)


def _show(found: Advice, form: str | None) -> None:
    from probcalc.present.advice import advice_sentence, choice_rows, point_rows

    tables = [choice_rows(found)] if found.choices else []
    if len(found.table) > 1:
        tables.append(point_rows(found))
    if form == "csv":
        from probcalc.present.csv_text import csv_lines

        put("\n\n".join(csv_lines(rows) for rows in tables))
        return
    from probcalc.present.grid import columns, markdown_escaped, markdown_table

    sentence = advice_sentence(found)
    blocks: list[str] = []
    if form == "markdown":
        blocks.append(f"**{markdown_escaped(sentence)}**")
        blocks.append("\n".join(f"{n}. {markdown_escaped(line)}" for n, line in enumerate(found.policy, 1)))
        blocks += ["\n".join(markdown_table(rows, (1, 2, 3, 4)[: len(rows[0]) - 1])) for rows in tables]
        blocks += ["\n".join(f"- {markdown_escaped(note)}" for note in found.notes)] if found.notes else []
    else:
        blocks.append(strong(sentence))
        blocks.append("\n".join(f"{n}. {line}" for n, line in enumerate(found.policy, 1)))
        for rows in tables:
            lines = columns(rows, (1, 2, 3, 4)[: len(rows[0]) - 1])
            blocks.append("\n".join([strong(lines[0]), *lines[1:]]))
        blocks += ["\n".join(found.notes)] if found.notes else []
    put("\n\n".join(blocks))
