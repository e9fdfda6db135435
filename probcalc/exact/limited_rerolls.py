"""A pool in which at most so many dice are rolled again, in a stated order: healers, lucky charms, spent points.

Generating functions, with k re-rolls and n dice: p_b weighs the kind b on one die, V_b is what a die left lying is
worth, R what a die rolled again is worth, S_b the sum of p V over the kinds after b in the order (and those never
rolled again), P_b the sum of p over the kinds before b. When at least k dice are of the kinds in the order, the
re-rolls run out at one kind b, after a < k dice of earlier kinds and within u - a >= k - a dice of kind b:

    R**k * sum over b, u >= k of C(n, u) S_b**(n - u) V_b**(u - k) * B(u),
    B(u) = sum over a < k of C(u, a) P_b**a p_b**(u - a),
    B(u + 1) = (P_b + p_b) B(u) - C(u, k - 1) P_b**k p_b**(u + 1 - k).

Few re-rolls of many dice use the complement instead, a handful of powers of short polynomials. With

    D(S, P) = sum over c < k of C(n, c) (P V_b)**c S**(n - c),

the inner sum over u is (D(S_b + p_b V_b, P_b) - D(S_b, P_b + p_b)) / V_b**k.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any, TypeAlias, cast

from probcalc.exact import weights as kernels
from probcalc.exact.arithmetic import INTEGERS, Weighted
from probcalc.exact.bounds import require_affordable, require_affordable_powers
from probcalc.exact.steps import Constant, Follow, Outcome, Shortcut, Tally, Then, Tree, total_of

Polynomial: TypeAlias = "dict[Any, Any]"


@dataclass(frozen=True, slots=True, eq=False)
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

    >>> from probcalc.exact.checks import roll_over
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
            raise ValueError("the numbers of dice and of re-rolls are 0 or more")
        if len(set(self.order)) < len(self.order) or set(self.order) - set(self.worth):
            raise ValueError("each kind that is rolled again is named once, and is worth something when left lying")

    def weighted(self, reader: Any) -> Weighted:
        """The law by the formulas above; with unknowns among the weights, the one written out."""
        if reader.arithmetic is not INTEGERS:
            # Shares of one die are no law, and only whole laws have powers there.
            return cast(Weighted, reader.weighted(self.each() if self.most in (0, self.n) else self.plain()))
        kinds, sides = reader.weighted(self.source)
        if unknown := set(kinds) - set(self.worth):
            raise ValueError(f"nothing is said about the worth of {min(map(repr, unknown))}")
        laws = [reader.weighted(self.worth[kind]) for kind in kinds]
        besides = [reader.weighted(self.beside.get(kind, 0)) for kind in kinds]
        worth_total, factors = reader.arithmetic.common([t for _, t in laws])
        beside_total, spreads = reader.arithmetic.common([t for _, t in besides])
        again, again_total = reader.weighted(self.again)
        pool = _Pool(reader, self.n, self.most, again, worth_total, again_total)
        order = [kind for kind in self.order if kind in kinds]
        left: Polynomial = {}
        for kind, (law, _), factor, (besides_law, _), spread in zip(
            kinds, laws, factors, besides, spreads, strict=True
        ):
            share = _scaled(besides_law, spread * kinds[kind])
            if kind in order:
                pool.shares[kind] = share
                pool.values[kind] = _scaled(law, factor)
            else:
                left = _plus(left, reader.arithmetic.add(share, _scaled(law, factor)))
        whole = sides * worth_total * beside_total
        require_affordable_powers("a pool with re-rolls", 4, self.n * (whole * again_total).bit_length())
        total = whole**self.n
        found: tuple[Polynomial, Any] = reader.arithmetic.reduce(*pool.law(order, left, total))
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
        parts += [(_step(self.beside[kind]), times) for kind, times in lying.items() if kind in self.beside]
        for kind in self.order:
            share += kinds.get(kind, 0)
            up_to_here = self._expected_rolled(share, sides)
            lying[kind] = lying.get(kind, Fraction(0)) - (up_to_here - rolled)
            rolled = up_to_here
        parts += [(_step(self.worth[kind]), times) for kind, times in lying.items()]
        return [*parts, (_step(self.again), rolled)]

    def _expected_rolled(self, share: int, sides: int) -> Fraction:
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
        return total_of([_step(self.beside.get(kind, 0)), _step(self.again if rolled else self.worth[kind])])

    def plain(self) -> Tree:
        """Count the dice by kind, then roll as many again as there are re-rolls."""
        kinds = tuple(self.worth)
        return Then(Tally(self.source, self.n, kinds), partial(self._rolled_again, kinds))

    def _rolled_again(self, kinds: tuple[Any, ...], counts: tuple[int, ...]) -> Tree:
        lying = dict(zip(kinds, counts, strict=True))
        parts = [_step(self.beside[kind]).times(count) for kind, count in lying.items() if kind in self.beside]
        free = self.most
        for kind in self.order:
            rolled = min(free, lying[kind])
            lying[kind] -= rolled
            free -= rolled
        parts += [_step(self.worth[kind]).times(count) for kind, count in lying.items() if count]
        return total_of([*parts, _step(self.again).times(self.most - free)])


class _Pool:
    """The polynomials of one pool: shares p and values V by kind, and R.

    V and R have totals of their own: only the few dice rolled again pay for the finer total of R.
    """

    def __init__(self, reader: Any, n: int, most: int, again: Polynomial, worth_total: Any, again_total: Any) -> None:
        self.reader, self.n, self.most, self.again = reader, n, most, again
        self.worth_total, self.again_total = worth_total, again_total
        self.times: Callable[[Polynomial, Polynomial], Polynomial] = reader.arithmetic.add
        self.shares: dict[Any, Polynomial] = {}
        self.values: dict[Any, Polynomial] = {}

    def power(self, base: Polynomial, n: int) -> Polynomial:
        """base**n, also of the polynomial zero."""
        if not base:
            return {} if n else {0: 1}
        law: Polynomial = self.reader.arithmetic.power(base, sum(base.values()), n)[0]
        return law

    def law(self, order: list[Any], left: Polynomial, total: Any) -> tuple[Polynomial, Any]:
        """The generating function of the pool and its total.

        `left` is p V summed over the kinds never rolled again, and `total` that of dice of which none is.
        """
        n, k = self.n, self.most
        everything: Polynomial = {}
        for kind in order:
            everything = _plus(everything, self.shares[kind])
        if not order or k == 0:
            for kind in order:
                left = _plus(left, self.times(self.shares[kind], self.values[kind]))
            return self.power(left, n), total
        again = _scaled(self.times(everything, self.again), self.worth_total)
        rest = _scaled(left, self.again_total)
        if k >= n:
            return self.power(_plus(rest, again), n), total * self.again_total**n
        complement = n - k > 3 * k
        self.require_affordable(order, left, complement)
        # Fewer dice of these kinds than re-rolls: each of them is rolled again.
        enough = self.few(rest, again, self.power(left, n - k + 1))
        out = self.by_complement(order, left) if complement else self.by_rank(order, left)
        rolled = _scaled(self.power(self.again, k), self.worth_total**k)
        law = _plus(_scaled(enough, self.again_total), self.times(rolled, out))
        return law, total * self.again_total**k

    def require_affordable(self, order: list[Any], left: Polynomial, complement: bool) -> None:
        """Refuse what would take too long: sums term by term over polynomials that grow with every die."""
        n, k = self.n, self.most
        short = [p for p in (left, self.again, *self.values.values()) if p]
        span = max(max(p) - min(p) for p in short) + 1
        terms = sum(map(len, short))
        calls = 2 * len(order) + 1 if complement else 1
        require_affordable("a pool with re-rolls", calls * k * k * span * terms // 2, k * 8)
        is_single = len(order) == 1 and max(map(len, (*short, *self.shares.values()))) == 1
        if not complement and not is_single:
            require_affordable("a pool with re-rolls", len(order) * (n - k) * n * span * terms // 4, n * 8)

    def few(self, rest: Polynomial, again: Polynomial, power: Polynomial) -> Polynomial:
        """Sum over c < k of C(n, c) again**c rest**(n - c); `power` is rest**(n - k + 1)."""
        if not again:
            return self.times(power, self.power(rest, self.most - 1))
        if not rest:
            return {}
        found: Polynomial
        if len(rest) == 1:
            # A single term only shifts and scales: Horner's scheme in the other one.
            ((step, weight),) = rest.items()
            shift, scale = 0, 1
            found = {0: comb(self.n, self.most - 1)}
            for c in range(self.most - 2, -1, -1):
                shift, scale = shift + step, scale * weight
                found = self.times(again, found)
                found[shift] = found.get(shift, 0) + comb(self.n, c) * scale
            return self.times(power, found)
        found = {}
        rolled: Polynomial = {0: 1}
        for c in range(self.most):
            found = _plus(self.times(found, rest) if found else {}, _scaled(rolled, comb(self.n, c)))
            if c + 1 < self.most:
                rolled = self.times(rolled, again)
        return self.times(found, power)

    def by_complement(self, order: list[Any], left: Polynomial) -> Polynomial:
        """The inner sums over u, through the complement: for few re-rolls of many dice."""
        n, k = self.n, self.most
        lower = left
        lower_power = self.power(lower, n - k + 1)
        earlier: list[Polynomial] = [{}]
        for kind in order:
            earlier.append(_plus(earlier[-1], self.shares[kind]))
        found: Polynomial = {}
        for position in range(len(order) - 1, -1, -1):
            kind = order[position]
            value = self.values[kind]
            upper = _plus(lower, self.times(self.shares[kind], value))
            upper_power = self.power(upper, n - k + 1)
            before = earlier[position]
            first = self.few(upper, self.times(before, value), upper_power) if before else self.power(upper, n)
            second = self.few(lower, self.times(earlier[position + 1], value), lower_power)
            quotient = _plus(first, _scaled(second, -1))
            for _ in range(k):
                quotient = kernels.quotient(quotient, value)
            found = _plus(found, quotient)
            lower, lower_power = upper, upper_power
        return found

    def by_rank(self, order: list[Any], left: Polynomial) -> Polynomial:
        """The inner sums over u, term by term and without any division."""
        n, k = self.n, self.most
        before: Polynomial = {}
        found: Polynomial = {}
        for position, kind in enumerate(order):
            share, value = self.shares[kind], self.values[kind]
            rest = left
            for later in order[position + 1 :]:
                rest = _plus(rest, self.times(self.shares[later], self.values[later]))
            both = _plus(before, share)
            require_affordable("a pool with re-rolls", (n - k) * n * (len(rest) + len(both) + len(value)), n * 8)
            if not before and len(share) == len(value) == len(rest) == 1:
                found = _plus(found, self.single_terms(share, value, rest))
                before = both
                continue
            # B(k): all ways to place k dice on both, less those with every one before.
            ways = _plus(self.power(both, k), _scaled(self.power(before, k), -1))
            spent, running = self.times(self.power(before, k), share) if before else {}, {0: 1}
            part: Polynomial = {}
            for u in range(k, n + 1):
                placed = self.times(ways, running)
                part = _plus(self.times(part, rest) if part and rest else {}, _scaled(placed, comb(n, u)))
                ways = _plus(self.times(ways, both), _scaled(spent, -comb(u, k - 1)))
                if spent:
                    spent = self.times(spent, share)
                running = self.times(running, value)
            found = _plus(found, part)
            before = both
        return found

    def single_terms(self, share: Polynomial, value: Polynomial, rest: Polynomial) -> Polynomial:
        """Sum over u >= k of C(n, u) share**u value**(u - k) rest**(n - u), where each is a single term."""
        n, k = self.n, self.most
        (((step, p),), ((worth, v),), ((other, r),)) = share.items(), value.items(), rest.items()
        found: Polynomial = {}
        for u in range(k, n + 1):
            at = step * u + worth * (u - k) + other * (n - u)
            weight = comb(n, u) * p**u
            if u > k:
                weight = weight * v ** (u - k)
            if u < n:
                weight = weight * r ** (n - u)
            found[at] = found[at] + weight if at in found else weight
        return found


def _step(follow: Follow) -> Tree:
    return follow if isinstance(follow, Tree) else Constant(follow)


def _plus(a: Polynomial, b: Polynomial) -> Polynomial:
    total = dict(a)
    for power, coefficient in b.items():
        total[power] = total[power] + coefficient if power in total else coefficient
    return {power: coefficient for power, coefficient in total.items() if coefficient}


def _scaled(a: Polynomial, factor: Any) -> Polynomial:
    return {power: coefficient * factor for power, coefficient in a.items()}
