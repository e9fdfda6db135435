"""The question what each modifier is worth."""

from __future__ import annotations

from probcalc.analysis.applying import has_modifiers
from probcalc.analysis.beside.modifiers import Modifiers, modifiers
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.modifiers import modifiers_report
from probcalc.scenarios.parameters import Role


def _find(asked: Asked) -> Modifiers:
    role: Role = "ruling" if asked.said["rulings"] else "modifier"
    return modifiers(asked.place, asked.given, asked.measure, (role,), asked.progress)


QUESTION = Question(
    5,
    "What each modifier is worth.",
    "What each legal modifier is worth in the present request, each taken alone, the greatest change first.",
    Modifiers,
    _find,
    lambda found, asked: [modifiers_report(found, asked.names)],
    (
        "chronopia.melee attacker=the_cursed target=spearmen",
        "chronopia.melee attacker=the_cursed target=spearmen --result wounds",
        "chronopia.melee attacker=the_cursed target=spearmen --rulings",
    ),
    applies=has_modifiers,
    options=(Option("rulings", "Compare rulings instead of modifiers.", kind="flag"),),
    is_measured=True,
    trials=lambda found: [found.present, *(step.trial for step in found.steps)],
)
