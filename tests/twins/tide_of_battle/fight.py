"""Twin of tide_of_battle.fight: Engagement after Engagement between two units, until one is out."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ..enumeration import Law, both, certain, happens, read_as, then
from ..fights import Left, fight
from .engagement import inflicts, quickness, side, strikers, victory_points, will_save_fails
from .volley import rulings_of


class Units(NamedTuple):
    """Hit points left, who has run away, and how many rounds were fought."""

    hit_points: tuple[int, int]
    routed: tuple[bool, bool] = (False, False)
    after_first: bool = False


def models_of(unit: dict[str, Any], hit_points: int) -> int:
    """The models that still have a hit point."""
    return int((hit_points + unit["hit_points"] - 1) // unit["hit_points"])


def in_round_one(unit: dict[str, Any]) -> dict[str, Any]:
    """The unit with what only the charge adds."""
    charge = {
        f"weapon_{what}": unit[f"weapon_{what}"] + unit[f"charge_{what}"] for what in ("melee", "strength", "reflex")
    }
    return {**unit, **charge, "first_strike": unit["first_strike"] or unit["first_turn_strike"]}


def later(unit: dict[str, Any], hit_points: int, ranks_shrink: str) -> dict[str, Any]:
    """The unit in a later round: no duel, and the ranks that still count."""
    full = models_of(unit, hit_points) // unit["rank_width"]
    ranks = unit["ranks"]
    if ranks_shrink == "capped":
        ranks = min(ranks, full)
    if ranks_shrink == "from_behind":
        ranks = max(0, ranks - (unit["models"] // unit["rank_width"] - full))
    return {**unit, "ranks": ranks, "duel": False}


def a_fight(p: dict[str, Any]) -> dict[str, Any]:
    """The whole fight."""
    given = side(p, "a"), side(p, "b")
    rulings = rulings_of(p)

    @cache
    def struck(striker: int, models: int, after_first: bool) -> tuple[tuple[int, Fraction], ...]:
        units = given if after_first else tuple(map(in_round_one, given))
        return tuple(inflicts(units[striker], units[1 - striker], models, rulings).items())

    def one_round(now: Units) -> Law:
        if now.after_first:
            units = [later(unit, left, p["ranks_shrink"]) for unit, left in zip(given, now.hit_points, strict=True)]
        else:
            units = [in_round_one(unit) for unit in given]

        def blows(striker: int, lost_before: int) -> Law:
            """Hit points that one side takes from the other, of what is left, having lost some in this round."""
            unit, left = units[striker], now.hit_points[striker]
            lost = unit["models"] * unit["hit_points"] - left + lost_before
            law = dict(struck(striker, strikers(unit, lost), now.after_first))
            return read_as(law, lambda points: min(points, now.hit_points[1 - striker]))

        speed = [quickness(unit) for unit in units]
        if speed[0] == speed[1]:
            taken = both(blows(0, 0), blows(1, 0))
        elif speed[0] > speed[1]:
            taken = then(blows(0, 0), lambda by_a: read_as(blows(1, by_a), lambda by_b: (by_a, by_b)))
        else:
            taken = then(blows(1, 0), lambda by_b: read_as(blows(0, by_b), lambda by_a: (by_a, by_b)))
        return then(taken, lambda points: tested(now, units, *points))

    def tested(now: Units, units: list[dict[str, Any]], by_a: int, by_b: int) -> Law:
        left = now.hit_points[0] - by_b, now.hit_points[1] - by_a
        points_a = victory_points(units[0], units[1], by_a, by_b, p["vp_tiers"])
        points_b = victory_points(units[1], units[0], by_b, by_a, p["vp_tiers"])
        if points_a < points_b and left[0] > 0:
            return read_as(happens(will_save_fails(*units)), lambda routs: Units(left, (routs, False), True))
        if points_b < points_a and left[1] > 0:
            return read_as(happens(will_save_fails(*units[::-1])), lambda routs: Units(left, (False, routs), True))
        return certain(Units(left, (False, False), True))

    def left(now: Units) -> Left:
        ends = [
            "wiped_out" if points == 0 else "routed" if routed else "stands"
            for points, routed in zip(now.hit_points, now.routed, strict=True)
        ]
        a, b = (models_of(unit, points) for unit, points in zip(given, now.hit_points, strict=True))
        return Left(a, ends[0], b, ends[1])

    start = Units((given[0]["models"] * given[0]["hit_points"], given[1]["models"] * given[1]["hit_points"]))
    return fight(start, one_round, left, p["rounds"])


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"tide_of_battle.fight": a_fight}
