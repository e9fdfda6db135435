"""Twin of thud_and_blunder.attack: one figure attacks one figure, all at once or with a split skill."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..enumeration import Law, certain, chance, read_as, then
from .destiny import D10, ROLLED_AGAIN, combat_destiny, plain_destiny

ARMOUR = {
    "clothes": 0, "leather": 1, "brigandine": 2, "mail_shirt": 3, "mail_coat": 4, "half_plate": 5, "plate": 6,
}  # fmt: skip
SHIELD = {"none": 0, "small": 1, "large": 2}
TARGET_MOVED = {"none": 0, "moved": -2, "ran": -3}
WORST_LAST = ("missed", "unharmed", "knocked_down", "out")
KEPT_WHEN_FUMBLED = ("unarmed", "martial_artist_basic", "martial_artist_advanced")


def armour_rating(p: dict[str, Any], down: bool, ignoring: bool) -> int:
    """The target's Armour Rating; `ignoring`: the attack ignores physical armour."""
    if p["armour_rating"] != "none":
        return int(p["armour_rating"])
    armour, shield = ARMOUR[p["armour"]], SHIELD[p["shield"]]
    heavy = armour + (0 if p["magic_shield"] else shield) >= 6
    rating = 7
    if not ignoring:
        rating += armour
    if not ignoring and not down:
        rating += shield
    if not heavy and not down:
        rating += p["speed"]
    if p["mode"] == "fighting" and p["parrying"] and not down:
        rating += 1
    return rating


def attack_bonus(p: dict[str, Any], skill: int, down: bool) -> int:
    """Everything added to the d10 of an attack."""
    bonus = skill + p["weapon_bonus"] + p["modifier"] + (2 if down else 0)
    if p["mode"] == "fighting":
        return int(bonus + (1 if p["outnumbering"] else 0) + p["mobbing"])
    bonus += TARGET_MOVED[p["target_moved"]]
    bonus += -4 if p["shooter_moved"] else 0
    bonus += p["volley"]
    bonus -= 0 if p["seeking"] else p["terrain"]
    return int(bonus)


@lru_cache(maxsize=1000)
def attack_faces(bonus: int, rating: int, hit_compare: str, natural_10: str, automatic: bool) -> Law:
    """One d10 of an attack: natural_1, miss or hit."""

    def result(face: int) -> str:
        if face == 1:
            return "natural_1"
        if automatic or (natural_10 == "hits" and face == 10):
            return "hit"
        reached = face + bonus >= rating if hit_compare == "at_least" else face + bonus > rating
        return "hit" if reached else "miss"

    return read_as(D10, result)


def attack_roll(p: dict[str, Any], skill: int, down: bool, ignoring: bool) -> Law:
    """The attack roll of a figure with this skill: natural_1, miss or hit."""
    automatic = ignoring and p["ignoring_armour"] == "automatic"
    rating = armour_rating(p, down, ignoring)
    return attack_faces(attack_bonus(p, skill, down), rating, p["hit_compare"], p["natural_10"], automatic)


def fumble_die(result: str) -> Law:
    """After a natural 1 another d10: a second natural 1 is a fumble, everything else a plain miss."""
    if result != "natural_1":
        return certain(result)
    return read_as(D10, lambda face: "fumble" if face == 1 else "miss")


def destiny_when_hit(p: dict[str, Any]) -> Law:
    """The combat Destiny roll of a figure that was hit."""
    modifier = p["weapon_destiny"] + p["destiny_modifier"]
    modifier -= 1 if p["magic_weapon"] else 0
    modifier -= 2 if p["poisoned"] else 0
    modifier += 1 if p["magic_armour"] else 0
    return combat_destiny(p["destiny"], modifier, p["cursed"], p["destiny_naturals"])


Situation = tuple[str, bool, bool, bool, bool, bool]
"""Between two attacks: worst result so far, target down, attacker's and defender's hero point left,
a fumble has happened, the attacks are over."""


def attacks(p: dict[str, Any], skills: list[int], fumble_ends: bool) -> Law:
    """Several attacks one after another: the law of (worst result, a fumble has happened)."""
    destiny = destiny_when_hit(p)
    ignoring = p["flaming"]

    def one_attack(skill: int) -> Callable[[Situation], Law]:
        def go(now: Situation) -> Law:
            worst, down, attacker_hero, defender_hero, fumbled, over = now
            if over:
                return certain(now)
            roll = attack_roll(p, skill, down, ignoring)

            def after_first_roll(result: str) -> Law:
                if result == "hit" or not attacker_hero:
                    return then(fumble_die(result), lambda end: after_roll(end, attacker_hero))
                return then(then(roll, fumble_die), lambda end: after_roll(end, False))

            def after_roll(result: str, attacker_left: bool) -> Law:
                if result == "miss":
                    return certain((worst, down, attacker_left, defender_hero, fumbled, False))
                if result == "fumble":
                    return certain((worst, down, attacker_left, defender_hero, True, fumble_ends))
                return then(destiny, lambda end: after_destiny(end, attacker_left))

            def after_destiny(result: str, attacker_left: bool) -> Law:
                if defender_hero and result in ROLLED_AGAIN[p["defender_hero"]]:
                    return read_as(destiny, lambda second: wounded(second, attacker_left, False))
                return certain(wounded(result, attacker_left, defender_hero))

            def wounded(result: str, attacker_left: bool, defender_left: bool) -> Situation:
                now_worst = max(worst, result, key=WORST_LAST.index)
                now_down = down or result == "knocked_down"
                return (now_worst, now_down, attacker_left, defender_left, fumbled, result == "out")

            return then(roll, after_first_roll)

        return go

    heroes = (p["attacker_hero"] != "never", p["defender_hero"] != "never")
    law: Law = certain(("missed", p["target_knocked_down"], *heroes, False, False))
    for skill in skills:
        law = then(law, one_attack(skill))
    return read_as(law, lambda end: (end[0], end[4]))


def all_splits(skill: int, length: int) -> Iterator[list[int]]:
    """Every list of so many integers, 0 or more, that sum to the skill; lexicographically largest first."""
    if length == 1:
        yield [skill]
        return
    for first in range(skill, -1, -1):
        for rest in all_splits(skill - first, length - 1):
            yield [first, *rest]


def attack(p: dict[str, Any]) -> dict[str, Any]:
    """The attacks of one figure in one phase."""
    parts = [p["skill"]] if p["split"] == "none" else p["split"]
    fumble_ends = p["fumble_in_split"] == "ends_attacks" and p["weapon"] not in KEPT_WHEN_FUMBLED
    law = attacks(p, parts, fumble_ends)
    outcome = read_as(law, lambda end: end[0])
    first_roll = attack_roll(p, parts[0], p["target_knocked_down"], p["flaming"])
    results: dict[str, Any] = {
        "hit": first_roll.get("hit", Fraction(0)),
        "fumble": chance(law, lambda end: end[1]),
        "outcome": outcome,
    }
    if p["airborne"]:
        falls_to_death = plain_destiny(p["destiny"], 0).get(False, Fraction(0))
        results["lost_to_fall"] = outcome.get("knocked_down", Fraction(0)) * falls_to_death
    if len(parts) >= 2:
        best, best_chance = [], Fraction(-1)
        for split in all_splits(p["skill"], len(parts)):
            chance_of_out = chance(attacks(p, split, fumble_ends), lambda end: end[0] == "out")
            if chance_of_out > best_chance:  # the first of equals is the lexicographically largest
                best, best_chance = split, chance_of_out
        results["best_split"] = best
    return results


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"thud_and_blunder.attack": attack}
