"""The reports of a program for dice: a table for each output, or one with all of them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.dice_programs.dice import EmptyDistribution, ProgramOutput
from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import text_steps
from probcalc.present.numbers.text import number_text
from probcalc.scenarios.errors import InputError

View: TypeAlias = Literal["normal", "at-least", "at-most"]
_STEPS_PER_CELL = 100
_SHORT = 60
_HEADINGS = {"normal": "chance", "at-least": "this or more", "at-most": "this or less"}


def writing_steps(outputs: Sequence[ProgramOutput], outcomes: int = 1) -> int:
    """About what it takes to write outputs down, in steps; side by side each stands in a row for each of the outcomes.

    >>> from probcalc.dice_programs.running import run
    >>> writing_steps(run("output 2d6")), writing_steps(run("output 2d6"), outcomes=100)
    (1102, 10002)
    """
    found = 0
    for output in outputs:
        rows, bits = len(output.distribution), output.distribution.total.bit_length()
        lowest = rows * costs.common_divisor(bits) // costs.NANOSECONDS_PER_STEP if bits > _SHORT else 0
        found += _STEPS_PER_CELL * max(rows, outcomes) + lowest + text_steps(rows, bits)
    return found


def write_outputs(outputs: Sequence[ProgramOutput], view: View, side_by_side: bool) -> list[Report]:
    """The tables of outputs, one for each or one with all of them, when they can be written within the meter's bound.

    >>> from probcalc.dice_programs.running import run
    >>> [report.title for report in write_outputs(run("output d2 output 2d2"), "normal", side_by_side=False)]
    ['output 1', 'output 2']

    Raises:
        InputError: when it would take too long, with the estimate and the bound.
    """
    outcomes = len({o for output in outputs for o in output.distribution}) if side_by_side else 1
    try:
        with metered():
            require_steps("what it puts out", writing_steps(outputs, outcomes))
    except TooLarge as error:
        raise InputError(f"program: {error}", "program") from None
    if side_by_side:
        return [outputs_report(outputs, view)]
    return [output_report(output, view) for output in outputs]


def output_report(output: ProgramOutput, view: View = "normal") -> Report:
    """One output: each outcome with its chance, or the chance of it and all above or below.

    >>> from probcalc.dice_programs.running import run
    >>> report = output_report(run("output 2d2")[0], "at-least")
    >>> report.says, [row.cells[:2] for row in report.rows]
    (('output 1: 3.00 on average',), [('2', Fraction(1, 1)), ('3', Fraction(3, 4)), ('4', Fraction(1, 4))])
    """
    law = output.distribution
    rows = tuple(Row((str(outcome), chance, chance)) for outcome, chance in _chances(law, view, list(law)))
    columns = (Column("outcome", "name"), Column(_HEADINGS[view], "chance"), Column("exact", "exact"))
    return Report(
        "output",
        output.name,
        columns if rows else (),
        rows,
        says=(output_sentence(output),),
        unit="chance",
        data=output_data(output),
    )


def outputs_report(outputs: Sequence[ProgramOutput], view: View = "normal") -> Report:
    """All outputs in one table: a row for each outcome, a column for each output.

    >>> from probcalc.dice_programs.running import run
    >>> [row.cells for row in outputs_report(run("output d2 output 2d1"), "normal").rows]
    [('1', Fraction(1, 2), None), ('2', Fraction(1, 2), Fraction(1, 1))]
    """
    outcomes = sorted({outcome for output in outputs for outcome in output.distribution})
    chances = [dict(_chances(output.distribution, view, outcomes)) for output in outputs]
    rows = tuple(Row((str(outcome), *(found[outcome] or None for found in chances))) for outcome in outcomes)
    return Report(
        "outputs",
        f"All outputs, {_HEADINGS[view]}",
        (Column("outcome", "name"), *(Column(output.name, "chance") for output in outputs)),
        rows,
        unit="chance",
        data={"outputs": [output_data(output) for output in outputs]},
    )


def output_data(output: ProgramOutput) -> dict[str, Any]:
    """An output as plain data: its name, its outcomes with their fractions, and its mean where it has one."""
    law = output.distribution
    found: dict[str, Any] = {"name": output.name, "outcomes": [[outcome, chance] for outcome, chance in law.items()]}
    return found if isinstance(law, EmptyDistribution) else found | {"mean": law.mean}


def _chances(law: Distribution, view: View, outcomes: list[int]) -> list[tuple[int, Fraction]]:
    """The chance of each outcome, or of it and all that lie above or below, at rising outcomes."""
    if view == "normal":
        return [(outcome, law[outcome]) for outcome in outcomes]
    running = Fraction(0)
    found = []
    for outcome in reversed(outcomes) if view == "at-least" else outcomes:
        running += law[outcome]
        found.append((outcome, running))
    return found[::-1] if view == "at-least" else found


def output_sentence(output: ProgramOutput) -> str:
    """An output in a few words.

    >>> from probcalc.dice_programs.running import run
    >>> output_sentence(run("output 3d6")[0])
    'output 1: 10.50 on average'
    """
    law = output.distribution
    if isinstance(law, EmptyDistribution):
        return f"{output.name}: nothing to roll"
    return f"{output.name}: {number_text(law.mean, 'number')} on average"
