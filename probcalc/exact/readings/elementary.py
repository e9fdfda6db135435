"""The law of each elementary step, from the laws of the steps that it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import comb, prod
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.requirements import look, require_affordable, require_steps
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.extremes import extreme, is_extreme
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.mass_function import require_end
from probcalc.exact.law.orders import require_addends
from probcalc.exact.law.outcomes import NeverHolds, parts_of, require_outcomes
from probcalc.exact.play.turns import law_at_end
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.decisions import Decision, Undecided
from probcalc.exact.tree.reader import Reader
from probcalc.exact.tree.steps import (
    Choice,
    Constant,
    Given,
    Joint,
    Known,
    Mapped,
    Repeated,
    Roll,
    Sum,
    Tally,
    Then,
    Turns,
)

_COMBINED = "a combination of several steps"
_MANY_PARTS = 16
_STEPS_PER_IMAGE, _PARTS_LOOKED_AT = 4, 2
_STEPS_PER_COUNT = 3
_OFTEN = 4096
_BYTES_PER_TALLY = 200
_BYTES_PER_COUNT = 16


def _law(reader: Reader, law: Distribution) -> Weighted:
    require_end(law, "what is more than one roll")
    return law._weights, law.total


def _then(reader: Reader, tree: Then) -> Weighted:
    weights, total = reader.weighted(tree.source)
    return reader.mix(weights, total, tree.follow)


def _read_mapped(reader: Reader, tree: Mapped) -> Weighted:
    weights, total = reader.weighted(tree.source)
    merged: dict[Any, Any] = {}
    function = tree.function
    for outcome, weight in weights.items():
        image = function(outcome)
        merged[image] = merged[image] + weight if image in merged else weight
    require_outcomes(merged)
    # A rule that is asked for every outcome takes longer than a product, the more so the more it looks at.
    first, budget = next(iter(weights), 0), reader.budget
    parts = parts_of(first) if isinstance(first, tuple) else 1
    budget.put_down((_STEPS_PER_IMAGE + parts // _PARTS_LOOKED_AT) * len(weights))
    if len(merged) == len(weights):
        # Only renamed: in lowest terms as before.
        return merged, total
    return reader.arithmetic.reduce(merged, total)


def _read_repeated(reader: Reader, tree: Repeated) -> Weighted:
    weights, total = reader.weighted(tree.source)
    require_addends(weights)
    return reader.arithmetic.power(weights, total, tree.n)


def _joint(reader: Reader, tree: Joint) -> Weighted:
    laws = [reader.weighted(part) for part in tree.parts]
    merged: dict[Any, Any] = {}
    combine = tree.combine
    if len(laws) == 2:
        (a, total), (b, other) = laws
        if reader.arithmetic.is_whole and is_extreme(combine, a, b):
            found = extreme(laws[0], laws[1], _COMBINED, lowest=combine is min)
            return reader.arithmetic.reduce(found, total * other)
        work = len(a) * len(b)
        require_affordable(_COMBINED, work, total.bit_length(), work, other.bit_length())
        for first, weight in a.items():
            for second, w in b.items():
                outcome, part = combine(first, second), weight * w
                merged[outcome] = merged[outcome] + part if outcome in merged else part
        require_outcomes(merged)
        return reader.arithmetic.reduce(merged, total * other)
    work = prod(len(law) for law, _ in laws)
    *firsts, last = [total.bit_length() for _, total in laws]
    require_affordable(_COMBINED, work * (len(laws) - 1), sum(firsts), work, last)
    total = prod(total for _, total in laws)
    for row in product(*[law.items() for law, _ in laws]):
        outcome, share = combine(*[o for o, _ in row]), prod([w for _, w in row])
        merged[outcome] = merged[outcome] + share if outcome in merged else share
    require_outcomes(merged)
    return reader.arithmetic.reduce(merged, total)


def _sum(reader: Reader, tree: Sum) -> Weighted:
    parts = tree.parts
    laws = [reader.weighted(part) for part in parts]
    for weights, _ in laws:
        # What begins with a number and goes on with names cannot be added, and is said below.
        if type(next(iter(weights))) is not int:
            require_addends(weights)
    weights, total = laws[0]
    add = reader.arithmetic.add
    try:
        if len(parts) > _MANY_PARTS:
            _require_affordable_sums(weights, total, laws[1:])
        for more, t in laws[1:]:
            weights, total = add(weights, more), total * t
    except TypeError:
        for weights, _ in laws:
            require_addends(weights)
        raise
    # Products of primitive polynomials are primitive (Gauss): in lowest terms already.
    return weights, total


def _require_affordable_sums(weights: Mapping[Any, Any], total: int, laws: list[Weighted]) -> None:
    """Refuse to add up laws whose sum would take too long, before the first step: each step alone may be short."""
    row, low, high, bits = len(weights), min(weights), max(weights), total.bit_length()
    taken = 0
    for more, t in laws:
        taken += costs.row_product(len(more), t.bit_length(), row, bits)
        low, high = low + min(more), high + max(more)
        row = min(row * len(more), int(high - low) + 1)
        bits += t.bit_length()
    require_steps("a sum of many steps", taken // costs.NANOSECONDS_PER_STEP, row * bits // 8, is_ahead=True)


def _read_given(reader: Reader, tree: Given) -> Weighted:
    weights, _ = reader.weighted(tree.source)
    kept = {o: w for o, w in weights.items() if tree.condition(o)}
    if not kept:
        raise NeverHolds
    return reader.arithmetic.reduce(kept, reader.arithmetic.total(kept.values()))


def _tally(reader: Reader, tree: Tally) -> Weighted:
    weights, total = reader.weighted(tree.source)
    kinds = tree.kinds
    if set(weights) - set(kinds):
        raise WrongValue(f"a tally names every outcome; {set(weights) - set(kinds)} is not among {kinds}")
    shares = [weights.get(kind, 0) for kind in kinds]
    states = comb(tree.n + len(kinds) - 1, len(kinds) - 1)
    bits = tree.n * total.bit_length()
    steps = costs.steps(states * _STEPS_PER_COUNT, bits // 2, total.bit_length()) + states * len(kinds)
    memory = states * (_BYTES_PER_TALLY + _BYTES_PER_COUNT * len(kinds) + bits // 8)
    require_steps(f"a tally of {tree.n} dice", steps, memory)
    if len(shares) == 1:
        return reader.arithmetic.reduce({(tree.n,): shares[0] ** tree.n}, total**tree.n)
    *firsts, share, last = shares
    placed: list[tuple[tuple[int, ...], int, Any]] = [((), tree.n, 1)]
    for first in firsts:
        rows = _Rows(first, 1)
        # Where no dice are left, none are of the kinds that follow: they are filled in at the end.
        placed = [
            ((*counts, count), left - count, running * ways) if left else (counts, left, running)
            for counts, left, running in placed
            for count, ways in rows[left]
        ]
        look()
    rows = _Rows(share, last)
    nones = (0,) * len(firsts)
    tallied: dict[Any, Any] = {}
    for number, (counts, left, running) in enumerate(placed):
        if not number % _OFTEN:
            look()
        for count, ways in rows[left]:
            tallied[(*counts, count, left - count, *nones[len(counts) :])] = running * ways
    return reader.arithmetic.reduce(tallied, total**tree.n)


class _Rows(dict[int, list[tuple[int, Any]]]):
    """Of n dice, how many are of one kind, and in how many ways the rest is of another: C(n, k) w**k v**(n - k).

    >>> _Rows(2, 3)[2]
    [(0, 9), (1, 12), (2, 4)]
    """

    def __init__(self, weight: Any, other: Any) -> None:
        super().__init__()
        self._powers, self._others = [1], [1]
        self._weight, self._other = weight, other

    def __missing__(self, dice: int) -> list[tuple[int, Any]]:
        for powers, weight in ((self._powers, self._weight), (self._others, self._other)):
            while len(powers) <= dice:
                powers.append(powers[-1] * weight)
        counted = ((k, self._powers[k] * self._others[dice - k] * comb(dice, k)) for k in range(dice + 1))
        row = self[dice] = [(k, ways) for k, ways in counted if ways]
        return row


def _decision(reader: Reader, tree: Decision) -> Weighted:
    raise Undecided(tree)


READ: dict[type, Callable[[Reader, Any], Weighted]] = {
    Roll: lambda reader, tree: reader.arithmetic.roll(tree),
    Constant: lambda reader, tree: ({tree.outcome: 1}, 1),
    Known: lambda reader, tree: _law(reader, tree.law),
    Distribution: _law,
    Then: _then,
    Mapped: _read_mapped,
    Repeated: _read_repeated,
    Joint: _joint,
    Sum: _sum,
    Given: _read_given,
    Turns: law_at_end,
    Choice: lambda reader, tree: reader.weighted(tree.options[reader.chosen(tree)]),
    Tally: _tally,
    Decision: _decision,
}
"""How each kind of step is read; a law is the step that it is known to be."""
