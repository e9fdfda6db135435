"""Twin of oathmark.combat: two units strike at once, lose figures, test morale and push back."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from ..enumeration import Law, both, certain, read_as, sum_of_copies, then
from .dice import combat_die
from .morale import casualty_modifier, figures_lost, morale_after_hits, state_after


def side(p: dict[str, Any], letter: str) -> dict[str, Any]:
    """The fields of one side without their prefix."""
    return {name[2:]: value for name, value in p.items() if name.startswith(f"{letter}.")}


def rank_bonus(unit: dict[str, Any]) -> int:
    """Every full rank behind the first lowers the Target Number by one."""
    return max(0, int(unit["full_ranks"]) - 1)


def target_numbers(a: dict[str, Any], b: dict[str, Any]) -> tuple[int, int]:
    """The Target Numbers of a and of b."""
    charge = a["charge"]
    if b["braced"]:
        charge = max(0, charge - 1)

    of_a = b["defence"] - a["fight"] - rank_bonus(a) - charge + a["modifier"]
    of_a -= 1 if a["arc"] in ("flank", "rear") else 0
    of_a += 1 if a["disordered"] else 0
    of_a += 1 if a["lower_elevation"] else 0
    of_a += 1 if a["into_defences"] else 0

    of_b = a["defence"] - b["fight"] + b["modifier"]
    of_b -= rank_bonus(b) if a["arc"] == "front" else 0
    of_b += 1 if b["already_activated"] else 0
    of_b += 1 if a["arc"] == "rear" else 0
    of_b += 1 if b["disordered"] else 0
    of_b += 1 if b["lower_elevation"] else 0
    return (of_a, of_b)


def numbers_of_dice(a: dict[str, Any], b: dict[str, Any]) -> tuple[int, int]:
    """The Combat Dice of a and of b, after shielding."""
    dice_of_a = min(5, a["combat_dice"] * a["front"])
    if a["arc"] != "front":
        return (dice_of_a, max(1, min(5, b["combat_dice"] * b["full_ranks"])))
    dice_of_b = min(5, b["combat_dice"] * b["front"])
    given_up = min(b["shielding"], dice_of_b - 1)
    return (max(1, dice_of_a - given_up), dice_of_b - given_up)


def hits_with_worst_die_again(dice: int, one_die: Law) -> Law:
    """All dice kept apart; the one with the fewest hits is rolled again if it is below a die's mean."""
    mean = sum((hits * probability for hits, probability in one_die.items()), Fraction(0))
    law: Law = {}
    for hits_of_each in product(one_die, repeat=dice):
        probability = Fraction(1)
        for hits in hits_of_each:
            probability *= one_die[hits]
        fewest = min(hits_of_each)
        kept = sum(hits_of_each) - fewest
        last_die = one_die if fewest < mean else certain(fewest)
        for hits, chance_of_it in last_die.items():
            law[kept + hits] = law.get(kept + hits, Fraction(0)) + probability * chance_of_it
    return law


def extra_hits(unit: dict[str, Any], hits: int, ranks_when: str) -> int:
    """What an uncaring unit takes on top: 1 hit for every full 2 points of modifier below 0."""
    if state_after(unit, hits) != "test" or unit["unit_of_one"]:
        return 0
    below_zero = max(0, -casualty_modifier(unit, figures_lost(unit, hits), False, ranks_when))
    return below_zero // 2


def pushback(winner: str, a_morale: str, b_morale: str, into_defences: bool) -> str:
    """Who may push whom."""
    if {a_morale, b_morale} & {"destroyed", "broken"}:
        return "none"
    if winner == "a" and into_defences and b_morale != "disordered":
        return "a_held"  # b has not failed a morale test
    return winner


def combat(p: dict[str, Any]) -> dict[str, Any]:
    """Both sides roll at once, then casualties, morale and pushback."""
    a, b = side(p, "a"), side(p, "b")
    a_target, b_target = target_numbers(a, b)
    a_dice, b_dice = numbers_of_dice(a, b)
    a_die = combat_die(p["die"], a_target, p["tn_over_max"])
    b_die = combat_die(p["die"], b_target, p["tn_over_max"])
    if a["wild_charge"]:
        a_hits, b_hits = hits_with_worst_die_again(a_dice, a_die), hits_with_worst_die_again(b_dice, b_die)
    else:
        a_hits, b_hits = sum_of_copies(a_dice, a_die), sum_of_copies(b_dice, b_die)

    def morale(unit: dict[str, Any], enemy: dict[str, Any], suffered: int) -> Law:
        if unit["uncaring"]:
            unit = {**unit, "undead": True}  # passes its test, as an undead unit does
        return morale_after_hits(unit, suffered, p, by_shooting=False, horrific_enemy=enemy["horrific"])

    a_morale_after = {suffered: morale(a, b, suffered) for suffered in b_hits}
    b_morale_after = {suffered: morale(b, a, suffered) for suffered in a_hits}

    def winner(hits: tuple[int, int]) -> str:
        if hits[0] == hits[1]:
            return "tie"
        return "a" if hits[0] > hits[1] else "b"

    def pushback_after(hits: tuple[int, int]) -> Law:
        morale_of_both = both(a_morale_after[hits[1]], b_morale_after[hits[0]])
        return read_as(morale_of_both, lambda two: pushback(winner(hits), two[0], two[1], a["into_defences"]))

    hits_of_both = both(a_hits, b_hits)
    results = {
        "a_target_number": a_target,
        "b_target_number": b_target,
        "a_dice": a_dice,
        "b_dice": b_dice,
        "a_hits_per_die": a_die,
        "b_hits_per_die": b_die,
        "a_hits": a_hits,
        "b_hits": b_hits,
        "winner": read_as(hits_of_both, winner),
        "a_casualties": read_as(b_hits, lambda suffered: figures_lost(a, suffered)),
        "b_casualties": read_as(a_hits, lambda suffered: figures_lost(b, suffered)),
        "a_morale": then(b_hits, lambda suffered: a_morale_after[suffered]),
        "b_morale": then(a_hits, lambda suffered: b_morale_after[suffered]),
        "pushback": then(hits_of_both, pushback_after),
    }
    if a["uncaring"]:
        results["a_extra_hits"] = read_as(b_hits, lambda suffered: extra_hits(a, suffered, p["ranks_when"]))
    if b["uncaring"]:
        results["b_extra_hits"] = read_as(a_hits, lambda suffered: extra_hits(b, suffered, p["ranks_when"]))
    return results


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"oathmark.combat": combat}
