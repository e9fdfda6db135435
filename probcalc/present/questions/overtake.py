"""The question where one request becomes better than another."""

from __future__ import annotations

from probcalc.analysis.applying import may_be_free
from probcalc.analysis.beside.stretches import BreakEven
from probcalc.analysis.findings.report import Report
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.overtaking import overtaking_report
from probcalc.scenarios.errors import InputError


def _find(asked: Asked) -> BreakEven:
    from probcalc.analysis.beside.break_even import overtake

    places = [place for place, _ in asked.requests]
    if len(places) != 2 or places[0] != places[1]:
        raise InputError("two requests of one scenario are compared, as in chronopia.melee cc=11 vs cc=12")
    first, second = (given for _, given in asked.requests)
    return overtake(places[0], first, second, **asked.said)


def _reports(found: BreakEven, asked: Asked) -> list[Report]:
    # A notebook knows no requests.
    place = asked.requests[0][0] if asked.requests else ""
    return [overtaking_report(found, place, asked.names)]


QUESTION = Question(
    21,
    "Where one setup becomes better than another.",
    """For which values of a parameter the first of two requests gives more than the second, exactly.

    After `vs` only the changes are said; words before the scenario belong to both. Of a probability of a roll the
    answer is made of intervals.
    """,
    BreakEven,
    _find,
    _reports,
    (
        "chronopia.melee noa=1 damage=16 vs noa=2 damage=10 --over armour",
        "chronopia.melee weapon=sword vs weapon=spear --over armour --by 'mean(wounds)'",
        "chronopia.melee weapon=sword vs weapon=spear --over armour --law wounds",
        "tide_of_battle.melee models=1 vs models=2 strength=-1 --over 'p = To hit' --by 'mean(hit_points_lost)'",
    ),
    applies=may_be_free,
    of="requests",
    between="vs",
    options=(
        Option(
            "over",
            "What varies: a parameter, with a narrower range as armour=10..30, or 'p = Test to hit'.",
            fits=may_be_free,
            is_required=True,
        ),
        Option("by", "What is compared, as in a condition (default: the main result).", form="NUMBER"),
        Option("law", "Compare whole distributions (stochastic dominance).", kind="result"),
    ),
    needs=("formulas", "symbolic"),
)
