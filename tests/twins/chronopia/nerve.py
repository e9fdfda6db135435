"""Twins of the tests of nerve: chronopia.test, fear, panic, break_test and half_strength."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..enumeration import Law, certain, chance, happens, possible, read_as, sum_of_copies, then
from .d20 import characteristic_test, one_wound_healed_or_warded, one_wound_warded, passes


def any_test(p: dict[str, Any]) -> dict[str, Any]:
    """One characteristic test, with a re-roll of a failure when it was paid for."""
    roll = characteristic_test(p["value"] + p["modifier"], p["test_naturals"])
    outcome = roll
    if p["reroll"]:
        outcome = then(roll, lambda first: roll if first in ("failure", "fumble") else certain(first))
    return {"success": chance(outcome, lambda name: name in ("perfect", "success")), "outcome": outcome}


def fear(p: dict[str, Any]) -> dict[str, Any]:
    """Does the unit master its fear?"""
    level = max(0, p["fear"] - p["own_fear"])
    if level == 0 or p["immune_to_fear"]:
        return {"masters": Fraction(1)}
    target = p["ld"] if p["retry"] else p["ld"] - level
    return {"masters": passes(target, p["test_naturals"])}


def panic(p: dict[str, Any]) -> dict[str, Any]:
    """Turn after turn: a passed LD test recovers, a failed one runs towards the table edge."""
    turns: Law = {}
    if p["immune_to_panic"]:
        turns = {1: Fraction(1)}
    else:
        recovers_now = passes(p["ld"], p["test_naturals"])
        still_panicked = Fraction(1)
        turn, inches_run = 1, 0
        while True:
            turns[turn] = still_panicked * recovers_now
            still_panicked *= 1 - recovers_now
            inches_run += 2 * p["move"]
            if p["dazed"] or inches_run >= p["distance"]:
                break
            turn += 1
        turns["lost"] = still_panicked
    turns = possible(turns)
    return {
        "recovers": chance(turns, lambda end: end != "lost"),
        "lost": chance(turns, lambda end: end == "lost"),
        "turns": turns,
    }


def break_test(p: dict[str, Any]) -> dict[str, Any]:
    """The Break Test after a lost fight, and the automatic wounds of a flight through enemy Control Zones."""
    breaks = Fraction(0) if p["immune_to_panic"] else 1 - passes(p["ld"] - p["lost_by"], p["test_naturals"])
    if p["zone_saves"] == "none":
        one_wound = certain(1)
    elif p["zone_saves"] == "ward_only":
        one_wound = one_wound_warded(p["ward"])
    else:
        one_wound = one_wound_healed_or_warded(p["heal"], p["ward"])
    zone_wounds = sum_of_copies(p["zones"], one_wound)
    one_model_lost = read_as(zone_wounds, lambda wounds: 1 if wounds >= p["wounds"] else 0)
    lost_in_flight = sum_of_copies(p["models"], one_model_lost)
    models_lost = then(happens(breaks), lambda flees: lost_in_flight if flees else certain(0))
    return {
        "breaks": breaks,
        "zone_wounds": zone_wounds,
        "models_lost": models_lost,
        "wiped_out": chance(models_lost, lambda number: number == p["models"]),
    }


def half_strength(p: dict[str, Any]) -> dict[str, Any]:
    """The Panic tests of a unit that shrinks turn by turn."""
    turns_with_a_test = []
    models = p["models"]
    for turn, lost in enumerate(p["losses"], start=1):
        models -= lost
        if lost > 0 and models > 0 and 2 * models <= p["models"] and not p["immune_to_panic"]:
            turns_with_a_test.append(turn)
    fails = 1 - passes(p["ld"], p["test_naturals"])
    first_failure: Law = {}
    no_failure_yet = Fraction(1)
    for turn in turns_with_a_test:
        first_failure[turn] = no_failure_yet * fails
        no_failure_yet *= 1 - fails
    first_failure["never"] = no_failure_yet
    first_failure = possible(first_failure)
    return {
        "tests": len(turns_with_a_test),
        "panics": chance(first_failure, lambda turn: turn != "never"),
        "turn": first_failure,
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "chronopia.test": any_test,
    "chronopia.fear": fear,
    "chronopia.panic": panic,
    "chronopia.break_test": break_test,
    "chronopia.half_strength": half_strength,
}
