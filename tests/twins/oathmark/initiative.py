"""Twins of oathmark.initiative and oathmark.activation."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, chance, each_roll, read_as, then
from .dice import number_of_dice, passes

ROLLS_SHOWN = 8


def first_roll(die: int, players: int) -> Law:
    """All players roll two dice: (players who share the best highest die, those also best on the second).

    The players are looked at one after the other; what is kept is the best pair so far and the two counts.
    """
    one_player = read_as(each_roll(2, die), lambda faces: (max(faces), min(faces)))

    def next_player(so_far: tuple[tuple[int, int], int, int]) -> Law:
        best, share_highest, share_both = so_far

        def compare(pair: tuple[int, int]) -> tuple[tuple[int, int], int, int]:
            if pair[0] > best[0]:
                return (pair, 1, 1)
            if pair[0] < best[0]:
                return so_far
            if pair[1] > best[1]:
                return (pair, share_highest + 1, 1)
            if pair[1] == best[1]:
                return (best, share_highest + 1, share_both + 1)
            return (best, share_highest + 1, share_both)

        return read_as(one_player, compare)

    table = read_as(one_player, lambda pair: (pair, 1, 1))
    for _ in range(players - 1):
        table = then(table, next_player)
    return read_as(table, lambda end: (end[1], end[2]))


def initiative(p: dict[str, Any]) -> dict[str, Any]:
    """How the first roll decides, and how often those still tied must roll."""
    rolls_of = {players: first_roll(p["die"], players) for players in range(2, p["players"] + 1)}
    first = rolls_of[p["players"]]

    tied = certain(p["players"])  # how many are still tied; 1 means that somebody is first
    rolls: Law = {}
    for roll in range(1, ROLLS_SHOWN + 1):
        tied = then(tied, lambda players: read_as(rolls_of[players], lambda end: end[1]))
        rolls[roll] = tied.pop(1, Fraction(0))
    rolls["more"] = sum(tied.values(), Fraction(0))

    return {
        "decided_by_highest": chance(first, lambda end: end[0] == 1),
        "decided_by_second": chance(first, lambda end: end[0] > 1 and end[1] == 1),
        "tie": chance(first, lambda end: end[1] > 1),
        "rolls": {roll: probability for roll, probability in rolls.items() if probability > 0},
    }


def activation(p: dict[str, Any]) -> dict[str, Any]:
    """The Activation roll of one unit."""
    dice = number_of_dice(1 if p["unthinking"] else p["dice"], p["command"])
    modifier = p["modifier"] - (1 if p["disordered"] else 0)
    top_passes = p["activation_natural_10"] == "passes"
    activates = passes(p["die"], dice, p["activation"], modifier, top_passes)

    if p["disordered"] and p["disordered_pass"] == "one_simple_action":
        actions = certain(1)
    else:
        actions = {2: activates, 1: 1 - activates}
    return {
        "activates": activates,
        "actions": {number: probability for number, probability in actions.items() if probability > 0},
        "recovers": activates if p["disordered"] else Fraction(0),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "oathmark.initiative": initiative,
    "oathmark.activation": activation,
}
