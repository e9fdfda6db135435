"""The reports of what is no law: the single numbers of an answer, and tables of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from probcalc.analysis.report import Column, Report, Row
from probcalc.scenarios.answer import Answer


def numbers_report(answer: Answer) -> Report:
    """The results that are no distributions: chances, numbers, and lists of numbers.

    >>> import probcalc
    >>> numbers_report(probcalc.odds("chronopia.armour", damage=7)).rows[0].cells
    ('At least one wound', Fraction(7, 20), Fraction(7, 20))
    """
    rows = []
    for name, value in answer.items():
        label = answer.declared(name).label
        if isinstance(value, Fraction):
            rows.append(Row((label, value, value), unit="chance"))
        elif isinstance(value, list):
            rows.append(Row((label, ", ".join(map(str, value)), None)))
        elif isinstance(value, int):
            rows.append(Row((label, value, None), unit="number"))
    return Report(
        "numbers",
        "Single numbers",
        (Column("result", "name"), Column("value", "number"), Column("exact", "exact")),
        tuple(rows),
        scenario=answer.scenario.id,
        data={"scenario": answer.scenario.id},
    )


def words_report(id: str, title: str, head: Sequence[str], rows: Iterable[Sequence[str]], scenario: str = "") -> Report:
    """A table of words, such as rules by title.

    >>> words_report("glossary", "Words", ("word", "meaning"), [("Ward", "a last save")]).rows[0].cells
    ('Ward', 'a last save')
    """
    listed = tuple(Row(tuple(row)) for row in rows)
    return Report(id, title, tuple(Column(label, "name") for label in head), listed, scenario=scenario)
