"""What there is: `probcalc systems`, `presets`, `rules` and `search`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from probcalc.cli.arguments import command, form
from probcalc.cli.names import ScenarioOrSystemId, SystemId
from probcalc.cli.output import put, put_data, remark, strong
from probcalc.exact.errors import suggestion

if TYPE_CHECKING:
    from probcalc.scenarios.registry import System

STATUS_WORDS = {
    "covered": "computed",
    "partial": "computed in part",
    "not_dice": "not a matter of dice",
    "not_modelled": "not modelled",
}


@command(
    "The games and their scenarios.",
    "probcalc systems",
    "probcalc systems oathmark",
)
@click.argument("system", required=False, type=SystemId())
@form("json")
def systems(system: str | None, form: str | None) -> None:
    """The games and the questions that can be asked of each; with SYSTEM, of one."""
    from probcalc.present.writing.grid import columns
    from probcalc.scenarios import registry

    found = [registry.system(system)] if system else list(registry.systems())
    if form == "json":
        from probcalc.present.writing.description import system_data

        put_data({each.id: system_data(each) for each in found})
        _say_refused()
        return
    blocks: list[str] = []
    for each in found:
        lines = [f"{strong(each.name)}: {each.dice} ({each.edition})"]
        lines += columns([(model.id, model.question()) for model in each.scenarios], indent="  ")
        if system:
            lines += ["", *(f"Not modelled: {reason}" for reason in each.not_modelled)]
        blocks.append("\n".join(lines))
    put("\n\n".join(blocks))
    if not system:
        _say_refused()


def _say_refused() -> None:
    """Name the games that cannot be loaded; the others are listed all the same."""
    from probcalc.scenarios import registry

    for name, why in registry.refusals().items():
        remark(f"{name} cannot be loaded: {why}")


@command(
    "Example questions, as commands.",
    "probcalc presets chronopia.melee",
    "probcalc presets chronopia",
)
@click.argument("scenario", type=ScenarioOrSystemId(), metavar="SCENARIO|SYSTEM")
@form("json")
def presets(scenario: str, form: str | None) -> None:
    """Questions ready to ask of a scenario, or of a whole system: their names, and the commands that ask them."""
    from probcalc.links import to_command
    from probcalc.scenarios import registry
    from probcalc.scenarios.errors import nearest_name

    whole = "." not in scenario and bool(nearest_name(scenario, registry.system_ids()))
    offered = (registry.system(scenario) if whole else registry.system_of(registry.scenario(scenario).id)).presets
    found = [p for p in offered if whole or p.scenario == scenario]
    if form == "json":
        put_data({"presets": [{"scenario": p.scenario, "name": p.name, "given": dict(p.parameters)} for p in found]})
    elif not found:
        put(f"No question is made ready for {scenario}; probcalc describe {scenario} lists its parameters.")
    else:
        put("\n".join(f"{strong(p.name)}\n  {to_command(p.scenario, p.parameters)}" for p in found))


@command(
    "Every dice rule of a system: where it is computed, or why not.",
    "probcalc rules chronopia",
    "probcalc rules chronopia --csv",
)
@click.argument("system", type=SystemId(lambda system: system.is_game))
@form("json", "csv", "markdown")
def rules(system: str, form: str | None) -> None:
    """Every rule of a system that involves dice, with the scenarios that compute it, or the reason why none does."""
    from probcalc.present.writing.csv_text import csv_lines
    from probcalc.present.writing.description import rule_data
    from probcalc.present.writing.grid import markdown_table
    from probcalc.scenarios import registry
    from probcalc.scenarios.errors import InputError

    found = registry.system(system)
    if not found.rules:
        raise InputError(f"{system} has no rules of a game; probcalc systems {system} lists its scenarios", "system")
    counts = Counter(rule.status for rule in found.rules)
    counted = "; ".join(f"{counts[status]} {words}" for status, words in STATUS_WORDS.items() if counts[status])
    summary = f"{found.name}: {len(found.rules)} rules with dice: {counted}."
    rows = [("rule", "title", "status", "where or why")]
    for rule in found.rules:
        why = "; ".join(filter(None, (", ".join(rule.scenarios), rule.reason)))
        rows.append((rule.id, rule.title, STATUS_WORDS.get(rule.status, rule.status), why))
    if form == "json":
        put_data({"system": found.id, "counts": dict(counts), "rules": [rule_data(rule) for rule in found.rules]})
    elif form == "csv":
        put(csv_lines(rows))
    elif form == "markdown":
        put("\n".join([*markdown_table(rows), "", summary]))
    else:
        put("\n".join([*_rule_lines(found), "", summary]))


def _rule_lines(system: System) -> list[str]:
    lines: list[str] = []
    for rule in system.rules:
        status = STATUS_WORDS.get(rule.status, rule.status)
        lines.append(f"{strong(rule.id)} {rule.title}: {status}")
        if rule.scenarios:
            names = [name.partition(".")[2] for name in rule.scenarios]
            lines.append(f"      in {', '.join(names)}")
        if rule.reason:
            lines.append(f"      {rule.reason}")
    return lines


@command(
    "Search units, weapons, questions and rules.",
    "probcalc search spear",
    "probcalc search break test --json",
)
@click.argument("words", nargs=-1, required=True)
@form("json")
def search(words: tuple[str, ...], form: str | None) -> None:
    """Whatever the WORDS name: units, weapons, questions, rules and terms of every game, with how to ask about it."""
    from probcalc.links import to_command
    from probcalc.present.asking.search import search as found_by
    from probcalc.scenarios.errors import InputError

    query = " ".join(words)
    found = found_by(query)
    if not found.entries:
        hint = suggestion("".join(found.instead[:1]))
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
