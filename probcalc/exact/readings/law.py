"""The exact law of a tree.

A law is a dictionary of weights over one total. The reader only adds and multiplies weights, through an
`Arithmetic`; with integers it gives numbers, with polynomials the same walk gives formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod
from operator import mul
from typing import Any

from probcalc.exact.arithmetic import INTEGERS as INTEGERS
from probcalc.exact.arithmetic import Arithmetic as Arithmetic
from probcalc.exact.arithmetic import Integers as Integers
from probcalc.exact.arithmetic import Weighted as Weighted
from probcalc.exact.bounds import MAX_STATES, MAX_STEPS, STEPS_PER_TURN, TooLarge, require_affordable
from probcalc.exact.distribution import Distribution
from probcalc.exact.steps import (
    Choice,
    Constant,
    Event,
    Given,
    Joint,
    Known,
    Mapped,
    Repeated,
    Roll,
    Shortcut,
    Sum,
    Tally,
    Then,
    Tree,
    Turns,
)

_MANY_PARTS = 16


class Law:
    """One evaluation of one or several trees; shared branches are computed once.

    An instance belongs to one evaluation and one thread; the trees themselves stay untouched.
    """

    __slots__ = ("_known", "_spent", "arithmetic")

    def __init__(self, arithmetic: Arithmetic = INTEGERS) -> None:
        self.arithmetic = arithmetic
        # The tree is kept beside its law, so that its identity cannot be taken over by another object.
        self._known: dict[int, tuple[Tree, Weighted]] = {}
        self._spent = 0

    def spend(self, operations: int, bits: int = 64) -> None:
        """Count work against the bound of the whole evaluation."""
        self._spent += operations + operations * (bits // 64) // 16
        if self._spent > MAX_STEPS:
            raise TooLarge("this question", self._spent, MAX_STEPS, "steps")

    def weighted(self, tree: Any) -> Weighted:
        """The weights and total of a tree; anything that is no tree is a certain outcome."""
        known = self._known.get(id(tree))
        if known is not None and known[0] is tree:
            return known[1]
        read = _READ.get(type(tree))
        if read is not None:
            law = read(self, tree)
        elif isinstance(tree, Shortcut):
            law = tree.weighted(self)
        elif isinstance(tree, Tree):
            raise TypeError(f"{type(tree).__name__} is no step that can be read")
        else:
            return {tree: 1}, 1
        self._known[id(tree)] = tree, law
        return law

    def distribution(self, tree: Tree) -> Distribution:
        """The exact law of a tree (numeric reading)."""
        return Distribution._made(*self.weighted(tree))

    def probability(self, event: Event) -> Any:
        """The exact probability of an event."""
        weights, total = self.weighted(event.source)
        favourable: Any = 0
        for outcome, weight in weights.items():
            if event.condition(outcome):
                favourable = favourable + weight
        return self.arithmetic.ratio(favourable, total)

    def mean(self, tree: Tree, value: Callable[[Any], Any] = lambda outcome: outcome) -> Any:
        """The exact expectation of value(outcome)."""
        weights, total = self.weighted(tree)
        return self.arithmetic.ratio(sum(value(o) * w for o, w in weights.items()), total)

    def chosen(self, choice: Choice) -> str:
        """The option that a choice's policy takes."""
        if choice.policy != "best":
            return choice.policy
        best, greatest = "", None
        for name, option in choice.options.items():
            aim = self.mean(option, choice.aim)
            if greatest is None or aim > greatest:
                best, greatest = name, aim
        return best

    def mixed(self, weights: Mapping[Any, Any], total: Any, follow: Callable[[Any], Any]) -> Weighted:
        """The law of a second step that depends on an outcome drawn with the weights."""
        if len(weights) == 1:
            # What is certain leaves the second law as it is.
            return self.weighted(follow(next(iter(weights))))
        known = self._known
        laws: list[Any] = []
        totals: list[Any] = []
        for outcome in weights:
            tree = follow(outcome)
            kept = known.get(id(tree))
            if kept is not None and kept[0] is tree:
                law, whole = kept[1]
            elif read := _READ.get(type(tree)):
                law, whole = pair = read(self, tree)
                known[id(tree)] = tree, pair
            elif isinstance(tree, Tree):
                law, whole = self.weighted(tree)
            else:
                # A certain outcome stands for its own law; it is hashable, and no dictionary is.
                law, whole = tree, 1
            laws.append(law)
            totals.append(whole)
        multiple = totals[0]
        shares: Iterable[Any] = weights.values()
        # The usual case needs no common multiple: the totals are all alike.
        if totals.count(multiple) < len(totals):
            multiple, factors = self.arithmetic.common(totals)
            shares = map(mul, shares, factors)
        merged: dict[Any, Any] = {}
        get = merged.get
        work = 0
        for share, law in zip(shares, laws, strict=True):
            if isinstance(law, dict):
                work += len(law)
                for outcome, weight in law.items():
                    merged[outcome] = get(outcome, 0) + share * weight
            else:
                merged[law] = get(law, 0) + share
        self._spent += work + len(laws)
        if self._spent > MAX_STEPS:
            self.spend(0)
        return self.arithmetic.reduce(merged, total * multiple)


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
    return reader.arithmetic.power(*reader.weighted(tree.source), tree.n)


