"""Casualties and the morale test that follows them; twin of oathmark.morale."""

from collections.abc import Callable
from typing import Any

from ..enumeration import Law, certain
from .dice import morale_test, number_of_dice

RANK_WIDTH = {"25x25": 5, "25x50": 5, "50x50": 3}
RANKS_FOR_BONUS = {"25x25": 2, "25x50": 1, "50x50": 1}


def figures_lost(unit: dict[str, Any], hits: int) -> int:
    """Every full `health` hits remove a figure (a unit-of-one is 1 figure)."""
    return int(min(unit["figures"], hits // unit["health"]))


def casualty_modifier(unit: dict[str, Any], lost: int, by_shooting: bool, ranks_when: str) -> int:
    """The morale modifier of a unit that lost this many figures by the attack."""
    if unit["unit_of_one"]:
        return int(unit["courage"])
    counted = unit["figures"] if ranks_when == "before" else unit["figures"] - lost
    full_ranks = counted // RANK_WIDTH[unit["base"]]
    modifier = -lost
    if unit["disordered"]:
        modifier -= 1
    if full_ranks < 1:
        modifier -= 1
    if full_ranks >= RANKS_FOR_BONUS[unit["base"]]:
        modifier += 1
    if by_shooting:
        modifier += 1
    return int(modifier + unit["courage"])


def state_after(unit: dict[str, Any], hits: int) -> str:
    """What these hits do, before any die: destroyed, test or no_test."""
    lost = figures_lost(unit, hits)
    if lost == unit["figures"]:
        return "destroyed"
    if lost >= 1 or (unit["unit_of_one"] and hits >= 1):
        return "test"
    return "no_test"


def take_test(unit: dict[str, Any], modifier: int, p: dict[str, Any], horrific_enemy: bool) -> Law:
    """The unit's own test with two dice: passed, disordered or broken."""
    if unit["undead"]:
        return certain("passed")
    dice = number_of_dice(2, unit["command"], horrific_enemy)
    top_passes = p["morale_natural_10"] == "passes"
    return morale_test(p["die"], dice, unit["activation"], modifier, top_passes, unit["disordered"])


def morale_after_hits(
    unit: dict[str, Any], hits: int, p: dict[str, Any], *, by_shooting: bool, horrific_enemy: bool
) -> Law:
    """no_test, passed, disordered, broken or destroyed, after a known number of hits."""
    state = state_after(unit, hits)
    if state != "test":
        return certain(state)
    modifier = casualty_modifier(unit, figures_lost(unit, hits), by_shooting, p["ranks_when"])
    return take_test(unit, modifier, p, horrific_enemy)


def morale(p: dict[str, Any]) -> dict[str, Any]:
    """One morale test of which every modifier is given."""
    if p["undead"]:
        return {"outcome": certain("passed")}
    modifier = p["courage"] + p["modifier"]
    if not p["unit_of_one"]:
        modifier -= p["casualties"]
        modifier -= 1 if p["disordered"] else 0
        modifier -= 1 if p["less_than_one_rank"] else 0
        modifier += 1 if p["ranks_bonus"] else 0
        modifier += 1 if p["by_shooting"] else 0
    dice = number_of_dice(p["dice"], p["command"], p["horrific"])
    top_passes = p["morale_natural_10"] == "passes"
    outcome = morale_test(p["die"], dice, p["activation"], modifier, top_passes, p["disordered"])
    return {"outcome": outcome}


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"oathmark.morale": morale}
