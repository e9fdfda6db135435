"""The question what never happens or never matters in a rule."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.analysis.findings.found import Found
from probcalc.analysis.laboratory.faults import Linted, faults_of_all
from probcalc.present.declared.question import Asked, Question
from probcalc.present.reports.faults import faults_report
from probcalc.scenarios import registry


@dataclass(frozen=True, slots=True, repr=False)
class Faults(Found):
    """What is odd about a scenario, or about all of a game."""

    title: str
    each: tuple[Linted, ...]


def _find(asked: Asked) -> Faults:
    system = registry.system_of(asked.place)
    models = [registry.scenario(asked.place)] if "." in asked.place else list(system.scenarios)
    looked_at = [(m, [p.parameters for p in system.presets if p.scenario == m.id]) for m in models]
    title = models[0].title if "." in asked.place else system.name
    return Faults(title, faults_of_all(looked_at, asked.progress))


QUESTION = Question(
    9,
    "Checks the rules: what never happens, never matters, or makes no difference.",
    "Possible faults in the rules of a scenario or a whole game, searched for in many requests.",
    Faults,
    _find,
    lambda found, _: [faults_report(found.title, found.each)],
    ("reikhammer.action",),
    words="Rule check: results and options that make no difference",
    of="scenario or system",
)
