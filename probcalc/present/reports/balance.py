"""The reports of balance: how much results swing, and how fair two sides are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.laboratory.fairness import Fairness
from probcalc.analysis.laboratory.swing import Swing
from probcalc.analysis.report import Column, Report, Row
from probcalc.present.decimals import decimal, percent
from probcalc.present.numbers import change_text
from probcalc.present.words import outcome_words


def swing_report(scenario_id: str, found: Sequence[Swing], labels: Sequence[str]) -> Report:
    """How much each result that counts something swings."""
    rows = tuple(
        Row((label, s.mean, decimal(s.spread), percent(s.nothing), f"{s.most[0]}: {percent(s.most[1])}"))
        for label, s in zip(labels, found, strict=True)
    )
    return Report(
        "swing",
        f"How much {scenario_id} swings",
        (
            Column("result", "name"),
            Column("mean", "number"),
            Column("standard deviation", "name"),
            Column("nothing", "name"),
            Column("the most", "name"),
        ),
        rows,
        scenario=scenario_id,
        data={
            "scenario": scenario_id,
            "results": {
                s.result: {
                    "mean": s.mean,
                    "variance": s.law.variance,
                    "nothing": s.nothing,
                    "most": s.most[0],
                    "chance_of_most": s.most[1],
                }
                for s in found
            },
        },
    )


def fairness_report(found: Fairness, sides: dict[str, str]) -> Report:
    """Who wins how often, what it is worth to be the first, and what evens it.

    >>> from probcalc.analysis.laboratory.fairness import fairness
    >>> fairness_report(fairness("chronopia.clash", {"a.unit": "followers", "b.unit": "followers"}), {}).says[-1]
    'It is worth nothing to be the first side.'
    """
    first, second = (outcome_words(side, sides) for side in ("a", "b"))
    now = found.now
    says = [
        f"{_wins(first)} in {percent(now.a)}, {_wins(second)} in {percent(now.b)}, neither in {percent(now.neither)}.",
        f"The worse side wins in {percent(now.upset)}.",
    ]
    if found.first_mover is not None:
        worth = change_text(found.first_mover, "chance")
        says.append(f"It is worth {worth if found.first_mover else 'nothing'} to be the first side.")
    rows = tuple(
        Row((each.parameter, each.old, each.new, each.contest.a, each.contest.b, each.contest.lead))
        for each in found.evening
    )
    return Report(
        "fairness",
        f"How fair {found.scenario_id} is, and what evens it",
        (
            Column("change of", "name"),
            Column("from", "number"),
            Column("to", "number"),
            Column(f"{first} then", "chance"),
            Column(f"{second} then", "chance"),
            Column("lead", "change"),
        ),
        rows,
        scenario=found.scenario_id,
        says=tuple(says),
        data={
            "scenario": found.scenario_id,
            "a": now.a,
            "b": now.b,
            "neither": now.neither,
            "first_mover": Fraction(0) if found.first_mover is None else found.first_mover,
            "evening": [
                {"parameter": e.parameter, "old": e.old, "new": e.new, "a": e.contest.a, "b": e.contest.b}
                for e in found.evening
            ],
        },
    )


def _wins(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]} win" if name.startswith("the ") else f"{name} wins"
