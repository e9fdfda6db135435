"""Pools: many dice read one by one, counted, and rolled again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from probcalc.exact.bounds import TooLarge, require_affordable_powers
from probcalc.exact.distribution import Distribution
from probcalc.exact.explosions import exploding as exploding
from probcalc.exact.explosions import exploding_pool as exploding_pool
from probcalc.exact.limited_rerolls import LimitedRerolls as LimitedRerolls
from probcalc.exact.mass_function import require_end
from probcalc.exact.steps import Known, Outcome, Then, Tree

MOST_TIMES_AGAIN = 200


def hits(n: int, law: Distribution, worth: Callable[[Any], int]) -> Distribution:
    """The sum over n dice of what each is worth.

    >>> from probcalc.exact.dice import d
    >>> hits(2, d(6), lambda face: 1 if face >= 5 else 0)
    Distribution(0: 4/9, 1: 4/9, 2: 1/9)
    """
    return law.map(worth).repeat(n)


def by_tiers(target: int, step: int = 0, most: int = 1, bonus: int = 0) -> Callable[[int], int]:
    """Hits of one face: 1 when face + bonus reaches the target, 1 more for each full `step` beyond, at most `most`.

    >>> from probcalc.exact.dice import d
    >>> d(10).map(by_tiers(4, step=3, most=3))
    Distribution(0: 3/10, 1: 3/10, 2: 3/10, 3: 1/10)

    Raises:
        ValueError: when step or most is negative.
    """
    if step < 0 or most < 0:
        raise ValueError(f"the step and the most hits of a tier are 0 or more, not {step} and {most}")
    return partial(_tier, target - bonus, step, most)


def _tier(target: int, step: int, most: int, face: int) -> int:
    if face < target:
        return 0
    return min(most, 1 + ((face - target) // step if step else 0))


def rerolled(law: Distribution, again: Callable[[Any], bool], times: int | None = 1) -> Distribution:
    """A die rolled again while `again` holds of it, at most `times` times; None for as often as it takes.

    With q = P(again), P(x) (1 + q + ... + q**(times - 1)) for a face that is kept, plus q**times P(x) for every face.

    >>> from probcalc.exact.dice import d
    >>> rerolled(d(6), lambda face: face < 3)[6], rerolled(d(6), lambda face: face < 3, times=None)[6]
    (Fraction(2, 9), Fraction(1, 4))
    >>> rerolled(d(6), lambda face: True, times=None)
    Traceback (most recent call last):
        ...
    ValueError: every face is rolled again, so the roll never ends

    Raises:
        ValueError: when `times` is negative, or when every face is rolled again as often as it takes.
        TooLarge: when the estimate exceeds the bound.
    """
    require_end(law, "a roll again")
    weights, total = law._weights, law.total
    failing = {o for o in weights if again(o)}
    if times is None:
        if len(failing) == len(weights):
            raise ValueError("every face is rolled again, so the roll never ends")
        return law.given(lambda o: o not in failing)
    if times < 0:
        raise ValueError(f"a die is rolled again 0 or more times, not {times}")
    share = sum(weights[o] for o in failing)
    require_affordable_powers(f"a die rolled again {times} times", 2 * len(weights), (times + 1) * total.bit_length())
    # Common total total**(times + 1): share**i total**(times - i) for the i-th roll again, a geometric sum.
    last = share**times
    kept = (total ** (times + 1) - share ** (times + 1)) // (total - share) if share < total else 0
    return Distribution._reduced(
        {o: w * (last if o in failing else kept) for o, w in weights.items()}, total ** (times + 1)
    )


def rerolled_dice(
    n: int,
    law: Distribution,
    most: int,
    order: Collection[Outcome],
    worth: Callable[[Any], int] = int,
) -> Distribution:
    """The worth of n dice after at most `most` of those that show a face in `order` are rolled again, once each.

    Faces that stand earlier in the order are rolled again first.

    >>> from probcalc.exact.dice import d
    >>> rerolled_dice(2, d(2), 1, [1])  # one of two coins that show 1
    Distribution(2: 1/8, 3: 3/8, 4: 1/2)

    Raises:
        ValueError: when a face stands twice in the order, or a number is negative.
        TooLarge: when the estimate exceeds the bound.
    """
    from probcalc.exact.readings.law import law_of

    again = Known(law.map(worth))
    possible = tuple(face for face in order if face in law)
    pool = LimitedRerolls(Known(law), n, most, possible, {face: worth(face) for face in law}, again)
    return law_of(pool)


def roll_again(step: Tree, *outcomes: Outcome, times: int = 1) -> Tree:
    """A step that is done again, at most `times` times, when one of the outcomes comes up; the last result stands.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(roll_again(roll_under("Hit", 6, 3), "failure"))["success"]
    Fraction(3, 4)

    Raises:
        ValueError: when `times` is negative.
        TooLarge: when `times` exceeds the bound.
    """
    if times < 0:
        raise ValueError(f"a step is done again 0 or more times, not {times}")
    if times > MOST_TIMES_AGAIN:
        raise TooLarge("a step that is done again", times, MOST_TIMES_AGAIN, "times")
    result = step
    for _ in range(times):
        result = Then(step, partial(_again, outcomes, result))
    return result


def _again(outcomes: tuple[Outcome, ...], step: Tree, outcome: Any) -> Any:
    return step if outcome in outcomes else outcome
