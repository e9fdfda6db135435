"""The volley: dice to hit, a die to injure for every hit, deflection, hit points; one die after the other."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..enumeration import (
    Law,
    both,
    certain,
    chance,
    each_face,
    happens,
    possible,
    read_as,
    sum_of_copies,
    sum_of_two,
    then,
)
from .saves import save_chance

HEALERS_ROLL_AGAIN = 6
VOLLEY_RULINGS = ("injure_naturals", "crit_face", "crit_scope", "reroll_order", "deflection_timing")


@dataclass(frozen=True)
class Volley:
    """All that one volley needs: who attacks, who is struck, and the rulings."""

    dice: int
    hit: Fraction  # the chance that one die hits
    strength: int
    fortitude: int
    deflection: int | str  # with its bonuses, or "none"
    hit_points: int  # of one struck model
    critical_strike: bool = False
    poisoned: bool = False
    shield_breaker: bool = False
    ballista: bool = False
    healers: bool = False
    vulnerable: bool = False
    swarm_template: bool = False
    harmless: bool = False  # no hit can harm this target
    injure_naturals: str = "hit_only"
    crit_face: str = "natural_6"
    crit_scope: str = "all_targets"
    reroll_order: str = "poison_then_healers"
    deflection_timing: str = "after_injure_per_wound"


def rulings_of(p: dict[str, Any]) -> dict[str, str]:
    """The volley rulings this scenario has."""
    return {name: p[name] for name in VOLLEY_RULINGS if name in p}


def hit_chance(bonus: int, armor_class: int) -> Fraction:
    """d6 + bonus >= AC: a natural 6 hits, a natural 1 misses."""
    return chance(each_face(6), lambda face: face == 6 or (face != 1 and face + bonus >= armor_class))


def kind_of_roll(volley: Volley, face: int) -> str:
    """What one die to injure does: "failed", "plain" or "critical"."""
    if volley.harmless:
        return "failed"
    injures = face + volley.strength >= volley.fortitude
    if volley.injure_naturals == "hit_and_injure":
        injures = face == 6 or (face != 1 and injures)
    if not injures:
        return "failed"
    if volley.critical_strike:
        counted = face if volley.crit_face == "natural_6" else face + volley.strength
        if counted >= 6:
            return "critical"
    return "plain"


def one_roll(volley: Volley) -> Law:
    """One die to injure, never rolled again."""
    return read_as(each_face(6), lambda face: kind_of_roll(volley, face))


def roll_with_poison(volley: Volley) -> Law:
    """One die to injure; poison rolls a failure again, once."""
    if not volley.poisoned:
        return one_roll(volley)
    return then(one_roll(volley), lambda kind: one_roll(volley) if kind == "failed" else certain(kind))


def injure_chance(volley: Volley) -> Fraction:
    """The chance that a hit injures, before healers."""
    return chance(roll_with_poison(volley), lambda kind: kind != "failed")


def unsaved_chance(volley: Volley) -> Fraction:
    """The chance that one deflection fails; 1 where none is allowed."""
    if volley.shield_breaker:
        return Fraction(1)
    return 1 - save_chance(volley.deflection)


def full_cost(volley: Volley, kind: str) -> int:
    """Hit points of one injury that is not deflected."""
    points = 1
    if volley.ballista:
        points = 2
    if kind == "critical" and volley.hit_points > 1:
        points = 2
    if volley.vulnerable:
        points += 1
    if volley.swarm_template:
        points *= 2
    return points


def cost_law(volley: Volley, kind: str) -> Law:
    """Hit points that one roll to injure costs in the end, deflection after it included."""
    if kind == "failed":
        return certain(0)
    points = full_cost(volley, kind)
    denied = kind == "critical" and (volley.crit_scope == "all_targets" or volley.hit_points > 1)
    if denied or volley.deflection_timing == "before_injure":
        return certain(points)
    unsaved = unsaved_chance(volley)
    if volley.deflection_timing == "after_injure_per_hp":
        return sum_of_copies(points, read_as(happens(unsaved), int))
    return possible({points: unsaved, 0: 1 - unsaved})


def chance_to_roll(volley: Volley) -> Fraction:
    """The chance that one attack die gets as far as its die to injure."""
    if volley.deflection_timing == "before_injure":
        return volley.hit * unsaved_chance(volley)
    return volley.hit


def lost_without_healers(volley: Volley) -> Law:
    """Every die is on its own: add them one after the other."""
    cost_of_roll = then(roll_with_poison(volley), lambda kind: cost_law(volley, kind))
    one_die = then(
        happens(chance_to_roll(volley)),
        lambda rolls: cost_of_roll if rolls else certain(0),
    )
    return sum_of_copies(volley.dice, one_die)


def worth_rolling_again(volley: Volley, kind: str) -> bool:
    """Does a second roll, which poison does not help, cost fewer hit points on average than this injury?"""

    def mean_cost(a_kind: str) -> Fraction:
        return sum((points * q for points, q in cost_law(volley, a_kind).items()), Fraction(0))

    mean_again = sum((q * mean_cost(a_kind) for a_kind, q in one_roll(volley).items()), Fraction(0))
    return mean_again < mean_cost(kind)


def counts_before_healers(volley: Volley) -> Law:
    """(criticals, plain injuries, failures that poison will roll again later), die by die."""
    poison_comes_later = volley.poisoned and volley.reroll_order == "healers_first"
    first_roll = one_roll(volley) if poison_comes_later else roll_with_poison(volley)
    rolls = chance_to_roll(volley)

    one_die: Law = {(0, 0, 0): 1 - rolls}
    for kind, probability in first_roll.items():
        counts = (
            int(kind == "critical"),
            int(kind == "plain"),
            int(kind == "failed" and poison_comes_later),
        )
        one_die[counts] = one_die.get(counts, Fraction(0)) + rolls * probability

    one_die = possible(one_die)
    law = certain((0, 0, 0))
    for _ in range(volley.dice):
        law = read_as(both(law, one_die), lambda two: tuple(x + y for x, y in zip(*two, strict=True)))
    return law


def sums_of_up_to(copies: int, law: Law) -> list[Law]:
    """The sums of 0, 1, 2, ... copies of a law."""
    sums = [certain(0)]
    for _ in range(copies):
        sums.append(sum_of_two(sums[-1], law))
    return sums


def lost_with_healers(volley: Volley) -> Law:
    """Healers have up to six injuries rolled again, criticals first, a kind only where that helps."""
    roll_criticals = worth_rolling_again(volley, "critical")
    roll_plains = worth_rolling_again(volley, "plain")

    def after_healers(counts: tuple[int, int, int]) -> tuple[int, int, int]:
        criticals, plains, failures = counts
        criticals_again = min(HEALERS_ROLL_AGAIN, criticals) if roll_criticals else 0
        plains_again = min(HEALERS_ROLL_AGAIN - criticals_again, plains) if roll_plains else 0
        # A die that healers or poison have rolled again is simply one die to injure.
        rolled_again = criticals_again + plains_again + failures
        return (criticals - criticals_again, plains - plains_again, rolled_again)

    cost_of_criticals = sums_of_up_to(volley.dice, cost_law(volley, "critical"))
    cost_of_plains = sums_of_up_to(volley.dice, cost_law(volley, "plain"))
    cost_of_one_roll = then(one_roll(volley), lambda kind: cost_law(volley, kind))
    cost_of_rolls = sums_of_up_to(volley.dice, cost_of_one_roll)

    def hit_points(counts: tuple[int, int, int]) -> Law:
        criticals, plains, rolled_again = counts
        kept = sum_of_two(cost_of_criticals[criticals], cost_of_plains[plains])
        return sum_of_two(kept, cost_of_rolls[rolled_again])

    return then(read_as(counts_before_healers(volley), after_healers), hit_points)


def lost_law(volley: Volley) -> Law:
    """The law of the hit points one volley costs, not capped."""
    if volley.healers:
        return lost_with_healers(volley)
    return lost_without_healers(volley)


def volley_results(volley: Volley) -> dict[str, Fraction]:
    """What a single die does at each step."""
    return {"hit": volley.hit, "injure": injure_chance(volley), "unsaved": unsaved_chance(volley)}
