"""The report of every entry of a table in one request: every weapon, attacker or target, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Cell, Column, Refused, Report, Row
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.presets import PresetEntry, PresetTable
from probcalc.present.reports.measured import (
    cell,
    exact,
    first_answer,
    measured_report,
    number_in_words,
    numbers_of,
    refusals,
    shared_parties,
    short_words,
    trial_data,
)
from probcalc.present.words.requests import standing_in, table_within
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import Party, unnamed
from probcalc.scenarios.sentences import lower_first

_MOST_OTHERS = 5


def entries_report(found: PresetTable, called: Sequence[Party] = ()) -> Report:
    """Every entry by falling number, with the other numbers of its answer; the one that is given is marked.

    >>> from probcalc.analysis.tables.presets import presets
    >>> report = entries_report(presets("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}))
    >>> report.counts, report.rows[0].cells[:2]
    ('Target slain', ('own weapon: Two-handed Battle Axe', Fraction(369, 625)))
    """
    trials = [entry.trial for entry in found.entries]
    first = first_answer(trials)
    others = [m for m in numbers_of(first) if m != found.measure][:_MOST_OTHERS] if first else []
    counts, unit = number_in_words(found.measure, trials, called)
    if first is not None:
        first = first.taking_part([_of_row(party, found) for party in shared_parties(trials, called)])
    known = called or (found.present.answer.parties if found.present.answer is not None else ())
    # Whoever leads is named by what counts already.
    leads = bool(known) and found.parameter.name.startswith(f"{known[0].key}.")
    ranked = lower_first(found.parameter.label) if leads else table_within(found.parameter, known)
    # What a unit does for its points is asked of the one who acts.
    costed = found.parameter.belongs_to == "attacker" and any(entry.points for entry in found.entries)
    columns = (
        Column(found.parameter.table or found.parameter.label, "name"),
        Column(short_words(found.measure, first), unit),
        *(Column(short_words(m, first), m.unit(first), detail=True) for m in others if first),
        *((Column("points", "number", detail=True), Column("per point", unit, detail=True)) if costed else ()),
        Column("exact", "exact", unit),
    )
    present = found.present.answer
    chosen = present.scenario.value_of(found.parameter.name) if present is not None else None
    own = standing_in(present.scenario).get(found.parameter.name, "") if present is not None else ""
    if chosen == NOTHING:
        chosen = own or chosen
    # What stands against every entry's figures is said once.
    seen = [set(trial.answer.notes) for trial in trials if trial.answer is not None]
    return measured_report(
        found,
        (counts, unit),
        "entries",
        f"{counts}{',' if ':' in counts else ''} for every {ranked}",
        columns,
        (_row(entry, others, entry.id == chosen, _name_of(entry, own, found), costed) for entry in found.ranked()),
        notes=tuple(sorted(set.intersection(*seen))) if seen else (),
        refusals=refusals((entry.label, entry.trial) for entry in found.entries),
        drawing="ranked",
        data={
            "parameter": found.parameter.name,
            "entries": {entry.id: {"label": entry.label} | trial_data(entry.trial) for entry in found.entries},
        },
    )


def _of_row(party: Party, found: PresetTable) -> Party:
    """Whoever is another in each row is called what the rows are: "winner: unit"."""
    if party.named or found.parameter.name.partition(".")[0] != party.key:
        return party
    return unnamed(party.key, party.role, called=f"the {lower_first(found.parameter.label)}")


def _name_of(entry: PresetEntry, own: str, found: PresetTable) -> str:
    """The name of an entry with its size, "Human Cavalry (10 figures, the most)", and what holds anyway as such."""
    name = f"{entry.label} ({entry.size})" if entry.size else entry.label
    return f"{found.parameter.absent}: {name}" if own and entry.id == own else name


def _row(entry: PresetEntry, others: list[Measure], is_chosen: bool, name: str, costed: bool) -> Row:
    value = cell(entry.trial)
    answer = entry.trial.answer
    rest: list[Cell] = [None if answer is None or isinstance(value, Refused) else _other(m, answer) for m in others]
    if costed:
        rest += _for_points(entry)
    return Row((name, value, *rest, exact(value)), is_present=is_chosen)


def _for_points(entry: PresetEntry) -> list[Cell]:
    """The points of an entry, and its number for each of them."""
    if entry.points is None or entry.trial.value is None:
        return [None, None]
    return [Fraction(entry.points), entry.trial.value / entry.points]


def _other(measure: Measure, answer: Answer) -> Fraction | None:
    return measure.of(answer) if measure.result in answer else None
