"""The question how much each stat and modifier matters."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.analysis.applying import has_figures
from probcalc.analysis.findings.found import Found
from probcalc.analysis.findings.report import Report
from probcalc.analysis.laboratory.along import Along, all_along
from probcalc.present.declared.question import Asked, Question
from probcalc.present.reports.along import along_report, numbers_report


@dataclass(frozen=True, slots=True, repr=False)
class Numbers(Found):
    """Every figure and modifier run through alone, those that matter most first."""

    scenario_id: str
    each: tuple[Along, ...]


def _reports(found: Numbers, asked: Asked) -> list[Report]:
    whole = numbers_report(found.each, asked.names)
    return [whole] if found.each[0].is_dead else [whole, along_report(found.each[0], asked.names)]


QUESTION = Question(
    1,
    "What every figure and modifier can change, and which change nothing.",
    "Every stat and modifier varied alone: its range, its greatest step, and where it does nothing.",
    Numbers,
    lambda asked: Numbers(asked.place, all_along(asked.place, asked.given, asked.measure, asked.progress)),
    _reports,
    ("chronopia.melee attacker=the_cursed target=spearmen",),
    words="How much each stat matters",
    applies=has_figures,
    trials=lambda found: [trial for along in found.each for _, trial in along.trials],
    is_measured=True,
)
