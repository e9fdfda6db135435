"""The question how random the results are."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.analysis.found import Found
from probcalc.analysis.laboratory.swing import Swing, swings
from probcalc.present.question import Asked, Question
from probcalc.present.reports.balance import swing_report
from probcalc.scenarios import registry


@dataclass(frozen=True, slots=True)
class Swings(Found):
    """How much each result of a request swings, with what each is called there."""

    scenario_id: str
    each: tuple[Swing, ...]
    labels: tuple[str, ...]


def _find(asked: Asked) -> Swings:
    found = swings(asked.place, asked.given)
    answer = registry.answer(asked.place, asked.given)
    return Swings(asked.place, found, tuple(answer.declared(each.result).label for each in found))


QUESTION = Question(
    4,
    "How much the results swing: spread, chance of nothing and of the most.",
    "How much every counted result varies, with the chance of none and of the most.",
    Swings,
    _find,
    lambda found, _: [swing_report(found.scenario_id, found.each, found.labels)],
    ("chronopia.melee attacker=the_cursed target=spearmen",),
    words="How random is it?",
)
