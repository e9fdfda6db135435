"""Twins of Reikhammer: strategy, action tests, a whole Action Phase, rallying, one formation over time."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from .enumeration import Law, both, certain, chance, each_face, each_roll, happens, read_as, then


def pass_chance(rating: int, naturals: str) -> Fraction:
    """The chance of d6 <= rating, with the natural faces that always pass or fail."""

    def passes(face: int) -> bool:
        if face == 1 and naturals in ("one_passes", "one_passes_six_fails"):
            return True
        if face == 6 and naturals == "one_passes_six_fails":
            return False
        return face <= rating

    return chance(each_face(6), passes)


def shock_penalty(shock: int) -> int:
    """Any Shock lowers the rating by one."""
    return 1 if shock > 0 else 0


def strategy(p: dict[str, Any]) -> dict[str, Any]:
    """One die each; a tie goes to the loser of the turn before, or is rolled again when there is none."""

    def higher(faces: tuple[int, int]) -> str:
        a_total, b_total = faces[0] + p["a_rating"], faces[1] + p["b_rating"]
        if a_total == b_total:
            return "tie"
        return "a" if a_total > b_total else "b"

    roll = read_as(each_roll(2, 6), higher)
    a_higher, b_higher, tie = (roll.get(name, Fraction(0)) for name in ("a", "b", "tie"))

    def a_wins(last_loser: str) -> Fraction:
        if last_loser == "a":
            return a_higher + tie
        if last_loser == "b":
            return a_higher
        return a_higher / (a_higher + b_higher)  # both roll until one is higher

    turns: Law = certain((0, p["last_loser"]))  # (turns a has won, loser of the turn before)
    for _ in range(p["turns"]):

        def next_turn(state: tuple[int, str]) -> Law:
            won, last_loser = state
            return read_as(happens(a_wins(last_loser)), lambda a: (won + 1, "b") if a else (won, "a"))

        turns = then(turns, next_turn)
    return {
        "a_wins": a_wins(p["last_loser"]),
        "b_wins": 1 - a_wins(p["last_loser"]),
        "tie_first_roll": tie,
        "a_turns": read_as(turns, lambda state: state[0]),
    }


def action(p: dict[str, Any]) -> dict[str, Any]:
    """One action test."""
    rating = p["command"] + p["modifier"]
    if p["shock_trigger"] == "any_shock":
        rating -= 1 if p["shock"] > 0 or p["suppressed"] else 0
    else:
        rating -= 1 if p["suppressed"] else 0
    if p["retaining"] and not p["opponent_done"]:
        rating -= 1
    passes = pass_chance(rating, p["naturals"])
    shock_after = read_as(happens(passes), lambda passed: p["shock"] if passed else p["shock"] + 1)
    return {"passes": passes, "shock_after": shock_after}


def retain(p: dict[str, Any]) -> dict[str, Any]:
    """Two actions in a row."""
    first = pass_chance(p["first.command"] - shock_penalty(p["first.shock"]), p["naturals"])
    second_rating = p["second.command"] - shock_penalty(p["second.shock"])
    if p["opponent_done"]:
        two = both(happens(first), happens(pass_chance(second_rating, p["naturals"])))
    else:
        second = happens(pass_chance(second_rating - 1, p["naturals"]))
        two = then(
            happens(first),
            lambda passed: read_as(second, lambda s: (True, s)) if passed else certain((False, False)),
        )
    return {
        "both": two.get((True, True), Fraction(0)),
        "first_only": two.get((True, False), Fraction(0)),
        "second_only": two.get((False, True), Fraction(0)),
        "neither": two.get((False, False), Fraction(0)),
        "chosen_actions": read_as(two, sum),
    }


def turn(p: dict[str, Any]) -> dict[str, Any]:
    """A whole Action Phase, formation by formation; outcomes are (a chosen, a failed, b chosen, b failed)."""
    sides = ("a", "b")
    commands = (p["a_commands"], p["b_commands"])
    shocks = (p["a_shocks"], p["b_shocks"])
    policies = (p["a_policy"], p["b_policy"])

    def test(side: int, formation: int, retaining: bool) -> Fraction:
        rating = commands[side][formation] - shock_penalty(shocks[side][formation])
        return pass_chance(rating - 1 if retaining else rating, p["naturals"])

    def after_test(side: int, passed: bool, rest: Law) -> Law:
        """The rest of the phase, with this side's pass or failure counted in front."""
        mine = (1, 0) if passed else (0, 1)
        counted = (*mine, 0, 0) if side == 0 else (0, 0, *mine)
        return read_as(rest, lambda end: tuple(x + y for x, y in zip(counted, end, strict=True)))

    def advantage(side: int, law: Law) -> Fraction:
        """The side's mean number of chosen actions minus the other side's."""
        mean = sum(((end[0] - end[2]) * q for end, q in law.items()), Fraction(0))
        return mean if side == 0 else -mean

    @cache
    def phase(acted: tuple[int, int], side: int) -> Law:
        """What is still to come when `acted` formations of each side have acted and `side` is to act."""
        other = 1 - side
        mine_left = len(commands[side]) - acted[side]
        theirs_left = len(commands[other]) - acted[other]
        if mine_left == 0 and theirs_left == 0:
            return certain((0, 0, 0, 0))
        if mine_left == 0:
            return phase(acted, other)
        once = (acted[0] + 1, acted[1]) if side == 0 else (acted[0], acted[1] + 1)
        twice = (acted[0] + 2, acted[1]) if side == 0 else (acted[0], acted[1] + 2)

        def after_retaining() -> Law:
            passes = happens(test(side, acted[side] + 1, retaining=True))
            return then(passes, lambda passed: after_test(side, passed, phase(twice, other)))

        def after_first(passed: bool) -> Law:
            stop = phase(once, other)
            may_retain = passed and mine_left > 1 and theirs_left > 0
            if not may_retain or policies[side] == "never":
                return after_test(side, passed, stop)
            go_on = after_retaining()
            if policies[side] == "always" or advantage(side, go_on) > advantage(side, stop):
                return after_test(side, passed, go_on)
            return after_test(side, passed, stop)

        return then(happens(test(side, acted[side], retaining=False)), after_first)

    law = phase((0, 0), sides.index(p["starts"]))
    return {
        "a_chosen": read_as(law, lambda end: end[0]),
        "b_chosen": read_as(law, lambda end: end[2]),
        "a_shock_gained": read_as(law, lambda end: end[1]),
        "b_shock_gained": read_as(law, lambda end: end[3]),
        "difference": read_as(law, lambda end: end[0] - end[2]),
    }


