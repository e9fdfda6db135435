"""Exploding dice: a face that earns another die, which may explode in turn.

What lies beyond the last die that is looked at stands together under the outcome "more".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from probcalc.exact.budget.bounds import MAX_STEPS
from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution

MORE = "more"
_OFTEN = 16


def exploding(
    law: Distribution, on: Callable[[Any], bool], most: int, last: Literal["more", "stands"] = "more"
) -> Distribution:
    """The sum of a die and of the dice it earns: another for each face on which `on` holds, at most `most` of them.

    When the last die explodes too, the roll counts as "more", or with last="stands" as the sum it shows.

    >>> from probcalc.exact.dice.dice import d
    >>> exploding(d(2), lambda face: face == 2, most=1)
    Distribution(1: 1/2, 3: 1/4, more: 1/4)
    >>> exploding(d(2), lambda face: face == 2, most=1, last="stands")
    Distribution(1: 1/2, 3: 1/4, 4: 1/4)

    Raises:
        ValueError: when `most` is negative or `last` is neither.
        TooLarge: when the estimate exceeds the bound.
    """
    if type(most) is not int or most < 0:
        raise WrongValue(f"a die explodes at most 0 or more times, a whole number, not {most!r}")
    if last not in ("more", "stands"):
        raise WrongValue(f'last is "more" or "stands", not {last!r}')
    weights, total = law._weights, law.total
    earning = {o: w for o, w in weights.items() if on(o)}
    bits = total.bit_length()
    paths_of, work = 1, 0
    reach = max(earning) - min(earning) if earning and all(type(o) is int for o in earning) else MAX_STEPS
    for dice in range(most + 1):
        # The sums of dice that earn another are no more than the ways to choose their faces.
        work += min(paths_of, dice * reach + 1) * len(weights)
        paths_of = paths_of * (len(earning) + dice) // (dice + 1)
        if dice % _OFTEN == 0:
            # The estimate of all dice so far; the last is the whole.
            require_affordable("an exploding die", 2 * work, most * bits // 2, 0, most * bits // 2, is_ahead=True)
    found: dict[Any, int] = {}
    paths: dict[Any, int] = {0: 1}
    for dice in range(most + 1):
        scale = total ** (most - dice)
        after: dict[Any, int] = {}
        for start, ways in paths.items():
            for face, weight in weights.items():
                into, amount = (after, ways * weight) if face in earning else (found, ways * weight * scale)
                into[start + face] = into.get(start + face, 0) + amount
        paths = after
    if paths and last == "more":
        paths = {MORE: sum(paths.values())}
    for outcome, ways in paths.items():
        found[outcome] = found.get(outcome, 0) + ways
    return Distribution.from_weights(found, total ** (most + 1))
