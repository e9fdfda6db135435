"""Twin of thud_and_blunder.duel: two figures fight, turn after turn, until one is out."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..enumeration import Law, certain, each_roll, read_as, then
from .attack import KEPT_WHEN_FUMBLED, attack_roll, destiny_when_hit, fumble_die
from .destiny import plain_destiny
from .opposed import until_decided

OTHER = {"a": "b", "b": "a"}
OF_STRIKER = ("skill", "weapon_bonus", "modifier", "weapon_destiny", "magic_weapon", "poisoned", "cursed")
OF_TARGET = ("armour", "shield", "speed", "parrying", "armour_rating", "magic_shield")
OF_TARGET_WHEN_HIT = ("destiny", "destiny_modifier", "magic_armour")
WITHOUT_WEAPON = {
    "weapon_bonus": 0, "weapon_destiny": 1, "magic_weapon": False, "poisoned": False, "cursed": False,
}  # fmt: skip


class Duel(NamedTuple):
    """Where the duel stands: who is down, who has lost the weapon by a fumble, and the end."""

    down: frozenset[str]
    weapon_lost: frozenset[str]
    winner: str = "nobody"
    turn: Any = "later"


def blow(p: dict[str, Any], striker: str, duel: Duel) -> dict[str, Any]:
    """The fields of one attack of `striker` on the other figure, as the attack rules name them."""
    target = OTHER[striker]
    fields = {name: p[f"{striker}.{name}"] for name in OF_STRIKER}
    fields |= {name: p[f"{target}.{name}"] for name in (*OF_TARGET, *OF_TARGET_WHEN_HIT)}
    if striker in duel.weapon_lost:
        fields |= WITHOUT_WEAPON
    if target in duel.weapon_lost:
        fields["parrying"] = False
    rulings = {name: p[name] for name in ("hit_compare", "natural_10", "destiny_naturals")}
    return {**fields, **rulings, "mode": "fighting", "outnumbering": False, "mobbing": 0}


def strike(p: dict[str, Any], striker: str, turn: int, duel: Duel) -> Law:
    """One attack with the whole skill, of a figure that is up, in a duel that is not over."""
    if duel.winner != "nobody" or striker in duel.down:
        return certain(duel)
    target = OTHER[striker]
    fields = blow(p, striker, duel)

    def after_roll(result: str) -> Law:
        if result == "hit":
            return read_as(destiny_when_hit(fields), after_hit)
        if result == "fumble" and p[f"{striker}.weapon"] not in KEPT_WHEN_FUMBLED:
            return certain(duel._replace(weapon_lost=duel.weapon_lost | {striker}))
        return certain(duel)

    def after_hit(result: str) -> Duel:
        if result == "out":
            return duel._replace(winner=striker, turn=turn)
        if result == "knocked_down":
            return duel._replace(down=duel.down | {target})
        return duel

    roll = attack_roll(fields, fields["skill"], target in duel.down, ignoring=False)
    return then(then(roll, fumble_die), after_roll)


def gets_up(p: dict[str, Any], figure: str, duel: Duel) -> Law:
    """A figure that is down tries to get up, at -1 for the enemy beside it."""
    if figure not in duel.down:
        return certain(duel)
    roll = plain_destiny(p[f"{figure}.destiny"], -1)
    return read_as(roll, lambda up: duel._replace(down=duel.down - {figure}) if up else duel)


def strikes_first(a_leadership: int, b_leadership: int) -> Law:
    """a or b: d10 + leadership, ties rolled again."""

    def reading(faces: tuple[int, int]) -> str:
        a_total, b_total = faces[0] + a_leadership, faces[1] + b_leadership
        if a_total == b_total:
            return "tie"
        return "a" if a_total > b_total else "b"

    return until_decided(read_as(each_roll(2, 10), reading), "tie")


def duel(p: dict[str, Any]) -> dict[str, Any]:
    """All turns of the duel."""
    first = strikes_first(p["a.leadership"], p["b.leadership"])

    def whole_turn(turn: int) -> Callable[[Duel], Law]:
        def in_order(start: Duel, early: str) -> Law:
            law = then(certain(start), lambda now: gets_up(p, "a", now))
            law = then(law, lambda now: gets_up(p, "b", now))
            law = then(law, lambda now: strike(p, early, turn, now))
            return then(law, lambda now: strike(p, OTHER[early], turn, now))

        def play(start: Duel) -> Law:
            if start.winner != "nobody":
                return certain(start)
            return then(first, lambda early: in_order(start, early))

        return play

    down_at_start = frozenset(figure for figure in ("a", "b") if p[f"{figure}.knocked_down"])
    law: Law = certain(Duel(down_at_start, frozenset()))
    for turn in range(1, p["turns"] + 1):
        law = then(law, whole_turn(turn))
    return {
        "a_strikes_first": first.get("a", Fraction(0)),
        "winner": read_as(law, lambda end: end.winner),
        "turn": read_as(law, lambda end: end.turn),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"thud_and_blunder.duel": duel}
