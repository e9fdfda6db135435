"""What the hit points lost mean for the struck unit: models, half strength, rout, regeneration."""

from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, chance, happens, read_as, sum_of_copies, then
from .saves import save_chance


def total_of(p: dict[str, Any]) -> int:
    """The unit's hit points at the start of the battle."""
    return int(p["target_models"] * p["hit_points"])


def left_of(p: dict[str, Any]) -> int:
    """The unit's hit points before this attack."""
    return total_of(p) - int(p["already_lost"])


def at_half(p: dict[str, Any], left: int) -> bool:
    """Is a unit with this many hit points left at half its strength or less?"""
    return 2 * left <= total_of(p)


def loss_results(p: dict[str, Any], lost_law: Law) -> dict[str, Any]:
    """The loss results of every attack."""
    left = left_of(p)
    removed_before = p["already_lost"] // p["hit_points"]

    def models_lost(lost: int) -> int:
        return (p["already_lost"] + min(lost, left)) // p["hit_points"] - removed_before

    return {
        "hit_points_lost": lost_law,
        "models_lost": read_as(lost_law, models_lost),
        "half_strength": chance(lost_law, lambda lost: at_half(p, left - lost)),
        "wiped_out": chance(lost_law, lambda lost: lost >= left),
    }


def route_results(p: dict[str, Any], lost_law: Law) -> dict[str, Any]:
    """The half-strength test, where the unit's Will is given."""
    if p["will"] == "none":
        return {}
    left = left_of(p)
    tests = chance(
        lost_law,
        lambda lost: not at_half(p, left) and at_half(p, left - lost) and lost < left,
    )
    if p["courageous"] or p["implacable"]:
        fails = Fraction(0)
    elif p["half_hp_test"] == "auto":
        fails = Fraction(1)
    else:
        fails = 1 - save_chance(p["will"], p["will_modifier"], p["will_reroll"])
    return {"routes": tests * fails}


def regeneration_results(p: dict[str, Any], lost_law: Law) -> dict[str, Any]:
    """One save for every model that lost a hit point; a wiped-out unit regains nothing."""
    if p["regeneration"] == "none":
        return {}
    left = left_of(p)
    one_save = read_as(happens(save_chance(p["regeneration"])), int)

    def models_hurt(lost: int) -> int:
        """The models, counted through from the back, that this attack took a hit point from."""
        before = p["already_lost"]
        return len({point // p["hit_points"] for point in range(before, before + lost)})

    def net(lost: int) -> Law:
        if lost >= left:
            return certain(left)
        return read_as(saves_passed[models_hurt(lost)], lambda regained: lost - regained)

    numbers_of_saves = {models_hurt(lost) for lost in lost_law if lost < left}
    saves_passed = {saves: sum_of_copies(saves, one_save) for saves in numbers_of_saves}

    return {"net_hit_points_lost": then(lost_law, net)}
