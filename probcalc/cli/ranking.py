"""What is better, and what is worth more: `probcalc weapons` and `probcalc modifiers`."""

from __future__ import annotations

import click

from probcalc.cli.arguments import OF, asked, examples, form, measured, request, roster_said
from probcalc.cli.output import progress_bar, put
from probcalc.cli.rows import measure_data, need_a_number, put_rows, trial_data


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
    need_a_number(entry.trial for entry in found.entries)
    if form == "json":
        from probcalc.present.json_text import spread

        entries = {entry.id: {"label": entry.label} | trial_data(entry.trial) for entry in found.entries}
        head = {"scenario": scenario, "measure": measure_data(wanted)}
        put(spread(head | {"parameter": found.parameter.name, "entries": entries}))
        return
    notes = refusals([(entry.label, entry.trial) for entry in found.entries])
    # What stands against every entry's figures is said once.
    seen = [set(e.trial.answer.notes) for e in found.entries if e.trial.answer is not None]
    notes += sorted(set.intersection(*seen)) if seen else []
    put_rows(form, preset_rows(found, digits if form == "csv" else number_words), notes)


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
    need_a_number([found.present, *(step.trial for step in found.steps)])
    if form == "json":
        from probcalc.exact.numerals import fraction_text
        from probcalc.present.json_text import spread

        steps = [
            {"parameter": s.parameter.name, "old": value_text(s.old), "new": value_text(s.new)}
            | ({} if s.change is None else {"change": fraction_text(s.change)})
            | trial_data(s.trial)
            for s in found.steps
        ]
        head = {"scenario": scenario, "measure": measure_data(wanted)}
        put(spread(head | {"present": trial_data(found.present), "steps": steps}))
        return
    kind = kind_of(wanted, [found.present])
    title = f"{label_of(wanted, [found.present])} now: {number_words(found.present.value, kind)}"
    idle = [f"{step_words(step)}: {note}" for step in found.steps if step.change == 0 for note in step.notes]
    notes = refusals([(step_words(step), step.trial) for step in found.steps]) + idle
    if not found.steps:
        notes.append(f"{scenario} has no {'rulings' if rulings else 'modifiers'}.")
    rows = modifier_rows(found, digits, digits) if form == "csv" else modifier_rows(found)
    put_rows(form, rows, notes, title)
