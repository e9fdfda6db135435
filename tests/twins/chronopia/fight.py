"""Twin of chronopia.fight: clash after clash, model by model, until a side has fled or is wiped out."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ..enumeration import Law, both, certain, happens, read_as, then
from ..fights import Left, fight
from .attacks import blow, run_of_attacks
from .clash import SHIELD, stage
from .d20 import passes


class Clash(NamedTuple):
    """The wounds left to the living models of a and of b, who has fled, and whether round 1 is over."""

    wounds: tuple[tuple[int, ...], tuple[int, ...]]
    fled: tuple[bool, bool] = (False, False)
    after_first: bool = False


def a_fight(p: dict[str, Any]) -> dict[str, Any]:
    """The whole fight."""

    def in_round(after_first: bool) -> dict[str, Any]:
        """The parameters of a round: what a charge brings is there in round 1 only."""
        found = dict(p)
        for name in "ab":
            if not after_first and p[f"{name}.charging"] and p[f"{name}.charge_first_strike"]:
                found[f"{name}.first_strike"] = True
            found[f"{name}.charging"] = p[f"{name}.charging"] and not after_first
        return found

    @cache
    def suffered(striker: str, enemy: str, attacks: int, after_first: bool) -> tuple[Any, ...]:
        """The wounds of so many attacks on one model."""
        q = in_round(after_first)
        shield = SHIELD[q[f"{enemy}.shield"]] * (2 if q["shield_in_melee"] == "twice" else 1)
        target = q[f"{striker}.cc"] + q[f"{enemy}.agility"] + shield + q[f"{striker}.modifier"]
        score = q[f"{striker}.damage"] + q[f"{striker}.strength"]
        score += q[f"{striker}.charge_damage"] if q[f"{striker}.charging"] else 0
        figures = {name: q[f"{striker}.{name}"] for name in ("critic", "multiplier")}
        figures |= {name: q[f"{enemy}.{name}"] for name in ("armour", "heal", "ward")}
        one = blow({**figures, "multiplier_specials": q["multiplier_specials"]}, score)
        return tuple(read_as(run_of_attacks([target] * attacks, one), lambda end: end[0]).items())

    def blows(striker: str, enemy: str, models: int, targets: tuple[int, ...], after_first: bool) -> Law:
        """(score of the striker, wounds left to the enemy) when so many models strike."""
        order = sorted(targets)
        attacks_on = [0] * len(order)
        for attack in range(models * p[f"{striker}.noa"]):
            attacks_on[attack % len(order)] += 1
        law: Law = certain((0, ()))
        for had, attacks in zip(order, attacks_on, strict=True):
            one = dict(suffered(striker, enemy, attacks, after_first))

            def struck(two: Any, had: int = had) -> tuple[int, tuple[int, ...]]:
                (score, left), wounds = two
                counted = min(wounds, had) if p["wounds_counted"] == "capped" else wounds
                rest = had - wounds
                if rest > 0 and p["wounds_carried"] == "healed_between":
                    rest = p[f"{enemy}.wounds"]
                return score + counted, tuple(sorted((*left, rest))) if rest > 0 else left

            law = read_as(both(law, one), struck)
        banner = 1 if p[f"{striker}.banner"] else 0
        return read_as(law, lambda end: (end[0] + banner, end[1]))

    def one_round(now: Clash) -> Law:
        q = in_round(now.after_first)
        a, b = now.wounds

        def strike(name: str, models: int) -> Law:
            if name == "a":
                return blows("a", "b", models, b, now.after_first)
            return blows("b", "a", models, a, now.after_first)

        if stage(q, "a") == stage(q, "b"):
            law = both(strike("a", len(a)), strike("b", len(b)))
        elif stage(q, "a") < stage(q, "b"):
            law = then(strike("a", len(a)), lambda by_a: read_as(strike("b", len(by_a[1])), lambda by_b: (by_a, by_b)))
        else:
            law = then(strike("b", len(b)), lambda by_b: read_as(strike("a", len(by_b[1])), lambda by_a: (by_a, by_b)))
        return then(law, lambda done: tested(now, *done))

    def flees(name: str, before: int, left: int, lost_by: int) -> Law:
        if left == 0 or p[f"{name}.immune_to_panic"]:
            return certain(False)
        stands = passes(p[f"{name}.ld"] - lost_by, p["test_naturals"]) if lost_by > 0 else 1
        if p["half_strength_panic"] == "tested" and left < before and 2 * left <= p[f"{name}.models"]:
            stands *= passes(p[f"{name}.ld"], p["test_naturals"])
        return happens(1 - stands) if stands != 1 else certain(False)

    def tested(now: Clash, by_a: Any, by_b: Any) -> Law:
        left = by_b[1], by_a[1]
        a_flees = flees("a", len(now.wounds[0]), len(left[0]), by_b[0] - by_a[0])
        b_flees = flees("b", len(now.wounds[1]), len(left[1]), by_a[0] - by_b[0])
        return read_as(both(a_flees, b_flees), lambda fled: Clash(left, fled, True))

    def left(now: Clash) -> Left:
        ends = [
            "wiped_out" if not models else "fled" if fled else "stands"
            for models, fled in zip(now.wounds, now.fled, strict=True)
        ]
        return Left(len(now.wounds[0]), ends[0], len(now.wounds[1]), ends[1])

    start = Clash(((p["a.wounds"],) * p["a.models"], (p["b.wounds"],) * p["b.models"]))
    return fight(start, one_round, left, p["rounds"])


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"chronopia.fight": a_fight}
