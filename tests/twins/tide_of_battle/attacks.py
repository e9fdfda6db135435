"""Twins of the attacks that roll to hit: melee and shooting."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import chance
from .losses import loss_results, regeneration_results, route_results
from .saves import save_chance
from .volley import Volley, hit_chance, lost_law, rulings_of, volley_results

COVER = {
    "none": 0,
    "hill": 0,
    "scrub": 1,
    "forest": 1,
    "swamp": 0,
    "wall": 2,
    "tall_crops": 1,
    "ruins": 2,
    "steep_hill": 0,
}


def deflection_of(
    deflection: int | str, at_least_three: bool = False, weapon: str = "none", shield: bool = False
) -> int | str:
    """Turtle and ghostly targets have at least 3; staff, and sword with shield, add 1 to what there is."""
    if at_least_three:
        deflection = 3 if deflection == "none" else max(int(deflection), 3)
    if deflection == "none":
        return "none"
    bonus = 1 if weapon == "staff" or (weapon == "sword" and shield) else 0
    return int(deflection) + bonus


def cannot_harm(p: dict[str, Any]) -> bool:
    """Targets that only some attacks can harm."""
    if p["target_kind"] == "incorporeal":
        return not p["magical"]
    if p["target_kind"] == "small_swarm":
        return not p["energy"]
    return False


def melee(p: dict[str, Any]) -> dict[str, Any]:
    """One unit's melee attacks on one unit."""
    to_hit = p["melee"] + p["weapon_melee"] + p["modifier"]
    to_hit += 1 if p["favored_enemy"] else 0
    to_hit += 1 if p["berserk"] else 0
    strength = p["strength"] + p["weapon_strength"] + p["sneak_attack"]
    strength += 1 if p["berserk"] else 0
    at_least_three = p["turtle"] or p["target_kind"] in ("incorporeal", "invisible")
    volley = Volley(
        dice=p["models"] * (p["attacks_each"] + p["weapon_attacks"]),
        hit=Fraction(1) if p["paralysed"] else hit_chance(to_hit, p["armor_class"]),
        strength=strength,
        fortitude=p["fortitude"],
        deflection=deflection_of(p["deflection"], at_least_three, p["target_weapon"], p["target_shield"]),
        hit_points=p["hit_points"],
        critical_strike=p["critical_strike"],
        poisoned=p["poisoned"],
        shield_breaker=p["shield_breaker"],
        healers=p["healers"],
        vulnerable=p["vulnerable"],
        harmless=cannot_harm(p),
        **rulings_of(p),
    )
    lost = lost_law(volley)
    results = {
        **volley_results(volley),
        **loss_results(p, lost),
        **regeneration_results(p, lost),
    }
    if p["stunning_blow"]:
        hurt = chance(lost, lambda points: points > 0)
        results["stunned"] = hurt * (1 - save_chance(p["fortitude_save"], -1))
    return results


def shooting(p: dict[str, Any]) -> dict[str, Any]:
    """One unit's shooting at one unit."""
    to_hit = p["ranged"] + p["weapon_ranged"] + p["modifier"]
    to_hit += 1 if p["favored_enemy"] else 0
    to_hit -= 1 if p["long_range"] else 0
    to_hit -= 2 if p["indirect"] else 0
    to_hit -= 1 if p["precise"] else 0

    armor_class = p["armor_class"]
    cover = COVER[p["terrain"]]
    if p["cover_model"] in ("terrain_ac_only", "both"):
        armor_class += cover
    if p["cover_model"] in ("minus1_only", "both") and cover > 0:
        to_hit -= 1
    armor_class += 1 if p["skirmishers"] else 0
    armor_class += 1 if p["swarm"] and cover > 0 else 0

    own_strength = p["strength"] if p["weapon"] == "javelin" else p["ranged_strength"]
    if p["weapon"] == "ballista":
        dice = 1 if p["skirmishers"] else p["target_ranks"]
    else:
        dice = p["models"] * p["attacks_each"]
    at_least_three = p["turtle"] or p["target_kind"] in ("incorporeal", "invisible")
    volley = Volley(
        dice=dice,
        hit=hit_chance(to_hit, armor_class),
        strength=own_strength + p["weapon_strength"] + p["sneak_attack"],
        fortitude=p["fortitude"],
        deflection=deflection_of(p["deflection"], at_least_three),
        hit_points=p["hit_points"],
        critical_strike=p["critical_strike"],
        poisoned=p["poisoned"],
        shield_breaker=p["shield_breaker"],
        ballista=p["weapon"] == "ballista",
        healers=p["healers"],
        vulnerable=p["vulnerable"],
        swarm_template=p["swarm_template"],
        harmless=cannot_harm(p),
        **rulings_of(p),
    )
    lost = lost_law(volley)
    return {
        **volley_results(volley),
        **loss_results(p, lost),
        **regeneration_results(p, lost),
        **route_results(p, lost),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "tide_of_battle.melee": melee,
    "tide_of_battle.shooting": shooting,
}
