"""The sum of a random number of equal laws: one power after the other, each taken up before the next is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels import powers

_MOST_LOOKED_AT = 200
_PER_OUTCOME = 200


def random_copies(
    numbers: Mapping[int, int], total: int, one: Mapping[Any, int], sides: int
) -> tuple[dict[Any, int], int]:
    """The weights of n copies of a law added up, n drawn with the weights of `numbers`, and their total.

    All is estimated before the first power is computed; no more than one of them is held at a time.

    >>> random_copies({0: 1, 2: 1}, 2, {1: 1, 2: 1}, 2)
    ({0: 4, 2: 1, 3: 2, 4: 1}, 8)

    Raises:
        ValueError: when a number of copies is negative.
        TooLarge: when the estimate exceeds the bound.
    """
    rising = sorted(numbers)
    if rising[0] < 0:
        raise WrongValue(f"the number of copies is 0 or more, not {rising[0]}")
    _require_affordable(rising, total, one, sides)
    merged: dict[Any, int] = {}
    before = rising[0]
    for n in rising:
        if growth := n - before:
            factor = sides**growth
            merged = {outcome: weight * factor for outcome, weight in merged.items()}
        before, share = n, numbers[n]
        for outcome, weight in powers.power(one, n).items():
            merged[outcome] = merged.get(outcome, 0) + share * weight
    return merged, total * sides**before


def _require_affordable(rising: Sequence[int], total: int, one: Mapping[Any, int], sides: int) -> None:
    over = lcm(*(outcome.denominator for outcome in one))
    whole = {int(outcome * over): weight for outcome, weight in one.items()}
    stride = powers.stride_of(whole, min(whole))
    degree = (max(whole) - min(whole)) // stride
    bits, share = sides.bit_length(), total.bit_length()
    most = rising[-1]
    what = f"the sum of up to {most} copies"
    ends = [n * outcome for n in (rising[0], most) for outcome in (min(whole), max(whole))]
    outcomes = (max(ends) - min(ends)) // stride + 1
    require_steps(what, 0, outcomes * (OBJECT_BYTES + (most * bits + share) // 8), is_ahead=True)
    # Of very many numbers every so manieth tells what the others take.
    apart = 1 + len(rising) // _MOST_LOOKED_AT
    grown = bits * (most - rising[0]) // len(rising)
    taken = 0
    for n in rising[::-apart]:
        length = degree * n + 1
        # Each weight is taken up, and what is there already grows by as much as the next number is greater.
        entered = 2 * _PER_OUTCOME + costs.product(share, n * bits) + costs.product(grown, n * bits)
        taken += powers.power_nanoseconds(whole, n, stride) + length * entered
    require_steps(what, taken * apart // costs.NANOSECONDS_PER_STEP, is_ahead=True)
