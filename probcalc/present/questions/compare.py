"""The question how several requests stand to each other."""

from __future__ import annotations

from probcalc.analysis.beside.compare import RequestComparison, compare
from probcalc.analysis.findings.report import Report
from probcalc.present.declared.question import Asked, Question
from probcalc.present.reports.comparison import comparison_report


def _reports(found: RequestComparison, asked: Asked) -> list[Report]:
    # Requests in Python were not written.
    written = zip(found.requests, asked.names, strict=False)
    return [comparison_report(found, [f"{each.name}: {name}" for each, name in written])]


QUESTION = Question(
    12,
    "Two to four requests side by side.",
    """Two to four requests side by side, with `vs` between them.

    A request after `vs` that names no scenario is the first one with the changes said; words before the first scenario
    belong to all that know them.
    """,
    RequestComparison,
    lambda asked: compare(asked.requests),
    _reports,
    (
        "chronopia.melee attacker=the_cursed target=spearmen vs charging=true",
        "chronopia.melee cc=11 vs cc=12 vs cc=13",
        "oathmark.combat vs mechanics.opposed a.die=10 b.die=10",
    ),
    of="requests",
    between="vs",
)