def _joint(reader: Law, tree: Joint) -> Weighted:
    laws = [reader.weighted(part) for part in tree.parts]
    work = prod(len(law) for law, _ in laws)
    require_affordable("a combination of several steps", work, 64, work)
    reader.spend(work)
    total: Any = 1
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
    if len(parts) > _MANY_PARTS:
        _spend_on_sums(reader, weights, [reader.weighted(part) for part in parts[1:]])
    add = reader.arithmetic.add
    for part in parts[1:]:
        more, t = reader.weighted(part)
        weights, total = add(weights, more), total * t
        reader._spent += len(weights)
    # Products of primitive polynomials are primitive (Gauss): in lowest terms already.
    return weights, total


def _spend_on_sums(reader: Law, weights: Mapping[Any, Any], laws: list[Weighted]) -> None:
    """Count the work of adding up many laws before it is done: a sum lies between the least and the greatest."""
    row, low, high, bits = len(weights), min(weights), max(weights), 64
    for more, total in laws:
        column = len(more)
        # Row by row, or packed into long integers.
        reader.spend(min(row * column // 2, 40 * (row + column)), bits)
        low, high = low + min(more), high + max(more)
        row = min(row * column, int(high - low) + 1)
        bits += total.bit_length() if type(total) is int else 0


def _given(reader: Law, tree: Given) -> Weighted:
    weights, _ = reader.weighted(tree.source)
    kept = {o: w for o, w in weights.items() if tree.condition(o)}
    if not kept:
        raise ValueError("the condition never holds, so nothing can be known given it")
    return reader.arithmetic.reduce(kept, sum(kept.values()))


def _turns(reader: Law, tree: Turns) -> Weighted:
    if tree.turns is None:
        return reader.arithmetic.until_ended(tree, reader)
    weights, total = reader.weighted(tree.start)
    branches: dict[Any, Any] = {}

    def follow(state: Any) -> Any:
        if tree.ended(state):
            return state
        if state not in branches:
            if len(branches) == MAX_STATES:
                raise TooLarge(f"{tree.name}, turn after turn", MAX_STATES + 1, MAX_STATES, "states")
            branches[state] = tree.step(state)
        return branches[state]

    for _ in range(tree.turns):
        if all(tree.ended(state) for state in weights):
            break
        reader.spend(STEPS_PER_TURN + len(weights), total.bit_length() if type(total) is int else 64)
        before = weights, total
        weights, total = reader.mixed(weights, total, follow)
        if (weights, total) == before:
            # A law that a turn leaves as it is stays for ever.
            break
    return weights, total


def _choice(reader: Law, tree: Choice) -> Weighted:
    return reader.weighted(tree.options[reader.chosen(tree)])


def _tally(reader: Law, tree: Tally) -> Weighted:
    weights, total = reader.weighted(tree.source)
    kinds = tree.kinds
    if set(weights) - set(kinds):
        raise ValueError(f"a tally names every outcome; {set(weights) - set(kinds)} is not among {kinds}")
    shares = [weights.get(kind, 0) for kind in kinds]
    states = comb(tree.n + len(kinds) - 1, len(kinds) - 1)
    bits = tree.n * total.bit_length() if type(total) is int else 64
    require_affordable(f"a tally of {tree.n} dice", states * len(kinds), bits, states)
    reader.spend(states * len(kinds))
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


_READ: dict[type, Callable[[Law, Any], Weighted]] = {
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
}


def law_of(tree: Tree) -> Distribution:
    """The exact law of a tree.

    >>> from probcalc.exact.checks import roll_under
    >>> law_of(roll_under("Hit", 20, 9).count("success"))
    Distribution(0: 11/20, 1: 9/20)
    """
    return Law().distribution(tree)


def probability_of(event: Event) -> Fraction:
    """The exact probability of an event.

    >>> from probcalc.exact.checks import roll_under
    >>> probability_of(roll_under("Hit", 20, 9).among("success"))
    Fraction(9, 20)
    """
    result = Law().probability(event)
    assert isinstance(result, Fraction)
    return result
