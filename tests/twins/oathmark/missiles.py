"""Twins of oathmark.shooting, oathmark.artillery and oathmark.breath."""

from collections.abc import Callable
from typing import Any

from ..enumeration import Law, each_face, read_as, sum_of_copies, then
from .dice import combat_die
from .morale import RANK_WIDTH, figures_lost, morale_after_hits, take_test

COVER = {"none": 0, "light": 1, "heavy": 2}


def target_unit(p: dict[str, Any]) -> dict[str, Any]:
    """The unit shot at, as the morale rules name its fields."""
    names = ("activation", "health", "base", "unit_of_one", "figures", "command", "courage", "undead")
    unit = {name: p[name] for name in names}
    unit["disordered"] = p["target_disordered"]
    return unit


def circumstances(p: dict[str, Any]) -> int:
    """What shooting and artillery both add to Defence minus Shoot."""
    penalties = sum(1 for name in ("used_action", "disordered", "indirect") if p[name])
    return int(penalties + COVER[p["cover"]] + p["modifier"])


def shooting(p: dict[str, Any]) -> dict[str, Any]:
    """One unit shoots at another."""
    target = target_unit(p)
    target_number = p["defence"] - p["shoot"] + circumstances(p)
    if p["fire_breath"]:
        dice = 5
    else:
        target_number -= max(0, p["full_ranks"] - 1)
        dice = min(5, p["combat_dice"] * p["front"])
        if p["arc"] != "rear":
            dice = max(1, dice - p["shielding"])

    def halved(hits: int) -> int:
        if not p["halved"]:
            return hits
        return hits // 2 if p["halving"] == "down" else (hits + 1) // 2

    one_die = combat_die(p["die"], target_number, p["tn_over_max"])
    hits = read_as(sum_of_copies(dice, one_die), halved)

    def morale(number: int) -> Law:
        if p["fire_breath"] and figures_lost(target, number) == 0:  # tests all the same
            return take_test(target, target["courage"], p, horrific_enemy=False)
        return morale_after_hits(target, number, p, by_shooting=True, horrific_enemy=False)

    return {
        "target_number": target_number,
        "dice": dice,
        "hits_per_die": one_die,
        "hits": hits,
        "casualties": read_as(hits, lambda number: figures_lost(target, number)),
        "morale": then(hits, morale),
    }


def artillery(p: dict[str, Any]) -> dict[str, Any]:
    """A war machine shoots at a unit: more dice the deeper and the bigger the target is."""
    target = target_unit(p)
    target_number = p["defence"] - p["shoot"] + circumstances(p)
    if p["unit_of_one"] and not p["large"] and not p["enormous"]:
        target_number += 5

    width = RANK_WIDTH[p["base"]]
    ranks_begun = (p["figures"] + width - 1) // width
    dice = ranks_begun + 1
    dice += 1 if p["large"] else 0
    dice += 2 if p["enormous"] else 0
    if p["arc"] != "front" and not (p["unit_of_one"] and p["flank_dice"] == "not_unit_of_one"):
        dice += 2
    if p["artillery_cap"] == "five":
        dice = min(5, dice)

    one_die = combat_die(p["die"], target_number, p["tn_over_max"])
    hits = sum_of_copies(dice, one_die)

    def morale(number: int) -> Law:
        return morale_after_hits(target, number, p, by_shooting=False, horrific_enemy=False)

    return {
        "target_number": target_number,
        "dice": dice,
        "hits_per_die": one_die,
        "hits": hits,
        "casualties": read_as(hits, lambda number: figures_lost(target, number)),
        "morale": then(hits, morale),
    }


def breath(p: dict[str, Any]) -> dict[str, Any]:
    """Poisonous Breath and Stone Gaze: each die below the target's Activation is a hit."""
    one_die = read_as(each_face(p["die"]), lambda face: 1 if face < p["activation"] else 0)
    hits = sum_of_copies(p["dice"], one_die)
    return {
        "hits_per_die": one_die,
        "hits": hits,
        "casualties": read_as(hits, lambda number: figures_lost(p, number)),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "oathmark.shooting": shooting,
    "oathmark.artillery": artillery,
    "oathmark.breath": breath,
}
