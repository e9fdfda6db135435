"""Twin of tide_of_battle.engagement: both sides strike and count Victory Points, the loser tests."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, both, chance, read_as, then
from .attacks import deflection_of
from .saves import save_chance
from .volley import Volley, hit_chance, lost_law, rulings_of


def side(p: dict[str, Any], letter: str) -> dict[str, Any]:
    """The fields of one side without their prefix."""
    return {name[2:]: value for name, value in p.items() if name.startswith(f"{letter}.")}


def inflicts(striker: dict[str, Any], struck: dict[str, Any], models: int, rulings: dict[str, str]) -> Law:
    """Hit points that so many models of one side take from the other, at most all it has."""
    to_hit = striker["melee"] + striker["weapon_melee"] + striker["modifier"]
    to_hit += 1 if striker["favored_enemy"] else 0
    to_hit += 1 if striker["berserk"] else 0
    strength = striker["strength"] + striker["weapon_strength"] + striker["sneak_attack"]
    strength += 1 if striker["berserk"] else 0
    volley = Volley(
        dice=models * (striker["attacks_each"] + striker["weapon_attacks"]),
        hit=hit_chance(to_hit, struck["armor_class"]),
        strength=strength,
        fortitude=struck["fortitude"],
        deflection=deflection_of(struck["deflection"], struck["turtle"], struck["weapon"], struck["shield"]),
        hit_points=struck["hit_points"],
        critical_strike=striker["critical_strike"],
        poisoned=striker["poisoned"],
        shield_breaker=striker["shield_breaker"],
        healers=struck["healers"],
        **rulings,
    )
    all_it_has = struck["models"] * struck["hit_points"]
    return read_as(lost_law(volley), lambda lost: min(lost, all_it_has))


def quickness(one: dict[str, Any]) -> tuple[bool, int]:
    """First Strike goes before none, then the higher Reflex."""
    reflex = one["reflex"] + one["weapon_reflex"] - (1 if one["turtle"] else 0)
    return (bool(one["first_strike"]), reflex)


def strikers(one: dict[str, Any], lost: int) -> int:
    """How many models of a side strike after it has lost these hit points."""
    left = one["models"] - lost // one["hit_points"]
    return int(min(one["fighting"], left))


def fight(a: dict[str, Any], b: dict[str, Any], rulings: dict[str, str]) -> Law:
    """The law of (hit points a inflicts, hit points b inflicts)."""
    if quickness(a) == quickness(b):
        return both(inflicts(a, b, strikers(a, 0), rulings), inflicts(b, a, strikers(b, 0), rulings))

    faster, slower = (a, b) if quickness(a) > quickness(b) else (b, a)
    most = strikers(slower, 0)
    strikes_back = {models: inflicts(slower, faster, models, rulings) for models in range(most + 1)}

    def reply(slower_lost: int) -> Law:
        back = strikes_back[strikers(slower, slower_lost)]
        if faster is a:
            return read_as(back, lambda faster_lost: (slower_lost, faster_lost))
        return read_as(back, lambda faster_lost: (faster_lost, slower_lost))

    return then(inflicts(faster, slower, strikers(faster, 0), rulings), reply)


def tiers(more: int, less: int, big: int, ruling: str) -> int:
    """A point for having more, and for having more by `big` one more, or the same one."""
    if more <= less:
        return 0
    if more - less >= big and ruling == "cumulative":
        return 2
    return 1


def victory_points(
    one: dict[str, Any],
    other: dict[str, Any],
    inflicted: int,
    suffered: int,
    ruling: str,
) -> int:
    """The Victory Points of one side."""
    points = tiers(inflicted, suffered, 4, ruling)
    points += tiers(one["ranks"], other["ranks"], 3, ruling)
    points += one["higher_ground"] + one["flanking"]
    points += 1 if one["duel"] else 0
    return int(points)


def will_save_fails(one: dict[str, Any], enemy: dict[str, Any]) -> Fraction:
    """The chance that a side which lost the Tide of Battle routs."""
    if one["implacable"]:
        return Fraction(0)
    modifier = one["will_modifier"]
    modifier += 1 if one["standard"] else 0
    modifier += 1 if one["favored_enemy"] else 0
    modifier += 1 if one["berserk"] else 0
    modifier -= 1 if enemy["fearsome"] and not one["courageous"] else 0
    return 1 - save_chance(one["will"], modifier, one["will_reroll"])


def engagement(p: dict[str, Any]) -> dict[str, Any]:
    """One Engagement phase of two units."""
    a, b = side(p, "a"), side(p, "b")
    law = fight(a, b, rulings_of(p))

    def vp_difference(end: tuple[int, int]) -> int:
        by_a, by_b = end
        a_points = victory_points(a, b, by_a, by_b, p["vp_tiers"])
        b_points = victory_points(b, a, by_b, by_a, p["vp_tiers"])
        return a_points - b_points

    def winner(end: tuple[int, int]) -> str:
        difference = vp_difference(end)
        if difference == 0:
            return "draw"
        return "a" if difference > 0 else "b"

    def a_is_wiped_out(end: tuple[int, int]) -> bool:
        return bool(end[1] >= a["models"] * a["hit_points"])

    def b_is_wiped_out(end: tuple[int, int]) -> bool:
        return bool(end[0] >= b["models"] * b["hit_points"])

    a_tests = chance(law, lambda end: winner(end) == "b" and not a_is_wiped_out(end))
    b_tests = chance(law, lambda end: winner(end) == "a" and not b_is_wiped_out(end))
    return {
        "a_inflicts": read_as(law, lambda end: end[0]),
        "b_inflicts": read_as(law, lambda end: end[1]),
        "vp_difference": read_as(law, vp_difference),
        "winner": read_as(law, winner),
        "a_routes": a_tests * will_save_fails(a, b),
        "b_routes": b_tests * will_save_fails(b, a),
        "a_wiped_out": chance(law, a_is_wiped_out),
        "b_wiped_out": chance(law, b_is_wiped_out),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"tide_of_battle.engagement": engagement}
