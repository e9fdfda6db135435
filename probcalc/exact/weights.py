"""Kernels on weighted outcomes: a law is integer weights over one common total.

Every function takes and returns plain dictionaries and lists; none knows what the outcomes mean. The power uses
J. C. P. Miller's recurrence: for q = p**n with p = a[0] + a[1] x + ... and a[0] != 0,
k a[0] q[k] = sum over i = 1..min(d, k) of (i (n + 1) - k) a[i] q[k - i].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate, islice
from math import gcd, lcm
from operator import itemgetter, mul
from typing import Any

from probcalc.exact import costs
from probcalc.exact.bounds import Budget, require_affordable, require_steps
from probcalc.exact.products import convolve as convolve
from probcalc.exact.products import quotient as quotient
from probcalc.exact.products import rows_multiplied

_SHORT = 64
_MANY = 64
_LITTLE = 100_000
_OBJECT_BYTES = 120
_TERM = 150
_OFTEN = 64
_MIXTURE = "a mixture of laws"
LONG = 2000
_SUMS = 8


def reduced(weights: Mapping[Any, int], total: int) -> tuple[dict[Any, int], int]:
    """Divide weights and total by their greatest common divisor, and drop outcomes of weight zero.

    >>> reduced({0: 4, 1: 2, 2: 0}, 6)
    ({0: 2, 1: 1}, 3)
    """
    values = weights.values()
    if len(weights) > _MANY and total.bit_length() > LONG:
        return _divided(weights, total)
    common = gcd(total, *values)
    if common == 1:
        if 0 not in values and isinstance(weights, dict):
            return weights, total
        return {o: w for o, w in weights.items() if w}, total
    return {o: w // common for o, w in weights.items() if w}, total // common


def _divided(weights: Mapping[Any, int], total: int) -> tuple[dict[Any, int], int]:
    """The same for many long weights: a common divisor of long numbers takes far longer than a division.

    What divides the sums of every eighth weight mostly divides every weight; to find out is the division that is
    wanted in the end.
    """
    values = weights.values()
    common = gcd(total, *(sum(islice(values, first, None, _SUMS)) for first in range(_SUMS)))
    if common == 1:
        return {o: w for o, w in weights.items() if w}, total
    # By what weights were divided, and their shares: it becomes less when it does not divide the next one.
    parts: list[tuple[int, list[int]]] = [(common, [])]
    for weight in values:
        share, rest = divmod(weight, common)
        if rest:
            common = gcd(common, rest)
            parts.append((common, []))
            share = weight // common
        parts[-1][1].append(share)
    shares = [share * growth for growth, part in ((by // common, part) for by, part in parts) for share in part]
    return {o: share for o, share in zip(weights, shares, strict=True) if share}, total // common


def polynomial_power(a: list[int], n: int, budget: Budget | None = None) -> list[int]:
    """Coefficients of (a[0] + a[1] x + ...) ** n by Miller's recurrence; the ends of `a` must not be zero.

    >>> polynomial_power([1, 2, 1], 2)
    [1, 4, 6, 4, 1]
    """
    degree = len(a) - 1
    length = degree * n + 1
    # What reads the same backwards is computed up to the middle only.
    symmetric = a == a[::-1]
    wanted = length // 2 + 1 if symmetric else length
    if degree == 1:
        q = _binomial(a[0], a[1], n, wanted)
    elif degree > 3 and a.count(a[0]) == len(a):
        q = _flat_power(a[0], len(a), n, wanted)
    else:
        q = _miller(a, n, wanted, budget)
    if symmetric:
        q += q[: length - wanted][::-1]
    return q


def _binomial(a: int, b: int, n: int, wanted: int) -> list[int]:
    """C(n, k) a**(n - k) b**k, each from the one before."""
    c = a**n
    q = [c]
    for k in range(1, wanted):
        c = c * ((n - k + 1) * b) // (k * a)
        q.append(c)
    return q


def _miller(a: list[int], n: int, wanted: int, budget: Budget | None = None) -> list[int]:
    a0 = a[0]
    q = [a0**n]
    degree = len(a) - 1
    steps = [(i, c, i * (n + 1) * c) for i, c in enumerate(a) if i and c]
    for k in range(1, min(degree, wanted)):
        s = 0
        for i, c, scaled in steps:
            if i > k:
                break
            s += (scaled - k * c) * q[k - i]
        q.append(s // (k * a0))
    if wanted <= _OFTEN:
        # So short that nobody need look.
        budget = None
    for k in range(max(degree, 1), wanted):
        if budget is not None and not k % _OFTEN:
            budget.look()
        s = 0
        for i, c, scaled in steps:
            s += (scaled - k * c) * q[k - i]
        q.append(s // (k * a0))
    return q


def _flat_power(a: int, m: int, n: int, wanted: int) -> list[int]:
    """Powers of m equal coefficients, through q' (1 - x) (1 - x**m) = n (1 - m x**(m - 1) + (m - 1) x**m) q.

    k q[k] = (n + k - 1) q[k - 1] - (n m - k + m) q[k - m] + (n m - n - k + m + 1) q[k - m - 1].
    """
    q = [0] * (m + 1)
    q.append(a**n)
    at = m + 1
    for k in range(1, wanted):
        at += 1
        rest = n * m - k + m
        q.append(((n + k - 1) * q[at - 1] - rest * q[at - m] + (rest - n + 1) * q[at - m - 1]) // k)
    return q[m + 1 :]


def power(weights: Mapping[int, int], n: int, budget: Budget | None = None) -> dict[int, int]:
    """Weights of the sum of `n` independent outcomes drawn with `weights`, in ascending order.

    >>> power({1: 1, 2: 1}, 2)
    {2: 1, 3: 2, 4: 1}

    Raises:
        ValueError: when n is negative.
        TooLarge: when the estimate exceeds the bound.
    """
    if n < 2:
        if n < 0:
            raise ValueError(f"a sum has 0 or more terms, not {n}")
        return dict(sorted(weights.items())) if n else {0: 1}
    low, high = min(weights), max(weights)
    if low == high:
        return {low * n: weights[low] ** n}
    a, b = weights[low], weights[high]
    if len(weights) == 2 and n < _SHORT and a.bit_length() < LONG > b.bit_length():
        # C(n, k) a**(n - k) b**k, each from the one before.
        stride = high - low
        at, c = low * n, a**n
        found = {at: c}
        for k in range(1, n + 1):
            at += stride
            c = c * ((n - k + 1) * b) // (k * a)
            found[at] = c
        return found
    stride = gcd(*[o - low for o in weights])
    start = low * n
    return {start + k * stride: c for k, c in enumerate(dense_power(weights, n, stride, budget)) if c}


def dense_power(weights: Mapping[int, int], n: int, stride: int = 1, budget: Budget | None = None) -> list[int]:
    """Weights of the sum of n outcomes, from the least sum to the greatest in steps of `stride`.

    >>> dense_power({1: 1, 3: 1}, 2)
    [1, 0, 2, 0, 1]

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    low = min(weights)
    degree = (max(weights) - low) // stride
    bits = sum(weights.values()).bit_length()
    is_squared = False
    if n * degree * bits > _LITTLE:
        steady, by_squares = by_recurrence(weights, degree, n, bits), by_squaring(degree, n, bits)
        is_squared = by_squares < steady
        memory = (degree * n + 1) * (_OBJECT_BYTES + n * bits // 8)
        steps = min(steady, by_squares) // costs.NANOSECONDS_PER_STEP
        require_steps(f"the sum of {n} rolls", steps, memory, budget)
    dense = [0] * (degree + 1)
    for o, w in weights.items():
        dense[(o - low) // stride] = w
    return _squared(dense, n, bits, budget) if is_squared else polynomial_power(dense, n, budget)


def by_recurrence(weights: Mapping[int, int], degree: int, n: int, bits: int) -> int:
    """Nanoseconds for a power by its recurrence: short numbers times long ones, unless the weights are long.

    >>> by_recurrence({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, 5, 1000, 3)
    6401280
    """
    length = degree * n + 1
    values = list(weights.values())
    longest, first = max(values).bit_length(), weights[min(weights)].bit_length()
    # From the ends, which may be short, to the middle.
    long = n * (bits + first) // 2
    terms = len(values) - 1
    if degree == 1 or (degree > 3 and len(values) == degree + 1 and values.count(values[0]) == len(values)):
        terms, longest = min(3, degree + 1), longest if degree == 1 else 1
    one = _TERM + costs.product(longest + length.bit_length(), long)
    return length * (terms * one + costs.quotient(long + longest, first + length.bit_length()))


def by_squaring(degree: int, n: int, bits: int) -> int:
    """Nanoseconds for a power by repeated products of whole rows.

    >>> by_squaring(1000, 3, 500)
    476440819
    """
    taken, copies = 0, 1
    for digit in f"{n:b}"[1:]:
        length = degree * copies + 1
        taken += costs.row_product(length, bits * copies, length, bits * copies)
        copies *= 2
        if digit == "1":
            taken += costs.row_product(degree + 1, bits, degree * copies + 1, bits * copies)
            copies += 1
    return taken


def _squared(a: list[int], n: int, bits: int, budget: Budget | None = None) -> list[int]:
    """The power by repeated products, from the leading digit of n on; what it takes is counted already."""
    one = dict(enumerate(a))
    law, copies = one, 1
    for digit in f"{n:b}"[1:]:
        law = rows_multiplied(law, law, bits * copies, bits * copies, budget)
        copies *= 2
        if digit == "1":
            law = rows_multiplied(one, law, bits, bits * copies, budget)
            copies += 1
    return [law.get(k, 0) for k in range((len(a) - 1) * n + 1)]


def over_one_total(collected: Mapping[Any, Mapping[int, Any]]) -> tuple[dict[Any, Any], int]:
    """Weights that were collected over several totals, each outcome's over one common total.

    >>> over_one_total({"a": {2: 1, 3: 1}, "b": {6: 1}})
    ({'a': 5, 'b': 1}, 6)
    """
    totals = {total for parts in collected.values() for total in parts}
    over = lcm(*totals)
    # Many outcomes share their totals, and a long division takes longer than a product.
    factors = {total: over // total for total in totals}
    return {o: sum(w * factors[total] for total, w in parts.items()) for o, parts in collected.items()}, over


def mixture(
    shares: Iterable[Any], laws: list[Any], totals: list[int], total: int, budget: Budget | None = None
) -> tuple[dict[Any, Any], int]:
    """The law that is one of several laws, drawn with the shares of a total; what is no dictionary is certain.

    The weights are integers or polynomials; the totals are whole numbers in any case.

    >>> mixture([1, 2], [{0: 1, 1: 1}, 5], [2, 1], 3)
    ({0: 1, 1: 1, 5: 4}, 6)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    multiple = totals[0]
    # The usual case needs no common multiple: the totals are all alike.
    if totals.count(multiple) < len(totals):
        multiple = lcm(*totals)
        if multiple.bit_length() > LONG:
            return _long_mixture(shares, laws, totals, total, budget)
        shares = map(mul, shares, map(multiple.__floordiv__, totals))
    whole = total * multiple
    if whole.bit_length() >= LONG:
        work = sum(len(law) for law in laws if isinstance(law, dict))
        require_affordable(_MIXTURE, work, multiple.bit_length(), 0, total.bit_length(), budget)
    merged: dict[Any, Any] = {}
    for share, law in zip(shares, laws, strict=True):
        if isinstance(law, dict):
            for outcome, weight in law.items():
                part = share * weight
                merged[outcome] = merged[outcome] + part if outcome in merged else part
        else:
            merged[law] = merged[law] + share if law in merged else share
    return merged, whole


def _long_mixture(
    shares: Iterable[Any], laws: list[Any], totals: list[int], total: int, budget: Budget | None = None
) -> tuple[dict[Any, Any], int]:
    """The same over long totals, the shortest first: only what is there already grows with each."""
    in_order = sorted(zip(totals, shares, laws, strict=True), key=itemgetter(0))
    reached = list(accumulate((whole for whole, _, _ in in_order), lcm))
    _require_affordable_mixture(in_order, reached, total, budget)
    merged: dict[Any, Any] = {}
    before = 1
    for multiple, (whole, share, law) in zip(reached, in_order, strict=True):
        if budget is not None:
            budget.look()
        if multiple != before:
            growth = multiple // before
            merged = {outcome: weight * growth for outcome, weight in merged.items()}
        before = multiple
        factor = share * (multiple // whole)
        for outcome, weight in law.items() if isinstance(law, dict) else ((law, 1),):
            merged[outcome] = merged.get(outcome, 0) + factor * weight
    return merged, total * before


def _require_affordable_mixture(
    in_order: list[tuple[int, Any, Any]], reached: list[int], total: int, budget: Budget | None
) -> None:
    """Refuse a mixture over long totals, before the first law is taken up; the totals on the way are known by now."""
    share_bits = total.bit_length()
    outcomes: set[Any] = set()
    taken, before = 0, 1
    for multiple, (whole, _, law) in zip(reached, in_order, strict=True):
        bits, longer = multiple.bit_length(), multiple.bit_length() - before.bit_length()
        taken += costs.steps(len(outcomes) if longer else 0, before.bit_length(), longer)
        entries = len(law) if isinstance(law, dict) else 1
        taken += costs.steps(entries, whole.bit_length(), share_bits + bits - whole.bit_length())
        outcomes.update(law if isinstance(law, dict) else (law,))
        before = multiple
    require_steps(_MIXTURE, taken, len(outcomes) * (_OBJECT_BYTES + before.bit_length() // 8), budget)
