"""The generating function of a pool in which at most so many dice are rolled again, in a stated order.

With k re-rolls and n dice, p_b weighs the kind b on one die, V_b is what a die left lying is
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
from math import comb
from typing import Any, TypeAlias

from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.kernels import weights as kernels

Weights: TypeAlias = "dict[Any, Any]"
_LONG = 64


class PoolPolynomials:
    """The polynomials of one pool: shares p and values V by kind, and R.

    V and R have totals of their own, `worth_total` and `again_total`, kept without what they have in common: only the
    few dice rolled again pay for the finer total of R.
    """

    def __init__(
        self,
        reader: Any,
        n: int,
        most: int,
        again: Weights,
        worth_total: Any,
        again_total: Any,
        shares: Mapping[Any, Weights],
        values: Mapping[Any, Weights],
    ) -> None:
        self.reader, self.n, self.most, self.again = reader, n, most, again
        # What is rolled again is mostly worth the same, over nearly the same total.
        common = kernels.common_divisor(worth_total, (again_total,))
        self.worth_total, self.again_total = worth_total // common, again_total // common
        self.shares, self.values = shares, values
        self.times: Callable[[Weights, Weights], Weights] = reader.arithmetic.add

    def power(self, base: Weights, n: int) -> Weights:
        """base**n, also of the polynomial zero."""
        if not base:
            return {} if n else {0: 1}
        law: Weights = self.reader.arithmetic.power(base, sum(base.values()), n)[0]
        return law

    def scaled(self, a: Weights, factor: int) -> Weights:
        """A polynomial times a number, counted where it is long."""
        if (bits := factor.bit_length()) > _LONG:
            own = max((weight.bit_length() for weight in a.values()), default=0)
            require_affordable("a pool with re-rolls", len(a), own, len(a), bits)
        return scaled(a, factor)

    def law(self, order: list[Any], left: Weights, total: Any) -> tuple[Weights, Any]:
        """The generating function of the pool and its total.

        `left` is p V summed over the kinds never rolled again, and `total` that of dice of which none is.
        """
        n, k = self.n, self.most
        everything: Weights = {}
        for kind in order:
            everything = plus(everything, self.shares[kind])
        if not order or k == 0:
            for kind in order:
                left = plus(left, self.times(self.shares[kind], self.values[kind]))
            return self.power(left, n), total
        again = self.scaled(self.times(everything, self.again), self.worth_total)
        rest = self.scaled(left, self.again_total)
        if k >= n:
            return self.power(plus(rest, again), n), total * self.again_total**n
        complement = n - k > 3 * k
        self.require_affordable(order, left, complement)
        # Fewer dice of these kinds than re-rolls: each of them is rolled again.
        enough = self.few(rest, again, self.power(left, n - k + 1))
        out = self.by_complement(order, left) if complement else self.by_rank(order, left)
        rolled = self.scaled(self.power(self.again, k), self.worth_total**k)
        law = plus(self.scaled(enough, self.again_total), self.times(rolled, out))
        return law, total * self.again_total**k

    def require_affordable(self, order: list[Any], left: Weights, complement: bool) -> None:
        """Refuse what would take too long: sums term by term over polynomials that grow with every die."""
        n, k = self.n, self.most
        span, terms, longest = 1, 0, 1
        for p in (left, self.again, *self.values.values()):
            terms += len(p)
            if len(p) > 1:
                span, longest = max(span, max(p) - min(p) + 1), max(longest, len(p))
        calls = 2 * len(order) + 1 if complement else 1
        require_affordable("a pool with re-rolls", calls * k * k * span * terms // 2, k * 8, is_ahead=True)
        is_single = len(order) == 1 and longest == 1 == max(map(len, self.shares.values()))
        if not complement and not is_single:
            require_affordable(
                "a pool with re-rolls", len(order) * (n - k) * n * span * terms // 4, n * 8, is_ahead=True
            )

    def few(self, rest: Weights, again: Weights, power: Weights) -> Weights:
        """Sum over c < k of C(n, c) again**c rest**(n - c); `power` is rest**(n - k + 1)."""
        if not again:
            return self.times(power, self.power(rest, self.most - 1))
        if not rest:
            return {}
        found: Weights
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
        rolled: Weights = {0: 1}
        for c in range(self.most):
            found = plus(self.times(found, rest) if found else {}, scaled(rolled, comb(self.n, c)))
            if c + 1 < self.most:
                rolled = self.times(rolled, again)
        return self.times(found, power)

    def by_complement(self, order: list[Any], left: Weights) -> Weights:
        """The inner sums over u, through the complement: for few re-rolls of many dice."""
        n, k = self.n, self.most
        lower = left
        lower_power = self.power(lower, n - k + 1)
        earlier: list[Weights] = [{}]
        for kind in order:
            earlier.append(plus(earlier[-1], self.shares[kind]))
        found: Weights = {}
        for position in range(len(order) - 1, -1, -1):
            kind = order[position]
            value = self.values[kind]
            upper = plus(lower, self.times(self.shares[kind], value))
            upper_power = self.power(upper, n - k + 1)
            before = earlier[position]
            first = self.few(upper, self.times(before, value), upper_power) if before else self.power(upper, n)
            second = self.few(lower, self.times(earlier[position + 1], value), lower_power)
            difference = plus(first, scaled(second, -1))
            found = plus(found, kernels.quotient(difference, self.power(value, k)))
            lower, lower_power = upper, upper_power
        return found

    def by_rank(self, order: list[Any], left: Weights) -> Weights:
        """The inner sums over u, term by term and without any division."""
        n, k = self.n, self.most
        before: Weights = {}
        found: Weights = {}
        for position, kind in enumerate(order):
            share, value = self.shares[kind], self.values[kind]
            rest = left
            for later in order[position + 1 :]:
                rest = plus(rest, self.times(self.shares[later], self.values[later]))
            both = plus(before, share)
            terms = len(rest) + len(both) + len(value)
            require_affordable("a pool with re-rolls", (n - k) * n * terms, n * 8, is_ahead=True)
            if not before and len(share) == len(value) == len(rest) == 1:
                found = plus(found, self.single_terms(share, value, rest))
                before = both
                continue
            # B(k): all ways to place k dice on both, less those with every one before.
            ways = plus(self.power(both, k), scaled(self.power(before, k), -1))
            spent, running = self.times(self.power(before, k), share) if before else {}, {0: 1}
            part: Weights = {}
            for u in range(k, n + 1):
                placed = self.times(ways, running)
                part = plus(self.times(part, rest) if part and rest else {}, scaled(placed, comb(n, u)))
                ways = plus(self.times(ways, both), scaled(spent, -comb(u, k - 1)))
                if spent:
                    spent = self.times(spent, share)
                running = self.times(running, value)
            found = plus(found, part)
            before = both
        return found

    def single_terms(self, share: Weights, value: Weights, rest: Weights) -> Weights:
        """Sum over u >= k of C(n, u) share**u value**(u - k) rest**(n - u), where each is a single term."""
        n, k = self.n, self.most
        (((step, p),), ((worth, v),), ((other, r),)) = share.items(), value.items(), rest.items()
        found: Weights = {}
        for u in range(k, n + 1):
            at = step * u + worth * (u - k) + other * (n - u)
            weight = comb(n, u) * p**u
            if u > k:
                weight = weight * v ** (u - k)
            if u < n:
                weight = weight * r ** (n - u)
            found[at] = found[at] + weight if at in found else weight
        return found


def plus(a: Weights, b: Weights) -> Weights:
    """The sum of two polynomials, without terms that cancel.

    >>> plus({0: 1, 1: 2}, {1: -2, 2: 3})
    {0: 1, 2: 3}
    """
    total = dict(a)
    for power, coefficient in b.items():
        total[power] = total[power] + coefficient if power in total else coefficient
    if 0 not in total.values():
        return total
    return {power: coefficient for power, coefficient in total.items() if coefficient}


def scaled(a: Weights, factor: Any) -> Weights:
    """A polynomial times a number.

    >>> scaled({0: 1, 2: 3}, 2)
    {0: 2, 2: 6}
    """
    return {power: coefficient * factor for power, coefficient in a.items()} if factor != 1 else a


def divide(a: Weights, factor: int) -> Weights:
    """A polynomial divided by a number that goes into all of its coefficients.

    >>> divide({0: 2, 2: 6}, 2)
    {0: 1, 2: 3}
    """
    return {power: coefficient // factor for power, coefficient in a.items()} if factor != 1 else a
