"""The question where a target stands after several attacks."""

from __future__ import annotations

from probcalc.analysis.applying import leaves_a_target
from probcalc.analysis.findings.report import Report
from probcalc.analysis.stages.sequence import AttackSequence, sequence
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.sequence import curve_report, stages_report


def _reports(found: AttackSequence, asked: Asked) -> list[Report]:
    # Requests in Python were not written.
    legend = [f"{stage.name}: {name}" for stage, name in zip(found.stages, asked.names, strict=False)]
    return [(curve_report if asked.said.get("curve") else stages_report)(found, legend)]


QUESTION = Question(
    14,
    "Several attacks on one target, one after the other.",
    """Attacks resolved in order on one target, with `then` between them: where it stands after each.

    Every attack describes the target as it is before the first; words before the first scenario belong to all attacks
    that know them. An attack that names no scenario is the first one with the changes said.
    """,
    AttackSequence,
    lambda asked: sequence(asked.requests),
    _reports,
    (
        "target=spearmen chronopia.shooting attacker=archers then chronopia.melee cc=13",
        "tide_of_battle.shooting models=10 then tide_of_battle.melee models=8 charging=true --curve",
        "thud_and_blunder.attack skill=4 then skill=5 then skill=6",
        "mechanics.attack health=6 damage_die=6 then attacks=3 --json",
    ),
    applies=leaves_a_target,
    of="requests",
    between="then",
    options=(Option("curve", "The whole curve after each attack: the chance of at least each number.", kind="flag"),),
    after="chart",
)
