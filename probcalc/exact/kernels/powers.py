"""Powers of generating functions: the weights of the sum of n independent outcomes.

By J. C. P. Miller's recurrence, for q = p**n with p = a[0] + a[1] x + ... and a[0] != 0,
k a[0] q[k] = sum over i = 1..min(d, k) of (i (n + 1) - k) a[i] q[k - i]; where the weights are long, by squaring.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, gcd, lcm
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES, in_short
from probcalc.exact.budget.requirements import look, require_steps
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.products import convolve, multiply_rows
from probcalc.exact.kernels.weights import LONG

_FEW_TERMS = 50
_MOSTLY_EMPTY = 100
"""So many numbers lie between the least and the greatest sum for each that comes up."""

_SHORT = 64
_LITTLE = 100_000
_TERM = 150
_OFTEN = 64
_FOR_EVER = 10**18


def polynomial_power(a: list[int], n: int, first: int | None = None) -> list[int]:
    """Coefficients of (a[0] + a[1] x + ...) ** n by Miller's recurrence, all or the first so many; a[0] is not 0.

    >>> polynomial_power([1, 2, 1], 2), polynomial_power([1, 2, 1], 2, first=2)
    ([1, 4, 6, 4, 1], [1, 4])
    """
    degree = len(a) - 1
    length = degree * n + 1
    # What reads the same backwards is computed up to the middle only.
    symmetric = a == a[::-1] and (first is None or first >= length)
    wanted = length // 2 + 1 if symmetric else length if first is None else min(first, length)
    if degree == 1:
        q = _binomial(a[0], a[1], n, wanted)
    elif degree > 3 and a.count(a[0]) == len(a):
        q = _flat_power(a[0], len(a), n, wanted)
    else:
        q = _miller(a, n, wanted)
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


def _miller(a: list[int], n: int, wanted: int) -> list[int]:
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
    for k in range(max(degree, 1), wanted):
        if not k % _OFTEN:
            look()
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


def _power_of_few(weights: Mapping[int, int], n: int) -> dict[int, int]:
    """The same where hardly any number between the least and the greatest sum comes up: nothing is kept of the rest.

    >>> _power_of_few({0: 1, 10**20: 1}, 2)
    {0: 1, 100000000000000000000: 2, 200000000000000000000: 1}
    """
    found, square = {0: 1}, dict(weights)
    while n:
        if n % 2:
            found = convolve(found, square)
        if n := n // 2:
            square = convolve(square, square)
    return dict(sorted(found.items()))


def power(weights: Mapping[int, int], n: int) -> dict[int, int]:
    """Weights of the sum of `n` independent outcomes drawn with `weights`, in ascending order.

    >>> power({1: 1, 2: 1}, 2)
    {2: 1, 3: 2, 4: 1}

    Raises:
        ValueError: when n is negative.
        TooLarge: when the estimate exceeds the bound.
    """
    if n < 2:
        if n < 0:
            raise WrongValue(f"a sum has 0 or more terms, not {n}")
        return dict(sorted(weights.items())) if n else {0: 1}
    low, high = min(weights), max(weights)
    if low == high:
        return {low * n: weights[low] ** n}
    a, b = weights[low], weights[high]
    if len(weights) == 2 and n < _SHORT and a.bit_length() < LONG > b.bit_length():
        # C(n, k) a**(n - k) b**k, each from the one before.
        stride = high - low
        at, c, left, k = low * n, a**n, n * b, a
        found = {at: c}
        while left:
            at += stride
            found[at] = c = c * left // k
            left -= b
            k += a
        return found
    try:
        stride = stride_of(weights, low)
    except TypeError:
        return _power_of_fractions(weights, n)
    if n <= _FEW_TERMS and (high - low) // stride * n > _MOSTLY_EMPTY * comb(n + len(weights) - 1, n):
        return _power_of_few(weights, n)
    start = low * n
    return {start + k * stride: c for k, c in enumerate(dense_power(weights, n, stride)) if c}


def _power_of_fractions(weights: Mapping[Any, int], n: int) -> dict[Any, int]:
    """The same for outcomes over a common denominator."""
    over = lcm(*(o.denominator for o in weights))
    whole = power({int(o * over): w for o, w in weights.items()}, n)
    return {Fraction(o, over): w for o, w in whole.items()}


def dense_power(weights: Mapping[int, int], n: int, stride: int = 1, first: int | None = None) -> list[int]:
    """Weights of the sum of n outcomes, from the least sum up in steps of `stride`: to the greatest, or so many.

    >>> dense_power({1: 1, 3: 1}, 2), dense_power({1: 1, 3: 1}, 2, first=3)
    ([1, 0, 2, 0, 1], [1, 0, 2])

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    low = min(weights)
    degree = (max(weights) - low) // stride
    length = degree * n + 1
    if first is not None and first < length:
        # Nothing beyond the wanted sums can come down to them.
        length, degree = first, min(degree, first - 1)
        weights = {o: w for o, w in weights.items() if o - low <= degree * stride}
    bits = sum(weights.values()).bit_length()
    is_squared = False
    if length * bits > _LITTLE:
        steady, by_squares = by_recurrence(weights, degree, n, bits, length), by_squaring(degree, n, bits, length)
        is_squared = by_squares < steady
        memory = length * (OBJECT_BYTES + n * bits // 8)
        steps = min(steady, by_squares) // costs.NANOSECONDS_PER_STEP
        require_steps(f"the sum of {in_short(n)} rolls", steps, memory)
    dense = [0] * (degree + 1)
    for o, w in weights.items():
        dense[(o - low) // stride] = w
    if is_squared:
        return _power_by_squares(dense, n, bits, length)
    return polynomial_power(dense, n, length)


def stride_of(outcomes: Iterable[int], low: int) -> int:
    """The greatest step in which all outcomes lie apart from the lowest, 1 of a single one.

    >>> stride_of([1, 5, 7], 1), stride_of([3], 3)
    (2, 1)

    Raises:
        TypeError: when one of them is a fraction.
    """
    return gcd(*[o - low for o in outcomes]) or 1


def power_nanoseconds(weights: Mapping[int, int], n: int, stride: int = 1) -> int:
    """About what the weights of the sum of n outcomes in steps of `stride` take, in the faster of the two ways.

    >>> power_nanoseconds({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, 1000) > 100 * power_nanoseconds({1: 1, 3: 1}, 10, 2)
    True
    """
    degree = (max(weights) - min(weights)) // stride
    bits = sum(weights.values()).bit_length()
    length = degree * n + 1
    return min(by_recurrence(weights, degree, n, bits, length), by_squaring(degree, n, bits, length))


def by_recurrence(weights: Mapping[int, int], degree: int, n: int, bits: int, length: int | None = None) -> int:
    """Nanoseconds for a power, or so many weights of it, by its recurrence: short times long, if the weights are short.

    >>> by_recurrence({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, 5, 1000, 3)
    6401280
    """
    length = degree * n + 1 if length is None else length
    values = list(weights.values())
    longest, first = max(values).bit_length(), weights[min(weights)].bit_length()
    # From the ends, which may be short, to the middle.
    long = n * (bits + first) // 2
    terms = len(values) - 1
    if degree == 1 or (degree > 3 and len(values) == degree + 1 and values.count(values[0]) == len(values)):
        terms, longest = min(3, degree + 1), longest if degree == 1 else 1
    one = _TERM + costs.product(longest + length.bit_length(), long)
    return length * (terms * one + costs.quotient(long + longest, first + length.bit_length()))


def by_squaring(degree: int, n: int, bits: int, most: int | None = None) -> int:
    """Nanoseconds for a power by repeated products of whole rows, of at most so many weights.

    From a power that takes years on, they are at least so many.

    >>> by_squaring(1000, 3, 500)
    476440819
    """
    taken, copies = 0, 1
    most = degree * n + 1 if most is None else most
    for digit in f"{n:b}"[1:]:
        length = min(degree * copies + 1, most)
        taken += costs.row_product(length, bits * copies, length, bits * copies)
        copies *= 2
        if digit == "1":
            length = min(degree * copies + 1, most)
            taken += costs.row_product(degree + 1, bits, length, bits * copies)
            copies += 1
        if taken > _FOR_EVER:
            break
    return taken


def _power_by_squares(a: list[int], n: int, bits: int, most: int | None = None) -> list[int]:
    """The power by repeated products, from the leading digit of n on; what it takes is counted already."""
    one = dict(enumerate(a))
    law, copies = one, 1
    most = (len(a) - 1) * n + 1 if most is None else most

    def times(factor: dict[int, int], factor_bits: int) -> dict[int, int]:
        product = multiply_rows(factor, law, factor_bits, bits * copies)
        return {k: w for k, w in product.items() if k < most}

    for digit in f"{n:b}"[1:]:
        law = times(law, bits * copies)
        copies *= 2
        if digit == "1":
            law = times(one, bits)
            copies += 1
    return [law.get(k, 0) for k in range(most)]
