"""Twins of the rolls against each other: disarm, sunder_shield and initiative."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, both, certain, each_roll, read_as, then
from .destiny import D10, plain_destiny


def opposed_roll(a_bonus: int, b_bonus: int, opposed_natural_1: str) -> Law:
    """Both roll: beaten (a is strictly higher), fumble (a's second natural 1) or nothing."""

    def result(faces: tuple[int, int]) -> Law:
        a_face, b_face = faces
        if a_face == 1 and opposed_natural_1 == "attacker_fails":
            return read_as(D10, lambda second: "fumble" if second == 1 else "nothing")
        return certain("beaten" if a_face + a_bonus > b_face + b_bonus else "nothing")

    return then(each_roll(2, 10), result)


def disarm(p: dict[str, Any]) -> dict[str, Any]:
    """a tries to strike the weapon from b's hand."""
    law = opposed_roll(p["a_bonus"], p["b_bonus"], p["opposed_natural_1"])
    return {"disarms": law.get("beaten", Fraction(0)), "fumble": law.get("fumble", Fraction(0))}


def sunder_shield(p: dict[str, Any]) -> dict[str, Any]:
    """a tries to break b's shield, which a plain Destiny roll may save."""
    b_bonus = p["b_bonus"] + {"small": 1, "large": 2}[p["shield"]]
    law = opposed_roll(p["a_bonus"], b_bonus, p["opposed_natural_1"])
    beaten = law.get("beaten", Fraction(0))
    not_saved = plain_destiny(p["destiny"], p["destiny_modifier"]).get(False, Fraction(0))
    return {
        "beaten": beaten,
        "shield_lost": beaten * not_saved,
        "fumble": law.get("fumble", Fraction(0)),
    }


Players = tuple[int, ...]


def best_tied(players: Players, leaderships: list[int]) -> Law:
    """Who shares the highest total of one roll; the players are looked at one after the other."""

    def next_player(player: int) -> Callable[[tuple[int, Players]], Law]:
        def compare(so_far: tuple[int, Players]) -> Law:
            best, sharing = so_far

            def reading(face: int) -> tuple[int, Players]:
                total = face + leaderships[player]
                if total > best:
                    return (total, (player,))
                return (best, (*sharing, player)) if total == best else so_far

            return read_as(D10, reading)

        return compare

    law: Law = certain((-1, ()))
    for player in players:
        law = then(law, next_player(player))
    return read_as(law, lambda end: end[1])


def until_decided(law: Law, undecided: Any) -> Law:
    """The law given that it did not come out `undecided`: that roll is simply made again."""
    decided = 1 - law.get(undecided, Fraction(0))
    return {outcome: probability / decided for outcome, probability in law.items() if outcome != undecided}


def first_player(players: Players, leaderships: list[int]) -> Law:
    """Who goes first: those tied for the best roll again among themselves."""
    if len(players) == 1:
        return certain(players[0])
    decided = until_decided(best_tied(players, leaderships), players)
    return then(decided, lambda tied: first_player(tied, leaderships))


def groups_of(players: Players, faces: tuple[int, ...], leaderships: list[int]) -> tuple[Players, ...]:
    """The players of one roll by total, highest first, those with equal totals together."""
    totals = {player: face + leaderships[player] for player, face in zip(players, faces, strict=True)}
    by_total: dict[int, Players] = {}
    for player in players:
        by_total[totals[player]] = (*by_total.get(totals[player], ()), player)
    return tuple(by_total[total] for total in sorted(by_total, reverse=True))


def order_of(players: Players, leaderships: list[int]) -> Law:
    """The order of all players: each group of equals rolls again for the places it shares."""
    if len(players) == 1:
        return certain(players)
    rolls = each_roll(len(players), 10)
    groups = read_as(rolls, lambda faces: groups_of(players, faces, leaderships))
    decided = until_decided(groups, (players,))

    def settle(groups: tuple[Players, ...]) -> Law:
        order = certain(())
        for group in groups:
            order = read_as(both(order, order_of(group, leaderships)), lambda two: two[0] + two[1])
        return order

    return then(decided, settle)


def any_tie(leaderships: list[int]) -> Fraction:
    """The chance that two totals of one roll are equal: the totals so far are kept until two are."""

    def next_player(leadership: int) -> Callable[[Any], Law]:
        def add(totals: Any) -> Law:
            if totals == "tie":
                return certain("tie")
            rolled = read_as(D10, lambda face: face + leadership)
            return read_as(rolled, lambda total: "tie" if total in totals else totals | {total})

        return add

    law: Law = certain(frozenset())
    for leadership in leaderships:
        law = then(law, next_player(leadership))
    return law.get("tie", Fraction(0))


def initiative(p: dict[str, Any]) -> dict[str, Any]:
    """Everybody rolls d10 + leadership."""
    leaderships = p["leaderships"]
    players = tuple(range(len(leaderships)))
    first = first_player(players, leaderships)
    results: dict[str, Any] = {
        "first": read_as(first, lambda player: f"player_{player + 1}"),
        "tie_first_roll": any_tie(leaderships),
    }
    if len(players) <= 4:
        order = order_of(players, leaderships)
        results["order"] = read_as(order, lambda names: ">".join(str(player + 1) for player in names))
    return results


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "thud_and_blunder.disarm": disarm,
    "thud_and_blunder.sunder_shield": sunder_shield,
    "thud_and_blunder.initiative": initiative,
}
