"""Twin of thud_and_blunder.brawl: the figures of each side one by one, turn after turn."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ..enumeration import Law, certain, read_as, then
from ..fights import Left, fight
from .attack import KEPT_WHEN_FUMBLED, attack_roll, destiny_when_hit, fumble_die
from .destiny import plain_destiny
from .duel import OF_STRIKER, OF_TARGET, OF_TARGET_WHEN_HIT, OTHER, WITHOUT_WEAPON, strikes_first


class Figure(NamedTuple):
    """One figure that is not out."""

    down: bool
    armed: bool = True


Side = tuple[Figure, ...]
Brawl = tuple[Side, Side]


def side_of(now: Brawl, name: str) -> Side:
    return now[0] if name == "a" else now[1]


def with_side(now: Brawl, name: str, side: Side) -> Brawl:
    return (side, now[1]) if name == "a" else (now[0], side)


def chosen_target(p: dict[str, Any], enemies: Side) -> int:
    """The number of the enemy that is attacked."""
    wanted = p["target_first"] == "down"
    return min(range(len(enemies)), key=lambda i: (enemies[i].down != wanted, not enemies[i].armed, i))


def one_attack(p: dict[str, Any], name: str, number: int, now: Brawl) -> Law:
    """The attack of one figure with its whole skill."""
    own, enemies = side_of(now, name), side_of(now, OTHER[name])
    if not enemies or own[number].down:
        return certain(now)
    aim = chosen_target(p, enemies)
    fields = {field: p[f"{name}.{field}"] for field in OF_STRIKER}
    fields |= {field: p[f"{OTHER[name]}.{field}"] for field in (*OF_TARGET, *OF_TARGET_WHEN_HIT)}
    if not own[number].armed:
        fields |= WITHOUT_WEAPON
    if not enemies[aim].armed:
        fields["parrying"] = False
    more = p["outnumbering"] == "counted" and len(own) > len(enemies)
    fields |= {ruling: p[ruling] for ruling in ("hit_compare", "natural_10", "destiny_naturals")}
    fields |= {"mode": "fighting", "outnumbering": more, "mobbing": 0}

    def after_roll(result: str) -> Law:
        if result == "hit":
            return read_as(destiny_when_hit(fields), after_hit)
        if result == "fumble" and p[f"{name}.weapon"] not in KEPT_WHEN_FUMBLED:
            bare = tuple(f._replace(armed=False) if i == number else f for i, f in enumerate(own))
            return certain(with_side(now, name, bare))
        return certain(now)

    def after_hit(result: str) -> Brawl:
        if result == "out":
            left = tuple(f for i, f in enumerate(enemies) if i != aim)
        elif result == "knocked_down":
            left = tuple(f._replace(down=True) if i == aim else f for i, f in enumerate(enemies))
        else:
            left = enemies
        return with_side(now, OTHER[name], left)

    roll = attack_roll(fields, fields["skill"], enemies[aim].down, ignoring=False)
    return then(then(roll, fumble_die), after_roll)


def attacks_of(p: dict[str, Any], name: str, now: Brawl) -> Law:
    """Every figure of a side that is up, those armed when their side's turn comes before the unarmed."""
    figures = side_of(now, name)
    order = sorted(range(len(figures)), key=lambda i: not figures[i].armed)
    law: Law = certain(now)
    for number in order:
        law = then(law, lambda then_now, number=number: one_attack(p, name, number, then_now))
    return law


def recovered(p: dict[str, Any], name: str, now: Brawl) -> Law:
    """Every figure of a side that is down tries to get up."""
    law: Law = certain(())
    for figure in side_of(now, name):
        falls = certain(False)
        if figure.down:
            falls = read_as(plain_destiny(p[f"{name}.destiny"], -1), lambda up: not up)
        law = then(
            law,
            lambda so_far, figure=figure, falls=falls: read_as(falls, lambda f: (*so_far, figure._replace(down=f))),
        )
    return read_as(law, lambda side: with_side(now, name, side))


def brawl(p: dict[str, Any]) -> dict[str, Any]:
    """The whole brawl; figures are alike, so that only how many stand how counts between turns."""
    first = strikes_first(p["a.leadership"], p["b.leadership"])

    @cache
    def attacks(name: str, now: Brawl) -> Law:
        return attacks_of(p, name, now)

    def one_turn(start: Brawl) -> Law:
        law = then(recovered(p, "a", start), lambda now: recovered(p, "b", now))

        def in_order(early: str) -> Law:
            return then(then(law, lambda now: attacks(early, now)), lambda now: attacks(OTHER[early], now))

        return read_as(then(first, in_order), lambda now: (tuple(sorted(now[0])), tuple(sorted(now[1]))))

    def left(now: Brawl) -> Left:
        a, b = len(now[0]), len(now[1])
        return Left(a, "stands" if a else "out", b, "stands" if b else "out")

    start = tuple((Figure(p[f"{name}.knocked_down"]),) * p[f"{name}.figures"] for name in "ab")
    return fight(start, one_turn, left, p["rounds"])


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"thud_and_blunder.brawl": brawl}
