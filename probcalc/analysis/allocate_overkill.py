"""What is lost by overkill: attacks on targets that are gone, and losses beyond what a target has left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from probcalc.analysis.allocate_looking import Looking, Move
from probcalc.analysis.allocate_plan import Plan


@dataclass(frozen=True, slots=True)
class Overkill:
    """What does nothing, on average.

    Attributes:
        attacks: the attacks on targets that are removed already.
        beyond: what is inflicted beyond what the targets have left, those attacks among it; None where attacks count
            in several units, or depend on the target's state and so say no more than what it loses.
        unit: what is counted: "wounds".
    """

    attacks: Fraction
    beyond: Fraction | None
    unit: str


def overkill(plan: Plan, looking: Looking, move: Callable[[int, int], Move | None]) -> Overkill:
    """What does nothing when moves are made so: E(sum over the attacks of what is beyond the target's end).

    >>> from probcalc.analysis.allocate import allocate
    >>> attack = {"scenario": "mechanics.attack", "parameters": {"damage": 3, "hit.target": 4}}
    >>> found = allocate([attack, attack], [{"parameters": {"health": 4}}], "targets").overkill
    >>> found.attacks, found.beyond, found.unit
    (Fraction(0, 1), Fraction(1, 2), 'damage')
    """
    units = {target.unit for target in plan.targets}
    is_counted = len(units) == 1 and "" not in units and all(b.tails for own in plan.blows for b in own.values())

    @cache
    def over(attacker: int, target: int, state: int) -> int:
        """What the attack takes beyond the target's end, summed over its weights."""
        left = plan.targets[target].end - state
        return sum((taken - left) * n for taken, n in enumerate(plan.blows[attacker][target].rows[0]) if taken > left)

    attacks = beyond = Fraction(0)
    for left, weights, total in looking.walk(move):
        gone, lost = 0, dict.fromkeys(range(len(plan.attackers)), 0)
        for index, weight in weights.items() if left else ():
            made = move(left, index)
            if made is None:
                continue
            attacker, target = made
            state = looking.states_at(index)[target]
            gone += weight if state == plan.targets[target].end else 0
            if is_counted:
                lost[attacker] += weight * over(attacker, target, state)
        attacks += Fraction(gone, total)
        beyond += sum(Fraction(amount, total * plan.totals[a]) for a, amount in lost.items() if amount)
    return Overkill(attacks, beyond if is_counted else None, units.pop() if is_counted else "")
