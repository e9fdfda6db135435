"""The figures that a curve can run through, and the numbers that can be raised."""

from __future__ import annotations

from probcalc.analysis.tables.needed import amount_parameters
from probcalc.present.words.requests import parameter_words
from probcalc.scenarios.parameters import Parameter, Role
from probcalc.web.state.answered_request import Standing

ROLES: dict[Role, int] = {"stat": 0, "modifier": 1, "setting": 2}


def figures(stands: Standing) -> list[Parameter]:
    """The whole numbers that can be run through: those with an effect first, figures of a model before the others."""
    whole = (p for p in stands.model.parameters() if p.kind == "integer" and p.role in ROLES)
    # A number that nobody set and that has no effect is none to run through.
    found = [p for p in whole if p.name not in stands.idle or stands.values[p.name] is not None]
    return sorted(found, key=lambda p: (p.name in stands.idle, stands.values[p.name] is None, ROLES[p.role]))


def amounts(stands: Standing) -> dict[str, str]:
    """The numbers that can be raised, in words, without those that have no effect now."""
    listed = (p for p in amount_parameters(stands.model) if p.name not in stands.idle)
    return {p.name: parameter_words(p, stands.parties) for p in listed}
