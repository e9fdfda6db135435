"""Finding a unit, a weapon, a question or a rule by its words: `probcalc search`."""

from __future__ import annotations

import click

from probcalc.cli.arguments import examples, form
from probcalc.cli.output import put, put_data, strong


@click.command(
    short_help="Search units, weapons, questions and rules.",
    epilog=examples(
        "probcalc search spear",
        "probcalc search break test --json",
    ),
)
@click.argument("words", nargs=-1, required=True)
@form("json")
def search(words: tuple[str, ...], form: str | None) -> None:
    """Whatever the WORDS name: units, weapons, questions, rules and terms of every game, with how to ask about it."""
    from probcalc.links import to_command
    from probcalc.present.search import search as found_by
    from probcalc.scenarios.errors import InputError

    query = " ".join(words)
    found = found_by(query)
    if not found.entries:
        hint = f"; did you mean {found.instead[0]}?" if found.instead else ""
        raise InputError(f'nothing is called "{query[:40]}"{hint}')
    if form == "json":
        put_data({"query": query, "count": found.count, "found": [entry.to_json() for entry in found.entries]})
        return
    blocks = []
    for entry in found.entries:
        lines = [f"{strong(entry.title)} ({entry.kind})", f"  {entry.note}"]
        if entry.scenario:
            lines.append(f"  {to_command(entry.scenario, entry.parameters)}")
        blocks.append("\n".join(lines))
    if found.count > len(found.entries):
        blocks.append(f"{found.count - len(found.entries)} more; say more words.")
    put("\n\n".join(blocks))
