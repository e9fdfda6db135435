"""Twins of chronopia.melee, chronopia.free_slash, chronopia.swipe and chronopia.armour."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, chance, read_as, sum_of_copies
from .attacks import blow, run_of_attacks
from .d20 import hit_test, hits, wounds_of_critical, wounds_of_hit

SHIELD = {"none": 0, "shield": -1, "warshield": -2}
DAZED_ATTACKER = {"none": 0, "half": -2, "full": -4}
DAZED_TARGET = {"none": 0, "half": 2, "full": 4}


def target_number(p: dict[str, Any]) -> int:
    """The number to hit in close combat, before any command boost; a field a scenario lacks is at rest."""
    target = p["cc"] + p["modifier"] - p["fear"]
    target += min(3, p["supporting_friends"])
    if p["obstacle"]:
        target -= 2
    target += DAZED_ATTACKER[p["attacker_dazed"]] + DAZED_TARGET[p["target_dazed"]]
    seen_from_the_front = p.get("facing", "front") == "front" or p["martial_arts_master"]
    if seen_from_the_front and p["target_dazed"] == "none":
        target += p["agility"]
        target += SHIELD[p["shield"]] * (2 if p["shield_in_melee"] == "twice" else 1)
    return int(target)


def damage_score(p: dict[str, Any]) -> int:
    """The total damage score in close combat; a field a scenario lacks is at rest."""
    score = p["damage"] + p["strength"] + p["damage_modifier"]
    if p["slayer"]:
        score += 3
    if p.get("brace_support", False):
        score += 1
    bonus_lost_to_brace = p.get("braced", False) and p["facing"] == "front"
    if p.get("charging", False) and not bonus_lost_to_brace:
        score += p["charge_damage"]
    return int(score)


def melee(p: dict[str, Any]) -> dict[str, Any]:
    """One model strikes one target with all its attacks."""
    targets = [target_number(p)] * p["noa"]
    if p["command_boost"]:
        if p["boost_scope"] == "one_test":
            targets[0] += 2
        else:
            targets = [target + (4 if p["charging"] else 2) for target in targets]
    law = run_of_attacks(targets, blow(p, damage_score(p)), reroll=p["reroll"])
    first = hit_test(targets[0], p["critic"])
    return {
        "hit": hits(first),
        "critical": first.get("critical", Fraction(0)),
        "fumble": first["fumble"],
        "wounds": read_as(law, lambda end: end[0]),
        "slain": chance(law, lambda end: end[0] >= p["wounds"]),
        "attacker_dazed": chance(law, lambda end: end[1]),
    }


def free_slash(p: dict[str, Any]) -> dict[str, Any]:
    """Every enemy left behind strikes the runner from the front, with all attacks or (fly away) one each."""
    target = target_number(p)
    attacks = p["attackers"] * (1 if p["fly_away"] else p["noa"])
    law = run_of_attacks([target] * attacks, blow(p, damage_score(p)))
    first = hit_test(target, p["critic"])
    return {
        "hit": hits(first),
        "critical": first.get("critical", Fraction(0)),
        "wounds": read_as(law, lambda end: end[0]),
        "slain": chance(law, lambda end: end[0] >= p["wounds"]),
    }


def swipe(p: dict[str, Any]) -> dict[str, Any]:
    """One test (or noa tests) against each of several enemy models, all alike."""
    target = target_number(p)
    attempts = p["noa"] if p["swipe_attempts"] == "noa" else 1
    one_model = run_of_attacks([target] * attempts, blow(p, damage_score(p)))
    wounds_of_one = read_as(one_model, lambda end: end[0])
    slain_of_one = read_as(one_model, lambda end: 1 if end[0] >= p["wounds"] else 0)
    fumbles_of_one = read_as(one_model, lambda end: 1 if end[1] else 0)
    first = hit_test(target, p["critic"])
    return {
        "hit": hits(first),
        "critical": first.get("critical", Fraction(0)),
        "fumble": first["fumble"],
        "wounds": sum_of_copies(p["targets"], wounds_of_one),
        "slain": sum_of_copies(p["targets"], slain_of_one),
        "attacker_dazed": chance(sum_of_copies(p["targets"], fumbles_of_one), lambda number: number >= 1),
    }


def armour(p: dict[str, Any]) -> dict[str, Any]:
    """What one hit, or one critical, does."""
    score = p["damage"] + p["strength"] + p["damage_modifier"]
    law: Law
    if p["critical"]:
        law = wounds_of_critical(p["multiplier"], p["ward"])
    else:
        save = p["armour"] - score
        law = wounds_of_hit(save, p["multiplier"], p["heal"], p["ward"], p["multiplier_specials"])
    return {"wounds": law, "any_wound": chance(law, lambda wounds: wounds >= 1)}


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "chronopia.melee": melee,
    "chronopia.free_slash": free_slash,
    "chronopia.swipe": swipe,
    "chronopia.armour": armour,
}
