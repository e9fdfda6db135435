"""A pool in which at most so many dice are rolled again, in a stated order: healers, lucky charms, spent points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb
from typing import Any, cast

from probcalc.exact.budget.requirements import require_affordable_powers
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.kernels.reroll_polynomials import PoolPolynomials, Weights, divide, plus, scaled
from probcalc.exact.kernels.weights import divisor_of_all
from probcalc.exact.law.orders import require_addends
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Follow, Outcome, Shortcut, Tally, Then, Tree, step_of, total_of


@immutable
class LimitedRerolls(Shortcut):
    """The worth of n dice of which at most `most` are rolled again, once each, the kinds in `order` first come first.

    Attributes:
        source: one die of the pool; its outcomes are the kinds.
        n: how many dice there are.
        most: how many of them are rolled again at most.
        order: the kinds that are rolled again, the most pressing first; a kind not named is left lying.
        worth: what a die of each kind is worth when it is left lying: a number, or a step with integer outcomes.
        again: what a die rolled again is worth.
        beside: by kind, what a die is worth besides, whether it is rolled again or not.

    >>> from probcalc.exact.tree.checks import roll_over
    >>> from probcalc.exact.readings.law import law_of
    >>> hit = roll_over("Hit", 6, 4)
    >>> worth = {"success": 1, "failure": 0}
    >>> law_of(LimitedRerolls(hit, 2, 1, ("failure",), worth, hit.count("success")))
    Distribution(0: 1/8, 1: 3/8, 2: 1/2)

    Raises:
        ValueError: when a kind in the order has no worth, stands twice, or the numbers are negative.
    """

    source: Tree
    n: int
    most: int
    order: tuple[Outcome, ...]
    worth: Mapping[Any, Follow]
    again: Follow
    beside: Mapping[Any, Follow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.n < 0 or self.most < 0:
            raise WrongValue("the numbers of dice and of re-rolls are 0 or more")
        if len(set(self.order)) < len(self.order) or set(self.order) - set(self.worth):
            raise WrongValue("each kind that is rolled again is named once, and is worth something when left lying")

    def weighted(self, reader: Any) -> Weighted:
        """The law by `PoolPolynomials`; with unknowns among the weights, the one written out."""
        if not reader.arithmetic.is_whole:
            # Shares of one die are no law, and only whole laws have powers there.
            return cast(Weighted, reader.weighted(self.each() if self.most in (0, self.n) else self.plain()))
        kinds, sides = reader.weighted(self.source)
        if unknown := set(kinds) - set(self.worth):
            raise WrongValue(f"nothing is said about the worth of {min(map(repr, unknown))}")
        laws = [reader.weighted(self.worth[kind]) for kind in kinds]
        besides = [reader.weighted(self.beside.get(kind, 0)) for kind in kinds]
        worth_total, factors = reader.arithmetic.common([t for _, t in laws])
        beside_total, spreads = reader.arithmetic.common([t for _, t in besides])
        again, again_total = reader.weighted(self.again)
        for law, _ in (*laws, *(besides if self.beside else ()), (again, again_total)):
            # Most are one certain number.
            if len(law) > 1 or type(next(iter(law))) is not int:
                require_addends(law)
        order = [kind for kind in self.order if kind in kinds]
        left: Weights = {}
        shares: dict[Any, Weights] = {}
        values: dict[Any, Weights] = {}
        for kind, (law, _), factor, (besides_law, _), spread in zip(
            kinds, laws, factors, besides, spreads, strict=True
        ):
            share = scaled(besides_law, spread * kinds[kind])
            if kind in order:
                shares[kind] = share
                values[kind] = scaled(law, factor)
            else:
                left = plus(left, reader.arithmetic.add(share, scaled(law, factor)))
        # What all dice left lying have in common would come back as its n-th power.
        common = divisor_of_all(worth_total, (left, *values.values()))
        worth_total //= common
        left = divide(left, common)
        values = {kind: divide(value, common) for kind, value in values.items()}
        for earlier, kind in pairwise(tuple(order)):
            # Neighbours of the same worth are one kind.
            if values[earlier] == values[kind]:
                shares[kind] = plus(shares[earlier], shares[kind])
                order.remove(earlier)
        pool = PoolPolynomials(reader, self.n, self.most, again, worth_total, again_total, shares, values)
        whole = sides * worth_total * beside_total
        require_affordable_powers("a pool with re-rolls", 4, self.n * (whole * again_total).bit_length())
        total = whole**self.n
        found: tuple[Weights, Any] = reader.arithmetic.reduce(*pool.law(order, left, total))
        return found

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every die once, and what each kind is worth as often as its dice are left lying or rolled again.

        Of the kinds up to some place in the order, min(most, X) dice are rolled again, X being how many there are.
        """
        kinds, sides = reader.weighted(self.source)
        parts = [(self.source, Fraction(self.n))]
        share = 0
        rolled = Fraction(0)
        lying = {kind: Fraction(self.n * weight, sides) for kind, weight in kinds.items()}
        parts += [(step_of(self.beside[kind]), times) for kind, times in lying.items() if kind in self.beside]
        for kind in self.order:
            share += kinds.get(kind, 0)
            up_to_here = self._expected_rerolls(share, sides)
            lying[kind] = lying.get(kind, Fraction(0)) - (up_to_here - rolled)
            rolled = up_to_here
        parts += [(step_of(self.worth[kind]), times) for kind, times in lying.items()]
        return [*parts, (step_of(self.again), rolled)]

    def _expected_rerolls(self, share: int, sides: int) -> Fraction:
        """E[min(most, X)] for X of n dice with chance share / sides each: the sum of P(X >= j) over j <= most."""
        n = self.n
        whole = sides**n
        short = at_least = 0
        for j in range(1, min(self.most, n) + 1):
            short += comb(n, j - 1) * share ** (j - 1) * (sides - share) ** (n - j + 1)
            at_least += whole - short
        return Fraction(at_least, whole)

    def each(self) -> Tree:
        """Every die by itself, where none may be rolled again or all may."""
        return Then(self.source, self._worth_of_one).times(self.n)

    def _worth_of_one(self, kind: Any) -> Tree:
        rolled = self.most > 0 and kind in self.order
        return total_of([step_of(self.beside.get(kind, 0)), step_of(self.again if rolled else self.worth[kind])])

    def plain(self) -> Tree:
        """Count the dice by kind, then roll as many again as there are re-rolls."""
        kinds = tuple(self.worth)
        return Then(Tally(self.source, self.n, kinds), partial(self._roll_again, kinds))

    def _roll_again(self, kinds: tuple[Any, ...], counts: tuple[int, ...]) -> Tree:
        lying = dict(zip(kinds, counts, strict=True))
        parts = [step_of(self.beside[kind]).times(count) for kind, count in lying.items() if kind in self.beside]
        free = self.most
        for kind in self.order:
            rolled = min(free, lying[kind])
            lying[kind] -= rolled
            free -= rolled
        parts += [step_of(self.worth[kind]).times(count) for kind, count in lying.items() if count]
        return total_of([*parts, step_of(self.again).times(self.most - free)])
