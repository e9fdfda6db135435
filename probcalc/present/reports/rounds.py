"""The report of a fight round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.stages.rounds import AT_LAST, AfterRound, ByRound
from probcalc.exact.budget.bounds import TooLarge
from probcalc.present.numbers.decimals import average, percent

OPEN = Fraction(1, 1000)


def rounds_report(found: ByRound) -> Report:
    """After each round the chance that it is over, that either side has won it, and what is left on average.

    Of a fight to the end it says too how long it lasts, and how long where either side wins.

    >>> from probcalc.analysis.stages.rounds import by_round
    >>> report = rounds_report(by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1, "rounds": 2}))
    >>> [column.label for column in report.columns][:3]
    ['round', 'over', 'won by Side A']
    >>> report.rows[0].cells[:2]
    ('1', Fraction(3, 4))
    >>> rounds_report(by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1})).says
    ('It lasts 1.33 rounds on average: 1.33 if won by Side A, 1.33 if won by Side B.',)
    """
    sides = found.answer.sides
    a, b = sides.get("a", "Side A"), sides.get("b", "Side B")
    columns = (
        Column("round", "name"),
        Column("over", "chance"),
        Column(f"won by {a}", "chance"),
        Column("draw", "chance", detail=True),
        Column(f"won by {b}", "chance"),
        Column(f"left to {a}", "number"),
        Column(f"left to {b}", "number"),
    )
    rows = tuple(
        Row(
            (
                "end" if row.round == AT_LAST else str(row.round),
                row.over,
                row.winner["a"],
                row.winner["draw"],
                row.winner["b"],
                row.a_left,
                row.b_left,
            )
        )
        for row in rounds_worth_a_line(found.rows)
    )
    says, left_out = _lasts(found, {"a": f"won by {a}", "draw": "drawn", "b": f"won by {b}"})
    return Report(
        "rounds",
        "Round by round",
        columns,
        rows,
        scenario=found.answer.scenario.id,
        says=says,
        notes=(*found.answer.notes, *left_out),
        data=found.to_json(),
    )


def _lasts(found: ByRound, won: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How long it lasts on average, or why that is left out."""
    try:
        means = found.mean_rounds
    except TooLarge as error:
        return (), (f"How long it lasts on average is left out: {error}.",)
    if not means:
        return (), ()
    unit = found.answer.declared("rounds").unit
    over = found.rows[-1].over
    first = "It lasts" if over == 1 else f"Where it is ever over, {percent(over)}, it lasts"
    where = ", ".join(f"{average(means[name])} if {said}" for name, said in won.items() if name in means)
    return (f"{first} {average(means['over'])} {unit} on average: {where}.",), ()


def rounds_worth_a_line(rows: Sequence[AfterRound]) -> list[AfterRound]:
    """The rounds that are worth a line: those before which something in a thousand was still open, and the end."""
    kept = [row for before, row in zip((None, *rows), rows, strict=False) if before is None or before.over < 1 - OPEN]
    return kept if kept[-1] is rows[-1] or rows[-1].round != AT_LAST else [*kept, rows[-1]]
