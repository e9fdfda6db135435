"""The question how fair two sides are, and what would balance them."""

from __future__ import annotations

from probcalc.analysis.applying import can_be_balanced
from probcalc.analysis.laboratory.fairness import Evenness, evenness
from probcalc.present.declared.question import Question
from probcalc.present.reports.balance import fairness_report

QUESTION = Question(
    5,
    "How fair a fight is, what being Side A is worth, and what would balance it.",
    "How often each side and the underdog win, and for each number the smallest change that evens the fight.",
    Evenness,
    lambda asked: evenness(asked.place, asked.given),
    lambda found, _: [fairness_report(found)],
    ("chronopia.clash a.unit=followers b.unit=spearmen",),
    words="Is it balanced? What would balance it?",
    applies=can_be_balanced,
)