def shock_left(shock: int, rounding: str) -> int:
    """The Shock after one passed rally test."""
    if rounding == "removed_down":
        return shock - max(1, shock // 2)
    if rounding == "removed_up":
        return shock - (shock + 1) // 2
    return 0 if shock == 1 else max(1, shock // 2)


def end_phase(p: dict[str, Any], broken: bool, shock: int) -> Law:
    """One End Phase of one formation: the law of (broken, shock) after it."""
    if not broken and shock == 0:
        return certain((False, 0))
    rating = p["command"] - (2 if broken else 0) - (1 if p["enemy_within_8"] else 0)
    if p["rally_shock"] == "yes":
        rating -= shock_penalty(shock)

    def after(passed: bool) -> tuple[bool, int]:
        if not passed:
            return (broken, shock)
        return (False, shock_left(p["units"] if broken else shock, p["rounding"]))

    return read_as(happens(pass_chance(rating, p["naturals"])), after)


def shock_shown(broken: bool, shock: int) -> int | str:
    """A broken formation shows as "broken"."""
    return "broken" if broken else shock


def rally(p: dict[str, Any]) -> dict[str, Any]:
    """End Phase after End Phase: (broken, shock, withdrawals, turn in which it rallied)."""
    law: Law = certain((p["broken"], p["shock"], 0, "later" if p["broken"] else 0))
    for number in range(1, p["turns"] + 1):

        def next_turn(state: tuple[bool, int, int, int | str], number: int = number) -> Law:
            broken, shock, withdrawals, rallied_in = state

            def after(end: tuple[bool, int]) -> tuple[bool, int, int, int | str]:
                now_broken, now_shock = end
                if now_broken:
                    return (True, now_shock, withdrawals + 1, "later")
                return (False, now_shock, withdrawals, number if broken else rallied_in)

            return read_as(end_phase(p, broken, shock), after)

        law = then(law, next_turn)
    return {
        "rallied": chance(law, lambda state: not state[0]),
        "shock_after": read_as(law, lambda state: shock_shown(state[0], state[1])),
        "clear": chance(law, lambda state: not state[0] and state[1] == 0),
        "withdrawals": read_as(law, lambda state: state[2]),
        "turns_to_rally": read_as(law, lambda state: state[3]),
    }


def formation(p: dict[str, Any]) -> dict[str, Any]:
    """Turn after turn an action test and an End Phase: (broken, shock, chosen actions)."""

    def one_turn(state: tuple[bool, int, int]) -> Law:
        broken, shock, chosen = state
        if broken:
            acted = certain((True, shock, chosen))
        else:
            passes = happens(pass_chance(p["command"] - shock_penalty(shock), p["naturals"]))
            after_pass, after_failure = (False, shock, chosen + 1), (False, shock + 1, chosen)
            acted = read_as(passes, lambda passed: after_pass if passed else after_failure)
        return then(acted, lambda s: read_as(end_phase(p, s[0], s[1]), lambda end: (*end, s[2])))

    law: Law = certain((p["broken"], p["shock"], 0))
    for _ in range(p["turns"]):
        law = then(law, one_turn)
    return {
        "chosen_actions": read_as(law, lambda state: state[2]),
        "shock_after": read_as(law, lambda state: shock_shown(state[0], state[1])),
        "clear": chance(law, lambda state: not state[0] and state[1] == 0),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "reikhammer.strategy": strategy,
    "reikhammer.action": action,
    "reikhammer.retain": retain,
    "reikhammer.turn": turn,
    "reikhammer.rally": rally,
    "reikhammer.formation": formation,
}
