"""The reports of the linter of rules, and of the readings of unclear rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.laboratory.faults import Linted
from probcalc.analysis.laboratory.rulings import RulingEffect
from probcalc.present.reports.measured import left_out_notes
from probcalc.present.words.requests import value_words
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.value_text import value_text


def faults_report(title: str, found: Sequence[Linted]) -> Report:
    """What was found, scenario by scenario.

    >>> faults_report("none", []).says
    ('Nothing was found in 0 requests.',)
    """
    rows = tuple(
        Row((linted.scenario_id, fault.kind, fault.where, fault.says)) for linted in found for fault in linted.faults
    )
    requests, left = sum(each.requests for each in found), sum(each.left_out for each in found)
    what = f"{len(rows)} findings" if len(rows) > 1 else "One finding" if rows else "Nothing was found"
    notes = (f"{left:,} more requests were too much within one budget, and were not looked at.",) if left else ()
    return Report(
        "faults",
        f"Rule check: {title}",
        (
            _scenario(each.scenario_id for each in found),
            *(Column(name, "name") for name in ("finding", "where", "what")),
        ),
        rows,
        says=(f"{what} in {requests:,} requests.",),
        notes=notes,
        data={
            "requests": requests,
            "left_out": left,
            "faults": [
                {"scenario": each.scenario_id, "kind": fault.kind, "where": fault.where, "says": fault.says}
                for each in found
                for fault in each.faults
            ],
        },
    )


def readings_report(title: str, found: Sequence[RulingEffect], left_out: Sequence[str] = ()) -> Report:
    """Every ruling with its two readings that lie farthest apart.

    >>> from probcalc.analysis.laboratory.rulings import ruling_effects
    >>> from probcalc.scenarios.registry import system
    >>> report = readings_report("Reikhammer", *ruling_effects([system("reikhammer")]))
    >>> report.rows[0].cells[1]
    'How is half of an odd Shock rounded?'
    """
    rows = []
    for each in found:
        apart = f"{value_words(each.ruling, each.first)} / {value_words(each.ruling, each.second)}"
        label = _result(each).label
        rows.append(Row((each.scenario_id, each.ruling.help, each.distance, apart, label, each.question)))
    idle = sum(not each.distance for each in found)
    says = "" if left_out else "The rules leave nothing open."
    if found:
        count = "1 ruling" if len(found) == 1 else f"{len(found)} rulings"
        change = "changes" if idle == 1 else "change"
        says = f"{count}, of which {idle or 'none'} {change} nothing in the default and the ready-made questions."
    return Report(
        "readings",
        f"How much each ruling matters: {title}",
        (
            _scenario(each.scenario_id for each in found),
            Column("ruling", "name"),
            Column("changes the outcome of", "chance"),
            Column("readings", "name"),
            Column("in", "name", detail=True),
            Column("question", "name", detail=True),
        ),
        tuple(rows),
        says=(says,) if says else (),
        notes=(
            "The smallest share of games that must end differently (total variation distance).",
            *left_out_notes(left_out),
        ),
        data={
            "readings": [
                {
                    "scenario": each.scenario_id,
                    "ruling": each.ruling.name,
                    "first": value_text(each.first),
                    "second": value_text(each.second),
                    "result": each.result,
                    "question": each.question,
                    "distance": each.distance,
                }
                for each in found
            ],
            "left_out": list(left_out),
        },
    )


def _scenario(ids: Iterable[str]) -> Column:
    """The column of the scenarios: where all rows are of one, a place with little room leaves it out."""
    return Column("scenario", "name", detail=len(set(ids)) < 2)


def _result(each: RulingEffect) -> Result:
    return each.answers[0].declared(each.result)
