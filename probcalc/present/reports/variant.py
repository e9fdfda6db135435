"""The reports of a variant beside the original: every result, every entry of a table, every modifier."""

from __future__ import annotations

from collections.abc import Iterator

from probcalc.analysis.beside.variant import BesideOriginal, Changed
from probcalc.analysis.findings.report import Cell, Column, Report, Row
from probcalc.analysis.numbers.measure import Measure
from probcalc.present.reports.measured import measure_data, number_in_words, numbers_of, refusals
from probcalc.present.reports.modifiers import step_words
from probcalc.present.words.requests import table_words
from probcalc.scenarios import registry
from probcalc.scenarios.sentences import lower_first

_MOST_PAIRS = 6


def variant_reports(found: BesideOriginal) -> Iterator[Report]:
    """What becomes of the results, of the table's entries and of the modifiers, each where there is something.

    >>> from probcalc.analysis.beside.variant import variant
    >>> reports = variant_reports(variant("chronopia.armour", {"damage": 10}, "d20=2d10"))
    >>> next(reports).rows[0].cells
    ('Wounds caused, mean', Fraction(1, 2), Fraction(11, 20), Fraction(1, 20))
    """
    yield _results(found)
    if found.tables is not None:
        yield _entries(found)
    if found.modifiers is not None and found.modifiers[0].steps:
        yield _modifiers(found)


def _results(found: BesideOriginal) -> Report:
    """Every number of the answer by both rules."""
    rows = []
    for each in _numbers(found):
        before, after = each.of(found.original), each.of(found.changed)
        unit = each.unit(found.original)
        rows.append(Row((each.label(found.original), before, after, after - before), unit))
    return Report(
        "variant",
        f"{registry.scenario(found.scenario_id).title} with {found.variant}",
        (
            Column("result", "name"),
            Column("original", "number"),
            Column("variant", "number"),
            Column("change", "change"),
        ),
        tuple(rows),
        scenario=found.scenario_id,
        notes=(
            *(note for note in found.changed.notes if note not in found.original.notes),
            *_what_is_not_compared(found),
        ),
        data={
            "scenario": found.scenario_id,
            "variant": found.variant,
            "results": [
                {"result": each.result, "original": each.of(found.original), "variant": each.of(found.changed)}
                for each in _numbers(found)
            ],
        },
    )


def _what_is_not_compared(found: BesideOriginal) -> Iterator[str]:
    """That entries and modifiers are not compared, and why."""
    if found.left_out:
        entries = "" if found.tables else "every entry, and "
        yield f"Not calculated: {entries}what each modifier is worth. {found.left_out}."


def _numbers(found: BesideOriginal) -> list[Measure]:
    """What is one number in both answers."""
    after = numbers_of(found.changed)
    return [each for each in numbers_of(found.original) if each in after]


def _entries(found: BesideOriginal) -> Report:
    """The entries of the table, those whose number changes most first, with their places."""
    assert found.tables is not None
    before, after = found.tables
    trials = [entry.trial for entry in before.entries]
    counts, unit = number_in_words(found.measure, trials)
    columns = (
        Column(before.parameter.table or before.parameter.label, "name"),
        Column("original", unit),
        Column("variant", unit),
        Column("change", "change", unit),
        Column("place", "name"),
    )
    turned = found.turned()
    pairs = "; ".join(f"{second} overtakes {first}" for first, second in turned[:_MOST_PAIRS])
    more = f"; and {len(turned) - _MOST_PAIRS} more pairs" if len(turned) > _MOST_PAIRS else ""
    says = f"The ranking changes: {pairs}{more}." if turned else "The ranking stays the same."
    return Report(
        "variant entries",
        f"{counts} for every {lower_first(table_words(before.parameter, found.original.parties))}, by both rules",
        columns,
        tuple(_row(each) for each in found.entries()),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        says=(says,),
        refusals=refusals((entry.label, entry.trial) for table in (before, after) for entry in table.entries),
        data={
            "scenario": found.scenario_id,
            "variant": found.variant,
            "measure": measure_data(found.measure),
            "parameter": before.parameter.name,
            "entries": {
                each.original.id: {"original": each.original.trial.value, "variant": each.variant.trial.value}
                for each in found.entries()
                if each.change is not None
            },
            "overtaken": [list(pair) for pair in turned],
        },
    )


def _row(each: Changed) -> Row:
    place: Cell = str(each.place) if each.place == each.new_place else f"{each.place} → {each.new_place}"
    values = each.original.trial.value, each.variant.trial.value
    return Row((each.original.label, *values, each.change, None if each.change is None else place))


def _modifiers(found: BesideOriginal) -> Report:
    """What each modifier is worth by both rules, those that gain or lose most first."""
    assert found.modifiers is not None
    before, after = found.modifiers
    counts, unit = number_in_words(found.measure, [before.present])
    parties = found.original.parties
    worth = {(step.parameter.name, str(step.new)): step for step in after.steps}
    rows = []
    for step in before.steps:
        new = worth.get((step.parameter.name, str(step.new)))
        if new is None or step.change is None or new.change is None:
            continue
        gained = abs(new.change) - abs(step.change)
        rows.append(
            (abs(gained), Row((step_words(step, parties), step.change, new.change, gained), is_idle=not gained))
        )
    rows.sort(key=lambda row: row[0], reverse=True)
    columns = (
        Column("change", "name"),
        Column("worth in the original", "change", unit),
        Column("worth in the variant", "change", unit),
        Column("change in worth", "change", unit),
    )
    return Report(
        "variant modifiers",
        f"{counts}: what each change is worth by both rules",
        columns,
        tuple(row for _, row in rows),
        scenario=found.scenario_id,
        counts=counts,
        unit=unit,
        data={
            "scenario": found.scenario_id,
            "variant": found.variant,
            "measure": measure_data(found.measure),
            "steps": [
                {"change": str(row.cells[0]), "original": row.cells[1], "variant": row.cells[2]} for _, row in rows
            ],
        },
    )
