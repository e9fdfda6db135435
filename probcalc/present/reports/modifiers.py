"""The report of what each modifier is worth: every legal change alone, the greatest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from probcalc.analysis.beside.modifiers import Modifiers, ModifierStep
from probcalc.analysis.findings.report import Column, Refused, Report, Row
from probcalc.present.numbers.text import number_text
from probcalc.present.reports.measured import cell, exact, measured_report, number_in_words, shared_parties, trial_data
from probcalc.present.words.labels import tell_once
from probcalc.present.words.requests import parameter_words, value_words, without_words
from probcalc.scenarios import registry
from probcalc.scenarios.parties import Party
from probcalc.scenarios.value_text import value_text


def step_words(step: ModifierStep, parties: Sequence[Party] = ()) -> str:
    """A change in a few words: "Charging", "without charging", "Modifier +1", "Facing: back"; `parties` by their names.

    >>> from probcalc.analysis.beside.modifiers import modifiers
    >>> found = modifiers("chronopia.melee", {"target": "spearmen"})
    >>> sorted(step_words(step) for step in found.steps)[:4]
    ['Brace support', 'Braced', 'Charging', 'Command boost']
    """
    label = parameter_words(step.parameter, parties)
    if step.parameter.kind == "boolean":
        return label if step.new else without_words(step.parameter, parties)
    if step.parameter.kind == "integer" and isinstance(step.new, int) and isinstance(step.old, int):
        return f"{label} {step.new - step.old:+d}"
    return f"{label}: {value_words(step.parameter, step.new)}"


def modifiers_report(found: Modifiers, called: Sequence[Party] = ()) -> Report:
    """What each change adds or takes, and what the number is then; those without effect are idle rows.

    >>> from probcalc.analysis.beside.modifiers import modifiers
    >>> report = modifiers_report(modifiers("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}))
    >>> report.says, report.rows[0].cells[0]
    (('Target slain now: 59.0%',), 'The Spearman is Dazed: full (+4)')
    """
    counts, unit = number_in_words(found.measure, [found.present], called)
    parties = shared_parties([found.present], called)
    columns = (
        Column("change", "name"),
        Column("worth", "change", unit),
        Column("then", unit),
        Column("then, exactly", "exact", unit),
    )
    now = "" if found.present.value is None else number_text(found.present.value, unit)
    noted = ((step, note) for step in found.steps if step.change == 0 for note in step.notes)
    told = _reasons_told_once(found, noted, parties)
    notes = [f"{names}: {why if why.endswith('.') else f'no effect here, {why}.'}" for names, why in told]
    idle = [step_words(step, parties) for step in found.steps if step.change == 0 and not step.notes]
    if idle:
        notes.append(f"No effect here: {'; '.join(idle)}.")
    if not found.steps:
        notes.append(f"{found.scenario_id} has no {' or '.join(f'{role}s' for role in found.roles)}.")
    return measured_report(
        found,
        (counts, unit),
        "modifiers",
        f"{counts}: what each change is worth",
        columns,
        (_row(step, parties) for step in found.steps),
        says=(f"{counts} now: {now}",),
        notes=tuple(notes),
        refusals=tuple(
            _reasons_told_once(found, ((s, s.trial.refusal) for s in found.steps if s.trial.refusal), parties)
        ),
        drawing="changes",
        data={
            "present": trial_data(found.present),
            "steps": [
                {"parameter": step.parameter.name, "old": value_text(step.old), "new": value_text(step.new)}
                | ({} if step.change is None else {"change": step.change})
                | trial_data(step.trial)
                for step in found.steps
            ],
        },
    )


def _reasons_told_once(
    found: Modifiers, whys: Iterable[tuple[ModifierStep, str]], parties: Sequence[Party]
) -> list[tuple[str, str]]:
    """Why changes do nothing or are refused, each reason once with all that it is told of."""
    told = ((s.parameter.name, parameter_words(s.parameter, parties), step_words(s, parties), why) for s, why in whys)
    return tell_once(told, registry.scenario(found.scenario_id), parties)


def _row(step: ModifierStep, parties: Sequence[Party]) -> Row:
    value = cell(step.trial)
    worth = value if isinstance(value, Refused) else step.change
    is_idle = isinstance(value, Refused) or step.change == 0
    return Row((step_words(step, parties), worth, exact(value), exact(value)), is_idle=is_idle)
