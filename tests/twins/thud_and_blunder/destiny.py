"""The two Destiny rolls, and the scenarios that are nothing else.

Twins of thud_and_blunder.destiny, .recovery, .casting, .hazard and .trial.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, each_face, each_roll, read_as, then

D10 = each_face(10)

ROLLED_AGAIN = {
    "never": (),
    "on_out": ("out",),
    "on_down_or_out": ("knocked_down", "out"),
    "on_failure": (False,),
}
"""The results after which a hero point is spent."""


def natural(cursed: bool) -> Law:
    """The face that decides: of two dice the lower one when cursed."""
    return read_as(each_roll(2, 10), min) if cursed else D10


def combat_destiny(destiny: int, modifier: int, cursed: bool, naturals: str) -> Law:
    """The three-way roll of a figure that was hit: unharmed, knocked_down or out."""

    def result(face: int) -> str:
        if naturals == "override" and face == 1:
            return "out"
        if naturals == "override" and face == 10:
            return "unharmed"
        if face + modifier > destiny:
            return "unharmed"
        if face + modifier == destiny:
            return "knocked_down"
        return "out"

    return read_as(natural(cursed), result)


def plain_destiny(destiny: int, modifier: int, cursed: bool = False) -> Law:
    """The roll for everything else: True when it succeeds; natural 1 never does, natural 10 always."""

    def succeeds(face: int) -> bool:
        if face == 1:
            return False
        return face == 10 or face + modifier >= destiny

    return read_as(natural(cursed), succeeds)


def with_hero(roll: Law, hero: str) -> Law:
    """The roll with one hero point in hand: the second roll stands."""
    return then(roll, lambda result: roll if result in ROLLED_AGAIN[hero] else certain(result))


def destiny(p: dict[str, Any]) -> dict[str, Any]:
    """One Destiny roll of either kind."""
    if p["combat"]:
        roll = combat_destiny(p["destiny"], p["modifier"], p["cursed"], p["destiny_naturals"])
        return {"outcome": with_hero(roll, p["hero"])}
    roll = with_hero(plain_destiny(p["destiny"], p["modifier"], p["cursed"]), p["hero"])
    return {"success": roll.get(True, Fraction(0))}


def recovery(p: dict[str, Any]) -> dict[str, Any]:
    """A figure that is down tries to get up, turn after turn."""
    modifier = p["modifier"] - p["enemies"] - (1 if p["entangled"] else 0)
    roll = plain_destiny(p["destiny"], modifier)

    def try_in(turn: int) -> Callable[[Any], Law]:
        tries = read_as(roll, lambda up: turn if up else "still_down")
        return lambda state: tries if state == "still_down" else certain(state)

    law: Law = certain("still_down")
    for turn in range(1, p["turns"] + 1):
        law = then(law, try_in(turn))
    return {"recovers_next_turn": law.get(1, Fraction(0)), "turn": law}


def casting(p: dict[str, Any]) -> dict[str, Any]:
    """A Power is cast; a natural 1 may become a fumble."""
    modifier = p["modifier"] - p["grade"] + {"talent": 0, "adept": 1, "master": 2}[p["level"]]

    def result(face: int) -> str:
        if face == 1:
            return "natural_1"
        return "success" if face == 10 or face + modifier >= p["destiny"] else "failure"

    def fumble_die(first_result: str) -> Law:
        if first_result != "natural_1":
            return certain(first_result)
        return read_as(D10, lambda face: "fumble" if face == 1 else "failure")

    one_roll = read_as(D10, result)
    roll = one_roll
    if p["hero"]:
        roll = then(one_roll, lambda first: certain(first) if first == "success" else one_roll)
    law = then(roll, fumble_die)

    results: dict[str, Any] = {name: law.get(name, Fraction(0)) for name in ("success", "failure", "fumble")}
    if p["target_destiny"] != "none":
        resists = plain_destiny(p["target_destiny"], 1 if p["target_talent"] else 0)
        results["resisted"] = resists.get(True, Fraction(0))
    return results


def hazard(p: dict[str, Any]) -> dict[str, Any]:
    """A trap or dangerous ground: a Danger roll, then a combat Destiny roll."""
    if p["danger"] <= 4:
        severity = 0
    elif p["danger"] <= 7:
        severity = -1
    else:
        severity = -2
    caught = combat_destiny(p["destiny"], p["modifier"] + severity, False, p["destiny_naturals"])
    return {"outcome": then(D10, lambda face: certain("safe") if face >= p["danger"] else caught)}


def trial(p: dict[str, Any]) -> dict[str, Any]:
    """A plain Destiny roll each turn. State: (failures, turn of the first failure, hero point left)."""
    roll = plain_destiny(p["destiny"], p["modifier"])

    def turn_of(turn: int) -> Callable[[Any], Law]:
        def one_roll(state: tuple[int, Any, bool]) -> Law:
            failures, first, hero = state

            def after(success: bool) -> Law:
                if success:
                    return certain(state)
                if hero:
                    return one_roll((failures, first, False))
                return certain((failures + 1, turn if first == "never" else first, False))

            return then(roll, after)

        return one_roll

    law: Law = certain((0, "never", p["hero"]))
    for turn in range(1, p["turns"] + 1):
        law = then(law, turn_of(turn))
    failures = read_as(law, lambda state: state[0])
    return {
        "all_succeed": failures.get(0, Fraction(0)),
        "failures": failures,
        "first_failure": read_as(law, lambda state: state[1]),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "thud_and_blunder.destiny": destiny,
    "thud_and_blunder.recovery": recovery,
    "thud_and_blunder.casting": casting,
    "thud_and_blunder.hazard": hazard,
    "thud_and_blunder.trial": trial,
}
