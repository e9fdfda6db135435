"""The question how much each ruling of an unclear rule matters."""

from __future__ import annotations

from dataclasses import dataclass, replace

from probcalc.analysis.applying import has_rulings
from probcalc.analysis.findings.found import Found
from probcalc.analysis.laboratory.rulings import RulingEffect, ruling_effects
from probcalc.present.declared.question import Asked, Question
from probcalc.present.reports.faults import readings_report
from probcalc.scenarios import registry


@dataclass(frozen=True, slots=True, repr=False)
class Rulings(Found):
    """Every ruling, the farthest apart first, and those that nothing was left of the budget for."""

    title: str
    each: tuple[RulingEffect, ...]
    left_out: tuple[str, ...]


def _find(asked: Asked) -> Rulings:
    if "." in asked.place:
        model = registry.scenario(asked.place)
        systems, title = [replace(registry.system_of(asked.place), scenarios=(model,))], model.title
    elif asked.place:
        systems = [registry.system(asked.place)]
        title = systems[0].name
    else:
        systems, title = [system for system in registry.systems() if system.is_game], "all games"
    return Rulings(title, *ruling_effects(systems, asked.progress))


QUESTION = Question(
    8,
    "How much each ruling matters, the farthest first.",
    "Every ruling of a scenario, a game or all games: the two choices whose odds differ most, and by how much.",
    Rulings,
    _find,
    lambda found, _: [readings_report(found.title, found.each, found.left_out)],
    ("reikhammer",),
    words="How much each ruling matters",
    applies=has_rulings,
    of="all",
)
