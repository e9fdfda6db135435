"""Twins of the attacks without hero points: entangle, fire, into_fight and volley."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, read_as, then
from .attack import attack_roll, attacks, destiny_when_hit
from .destiny import combat_destiny, plain_destiny

SHOT_AT_RANGE = {"mode": "shooting", "outnumbering": False, "mobbing": 0, "parrying": False}
NO_HERO = {"attacker_hero": "never", "defender_hero": "never"}


def entangle(p: dict[str, Any]) -> dict[str, Any]:
    """A hit and then a plain Destiny roll, or down; physical armour does not count."""
    roll = attack_roll(p, p["skill"], p["target_knocked_down"], ignoring=True)
    hit = roll.get("hit", Fraction(0))
    fails = plain_destiny(p["destiny"], p["destiny_modifier"]).get(False, Fraction(0))
    return {"hit": hit, "knocked_down": hit * fails}


def fire(p: dict[str, Any]) -> dict[str, Any]:
    """Who survives the hit burns turn after turn; physical armour does not count."""
    roll = attack_roll(p, p["skill"], p["target_knocked_down"], ignoring=True)
    burn = combat_destiny(p["destiny"], p["burn_modifier"], False, p["destiny_naturals"])

    def when_hit(result: str) -> Law:
        if result != "hit":
            return certain("alive")
        return read_as(destiny_when_hit(p), lambda end: 0 if end == "out" else "burning")

    def burns_in(turn: int) -> Callable[[Any], Law]:
        burnt = read_as(burn, lambda end: turn if end == "out" else "burning")
        return lambda state: burnt if state == "burning" else certain(state)

    law = then(roll, when_hit)
    catches_fire = law.get("burning", Fraction(0))
    for turn in range(1, p["turns"] + 1):
        law = then(law, burns_in(turn))
    return {
        "out_at_once": law.get(0, Fraction(0)),
        "catches_fire": catches_fire,
        "out_by_turn": read_as(law, lambda state: "alive" if state == "burning" else state),
    }


def into_fight(p: dict[str, Any]) -> dict[str, Any]:
    """A shot into a Fight: anybody in it may be the target."""
    enemy = {**p, **SHOT_AT_RANGE}
    friend = dict(enemy)
    if p["friend_armour_rating"] != "none":
        friend["armour_rating"] = p["friend_armour_rating"]
    if p["friend_destiny"] != "none":
        friend["destiny"] = p["friend_destiny"]

    def shot_at(target: dict[str, Any], name: str) -> Law:
        endings = {"unharmed": f"{name}_unharmed", "knocked_down": f"{name}_down", "out": f"{name}_out"}
        wounds = read_as(destiny_when_hit(target), lambda result: endings[result])
        roll = attack_roll(target, target["skill"], target["target_knocked_down"], target["flaming"])
        return then(roll, lambda result: wounds if result == "hit" else certain("nobody"))

    everybody = p["friends"] + p["enemies"]
    drawn = {"friend": Fraction(p["friends"], everybody), "enemy": Fraction(p["enemies"], everybody)}
    shots = {"friend": shot_at(friend, "friend"), "enemy": shot_at(enemy, "enemy")}
    return {"struck": then(drawn, lambda who: shots[who])}


def volley(p: dict[str, Any]) -> dict[str, Any]:
    """The same shooters once with a single roll, and once each on his own."""
    single = {**p, **SHOT_AT_RANGE, **NO_HERO, "volley": 0}
    joint = {**single, "volley": p["shooters"] - 1}

    def worst_result(law: Law) -> Law:
        return read_as(law, lambda end: end[0])

    return {
        "together": worst_result(attacks(joint, [p["skill"]], fumble_ends=False)),
        "apart": worst_result(attacks(single, [p["skill"]] * p["shooters"], fumble_ends=False)),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "thud_and_blunder.entangle": entangle,
    "thud_and_blunder.fire": fire,
    "thud_and_blunder.into_fight": into_fight,
    "thud_and_blunder.volley": volley,
}
