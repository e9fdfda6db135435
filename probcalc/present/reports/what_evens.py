"""What evens one of all: the changes of it, and what a fair price of it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.balance.asking import Balance
from probcalc.analysis.balance.names import Called
from probcalc.analysis.balance.nudges import Nudge
from probcalc.analysis.report import Column, Report, Row
from probcalc.present.reports.prices import price_sentence
from probcalc.present.words import lower_first, value_words


def nudges_table(found: Balance, names: dict[str, Called]) -> Report:
    """What evens an entry, the best change first; what belongs to the situation stands in a table of its own.

    >>> from probcalc.analysis.balance.asking import balance
    >>> from probcalc.analysis.balance.names import names_by_entry
    >>> found = balance("oathmark.combat", ["troll", "ogre"], of="troll")
    >>> table = nudges_table(found, names_by_entry(found))
    >>> [table.rows[n].cells[0] for n in (0, 1)], table.more[0].rows[0].cells[0]
    (['Charge 1', 'Shielding 0'], 'Into defences: yes')
    """
    one = names[found.of].name
    notes = []
    if found.no_effect:
        notes.append(
            f"No effect here: {', '.join(lower_first(found.sided.parameter(key).label) for key in found.no_effect)}."
        )
    own = [each for each in found.nudges if _is_own(found, each)]
    around = [each for each in found.nudges if each not in own]
    columns = (
        Column("change", "name"),
        Column("now", "name"),
        Column("average then", "chance"),
        Column("rank then", "name"),
    )
    title = f"What evens {one}"
    situation = Report(
        "situation", "What belongs to the situation", columns, _rows(found, around), scenario=found.sided.scenario_id
    )
    return Report(
        "nudges",
        title,
        columns,
        _rows(found, own),
        scenario=found.sided.scenario_id,
        says=(*filter(None, [price_in_words(found, found.of, names)]), f"{title}, nearest to one half first."),
        notes=tuple(notes),
        more=(situation,) if situation.rows else (),
    )


def _rows(found: Balance, nudges: Sequence[Nudge]) -> tuple[Row, ...]:
    """The changes that change something, those with the same chances against everybody in one line."""
    by_row: dict[tuple[Fraction, ...], list[Nudge]] = {}
    for each in nudges:
        by_row.setdefault(each.row, []).append(each)
    by_row.pop(found.matrix.values[found.names.index(found.of)], None)
    return tuple(_row(found, same) for same in by_row.values())


def _is_own(found: Balance, nudge: Nudge) -> bool:
    """Whether it is the entry that is changed, and not where or how it stands."""
    return found.sided.parameter(nudge.parameter).role == "stat"


def _row(found: Balance, same: Sequence[Nudge]) -> Row:
    change = " or ".join(nudge_words(found, each) for each in same)
    before = ", ".join(value_words(found.sided.parameter(each.parameter), each.old) for each in same)
    return Row((change, before, same[0].mean, same[0].rank))


def price_in_words(found: Balance, name: str, names: dict[str, Called]) -> str:
    """What a fair price of an entry is, "" where none was asked for."""
    standing = next(each for each in found.standings if each.name == name)
    if found.budget is None:
        return ""
    table = found.sided.table
    labels = {} if table is None else dict(zip(table.choices, table.choice_labels, strict=True))
    one = labels.get(name, name) if names[name].many else names[name].name
    return price_sentence(standing, found.budget, one, names[name].name)


def nudge_words(found: Balance, nudge: Nudge) -> str:
    """A change in words: "Fight 2", "Charging: yes"."""
    parameter = found.sided.parameter(nudge.parameter)
    joint = " " if parameter.kind == "integer" else ": "
    return f"{parameter.label}{joint}{value_words(parameter, nudge.new)}"
