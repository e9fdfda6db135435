"""Twins of the attacks that hit of themselves: blast, trample, and the catapult's blast where it lands."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, chance, each_face, happens, sum_of_two, then
from .losses import loss_results, regeneration_results, route_results
from .saves import save_chance
from .volley import Volley, hit_chance, lost_law, rulings_of, volley_results

CATAPULT_ARMOR_CLASS = 4
CENTRE_STRENGTH = 3


def touched_is_hit(p: dict[str, Any]) -> Fraction:
    """A touched model is hit unless a Reflex save takes it out of the way."""
    return 1 - save_chance(p["reflex"], p["reflex_modifier"])


def blast(p: dict[str, Any]) -> dict[str, Any]:
    """A template: every touched model takes one automatic hit."""
    volley = Volley(
        dice=p["touched"],
        hit=touched_is_hit(p),
        strength=p["strength"],
        fortitude=p["fortitude"],
        deflection=p["deflection"],
        hit_points=p["hit_points"],
        shield_breaker=p["shield_breaker"],
        healers=p["healers"],
        vulnerable=p["vulnerable"],
        swarm_template=p["swarm_template"],
        **rulings_of(p),
    )
    lost = lost_law(volley)
    return {
        **volley_results(volley),
        **loss_results(p, lost),
        **regeneration_results(p, lost),
        **route_results(p, lost),
    }


def trample(p: dict[str, Any]) -> dict[str, Any]:
    """Every model in contact that fails its Reflex save takes one automatic hit."""
    volley = Volley(
        dice=p["contacts"],
        hit=touched_is_hit(p),
        strength=p["strength"],
        fortitude=p["fortitude"],
        deflection=p["deflection"],
        hit_points=p["hit_points"],
        **rulings_of(p),
    )
    return {**volley_results(volley), **loss_results(p, lost_law(volley))}


def catapult(p: dict[str, Any]) -> dict[str, Any]:
    """One die to hit the spot; on target the model under the centre is hit harder than the others."""
    bonus = 0
    if p["catapult_modifiers"] == "apply":
        bonus = p["bonus"] - (1 if p["long_range"] else 0) - (2 if p["indirect"] else 0)
    on_target = hit_chance(bonus, CATAPULT_ARMOR_CLASS)

    def lost_by(models: int, strength: int) -> Law:
        return lost_law(
            Volley(
                dice=models,
                hit=touched_is_hit(p),
                strength=strength,
                fortitude=p["fortitude"],
                deflection=p["deflection"],
                hit_points=p["hit_points"],
                vulnerable=p["vulnerable"],
                swarm_template=p["swarm_template"],
                **rulings_of(p),
            )
        )

    under_centre = min(1, p["touched"])
    lost_on_target = sum_of_two(
        lost_by(under_centre, p["strength"] + CENTRE_STRENGTH),
        lost_by(p["touched"] - under_centre, p["strength"]),
    )
    shot = happens(on_target)
    lost = then(shot, lambda hits: lost_on_target if hits else certain(0))
    return {
        "on_target": chance(shot, bool),
        "scatter": then(shot, lambda hits: certain(0) if hits else each_face(6)),
        "hit_points_lost_on_target": lost_on_target,
        **loss_results(p, lost),
        **route_results(p, lost),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "tide_of_battle.blast": blast,
    "tide_of_battle.trample": trample,
    "tide_of_battle.catapult": catapult,
}
