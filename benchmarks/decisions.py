"""Decisions: what to spend six points on in one attack, and six attacks on three targets of ten hit points."""

from __future__ import annotations

from typing import Any

from benchmarks.measuring import Work
from probcalc.analysis.advice.advise import advise
from probcalc.analysis.allocation.allocate import allocate

CURSED = {"attacker": "the_cursed", "target": "spearmen", "charging": True}
PAID = {"noa": 2, "critic": 3, "multiplier": 3, "critical_wounds": "paid", "wounds": 3, "boost_scope": "one_test"}
FIGURES = ((1, 1, 0), (2, 1, 0), (3, 1, 0), (1, 2, 3), (2, 2, 0), (1, 0, 6))
ATTACKS = [
    {
        "scenario": "mechanics.attack",
        "parameters": {"attacks": attacks, "damage": damage, "damage_die": die, "hit.target": 4},
    }
    for attacks, damage, die in FIGURES
]
TARGETS = [{"name": name, "parameters": {"health": 10}} for name in ("first", "second", "third")]


def one_attack() -> Any:
    return advise("chronopia.melee", CURSED, aim="slain", points=6).table


def paid_attack() -> Any:
    return advise("chronopia.melee", PAID, aim="slain", points=6).table


def looking() -> Any:
    return allocate(ATTACKS, TARGETS, "targets", look=True, order="free").looking


def _as_it_is(answer: Any) -> Any:
    return answer


WORKS = (
    Work("A1", "advice for one attack with 0 to 6 points", one_attack, at_most=50, normal=_as_it_is),
    Work("A2", "the same, paid criticals and a boost each test", paid_attack, at_most=50, normal=_as_it_is),
    Work("A3", "six different attacks, three targets of ten", looking, at_most=2000, normal=_as_it_is),
)
