"""The question how random the results are."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.analysis.findings.found import Found
from probcalc.analysis.laboratory.swing import Swing, swings
from probcalc.present.declared.question import Question
from probcalc.present.reports.balance import swing_report


@dataclass(frozen=True, slots=True, repr=False)
class Swings(Found):
    """How much each result of a request swings."""

    scenario_id: str
    each: tuple[Swing, ...]


QUESTION = Question(
    4,
    "How much the results swing: spread, chance of nothing and of the most.",
    "How much every counted result varies, with the chance of none and of the most.",
    Swings,
    lambda asked: Swings(asked.place, swings(asked.place, asked.given)),
    lambda found, _: [swing_report(found.scenario_id, found.each)],
    ("chronopia.melee attacker=the_cursed target=spearmen",),
    words="How random is it?",
)
