"""Which changes of a request are tried, within what every tap may take."""

from __future__ import annotations

from typing import NamedTuple

from probcalc.analysis.beside.modifiers import Modifiers, ModifierStep, alternatives, modifiers
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.parameters import Role
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import FOLLOWING, can_follow, many_can_follow, spending

_FEW_MAY_TAKE = 4_000_000
_ALL_ROLES: tuple[Role, ...] = ("modifier", "stat", "setting")


class Tried(NamedTuple):
    """What was found; and of how many changes only some were tried, 0 where all were."""

    found: Modifiers
    of: int = 0


def affordable(stands: Standing, many: int, worked: bool) -> Budget | None:
    """What a card of so many answers may spend: all when asked for, little with every tap; None for too much."""
    if worked:
        return spending()
    return spending(FOLLOWING) if can_follow(stands.spent, many) else None


def try_changes(stands: Standing, measure: Measure, worked: bool) -> Tried | InputError | None:
    """What the changes of circumstances are worth, or why that is not known; None where nothing can be changed.

    Where no circumstance changes the number, one step of a figure may. Where all are too much for every tap, a few are
    tried, and all of them when they are `worked`.
    """
    first = _try_changes(stands, measure, ("modifier",), worked)
    found = first
    if first is None or _does_nothing(first):
        every = _try_changes(stands, measure, _ALL_ROLES, worked)
        if first is None and (every is None or _does_nothing(every)):
            return None
        found = every if first is None or isinstance(every, Modifiers) else first
    if isinstance(found, TooMuch) and not worked and (few := _few(stands, measure)) is not None:
        return Tried(few, _many(stands, ("modifier",)))
    return Tried(found) if isinstance(found, Modifiers) else found


def _does_nothing(found: Modifiers | InputError) -> bool:
    return isinstance(found, Modifiers) and not moving(found)


def _try_changes(
    stands: Standing, measure: Measure, roles: tuple[Role, ...], worked: bool
) -> Modifiers | InputError | None:
    """The changes of parameters with these roles, or why there are none; None where nothing can be changed."""
    many = _many(stands, roles)
    if not many:
        return None
    budget = affordable(stands, many, worked)
    if budget is None:
        return TooMuch("too much for every tap")
    try:
        with metered(budget):
            return modifiers(stands.model.id, stands.given, measure, roles)
    except InputError as error:
        return error


def _many(stands: Standing, roles: tuple[Role, ...]) -> int:
    """How many changes there are of parameters with these roles."""
    scenario = stands.answered.scenario
    changing = [p for p in stands.model.parameters() if p.role in roles]
    return sum(1 for p in changing for _ in alternatives(p, scenario.value_of(p.name)))


def _few(stands: Standing, measure: Measure) -> Modifiers | None:
    """As many changes of circumstances as every tap may take; None where none of those changes the number."""
    # The present request is computed beside them; of one change alone nothing could be the best.
    most = max(2, many_can_follow(stands.spent) - 1)
    if stands.spent * (most + 1) > _FEW_MAY_TAKE:
        return None
    try:
        with metered(spending(_FEW_MAY_TAKE)):
            found = modifiers(stands.model.id, stands.given, measure, most=most)
    except InputError:
        return None
    return found if moving(found) else None


def moving(found: Modifiers) -> list[ModifierStep]:
    """The changes that change the number."""
    return [step for step in found.steps if step.change and step.trial.value is not None]
