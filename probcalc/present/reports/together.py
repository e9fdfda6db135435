"""The report of two results together, and the line that says what an answer is given."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.report import Column, Report, Row
from probcalc.analysis.together import Together
from probcalc.exact.numerals import fraction_text
from probcalc.present.decimals import decimal


def together_report(found: Together) -> Report:
    """Every pair of outcomes with its chance, and below it how both results go together.

    >>> from probcalc.analysis.together import joint
    >>> report = together_report(joint("oathmark.combat", {}, ["a_hits", "b_casualties"]))
    >>> report.rows[1].cells, report.says
    (('1', '1', Fraction(5, 32), Fraction(5, 32)), ('Covariance 1.25 (5/4), correlation squared 1 (1).',))
    """
    labels = [found.answer.declared(name).label for name in found.results]
    names = (Column(label, "name") for label in labels)
    columns = (*names, Column("chance", "chance"), Column("exact", "exact"))
    says = []
    if found.covariance is not None:
        says.append(f"Covariance {_number(found.covariance)}")
        if found.correlation_squared is not None:
            says.append(f"correlation squared {_number(found.correlation_squared)}")
    return Report(
        "together",
        f"{labels[0]} and {labels[1]} together",
        columns,
        tuple(Row((str(a), str(b), chance, chance)) for a, b, chance in found.table),
        scenario=found.answer.scenario.id,
        says=(f"{', '.join(says)}.",) if says else (),
        notes=tuple(found.answer.notes),
        data=found.to_json(),
    )


def _number(value: Fraction) -> str:
    return f"{decimal(value)} ({fraction_text(value, longest=20)})"
