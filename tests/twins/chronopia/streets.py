"""Twins of chronopia.initiative, chronopia.civilian and chronopia.gossip."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, both, certain, chance, happens, read_as, sum_of_copies, sum_of_two
from .attacks import blow, run_of_attacks
from .d20 import D20


def initiative(p: dict[str, Any]) -> dict[str, Any]:
    """Both roll d20 + activations; the lower total has initiative."""

    def who(faces: tuple[int, int]) -> str:
        a_total, b_total = faces[0] + p["a_activations"], faces[1] + p["b_activations"]
        if a_total == b_total:
            return "tie"
        return "a" if a_total < b_total else "b"

    roll = read_as(both(D20, D20), who)
    a, b, tie = (roll.get(name, Fraction(0)) for name in ("a", "b", "tie"))
    if p["previous"] == "none":
        # Rolling again until it is decided leaves the chances of a and b in their proportion.
        return {"a": a / (a + b), "b": b / (a + b), "tie": tie}
    if p["previous"] == "a":
        return {"a": a, "b": b + tie, "tie": tie}
    return {"a": a + tie, "b": b, "tie": tie}


def civilian(p: dict[str, Any]) -> dict[str, Any]:
    """How far a civilian walks, and where it is reborn."""

    def place(natural: int) -> str:
        if natural == 1:
            return "choose"
        if natural == 20:
            return "opponent_chooses"
        if natural <= 7:
            return "left"
        return "middle" if natural <= 13 else "right"

    return {
        "movement": read_as(D20, lambda natural: max(0, natural - p["turn"])),
        "reborn": read_as(D20, place),
    }


def kill_of_one_attempt(p: dict[str, Any], side: str) -> Fraction:
    """The chance that one model slays one civilian: Agility +1, Armour 16 + 2 for each watcher, 1 wound."""
    target = p[f"{side}.cc"] + 1 + p[f"{side}.modifier"]
    score = p[f"{side}.damage"] + p[f"{side}.strength"]
    if p[f"{side}.charging"]:
        score += p[f"{side}.charge_damage"]
    one_blow = blow(
        {
            "critic": p[f"{side}.critic"],
            "multiplier": p[f"{side}.multiplier"],
            "armour": 16 + 2 * p["watchers"],
            "heal": 0,
            "ward": 0,
            "multiplier_specials": p["multiplier_specials"],
        },
        score,
    )
    law = run_of_attacks([target] * p[f"{side}.noa"], one_blow)
    return chance(law, lambda end: end[0] >= 1)


def points_in_the_end(p: dict[str, Any], side: str, kill: Fraction) -> Law:
    """Points so far, civilians won without a roll, and a point for each one slain before few watchers."""
    point_for_a_kill = 0 if p["watchers"] >= 5 else 1
    one_attempt = read_as(happens(kill), lambda slain: point_for_a_kill if slain else 0)
    attempts = sum_of_copies(p[f"{side}.attempts"], one_attempt)
    return sum_of_two(certain(p[f"{side}.points"] + p[f"{side}.sure"]), attempts)


def gossip(p: dict[str, Any]) -> dict[str, Any]:
    """Who gathers more gossip, and whether it is enough."""
    a_kills, b_kills = kill_of_one_attempt(p, "a"), kill_of_one_attempt(p, "b")
    a_points, b_points = points_in_the_end(p, "a", a_kills), points_in_the_end(p, "b", b_kills)

    def victory(points: tuple[int, int]) -> str:
        if points[0] == points[1]:
            return "draw"
        leader, best = ("a", points[0]) if points[0] > points[1] else ("b", points[1])
        if best >= p["major"]:
            return f"{leader}_major"
        return f"{leader}_minor" if best >= p["minor"] else "draw"

    return {
        "a_kills": a_kills,
        "b_kills": b_kills,
        "a_points": a_points,
        "b_points": b_points,
        "victory": read_as(both(a_points, b_points), victory),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "chronopia.initiative": initiative,
    "chronopia.civilian": civilian,
    "chronopia.gossip": gossip,
}
