"""Twin of chronopia.clash: a whole Clash Fight between two sides."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from ..enumeration import Law, both, certain, read_as, then
from .attacks import blow, run_of_attacks
from .d20 import passes

SHIELD = {"none": 0, "shield": -1, "warshield": -2}


def strikes(p: dict[str, Any], striker: str, enemy: str, striking_models: int) -> Law:
    """All attacks of one side: the law of (wounds caused, enemy models slain)."""
    shield = SHIELD[p[f"{enemy}.shield"]] * (2 if p["shield_in_melee"] == "twice" else 1)
    target = p[f"{striker}.cc"] + p[f"{enemy}.agility"] + shield + p[f"{striker}.modifier"]
    score = p[f"{striker}.damage"] + p[f"{striker}.strength"]
    if p[f"{striker}.charging"]:
        score += p[f"{striker}.charge_damage"]
    one_blow = blow(
        {
            "critic": p[f"{striker}.critic"],
            "multiplier": p[f"{striker}.multiplier"],
            "armour": p[f"{enemy}.armour"],
            "heal": p[f"{enemy}.heal"],
            "ward": p[f"{enemy}.ward"],
            "multiplier_specials": p["multiplier_specials"],
        },
        score,
    )

    attacks_on = [0] * p[f"{enemy}.models"]
    for attack in range(striking_models * p[f"{striker}.noa"]):
        attacks_on[attack % p[f"{enemy}.models"]] += 1

    has_wounds = p[f"{enemy}.wounds"]

    def on_one_model(end: tuple[int, bool]) -> tuple[int, int]:
        suffered = end[0]
        counted = suffered if p["wounds_counted"] == "all" else min(suffered, has_wounds)
        return (counted, 1 if suffered >= has_wounds else 0)

    one_model = {
        attacks: read_as(run_of_attacks([target] * attacks, one_blow), on_one_model) for attacks in set(attacks_on)
    }
    law = certain((0, 0))
    for attacks in attacks_on:
        two_laws = both(law, one_model[attacks])
        law = read_as(two_laws, lambda two: (two[0][0] + two[1][0], two[0][1] + two[1][1]))
    return law


def stage(p: dict[str, Any], side: str) -> int:
    """When a side strikes: 0 with first strike, 2 with strike last, else 1."""
    if p[f"{side}.first_strike"]:
        return 0
    return 2 if p[f"{side}.strike_last"] else 1


def fight(p: dict[str, Any]) -> Law:
    """All attacks: the law of (wounds a causes, models b loses, wounds b causes, models a loses)."""
    if stage(p, "a") == stage(p, "b"):
        together = both(strikes(p, "a", "b", p["a.models"]), strikes(p, "b", "a", p["b.models"]))
        return read_as(together, lambda two: (*two[0], *two[1]))

    early, late = ("a", "b") if stage(p, "a") < stage(p, "b") else ("b", "a")

    def strike_back(early_end: tuple[int, int]) -> Law:
        survivors = p[f"{late}.models"] - early_end[1]
        back = strikes(p, late, early, survivors)
        if early == "a":
            return read_as(back, lambda late_end: (*early_end, *late_end))
        return read_as(back, lambda late_end: (*late_end, *early_end))

    return then(strikes(p, early, late, p[f"{early}.models"]), strike_back)


def difference(p: dict[str, Any], end: tuple[int, int, int, int]) -> int:
    """Side a's score minus side b's: wounds caused, and a point for a banner."""
    a_score = end[0] + (1 if p["a.banner"] else 0)
    b_score = end[2] + (1 if p["b.banner"] else 0)
    return a_score - b_score


def break_chance(p: dict[str, Any], side: str, end: tuple[int, int, int, int]) -> Fraction:
    """The chance that this side takes a Break Test after this fight and fails it."""
    lost_by = -difference(p, end) if side == "a" else difference(p, end)
    models_lost = end[3] if side == "a" else end[1]
    if lost_by <= 0 or p[f"{side}.immune_to_panic"] or models_lost == p[f"{side}.models"]:
        return Fraction(0)
    return 1 - passes(p[f"{side}.ld"] - lost_by, p["test_naturals"])


def clash(p: dict[str, Any]) -> dict[str, Any]:
    """The fight, the score and the Break Test of the loser."""
    law = fight(p)
    score_difference = read_as(law, partial(difference, p))

    def winner(points: int) -> str:
        if points == 0:
            return "draw"
        return "a" if points > 0 else "b"

    def breaks(side: str) -> Fraction:
        chances = (probability * break_chance(p, side, end) for end, probability in law.items())
        return sum(chances, Fraction(0))

    return {
        "a_wounds_caused": read_as(law, lambda end: end[0]),
        "b_wounds_caused": read_as(law, lambda end: end[2]),
        "a_models_lost": read_as(law, lambda end: end[3]),
        "b_models_lost": read_as(law, lambda end: end[1]),
        "score_difference": score_difference,
        "winner": read_as(score_difference, winner),
        "a_breaks": breaks("a"),
        "b_breaks": breaks("b"),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"chronopia.clash": clash}
