"""Twins of the single saves: save, will_saves, rally; and of the roll-off for who is first."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, chance, each_face, each_roll, happens, read_as, sum_of_all, then

LAST_ROLL_COUNTED = 8


def save_chance(stat: int | str, modifier: int = 0, reroll: bool = False) -> Fraction:
    """The chance of d6 <= stat + modifier: a natural 1 saves, a natural 6 fails, no stat is no save."""
    if stat == "none":
        return Fraction(0)
    target = int(stat) + modifier

    def saves(face: int) -> bool:
        if face == 1:
            return True
        if face == 6:
            return False
        return face <= target

    one_die = read_as(each_face(6), saves)
    if reroll:
        two_dice = then(one_die, lambda saved: certain(True) if saved else one_die)
        return chance(two_dice, bool)
    return chance(one_die, bool)


def save(p: dict[str, Any]) -> dict[str, Any]:
    """One save; an implacable unit passes without a die."""
    if p["implacable"]:
        return {"success": Fraction(1)}
    return {"success": save_chance(p["stat"], p["modifier"], p["reroll"])}


def will_saves(p: dict[str, Any]) -> dict[str, Any]:
    """Every unit takes its own Will save; those that fail rout."""
    failing = []
    units = zip(p["wills"], p["modifiers"], p["rerolls"], p["immune"], strict=True)
    for will, modifier, reroll, immune in units:
        failing.append(Fraction(0) if immune else 1 - save_chance(will, modifier, bool(reroll)))
    results: dict[str, Any] = {"routes": sum_of_all(read_as(happens(fails), int) for fails in failing)}
    for number, fails in enumerate(failing, start=1):
        results[f"unit_{number}"] = fails
    return results


def rally(p: dict[str, Any]) -> dict[str, Any]:
    """Turn by turn: a save rallies the unit, otherwise it moves mobility + d6 towards its table edge."""
    saved = save_chance(p["will"], p["modifier"], p["reroll"])
    rallies_in: Law = {}
    leaves_in: Law = {}
    still_routing: dict[int, Fraction] = {0: Fraction(1)}  # inches moved so far -> chance
    turn = 0
    while still_routing:
        turn += 1
        next_routing: dict[int, Fraction] = {}
        for moved, probability in still_routing.items():
            rallies_in[turn] = rallies_in.get(turn, Fraction(0)) + probability * saved
            for face, of_face in each_face(6).items():
                chance_of_face = probability * (1 - saved) * of_face
                moved_now = moved + p["mobility"] + face
                if moved_now >= p["distance"]:
                    leaves_in[turn] = leaves_in.get(turn, Fraction(0)) + chance_of_face
                else:
                    next_routing[moved_now] = next_routing.get(moved_now, Fraction(0)) + chance_of_face
        still_routing = next_routing
    rallies = sum(rallies_in.values(), Fraction(0))
    return {
        "rallies": rallies,
        "leaves": sum(leaves_in.values(), Fraction(0)),
        "turns": {
            number: rallies_in.get(number, Fraction(0)) + leaves_in.get(number, Fraction(0))
            for number in range(1, turn + 1)
        },
        "turns_if_rallies": {number: probability / rallies for number, probability in rallies_in.items()},
    }


def roll_off(p: dict[str, Any]) -> dict[str, Any]:
    """All players roll; those tied for the highest, and only they, roll again."""

    def players_left(players: int) -> Law:
        return read_as(each_roll(players, 6), lambda faces: faces.count(max(faces)))

    rolls: Law = {}
    in_it: Law = certain(p["players"])  # players who still roll -> chance
    for number in range(1, LAST_ROLL_COUNTED + 1):
        after = then(in_it, players_left)
        rolls[number] = after.pop(1)
        in_it = after
    rolls["more"] = sum(in_it.values(), Fraction(0))
    return {"decided_first_roll": rolls[1], "rolls": rolls}


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "tide_of_battle.save": save,
    "tide_of_battle.will_saves": will_saves,
    "tide_of_battle.rally": rally,
    "tide_of_battle.roll_off": roll_off,
}
