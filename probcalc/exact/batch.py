"""Many questions at once: equal ones are answered once, and neighbours share their work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import NamedTuple

from probcalc.exact import weights as kernels
from probcalc.exact.bounds import require_affordable
from probcalc.exact.comparison import Comparison
from probcalc.exact.distribution import Distribution

_NEAR = 2
_SHORT = 8


def repeat_each(questions: Iterable[tuple[Distribution, int]]) -> list[Distribution]:
    """The sum of n copies for every (law, n), in the order asked: the same as [law.repeat(n) ...].

    Most cells of a sweep share their law and differ in n: each law is raised from one n to the next.

    >>> from probcalc.exact.dice import d
    >>> coin, die = d(2), d(6)
    >>> repeat_each([(coin, 2), (die, 1), (coin, 2)]) == [2 @ coin, 1 @ die, 2 @ coin]
    True

    Raises:
        ValueError: when an n is negative or an outcome is not an integer.
        TooLarge: when the estimate for a sum exceeds the bound.
    """
    asked = list(questions)
    # The same object is hashed once, and equal laws are one.
    alike: dict[Distribution, int] = {}
    numbers: dict[int, int] = {}
    wanted: list[set[int]] = []
    laws: list[Distribution] = []
    for law, n in asked:
        number = numbers.get(id(law))
        if number is None:
            number = numbers[id(law)] = alike.setdefault(law, len(wanted))
            if number == len(wanted):
                laws.append(law)
                wanted.append(set())
        wanted[number].add(n)
    found = [_repeated(law, sorted(counts)) for law, counts in zip(laws, wanted, strict=True)]
    return [found[numbers[id(law)]][n] for law, n in asked]


def _repeated(law: Distribution, counts: list[int]) -> dict[int, Distribution]:
    if counts[0] < 0:
        raise ValueError(f"the number of copies is 0 or more, not {counts[0]}")
    outcomes = list(law)
    low = outcomes[0]
    is_short = all(type(o) is int for o in outcomes) and len(outcomes) > 1 and outcomes[-1] - low < _SHORT
    if not is_short:
        return {n: law.repeat(n) for n in counts}
    length, bits = (outcomes[-1] - low) * sum(counts), counts[-1] * law.total.bit_length() // 2
    require_affordable(f"the sums of up to {counts[-1]} rolls", 2 * length, bits, length // 2)
    weights = law._weights
    terms = [weights.get(low + i, 0) for i in range(outcomes[-1] - low + 1)]
    holes = 0 in terms
    results: dict[int, Distribution] = {}
    before, power = 0, [1]
    for n in counts:
        if n - before <= _NEAR:
            for _ in range(n - before):
                power = _longer(power, terms)
        else:
            power = kernels.dense_power(weights, n)
        before = n
        start = low * n
        summed = dict(zip(range(start, start + len(power)), power, strict=True))
        if holes:
            summed = {o: w for o, w in summed.items() if w}
        results[n] = Distribution._ordered(summed, law.total**n)
    return results


def _longer(power: list[int], terms: list[int]) -> list[int]:
    """One more factor: the product of two polynomials, the second of them short."""
    if len(terms) == 2:
        a, b = terms
        return [a * power[0], *[a * x + b * y for x, y in zip(power[1:], power, strict=False)], b * power[-1]]
    longer = [0] * (len(power) + len(terms) - 1)
    for i, term in enumerate(terms):
        if term:
            for at, x in enumerate(power, i):
                longer[at] += term * x
    return longer


class Counts(NamedTuple):
    """How many of the equally likely pairs are wins, ties and losses of the first."""

    wins: int
    ties: int
    loses: int

    @property
    def chances(self) -> Comparison:
        """The three as exact fractions."""
        whole = sum(self)
        return Comparison(Fraction(self.wins, whole), Fraction(self.ties, whole), Fraction(self.loses, whole))


def compare_grid(firsts: Sequence[Distribution], seconds: Sequence[Distribution]) -> list[list[Counts]]:
    """Every first law against every second: rows of counts, whose `chances` are those of `first.compare(second)`.

    >>> from probcalc.exact.dice import d
    >>> compare_grid([d(6)], [d(6), d(4)])
    [[Counts(wins=15, ties=6, loses=15), Counts(wins=14, ties=4, loses=6)]]

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    values = sorted({outcome for law in (*firsts, *seconds) for outcome in law})
    bits = max((law.total.bit_length() for law in (*firsts, *seconds)), default=0)
    require_affordable("a grid of comparisons", len(firsts) * len(seconds) * len(values), bits)
    at = [[law._weights.get(value, 0) for value in values] for law in seconds]
    below = [[0, *accumulate(weights[:-1])] for weights in at]
    totals = [law.total for law in seconds]
    grid = []
    for law in firsts:
        weights = [law._weights.get(value, 0) for value in values]
        total = law.total
        row = []
        for same, less, other in zip(at, below, totals, strict=True):
            wins, ties = sum(map(mul, weights, less)), sum(map(mul, weights, same))
            row.append(Counts(wins, ties, total * other - wins - ties))
        grid.append(row)
    return grid
