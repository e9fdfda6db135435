"""Twins of chronopia.shooting, chronopia.into_clash and chronopia.deviation."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, chance, happens, read_as, then
from .attacks import blow, run_of_attacks
from .d20 import D20, characteristic_test, hit_test, hits, passes, result_of_test

BASE_SIZE = {25: -1, 30: 0, 40: 1, 50: 2, 80: 4, 100: 4}
SHIELD = {"none": 0, "shield": -1, "warshield": -2}
DAZED_SHOOTER = {"none": 0, "half": -2, "full": -4}


def target_number(p: dict[str, Any]) -> int:
    """The number to hit with a shot, before any command boost."""
    target = p["rs"] + p["modifier"] + BASE_SIZE[p["base_size"]] - 2 * p["cover"]
    target += DAZED_SHOOTER[p["shooter_dazed"]]
    if p["within_12"]:
        target += 2
    if p["duck_for_cover"]:
        target -= 2
    if p["charging_target"]:
        target -= 2
    if p["facing"] == "front" and p["target_dazed"] == "none":
        target += SHIELD[p["shield"]]
    return int(target)


def shooting(p: dict[str, Any]) -> dict[str, Any]:
    """One model shoots one target with all its attacks."""
    targets = [target_number(p)] * p["noa"]
    if p["command_boost"]:
        if p["boost_scope"] == "one_test":
            targets[0] += 2
        else:
            targets = [target + 2 for target in targets]
    score = p["damage"] + p["damage_modifier"] + (3 if p["slayer"] else 0)
    fumble_ends = p["shooting_fumble"] == "ends_activation"
    shots = run_of_attacks(targets, blow(p, score), reroll=p["reroll"], fumble_ends=fumble_ends)
    wounds_of_shots = read_as(shots, lambda end: end[0])
    shoots = passes(p["ld"], p["test_naturals"]) if p["leadership_test"] else Fraction(1)
    wounds = then(happens(shoots), lambda shot: wounds_of_shots if shot else certain(0))
    first = hit_test(targets[0], p["critic"])
    return {
        "shoots": shoots,
        "hit": hits(first),
        "critical": first.get("critical", Fraction(0)),
        "fumble": first["fumble"],
        "wounds": wounds,
        "slain": chance(wounds, lambda number: number >= p["wounds"]),
    }


def into_clash(p: dict[str, Any]) -> dict[str, Any]:
    """An LD test, a shot into the clash, and a third d20 for the side that is struck."""
    side_modifier = p["enemy_bases"] - p["friendly_bases"]
    if p["side_modifier"] == "intuitive":
        side_modifier = p["friendly_bases"] - p["enemy_bases"]
    side_struck = read_as(D20, lambda natural: "enemy" if natural + side_modifier <= 10 else "friend")

    def after_the_shot(natural: int) -> Law:
        result = result_of_test(natural, p["rs"] + p["modifier"])
        if result == "perfect":
            return certain("enemy")
        if result == "success":
            return side_struck
        return certain("miss")

    def after_the_ld_test(result: str) -> Law:
        return then(D20, after_the_shot) if result in ("perfect", "success") else certain("no_shot")

    return {"struck": then(characteristic_test(p["ld"], p["test_naturals"]), after_the_ld_test)}


def deviation(p: dict[str, Any]) -> dict[str, Any]:
    """How many inches a template or token strays."""
    if not p["tested"]:
        if p["half_inches"] == "up":
            return {"inches": read_as(D20, lambda natural: (natural + 1) // 2)}
        return {"inches": read_as(D20, lambda natural: natural // 2)}
    target = p["rs"] + p["modifier"]

    def inches(natural: int) -> int:
        if result_of_test(natural, target) in ("perfect", "success"):
            return 0
        missed_by = max(0, natural - target)
        return int(min(missed_by, p["distance"]))

    return {"inches": read_as(D20, inches)}


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "chronopia.shooting": shooting,
    "chronopia.into_clash": into_clash,
    "chronopia.deviation": deviation,
}
