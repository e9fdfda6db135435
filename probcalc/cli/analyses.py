"""Many answers at once: `probcalc weapons`, `modifiers`, `table`, `needed` and `compare`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from probcalc.cli.arguments import (
    ParameterName,
    asked,
    examples,
    form,
    measured,
    parsed,
    progress_bar,
    put,
    request,
    roster_said,
    settled,
    strong,
    with_roster,
)

if TYPE_CHECKING:
    from probcalc.analysis.compare import RequestComparison
    from probcalc.analysis.measure import Measure
    from probcalc.analysis.trial import Trial

OF = click.option("--of", "parameter", default="", type=ParameterName(), metavar="NAME", help="The parameter to vary.")


def _put_rows(form: str | None, rows: Sequence[Sequence[str]], notes: Sequence[str], title: str = "") -> None:
    """Rows as text, Markdown or CSV; the notes follow, in CSV they go to standard error."""
    from probcalc.present.csv_text import csv_lines
    from probcalc.present.grid import columns, markdown_escaped, markdown_table

    right = tuple(range(1, len(rows[0])))
    if form == "csv":
        put(csv_lines(rows))
        for note in notes:
            click.echo(note, err=True)
        return
    said = list(notes)
    if form == "markdown":
        lines = markdown_table(rows, right)
        said = [f"- {markdown_escaped(note)}" for note in notes]
        title = markdown_escaped(title)
    else:
        lines = columns(rows, right)
        lines[0] = strong(lines[0])
    put("\n".join([*([title, ""] if title else []), *lines, *([""] if said else []), *said]))


def _trial_data(trial: Trial) -> dict[str, Any]:
    from probcalc.exact.numerals import fraction_text

    return {"refused": trial.refusal} if trial.value is None else {"value": fraction_text(trial.value)}


def _measure_data(wanted: Measure) -> dict[str, Any]:
    data: dict[str, Any] = {"result": wanted.result}
    if wanted.at_least is not None:
        data["at_least"] = wanted.at_least
    return data if wanted.outcome is None else data | {"outcome": wanted.outcome}


@click.command(
    short_help="Every weapon, attacker or target of a table, compared.",
    epilog=examples(
        "probcalc weapons chronopia.melee attacker=the_cursed target=spearmen",
        "probcalc weapons chronopia.melee target=spearmen --of attacker",
        "probcalc weapons chronopia.melee attacker=the_cursed --of target --result wounds --at-least 2",
    ),
)
@request
@OF
@measured
@form("json", "csv", "markdown")
def weapons(
    scenario: str,
    words: tuple[str, ...],
    parameter: str,
    result: str,
    at_least: int | None,
    outcome: str | None,
    form: str | None,
) -> None:
    """Every entry of a table in the present request, the best first: every weapon, or --of attacker, --of target."""
    from probcalc.analysis.measure import measure
    from probcalc.analysis.presets import presets
    from probcalc.present.analyses import digits, number_words, preset_rows, refusals

    given = asked(scenario, words)
    wanted = measure(scenario, result, at_least, outcome, given)
    with progress_bar("Computing") as progress:
        found = presets(scenario, given, parameter, wanted, progress, roster_said())
    if form == "json":
        from probcalc.present.json_text import spread

        entries = {entry.id: {"label": entry.label} | _trial_data(entry.trial) for entry in found.entries}
        head = {"scenario": scenario, "measure": _measure_data(wanted)}
        put(spread(head | {"parameter": found.parameter.name, "entries": entries}))
        return
    notes = refusals([(entry.label, entry.trial) for entry in found.entries])
    # What stands against every entry's figures is said once.
    seen = [set(e.trial.answer.notes) for e in found.entries if e.trial.answer is not None]
    notes += sorted(set.intersection(*seen)) if seen else []
    _put_rows(form, preset_rows(found, digits if form == "csv" else number_words), notes)


@click.command(
    short_help="What each legal modifier is worth now.",
    epilog=examples(
        "probcalc modifiers chronopia.melee attacker=the_cursed target=spearmen",
        "probcalc modifiers chronopia.melee attacker=the_cursed target=spearmen --result wounds",
        "probcalc modifiers chronopia.melee attacker=the_cursed target=spearmen --rulings",
    ),
)
@request
@click.option("--rulings", is_flag=True, help="The readings of unclear rules in place of the modifiers.")
@measured
@form("json", "csv", "markdown")
def modifiers(
    scenario: str,
    words: tuple[str, ...],
    rulings: bool,
    result: str,
    at_least: int | None,
    outcome: str | None,
    form: str | None,
) -> None:
    """What each legal modifier is worth in the present request, each taken alone, the greatest change first."""
    from probcalc.analysis.measure import measure
    from probcalc.analysis.modifiers import modifiers as worth
    from probcalc.links import value_text
    from probcalc.present.analyses import digits, kind_of, label_of, modifier_rows, number_words, refusals, step_words

    given = asked(scenario, words)
    wanted = measure(scenario, result, at_least, outcome, given)
    with progress_bar("Computing") as progress:
        found = worth(scenario, given, wanted, ("ruling",) if rulings else ("modifier",), progress)
    if form == "json":
        from probcalc.exact.numerals import fraction_text
        from probcalc.present.json_text import spread

        steps = [
            {"parameter": s.parameter.name, "old": value_text(s.old), "new": value_text(s.new)}
            | ({} if s.change is None else {"change": fraction_text(s.change)})
            | _trial_data(s.trial)
            for s in found.steps
        ]
        head = {"scenario": scenario, "measure": _measure_data(wanted)}
        put(spread(head | {"present": _trial_data(found.present), "steps": steps}))
        return
    kind = kind_of(wanted, [found.present])
    title = f"{label_of(wanted, [found.present])} now: {number_words(found.present.value, kind)}"
    idle = [f"{step_words(step)}: {note}" for step in found.steps if step.change == 0 for note in step.notes]
    notes = refusals([(step_words(step), step.trial) for step in found.steps]) + idle
    rows = modifier_rows(found, digits, digits) if form == "csv" else modifier_rows(found)
    _put_rows(form, rows, notes, title)


@click.command(
    short_help="One number for all values of one or two parameters.",
    epilog=examples(
        "probcalc table chronopia.melee --rows weapon --columns modifier=-3..3 --result slain",
        "probcalc table chronopia.armour --rows damage=8..14 --columns armour=16..24/2 --csv",
        "probcalc table chronopia.melee target=spearmen --rows attacker --result wounds --at-least 1",
    ),
)
@request
@click.option("--rows", required=True, metavar="NAME[=VALUES]", help="The parameter down the side.")
@click.option("--columns", metavar="NAME[=VALUES]", help="The parameter across the top.")
@measured
@form("json", "csv", "markdown")
def table(
    scenario: str,
    words: tuple[str, ...],
    rows: str,
    columns: str | None,
    result: str,
    at_least: int | None,
    outcome: str | None,
    form: str | None,
) -> None:
    """One number for all values of one or two parameters, all else as given.

    VALUES are written -3..3, 10..40/5 (in steps of 5), spear,sword or not at all, which means every one.
    """
    from probcalc.analysis.measure import measure
    from probcalc.analysis.table import axis
    from probcalc.analysis.table import table as tabulated
    from probcalc.links import value_text
    from probcalc.present.analyses import digits, label_of, number_words, refusals, table_rows, table_trials

    given = asked(scenario, words)
    down = axis(scenario, *rows.partition("=")[::2])
    across = axis(scenario, *columns.partition("=")[::2]) if columns else None
    wanted = measure(scenario, result, at_least, outcome, given)
    with progress_bar("Computing") as progress:
        found = tabulated(scenario, given, down, across, wanted, progress)
    if form == "json":
        from probcalc.present.json_text import spread

        sides: dict[str, Any] = {"rows": {down.parameter.name: [value_text(v) for v in down.values]}}
        if across:
            sides["columns"] = {across.parameter.name: [value_text(v) for v in across.values]}
        head = {"scenario": scenario, "measure": _measure_data(wanted)}
        put(spread(head | sides | {"cells": [[_trial_data(cell) for cell in row] for row in found.cells]}))
        return
    trials = [cell for row in found.cells for cell in row]
    title = "" if form == "csv" or across is None else label_of(wanted, trials)
    cells = table_rows(found, digits if form == "csv" else number_words)
    _put_rows(form, cells, refusals(table_trials(found)), title)


@click.command(
    short_help="How many attacks, models or dice for 50, 75 and 90 %.",
    epilog=examples(
        "probcalc needed chronopia.melee attacker=spearmen target=the_cursed",
        "probcalc needed chronopia.armour --of damage --percent 60",
        "probcalc needed chronopia.melee target=spearmen --result wounds --at-least 2",
    ),
)
@request
@OF
@measured
@click.option("--percent", multiple=True, type=click.IntRange(1, 100), help="A share in place of 50, 75 and 90.")
@form("json")
def needed(
    scenario: str,
    words: tuple[str, ...],
    parameter: str,
    result: str,
    at_least: int | None,
    outcome: str | None,
    percent: tuple[int, ...],
    form: str | None,
) -> None:
    """The smallest number of attacks, models or dice that makes a chance of 50, 75 and 90 %."""
    from probcalc.analysis.measure import measure
    from probcalc.analysis.needed import SHARES
    from probcalc.analysis.needed import needed as amounts
    from probcalc.present.analyses import needed_lines

    given = asked(scenario, words)
    named = result or at_least is not None or outcome is not None
    wanted = measure(scenario, result, at_least, outcome, given) if named else None
    shares = [Fraction(p, 100) for p in sorted(set(percent))] or list(SHARES)
    with progress_bar("Computing") as progress:
        found = amounts(scenario, given, parameter, wanted, shares, progress)
    if form == "json":
        from probcalc.exact.numerals import fraction_text
        from probcalc.present.json_text import spread

        reached = [
            {"share": fraction_text(t.share), "value": t.value}
            | ({} if t.chance is None else {"chance": fraction_text(t.chance)})
            for t in found.thresholds
        ]
        head = {"scenario": scenario, "measure": _measure_data(found.measure)}
        put(spread(head | {"parameter": found.parameter.name, "thresholds": reached}))
        return
    put("\n".join(needed_lines(found)))


@click.command(
    short_help="Two to four requests side by side.",
    epilog=examples(
        "probcalc compare chronopia.melee attacker=the_cursed target=spearmen vs charging=true",
        "probcalc compare chronopia.melee cc=11 vs cc=12 vs cc=13",
        "probcalc compare oathmark.combat vs mechanics.opposed a.die=10 b.die=10",
    ),
)
@click.argument("words", nargs=-1, required=True, metavar="SCENARIO [name=value]... vs [SCENARIO] [name=value]...")
@with_roster
@form("json", "csv", "markdown")
def compare(words: tuple[str, ...], form: str | None) -> None:
    """Two to four requests side by side, with `vs` between them.

    A request after `vs` that names no scenario is the first one with the changes said.
    """
    from probcalc.analysis.compare import compare as side_by_side
    from probcalc.present.analyses import comparison_rows, digits, dominance_words

    requests, names = _requests(words)
    found = side_by_side(requests)
    if form == "json":
        from probcalc.present.json_text import spread

        put(spread(_comparison_data(found)))
        return
    legend = [f"{request.name}: {name}" for request, name in zip(found.requests, names, strict=True)]
    notes = [dominance_words(found, pair) for pair in found.dominance]
    _put_rows(form, comparison_rows(found, digits if form == "csv" else None), [*legend, *notes])


def _requests(words: Sequence[str]) -> tuple[list[tuple[str, dict[str, Any]]], list[str]]:
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
