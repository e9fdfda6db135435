"""What a clash costs to compute, estimated from its parameters before anything is computed."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from probcalc.scenarios.sides import order_of
from probcalc.systems.chronopia.sides import ClashSide

MOST_STEPS = 5_000_000
"""About one second on a small machine; a step is a multiplication and addition of small integers."""

_BITS = 30
_STEPS_OF_ONE = 0.25
_STEPS_OF_A_DIGIT = 0.005


@dataclass(frozen=True, slots=True)
class VolleySize:
    """How large the law of a volley is: outcomes of the score, digits of a weight, and the steps to compute it."""

    scores: int
    digits: int
    steps: float


def attack_bits(striker: ClashSide, enemy: ClashSide) -> float:
    """The length of the denominator of one attack: each die that may be rolled multiplies it by 20."""
    saves = int(0 < enemy.struck.heal < 20) + int(0 < enemy.struck.ward < 20)
    return log2(20) * (1 + striker.arms.multiplier * (1 + saves))


def volley_size(striker: ClashSide, enemy: ClashSide, strikers: int, *, capped: bool) -> VolleySize:
    """The size of what so many models do to the enemy."""
    attacks = strikers * striker.arms.noa
    most = -(-attacks // enemy.models) * striker.arms.multiplier
    kept = min(most, enemy.struck.wounds) if capped else most
    digits = int(attacks * attack_bits(striker, enemy)) // _BITS + 1
    # With one wound each the score and the slain are the same number.
    length = enemy.models * (1 if capped and enemy.struck.wounds == 1 else kept * (enemy.models + 1) + 1)
    of_one_model = digits // max(1, min(attacks, enemy.models)) + 1
    return VolleySize(enemy.models * kept + 1, digits, length * (kept + 1) * _product(digits, of_one_model))


def product_steps(first: VolleySize, second: VolleySize) -> float:
    """The steps of the product of two laws: row by row, or through one long multiplication where that is less."""
    rows = first.scores * second.scores * _product(first.digits, second.digits)
    short, long = sorted((first.scores, second.scores))
    packed: float = 16 * (short * (first.digits + second.digits) / 70) ** 1.585 * long / short
    return min(rows, packed + 2 * (short + long))


def clash_steps(a: ClashSide, b: ClashSide, *, capped: bool) -> int:
    """The estimated steps of a whole clash.

    >>> clash_steps(ClashSide(), ClashSide(), capped=True) < 100
    True
    """
    sides, order = {"a": a, "b": b}, order_of(a, b)
    if order.at_once:
        by_a, by_b = volley_size(a, b, a.models, capped=capped), volley_size(b, a, b.models, capped=capped)
        return int(by_a.steps + by_b.steps + product_steps(by_a, by_b) * (1 if capped else 4))
    early, late = sides[order.early], sides[order.late]
    before = volley_size(early, late, early.models, capped=capped)
    steps = before.steps
    for survivors in range(fewest_left(early, late), late.models + 1):
        answer = volley_size(late, early, survivors, capped=capped)
        scores = min(before.scores, survivors * (late.struck.wounds - 1) + 1) if capped else before.scores
        steps += answer.steps + product_steps(VolleySize(scores, before.digits, 0), answer) * (1 if capped else 2)
    return int(steps)


def fewest_left(striker: ClashSide, enemy: ClashSide) -> int:
    """The fewest models that a volley of the whole side can leave."""
    each, more = divmod(striker.models * striker.arms.noa, enemy.models)
    if each * striker.arms.multiplier >= enemy.struck.wounds:
        return 0
    return enemy.models - (more if (each + 1) * striker.arms.multiplier >= enemy.struck.wounds else 0)


def _product(first: int, second: int) -> float:
    """The steps of multiplying numbers of so many digits."""
    return _STEPS_OF_ONE + _STEPS_OF_A_DIGIT * first * second
