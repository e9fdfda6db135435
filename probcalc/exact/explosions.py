"""Exploding dice: a face that earns another die, which may explode in turn.

One die that explodes without limit has the generating function G(x) = A(x) / (1 - B(x)), with A over the faces that
do not explode and B over those that do. Its support has no end, so a total is exact up to a limit, and everything
above stands together under the outcome "more".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from probcalc.exact.bounds import MAX_STEPS, require_affordable
from probcalc.exact.distribution import Distribution

MORE = "more"
_OFTEN = 16


def exploding(
    law: Distribution, on: Callable[[Any], bool], most: int, last: Literal["more", "stands"] = "more"
) -> Distribution:
    """The sum of a die and of the dice it earns: another for each face on which `on` holds, at most `most` of them.

    When the last die explodes too, the roll counts as "more", or with last="stands" as the sum it shows.

    >>> from probcalc.exact.dice import d
    >>> exploding(d(2), lambda face: face == 2, most=1)
    Distribution(1: 1/2, 3: 1/4, more: 1/4)
    >>> exploding(d(2), lambda face: face == 2, most=1, last="stands")
    Distribution(1: 1/2, 3: 1/4, 4: 1/4)

    Raises:
        ValueError: when `most` is negative or `last` is neither.
        TooLarge: when the estimate exceeds the bound.
    """
    if type(most) is not int or most < 0:
        raise ValueError(f"a die explodes at most 0 or more times, a whole number, not {most!r}")
    if last not in ("more", "stands"):
        raise ValueError(f'last is "more" or "stands", not {last!r}')
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
            require_affordable("an exploding die", 2 * work, most * bits // 2, 0, most * bits // 2)
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


def exploding_pool(
    n: int,
    law: Distribution,
    on: Callable[[Any], bool],
    worth: Callable[[Any], int],
    limit: int | None = None,
) -> Distribution:
    """What n dice are worth that explode without end: exact for 0 to `limit`, and "more" above it.

    Without a limit the answer must be finite: dice that earn others must themselves be worth nothing.

    >>> from probcalc.exact.dice import d
    >>> exploding_pool(1, d(6), lambda face: face == 6, lambda face: face // 5, limit=2)
    Distribution(0: 2/3, 1: 5/18, 2: 5/108, more: 1/108)
    >>> exploding_pool(1, d(6), lambda face: face == 6, lambda face: face // 5)
    Traceback (most recent call last):
        ...
    ValueError: exploding dice can be worth any amount: give a limit, and what exceeds it counts as more

    Raises:
        ValueError: when every face explodes, a worth is negative, or the answer would have no end.
        TooLarge: when the estimate exceeds the bound.
    """
    stopping: dict[int, int] = {}
    earning: dict[int, int] = {}
    for face, weight in law._weights.items():
        group, value = earning if on(face) else stopping, worth(face)
        if value < 0:
            raise ValueError(f"an exploding die is worth 0 or more, not {value}")
        group[value] = group.get(value, 0) + weight
    if not stopping:
        raise ValueError("every face explodes, so the roll never ends")
    # Dice that explode for nothing only condition the others: T' = total - B(0).
    free = law.total - earning.pop(0, 0)
    if not earning:
        once = Distribution.from_weights(stopping).repeat(n)
        return once if limit is None else once.map(lambda value: value if value <= limit else MORE)
    if limit is None:
        raise ValueError("exploding dice can be worth any amount: give a limit, and what exceeds it counts as more")
    if n < 0 or limit < 0:
        raise ValueError(f"the dice and the limit are 0 or more, not {n} and {limit}")
    bits = free.bit_length()
    above = max(0, limit - n * min(stopping))
    work = limit * len(earning) + above * above // 2
    require_affordable("exploding dice", work, (n + limit // 3) * bits, limit, limit * bits // 3)
    # With x scaled by T', g(k) T'**(k + 1) is an integer for one die.
    one: list[int] = []
    for k in range(limit + 1):
        later = sum(w * one[k - v] * free ** (v - 1) for v, w in earning.items() if v <= k)
        one.append(stopping.get(k, 0) * free**k + later)
    series = _truncated_power(one, n, limit)
    whole = free ** (n + limit)
    weights: dict[Any, int] = {k: c * free ** (limit - k) for k, c in enumerate(series) if c}
    weights[MORE] = whole - sum(weights.values())
    return Distribution.from_weights(weights, whole)


def _truncated_power(a: list[int], n: int, limit: int) -> list[int]:
    """Coefficients 0 to `limit` of (a[0] + a[1] x + ...) ** n, by Miller's recurrence."""
    first = next((i for i, c in enumerate(a) if c), None)
    if n == 0:
        return [1]
    if first is None or first * n > limit:
        return []
    a = a[first:]
    q = [a[0] ** n]
    for k in range(1, limit - first * n + 1):
        s = sum((i * (n + 1) - k) * a[i] * q[k - i] for i in range(1, min(k, len(a) - 1) + 1))
        q.append(s // (k * a[0]))
    return [0] * (first * n) + q
