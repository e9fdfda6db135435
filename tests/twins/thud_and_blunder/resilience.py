"""Twins of the rolls against Resilience: vehicle and structure."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, read_as, then
from .destiny import D10, combat_destiny


def lots_of_a_hit(resilience: int, modifier: int) -> Law:
    """The lots of damage one hit does: a check, and after each natural 1 another, three at most."""

    def check(face: int) -> str:
        if face == 1:
            return "natural_1"
        return "pass" if face == 10 or face + modifier >= resilience else "fail"

    checks = read_as(D10, check)

    def first(result: str) -> Law:
        if result == "natural_1":
            return then(checks, second)
        return certain(0 if result == "pass" else 1)

    def second(result: str) -> Law:
        if result == "natural_1":
            return then(checks, third)
        return certain(1 if result == "pass" else 2)

    def third(result: str) -> Law:
        return certain(2 if result == "pass" else 3)

    return then(checks, first)


def vehicle(p: dict[str, Any]) -> dict[str, Any]:
    """Attacks on a vehicle, which hit unless natural 1; three lots of damage destroy it."""
    lots = lots_of_a_hit(p["resilience"], p["modifier"])
    of_one_attack = then(D10, lambda face: certain(0) if face == 1 else lots)

    def one_attack(damage: int) -> Law:
        return read_as(of_one_attack, lambda more: min(3, damage + more))

    damage: Law = certain(p["damage"])
    for _ in range(p["attacks"]):
        damage = then(damage, one_attack)
    return {"lots": lots, "damage_after": damage, "destroyed": damage.get(3, Fraction(0))}


def structure(p: dict[str, Any]) -> dict[str, Any]:
    """Attacks on a structure, which hit unless natural 1, until it falls."""
    falls_on = ("out", "knocked_down") if p["equal_resilience"] == "falls" else ("out",)
    when_hit = combat_destiny(p["resilience"], p["modifier"], False, p["destiny_naturals"])
    holds = read_as(when_hit, lambda result: "falls" if result in falls_on else "stands")
    one_attack = then(D10, lambda face: certain("stands") if face == 1 else holds)

    def attack_number(number: int) -> Callable[[Any], Law]:
        struck = read_as(one_attack, lambda result: number if result == "falls" else "stands")
        return lambda state: struck if state == "stands" else certain(state)

    law: Law = certain("stands")
    for number in range(1, p["attacks"] + 1):
        law = then(law, attack_number(number))
    return {
        "breaks": one_attack.get("falls", Fraction(0)),
        "falls": 1 - law.get("stands", Fraction(0)),
        "attack": law,
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "thud_and_blunder.vehicle": vehicle,
    "thud_and_blunder.structure": structure,
}
