"""The reports of one figure from end to end: the number along its values, and which of them are enough."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Column, Point, Report, Row
from probcalc.analysis.formulas.curve import Curve
from probcalc.present.numbers.decimals import percent
from probcalc.present.numbers.text import values_text
from probcalc.present.reports.measured import drawn_points, measure_data
from probcalc.present.words.requests import parameter_within, parameter_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.value_text import near


def curve_report(found: Curve, answer: Answer, most: int = 11) -> Report:
    """The number at the values around the present one, with what one more of the figure is worth.

    >>> import probcalc
    >>> from probcalc.analysis.formulas.curve import curve
    >>> from probcalc.analysis.numbers.measure import Measure
    >>> found = curve("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound"))
    >>> report = curve_report(found, probcalc.odds("chronopia.armour", damage=10))
    >>> [row.cells for row in report.rows if row.is_present]
    [('20 (now)', Fraction(1, 2), Fraction(1, 2), Fraction(-1, 20))]
    >>> report.points[0].value, report.points[-1].value, report.notes[:2]
    (10, 30, ('No change from -10 to 11.', 'No change from 29 to 40.'))
    """
    label, counts = parameter_words(found.parameter, answer.parties), found.measure.label(answer)
    unit = found.measure.unit(answer)
    now = answer.scenario.value_of(found.parameter.name)
    columns = (
        Column(label, "name"),
        Column(counts, unit),
        Column("exact", "exact", unit),
        Column("each extra adds", "change", unit),
    )
    shown = near(found.points, next((i for i, (value, _) in enumerate(found.points) if value == now), 0), most)
    rows = []
    for value, number in shown:
        name = f"{value} (now)" if value == now else str(value)
        rows.append(Row((name, number, number, found.worth(value)), is_present=value == now))
    drawn, flat = drawn_points([Point(value, number, value == now) for value, number in found.points])
    notes = [f"No change from {first} to {last}." for first, last in flat]
    if found.value.names_needed == ():
        notes.append(f"{counts} does not depend on {parameter_within(found.parameter, answer.parties)} here.")
    if len(shown) < len(found.points):
        notes.append(f"{len(shown)} of {len(found.points)} values are listed: those near the current one.")
    return Report(
        "curve",
        f"{counts} by {label}",
        columns,
        tuple(rows),
        scenario=answer.scenario.id,
        counts=counts,
        unit=unit,
        notes=tuple(notes),
        drawing="curve",
        axes=(label,),
        points=drawn,
        data={
            "scenario": answer.scenario.id,
            "measure": measure_data(found.measure),
            "parameter": found.parameter.name,
        },
    )


def enough_report(found: Curve, answer: Answer, shares: Sequence[Fraction]) -> Report:
    """Which values of the figure make a chance at least so large.

    >>> import probcalc
    >>> from probcalc.analysis.formulas.curve import SHARES, curve
    >>> from probcalc.analysis.numbers.measure import Measure
    >>> found = curve("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound"))
    >>> enough_report(found, probcalc.odds("chronopia.armour", damage=10), SHARES[:1]).rows[0].cells
    ('for 50% or more', '20 or less')
    """
    label, counts = parameter_words(found.parameter, answer.parties), found.measure.label(answer)
    return Report(
        "enough",
        f"{label} for {counts}",
        (Column("chance", "name"), Column(label, "name")),
        tuple(Row((f"for {percent(share, 0)} or more", _reaching(found, share))) for share in shares),
        scenario=answer.scenario.id,
        counts=counts,
    )


def _reaching(found: Curve, share: Fraction) -> str:
    """The values that reach a chance: "10 or more" where they go on to the last that is allowed."""
    values, parameter = found.reaching(share), found.parameter
    if parameter.kind == "integer" and len(values) > 1 and values == list(range(values[0], values[-1] + 1)):
        is_low, is_high = values[0] == parameter.low, values[-1] == parameter.high
        if is_low or is_high:
            return "any" if is_low and is_high else f"{values[-1]} or less" if is_low else f"{values[0]} or more"
    return values_text(values)
