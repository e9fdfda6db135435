"""The reports of balance: how much results swing, and how fair two sides are."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.laboratory.fairness import Evenness
from probcalc.analysis.laboratory.swing import Swing
from probcalc.present.numbers.decimals import average, percent
from probcalc.present.numbers.text import change_text
from probcalc.present.reports.measured import left_out_notes
from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import parameter_words
from probcalc.scenarios import registry
from probcalc.scenarios.sentences import outcome_words


def swing_report(scenario_id: str, found: Sequence[Swing]) -> Report:
    """How much each result that counts something swings."""
    rows = tuple(
        Row((s.label, s.mean, average(s.spread), percent(s.nothing), f"{s.most[0]}: {percent(s.most[1])}"))
        for s in found
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


def fairness_report(found: Evenness) -> Report:
    """Who wins how often, what it is worth to be the first, and what evens it.

    >>> from probcalc.analysis.laboratory.fairness import evenness
    >>> fairness_report(evenness("chronopia.clash", {"a.unit": "followers", "b.unit": "followers"})).says[-1]
    'Being Side A makes no difference.'
    """
    names = {side: outcome_words(side, found.sides) for side in ("a", "b")}
    now = found.now
    many = {party.key for party in found.parties if party.plural}
    one, other = (f"{capital(name)} {'win' if side in many else 'wins'}" for side, name in names.items())
    lead = f"{one}: {percent(now.a)}. {other}: {percent(now.b)}"
    says = [f"{lead}. Neither: {percent(now.neither)}.", f"The underdog wins {percent(now.upset)} of the time."]
    worth = change_text(found.first_mover, "chance")
    says.append(f"Being Side A {f'is worth {worth}' if found.first_mover else 'makes no difference'}.")
    rows = tuple(
        Row((_number(found.scenario_id, e.parameter, names), e.old, e.new, e.contest.a, e.contest.b, e.contest.lead))
        for e in found.evening
    )
    return Report(
        "fairness",
        f"{registry.scenario(found.scenario_id).title}: balance, and what would even it out",
        (
            Column("change of", "name"),
            Column("from", "number"),
            Column("to", "number"),
            *(Column(f"{name} then", "chance") for name in names.values()),
            Column("lead", "change", detail=True),
        ),
        rows,
        scenario=found.scenario_id,
        says=tuple(says),
        notes=left_out_notes(_number(found.scenario_id, name, names) for name in found.left_out),
        data={
            "scenario": found.scenario_id,
            "a": now.a,
            "b": now.b,
            "neither": now.neither,
            "first_mover": found.first_mover,
            "evening": [
                {"parameter": e.parameter, "old": e.old, "new": e.new, "a": e.contest.a, "b": e.contest.b}
                for e in found.evening
            ],
            "left_out": list(found.left_out),
        },
    )


def _number(scenario_id: str, name: str, sides: dict[str, str]) -> str:
    """A number of one side in words: "CC of the Followers"."""
    parameter = registry.scenario(scenario_id).parameter(name)
    assert parameter is not None, name
    whose = sides.get(name.partition(".")[0])
    return f"{parameter.label} of {whose}" if whose else parameter_words(parameter)
