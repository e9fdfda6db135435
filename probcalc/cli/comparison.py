"""Requests side by side: `probcalc compare`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from probcalc.cli.arguments import examples, form, parsed, settled, with_roster
from probcalc.cli.names import RequestWord
from probcalc.cli.output import put
from probcalc.cli.rows import put_rows

if TYPE_CHECKING:
    from probcalc.analysis.compare import RequestComparison


@click.command(
    short_help="Two to four requests side by side.",
    epilog=examples(
        "probcalc compare chronopia.melee attacker=the_cursed target=spearmen vs charging=true",
        "probcalc compare chronopia.melee cc=11 vs cc=12 vs cc=13",
        "probcalc compare oathmark.combat vs mechanics.opposed a.die=10 b.die=10",
    ),
)
@click.argument(
    "words",
    nargs=-1,
    required=True,
    type=RequestWord("vs"),
    metavar="SCENARIO [name=value]... vs [SCENARIO] [name=value]...",
)
@with_roster
@form("json", "csv", "markdown")
def compare(words: tuple[str, ...], form: str | None) -> None:
    """Two to four requests side by side, with `vs` between them.

    A request after `vs` that names no scenario is the first one with the changes said.
    """
    from probcalc.analysis.compare import compare as side_by_side
    from probcalc.present.analyses import comparison_rows, digits, dominance_words

    requests, names = requests_of(words)
    found = side_by_side(requests)
    if form == "json":
        from probcalc.present.json_text import spread

        put(spread(_comparison_data(found)))
        return
    legend = [f"{request.name}: {name}" for request, name in zip(found.requests, names, strict=True)]
    notes = [dominance_words(found, pair) for pair in found.dominance]
    put_rows(form, comparison_rows(found, digits if form == "csv" else None), [*legend, *notes])


def requests_of(words: Sequence[str]) -> tuple[list[tuple[str, dict[str, Any]]], list[str]]:
    """The requests between the words `vs`, and each as it was written."""
    from probcalc.scenarios.errors import InputError

    parts: list[list[str]] = [[]]
    for word in words:
        if word == "vs":
            parts.append([])
        else:
            parts[-1].append(word)
    if any(not part for part in parts[:1]) or "=" in parts[0][0]:
        raise InputError("a comparison begins with a scenario, as in chronopia.melee cc=11 vs cc=12")
    requests: list[tuple[str, dict[str, Any]]] = []
    for part in parts:
        if part and "=" not in part[0]:
            requests.append((part[0], parsed(part[0], part[1:])))
        else:
            scenario, given = requests[0]
            requests.append((scenario, given | parsed(scenario, part)))
    requests = [(scenario, settled(scenario, given)) for scenario, given in requests]
    return requests, [" ".join(part) or "the same" for part in parts]


def _comparison_data(found: RequestComparison) -> dict[str, Any]:
    from probcalc.exact.numerals import fraction_text

    numbers = [
        {"label": n.label, "kind": n.kind, "values": [None if v is None else fraction_text(v) for v in n.values]}
        for n in found.numbers
    ]
    pairs = [
        {
            "result": d.result,
            "pair": [found.requests[d.first].name, found.requests[d.second].name],
            "dominance": d.relation,
            "wins": fraction_text(d.wins),
            "ties": fraction_text(d.ties),
            "loses": fraction_text(d.loses),
        }
        for d in found.dominance
    ]
    answers = {request.name: request.answer.to_json() for request in found.requests}
    return {"requests": answers, "numbers": numbers, "pairs": pairs}
