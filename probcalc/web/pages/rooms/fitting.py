"""When each part of a scenario's page has anything to say: asked with every answer, before any part is loaded."""

from __future__ import annotations

from importlib.util import find_spec

from probcalc.analysis.balance.sided import is_sided
from probcalc.analysis.presets import preset_parameters
from probcalc.scenarios import finding, registry
from probcalc.scenarios.fights import Fight
from probcalc.web.pages.curve.figures import amounts, figures
from probcalc.web.pages.heat.axes import has_numbers, live_axes
from probcalc.web.pages.results.known import conditions
from probcalc.web.state.answered_request import Standing


def always(stands: Standing) -> bool:
    """Whatever is asked."""
    return True


def is_answered(stands: Standing) -> bool:
    """Whether there is an answer to look into."""
    return stands.answer is not None


def has_decision(stands: Standing) -> bool:
    """Whether the rules leave a decision here."""
    return is_answered(stands) and stands.model.advising is not None


def has_rounds(stands: Standing) -> bool:
    """Whether this is a fight that has an answer."""
    return is_answered(stands) and issubclass(stands.model, Fight)


def has_entries(stands: Standing) -> bool:
    """Whether the scenario picks anything from a table."""
    return is_answered(stands) and bool(preset_parameters(stands.model))


def has_modifiers(stands: Standing) -> bool:
    """Whether there is an answer, and anything that changes it."""
    return is_answered(stands) and any(p.role == "modifier" for p in stands.model.parameters())


def has_tables_on_both_sides(stands: Standing) -> bool:
    """Whether it has two sides with a table to pick from."""
    return is_sided(stands.model.id, by_table=True)


def has_two_axes(stands: Standing) -> bool:
    """Whether there are two parameters to vary."""
    return is_answered(stands) and len(live_axes(stands)) >= 2


def has_three_axes(stands: Standing) -> bool:
    """Whether there are three things to vary, two of them numbers."""
    return len(live_axes(stands)) >= 3 and has_numbers(stands)


def has_amount(stands: Standing) -> bool:
    """Whether there is a number to raise."""
    return is_answered(stands) and bool(amounts(stands))


def has_figure(stands: Standing) -> bool:
    """Whether there is an answer, a figure with an effect to run through, and an algebra system."""
    is_live = any(p.name not in stands.idle for p in figures(stands))
    return is_answered(stands) and is_live and find_spec("sympy") is not None


def has_conditions(stands: Standing) -> bool:
    """Whether there are results that one play decides together."""
    return is_answered(stands) and bool(conditions(stands))


def has_proof(stands: Standing) -> bool:
    """Whether there is an answer to prove."""
    return stands.answer is not None and stands.answer.given is None


def is_of_game(stands: Standing) -> bool:
    """Whether it is a game whose dice are its rules."""
    return registry.system_of(stands.model.id).is_game


def has_rulings(stands: Standing) -> bool:
    """Whether any rule of the scenario may be read in more than one way."""
    return any(p.role == "ruling" for p in stands.model.parameters())


def has_own_entries(stands: Standing) -> bool:
    """Whether readers can add units or weapons of their own to the game."""
    system = registry.system_of(stands.model.id)
    return bool(system.own) and finding.game_along(system.id) is None
