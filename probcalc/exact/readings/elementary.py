"""The law of each elementary step, from the laws of the steps that it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any

from probcalc.exact import costs
from probcalc.exact.arithmetic import Weighted
from probcalc.exact.bounds import MAX_STATES, STEPS_PER_TURN, TooLarge, require_affordable, require_steps
from probcalc.exact.decisions import Decision, Undecided
from probcalc.exact.steps import (
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
from probcalc.exact.weights import over_one_total

if TYPE_CHECKING:
    from probcalc.exact.readings.law import Law

_MANY_PARTS = 16
_STEPS_PER_COUNT = 3
_BYTES_PER_TALLY = 200
_BYTES_PER_COUNT = 16


def _roll(reader: Law, tree: Roll) -> Weighted:
    return reader.arithmetic.roll(tree)


def _constant(reader: Law, tree: Constant) -> Weighted:
    return {tree.outcome: 1}, 1


def _known(reader: Law, tree: Known) -> Weighted:
    return tree.law._weights, tree.law.total


def _then(reader: Law, tree: Then) -> Weighted:
    weights, total = reader.weighted(tree.source)
    return reader.mixed(weights, total, tree.follow)


def _mapped(reader: Law, tree: Mapped) -> Weighted:
    weights, total = reader.weighted(tree.source)
    merged: dict[Any, Any] = {}
    function = tree.function
    for outcome, weight in weights.items():
        image = function(outcome)
        merged[image] = merged[image] + weight if image in merged else weight
    reader.spend(len(weights))
    if len(merged) == len(weights):
        # Only renamed: in lowest terms as before.
        return merged, total
    return reader.arithmetic.reduce(merged, total)


def _repeated(reader: Law, tree: Repeated) -> Weighted:
    weights, total = reader.weighted(tree.source)
    try:
        return reader.arithmetic.power(weights, total, tree.n)
    except TypeError:
        names = [outcome for outcome in weights if not isinstance(outcome, (int, Fraction))]
        if names:
            raise ValueError(f"only numbers can be added up, and the outcome {names[0]!r} is none") from None
        raise


def _joint(reader: Law, tree: Joint) -> Weighted:
    laws = [reader.weighted(part) for part in tree.parts]
    work = prod(len(law) for law, _ in laws)
    total: Any = 1
    for _, t in laws[:-1]:
        total = total * t
    require_affordable(
        "a combination of several steps", work * (len(laws) - 1), _bits(total), work, _bits(laws[-1][1]), reader.budget
    )
    total = 1
    for _, t in laws:
        total = total * t
    merged: dict[Any, Any] = {}
    get = merged.get
    combine = tree.combine
    if len(laws) == 2:
        for first, weight in laws[0][0].items():
            for second, w in laws[1][0].items():
                outcome = combine(first, second)
                merged[outcome] = get(outcome, 0) + weight * w
        return reader.arithmetic.reduce(merged, total)
    for row in product(*[law.items() for law, _ in laws]):
        outcome = combine(*[o for o, _ in row])
        share: Any = 1
        for _, w in row:
            share = share * w
        merged[outcome] = get(outcome, 0) + share
    return reader.arithmetic.reduce(merged, total)


def _sum(reader: Law, tree: Sum) -> Weighted:
    parts = tree.parts
    weights, total = reader.weighted(parts[0])
    if len(parts) > _MANY_PARTS and type(total) is int:
        _require_affordable_sums(weights, total, [reader.weighted(part) for part in parts[1:]])
    add = reader.arithmetic.add
    for part in parts[1:]:
        more, t = reader.weighted(part)
        weights, total = add(weights, more), total * t
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
    require_steps("a sum of many steps", taken // costs.NANOSECONDS_PER_STEP, row * bits // 8)


def _bits(total: Any) -> int:
    return total.bit_length() if type(total) is int else 64


def _given(reader: Law, tree: Given) -> Weighted:
    weights, _ = reader.weighted(tree.source)
    kept = {o: w for o, w in weights.items() if tree.condition(o)}
    if not kept:
        raise ValueError("the condition never holds, so nothing can be known given it")
    return reader.arithmetic.reduce(kept, sum(kept.values()))


def _turns(reader: Law, tree: Turns) -> Weighted:
    if tree.turns is None:
        return reader.arithmetic.until_ended(tree, reader)
    place = reader.play_met()
    start = reader.weighted(tree.start)
    if known := reader.played(place, tree, start):
        return known
    counts = reader.arithmetic.turn_counts(tree)
    play = _Play(reader, tree, start)
    laws = {}
    for count in counts:
        play.go_on(count)
        laws[count] = play.law()
    return reader.arithmetic.after(tree, place, start, laws)


class _Play:
    """Play turn after turn; what has ended waits, by state and total, and is brought to one total when it is asked."""

    def __init__(self, reader: Law, tree: Turns, start: Weighted) -> None:
        self.reader, self.tree = reader, tree
        self.weights, self.total = start
        self.ended: dict[Any, dict[Any, Any]] = {}
        self.branches: dict[Any, Any] = {}
        self.turn = 0
        self.is_still = False

    def go_on(self, turns: int) -> None:
        """Play until so many turns have been played in all, or nothing changes any more."""
        reader, total = self.reader, self.total
        while self.turn < turns and not self.is_still:
            self.turn += 1
            going = {}
            for state, weight in self.weights.items():
                if self.tree.ended(state):
                    _collect(self.ended, state, total, weight)
                else:
                    going[state] = weight
            if not going:
                self.weights, self.is_still = going, True
                break
            reader.spend(STEPS_PER_TURN + len(self.weights), _bits(total))
            before = going, total
            self.weights, total = reader.mixed(going, total, self.follow)
            # A law that a turn leaves as it is stays for ever.
            self.is_still = (self.weights, total) == before
        self.total = total

    def follow(self, state: Any) -> Any:
        """What a state leads to, made once."""
        if state not in self.branches:
            if len(self.branches) == MAX_STATES:
                raise TooLarge(f"{self.tree.name}, turn after turn", MAX_STATES + 1, MAX_STATES, "states")
            self.branches[state] = self.tree.step(state)
        return self.branches[state]

    def law(self) -> Weighted:
        """The law of the state after the turns played so far."""
        if not self.ended:
            return self.weights, self.total
        collected = {state: dict(parts) for state, parts in self.ended.items()}
        for state, weight in self.weights.items():
            _collect(collected, state, self.total, weight)
        return self.reader.arithmetic.reduce(*over_one_total(collected))


def _collect(collected: dict[Any, dict[Any, Any]], state: Any, total: Any, weight: Any) -> None:
    parts = collected.setdefault(state, {})
    parts[total] = parts[total] + weight if total in parts else weight


def _choice(reader: Law, tree: Choice) -> Weighted:
    return reader.weighted(tree.options[reader.chosen(tree)])


def _tally(reader: Law, tree: Tally) -> Weighted:
    weights, total = reader.weighted(tree.source)
    kinds = tree.kinds
    if set(weights) - set(kinds):
        raise ValueError(f"a tally names every outcome; {set(weights) - set(kinds)} is not among {kinds}")
    shares = [weights.get(kind, 0) for kind in kinds]
    states = comb(tree.n + len(kinds) - 1, len(kinds) - 1)
    bits = tree.n * _bits(total)
    steps = costs.steps(states * _STEPS_PER_COUNT, bits // 2, _bits(total)) + states * len(kinds)
    memory = states * (_BYTES_PER_TALLY + _BYTES_PER_COUNT * len(kinds) + bits // 8)
    require_steps(f"a tally of {tree.n} dice", steps, memory, reader.budget)
    tallied: dict[Any, Any] = {}
    placed: list[tuple[tuple[int, ...], int, Any]] = [((), tree.n, 1)]
    *firsts, last = shares
    for later, share in zip(range(len(firsts), 0, -1), firsts, strict=True):
        longer = []
        for counts, left, running in placed:
            for count in range(left):
                if ways := running * comb(left, count):
                    longer.append(((*counts, count), left - count, ways))
                running = running * share
            if running:
                # No die is left for the later kinds.
                tallied[(*counts, left, *(0,) * later)] = running
        placed = longer
    for counts, left, weight in placed:
        if ways := weight * last**left if left else weight:
            tallied[(*counts, left)] = ways
    return reader.arithmetic.reduce(dict(sorted(tallied.items())), total**tree.n)


def _decision(reader: Law, tree: Decision) -> Weighted:
    raise Undecided(tree)


READ: dict[type, Callable[[Law, Any], Weighted]] = {
    Roll: _roll,
    Constant: _constant,
    Known: _known,
    Then: _then,
    Mapped: _mapped,
    Repeated: _repeated,
    Joint: _joint,
    Sum: _sum,
    Given: _given,
    Turns: _turns,
    Choice: _choice,
    Tally: _tally,
    Decision: _decision,
}
"""How each kind of step is read."""
