"""The operator `@`: what stands at a position of a sequence, of a number's digits, or of dice put in order."""

from __future__ import annotations

from probcalc.dice_programs.dice import EMPTY, Dice, Sequence, Value, mix
from probcalc.dice_programs.spending import PROGRAM, STEPS_PER_FACE, number_steps, require_short
from probcalc.exact.budget.bounds import TooLarge, meter
from probcalc.exact.kernels.order_statistics import weights_at_ranks, weights_of_highest

MOST_ROLLS = 1_000_000
"""How many different rolls of a collection of dice are gone through one by one at the most."""


def at(positions: Value, value: Value, highest_first: bool) -> Value:
    """The sum of what stands at the positions, counted from 1; a position that does not exist counts 0.

    >>> at(2, (5, 6, 7), True), at((1, 3), 4567, True), at(1, 4567, False)
    (6, 10, 7)
    >>> at(1, Dice.with_sides(2).copies(2), True).faces  # the higher of two
    ((1, 1), (2, 3))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if isinstance(positions, Dice):
        law = positions.sum_of_dice()
        chosen = ((weight, at(face, value, highest_first)) for face, weight in law.faces)
        return mix(chosen, law.total)
    wanted = (positions,) if isinstance(positions, int) else positions
    meter().put_down(1 + len(wanted))
    if isinstance(value, Dice):
        return _of_dice(wanted, value, highest_first)
    if isinstance(value, int):
        meter().put_down(number_steps(value))
        sign = -1 if value < 0 else 1
        digits = tuple(sign * int(digit) for digit in str(abs(value)))
        value = digits if highest_first else digits[::-1]
    return sum(value[p - 1] for p in wanted if 1 <= p <= len(value))


def _of_dice(wanted: Sequence, dice: Dice, highest_first: bool) -> Dice:
    n = dice.count
    ranks = [p if highest_first else n + 1 - p for p in wanted if 1 <= p <= n]
    if dice.is_empty:
        return EMPTY
    if len(set(ranks)) < len(ranks):
        rolls = rolls_of(dice, True)
        meter().spend(PROGRAM, len(rolls) * len(ranks) // 2)
        return mix(((weight, sum(roll[rank - 1] for rank in ranks)) for weight, roll in rolls), dice.weight_of_all())
    return sum_at_ranks(dice, ranks)


def sum_at_ranks(dice: Dice, ranks: list[int]) -> Dice:
    """The sum of the dice at the ranks given, each at most once; 1 is the highest.

    >>> sum_at_ranks(Dice.with_sides(6).copies(3), [2]).faces[0]
    (1, 4)
    """
    weights, n = dict(dice.faces), dice.count
    total = dice.weight_of_all()
    meter().put_down(len(weights) + n)
    if not ranks:
        return Dice.single({0: sum(weights.values()) ** n}, total)
    if max(ranks) == len(ranks):
        kept = weights_of_highest(weights, n, len(ranks))
    elif min(ranks) == n - len(ranks) + 1:
        turned = weights_of_highest({-face: weight for face, weight in weights.items()}, n, len(ranks))
        kept = {-outcome: weight for outcome, weight in turned.items()}
    else:
        chosen = set(ranks)
        kept = weights_at_ranks(weights, n, tuple(rank in chosen for rank in range(1, n + 1)))
    return Dice.single(kept, total)


def rolls_of(dice: Dice, highest_first: bool) -> list[tuple[int, Sequence]]:
    """Each different roll of the dice with its weight.

    Raises:
        TooLarge: when there are more than a million.
    """
    if dice.rolls > MOST_ROLLS:
        raise TooLarge(f"a look at {dice.count} dice roll by roll", dice.rolls, MOST_ROLLS, "rolls")
    require_short(dice.bits)
    # A roll holds each of its dice, and its weight may be long.
    meter().spend(PROGRAM, dice.rolls * (dice.count // 2 + STEPS_PER_FACE + dice.bits // 100))
    return list(dice.ordered_rolls(highest_first))
