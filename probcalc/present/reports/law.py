"""The report of one law: every outcome with its chance, and of numbers the chances of so many or more, or fewer."""

from __future__ import annotations

from probcalc.analysis.report import Cell, Column, Report, Row
from probcalc.exact.numerals import fraction_text
from probcalc.present.decimals import decimal
from probcalc.present.table import LONGEST_FRACTION, LawTable


def law_report(law: LawTable, scenario: str = "") -> Report:
    """A law's table as a report; tails that the table leaves out are named in a note.

    >>> import probcalc
    >>> from probcalc.present.table import law_table
    >>> report = law_report(law_table(probcalc.odds("chronopia.armour", damage=7), "wounds"))
    >>> report.says, report.rows[1].cells
    (('Wounds caused: mean 0.35 (7/20)',), ('1', Fraction(7, 20), Fraction(7, 20), Fraction(1, 1), Fraction(7, 20)))
    """
    said = law.label
    if law.mean is not None:
        said += f": mean {decimal(law.mean)} ({fraction_text(law.mean, longest=LONGEST_FRACTION)})"
    names = ("exactly", "at least", "at most") if law.is_ordered else ("chance",)
    rows = []
    for row in law.rows:
        chances: tuple[Cell, ...] = (row.exactly, row.at_least, row.at_most) if law.is_ordered else (row.exactly,)
        rows.append(Row((row.words, *chances, row.exactly)))
    return Report(
        law.name,
        f"{law.label}: {', '.join(names)}",
        (Column(law.heading, "name"), *(Column(name, "chance") for name in names), Column("exact", "exact")),
        tuple(rows),
        scenario=scenario,
        counts=law.label,
        says=(said,),
        notes=(law.left_out,) if law.left_out else (),
        data={"scenario": scenario, "result": law.name} | ({} if law.mean is None else {"mean": law.mean}),
    )
