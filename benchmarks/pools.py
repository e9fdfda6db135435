"""Pools: the best dice, sums of many, hits by tiers, and pools against each other."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any

from benchmarks.measuring import Work, shares
from probcalc.exact.dice.contests import compare_in_order
from probcalc.exact.dice.dice import best_of, d, keep_highest

TARGETS = range(1, 16)


def by_tiers(target: int, step: int, most: int) -> Callable[[int], int]:
    """Hits of one face: 1 when it reaches the target, 1 more for each full step beyond, at most `most`."""
    return lambda face: 0 if face < target else min(most, 1 + (face - target) // step)


def highest() -> Any:
    return [best_of(n, d(10)).tails() for n in (2, 3)]


def plain_highest() -> Any:
    return [{t: (10**n - (t - 1) ** n, 10**n) for t in range(1, 11)} for n in (2, 3)]


def icepool_highest() -> Any:
    from icepool import d, highest

    dice = [highest(*[d(10)] * n) for n in (2, 3)]
    return [{t: die.probability(">=", t) for t in range(1, 11)} for die in dice]


def dyce_highest() -> Any:
    from dyce import P

    found = []
    for n in (2, 3):
        weights = (n @ P(10)).at(-1)
        tails = accumulate(weights[face] for face in range(10, 0, -1))
        found.append({10 - i: (tail, 10**n) for i, tail in enumerate(tails)})
    return found


def lea_highest() -> Any:
    import lea

    die = lea.interval(1, 10, prob_type="r")
    best = [lea.max_of(*[die.new() for _ in range(n)]).get_alea() for n in (2, 3)]
    return [dict(zip(range(1, 11), told.inv_cumul()[:10], strict=False)) for told in best]


def in_order() -> Any:
    return compare_in_order(d(10), 2, d(10), 2)


def plain_in_order() -> Any:
    ties = sum(1 if high == low else 4 for high in range(10) for low in range(high + 1))
    return {"a": (10000 - ties) // 2, "tie": ties, "b": (10000 - ties) // 2}


def icepool_in_order() -> Any:
    from icepool import d
    from icepool import map as each

    pool = d(10).pool(2).expand()
    told = each(lambda x, y: _told(x[::-1], y[::-1]), pool, pool, star=False)
    return dict(told.items())


def dyce_in_order() -> Any:
    from dyce import P

    rolls = [(roll[::-1], count) for roll, count in (2 @ P(10)).rolls_with_counts()]
    found: dict[str, int] = {}
    for x, w in rolls:
        for y, v in rolls:
            found[_told(x, y)] = found.get(_told(x, y), 0) + w * v
    return found


def lea_in_order() -> Any:
    import lea

    die = lea.interval(1, 10, prob_type="r")
    pool = die.times_tuple(2).map(lambda roll: tuple(sorted(roll, reverse=True))).get_alea()
    return lea.func_wrapper(_told)(pool, pool.new()).pmf_dict()


def _tails(answer: Any) -> Any:
    return [{t: Fraction(*p) if isinstance(p, tuple) else Fraction(p) for t, p in tails.items()} for tails in answer]


def _grid(answer: Any) -> Any:
    return [[shares(cell) for cell in row] for row in answer]


def _told(x: Any, y: Any) -> str:
    return "a" if x > y else "b" if y > x else "tie"


def kept(n: int, sides: int, k: int) -> Any:
    return keep_highest(n, d(sides), k)


def plain_kept(n: int, sides: int, k: int) -> dict[int, int]:
    """Over the lowest kept face v and the number of dice above it, by running sums."""
    found = [0] * (sides * k + 1)
    for v in range(1, sides + 1):
        above = [1]
        for j in range(k):
            enough = v ** (n - j) - sum(comb(n - j, i) * (v - 1) ** (n - j - i) for i in range(k - j))
            if above and enough:
                ways, start = comb(n, j) * enough, v * (k - j) + j * (v + 1)
                for i, weight in enumerate(above):
                    found[start + i] += ways * weight
            m = sides - v
            if m == 0:
                break
            sums = list(accumulate(above, initial=0))
            above = [sums[min(i + 1, len(above))] - sums[max(0, i + 1 - m)] for i in range(len(above) + m - 1)]
    return dict(enumerate(found))


def icepool_kept(n: int, sides: int, k: int) -> Any:
    from icepool import d

    return dict(d(sides).highest(n, k).items())


def dyce_kept() -> Any:
    from dyce import P

    return dict((20 @ P(6)).at(slice(-5, None)).items())


def plain_sum() -> Any:
    """300d20 by Miller's recurrence with all twenty terms."""
    q = [1]
    for k in range(1, 5701):
        s = sum((301 * i - k) * q[k - i] for i in range(1, min(k, 19) + 1))
        q.append(s // k)
    return {300 + k: weight for k, weight in enumerate(q)}


def tiers() -> Any:
    laws = [5 @ d(20).map(by_tiers(target, 5, 3)) for target in TARGETS]
    return [[one.compare(other) for other in laws] for one in laws]


def plain_tiers() -> Any:
    laws = []
    for target in TARGETS:
        faces = [0, 0, 0, 0]
        for face in range(1, 21):
            faces[0 if face < target else min(3, 1 + (face - target) // 5)] += 1
        total = [1]
        for _ in range(5):
            longer = [0] * (len(total) + 3)
            for i, x in enumerate(total):
                for j, w in enumerate(faces):
                    longer[i + j] += x * w
            total = longer
        laws.append(total)
    below = [[0, *accumulate(weights[:-1])] for weights in laws]
    grid = []
    for one in laws:
        row = []
        for other, less in zip(laws, below, strict=True):
            wins = sum(x * y for x, y in zip(one, less, strict=True))
            ties = sum(x * y for x, y in zip(one, other, strict=True))
            row.append((wins, ties, 20**10 - wins - ties))
        grid.append(row)
    return grid


def icepool_tiers() -> Any:
    from icepool import d

    laws = [5 @ d(20).map(by_tiers(target, 5, 3), star=False) for target in TARGETS]
    return [
        [((a > b).probability(True), (a == b).probability(True), (a < b).probability(True)) for b in laws] for a in laws
    ]


def dyce_tiers() -> Any:
    from dyce import H

    laws = [5 @ H(20).apply(by_tiers(target, 5, 3)) for target in TARGETS]
    return [[(a.gt(b)[True], a.eq(b)[True], a.lt(b)[True]) for b in laws] for a in laws]


WORKS = (
    Work(
        "W5a",
        "highest of 2d10 and of 3d10, every threshold",
        highest,
        0.0021,
        plain_highest,
        {"icepool": icepool_highest, "dyce": dyce_highest, "Lea": lea_highest},
        normal=_tails,
    ),
    Work(
        "W5b",
        "2d10 each: highest, then second, tie again",
        in_order,
        0.0040,
        plain_in_order,
        {"icepool": icepool_in_order, "dyce": dyce_in_order, "Lea": lea_in_order},
        at_most=0.2,
    ),
    Work(
        "W6",
        "5d20 each, hits by tiers, who has more, 15 x 15 targets",
        tiers,
        0.28,
        plain_tiers,
        {"icepool": icepool_tiers, "dyce": dyce_tiers},
        {"Lea": 279},
        # Pair by pair, as a comparison asks for them, each with three fractions in lowest terms.
        at_most=2,
        normal=_grid,
    ),
    Work(
        "W7",
        "5 highest of 20d6",
        lambda: kept(20, 6, 5),
        0.036,
        lambda: plain_kept(20, 6, 5),
        {"icepool": lambda: icepool_kept(20, 6, 5), "dyce": dyce_kept},
        {"Lea": 1740},
    ),
    Work(
        "300d20",
        "sum of 300d20, full distribution",
        lambda: 300 @ d(20),
        23,
        plain_sum,
        {},
        {"icepool": 7_674, "dyce": 10_871, "Lea": 145_435},
    ),
    Work(
        "50d10k25",
        "25 highest of 50d10",
        lambda: kept(50, 10, 25),
        4.2,
        lambda: plain_kept(50, 10, 25),
        {"icepool": lambda: icepool_kept(50, 10, 25)},
        {"dyce": 466_000},
    ),
)
