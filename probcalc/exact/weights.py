"""Kernels on weighted outcomes: a law is integer weights over one common total.

Every function takes and returns plain dictionaries and lists; none knows what the outcomes mean. The power uses
J. C. P. Miller's recurrence: for q = p**n with p = a[0] + a[1] x + ... and a[0] != 0,
k a[0] q[k] = sum over i = 1..min(d, k) of (i (n + 1) - k) a[i] q[k - i].
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from probcalc.exact.bounds import require_affordable

_SHORT = 64


def reduced(weights: Mapping[Any, int], total: int) -> tuple[dict[Any, int], int]:
    """Divide weights and total by their greatest common divisor, and drop outcomes of weight zero.

    >>> reduced({0: 4, 1: 2, 2: 0}, 6)
    ({0: 2, 1: 1}, 3)
    """
    values = weights.values()
    common = gcd(total, *values)
    if common == 1:
        if 0 not in values and isinstance(weights, dict):
            return weights, total
        return {o: w for o, w in weights.items() if w}, total
    return {o: w // common for o, w in weights.items() if w}, total // common


def polynomial_power(a: list[int], n: int) -> list[int]:
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
            raise ValueError(f"a sum has 0 or more terms, not {n}")
        return dict(sorted(weights.items())) if n else {0: 1}
    low, high = min(weights), max(weights)
    if low == high:
        return {low * n: weights[low] ** n}
    if len(weights) == 2 and n < _SHORT:
        # C(n, k) a**(n - k) b**k, each from the one before.
        stride, a, b = high - low, weights[low], weights[high]
        at, c = low * n, a**n
        found = {at: c}
        for k in range(1, n + 1):
            at += stride
            c = c * ((n - k + 1) * b) // (k * a)
            found[at] = c
        return found
    stride = gcd(*[o - low for o in weights])
    start = low * n
    return {start + k * stride: c for k, c in enumerate(dense_power(weights, n, stride)) if c}


def dense_power(weights: Mapping[int, int], n: int, stride: int = 1) -> list[int]:
    """Weights of the sum of n outcomes, from the least sum to the greatest in steps of `stride`.

    >>> dense_power({1: 1, 3: 1}, 2)
    [1, 0, 2, 0, 1]

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    low = min(weights)
    degree = (max(weights) - low) // stride
    if n * degree > 2000:
        bits = n * sum(weights.values()).bit_length()
        require_affordable(f"the sum of {n} rolls", degree * n * (len(weights) - 1), bits, degree * n)
    dense = [0] * (degree + 1)
    for o, w in weights.items():
        dense[(o - low) // stride] = w
    return polynomial_power(dense, n)


def _packed_product(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """Convolution through one multiplication of two long integers (Kronecker substitution)."""
    low_a, low_b = min(a), min(b)
    size = (sum(a.values()) * sum(b.values())).bit_length() // 8 + 1
    packed = []
    for law, low in ((a, low_a), (b, low_b)):
        space = bytearray(size * (max(law) - low + 1))
        for o, w in law.items():
            at = (o - low) * size
            space[at : at + size] = w.to_bytes(size, "little")
        packed.append(int.from_bytes(space, "little"))
    product = packed[0] * packed[1]
    length = max(a) - low_a + max(b) - low_b + 1
    digits = product.to_bytes(length * size, "little")
    start = low_a + low_b
    result = {}
    for k in range(length):
        if w := int.from_bytes(digits[k * size : (k + 1) * size], "little"):
            result[start + k] = w
    return result


def _rowwise_product(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """Convolution row by row, `a` the shorter."""
    low_b, high_b = min(b), max(b)
    row = [b.get(o, 0) for o in range(low_b, high_b + 1)]
    low_a, span = min(a), len(row)
    result = [0] * (max(a) - low_a + span)
    for o, w in a.items():
        at = o - low_a
        result[at : at + span] = [x + w * y for x, y in zip(result[at : at + span], row, strict=True)]
    start = low_a + low_b
    return {start + k: w for k, w in enumerate(result) if w}


def _packs_well(a: Mapping[int, int], b: Mapping[int, int], bits_a: int, bits_b: int) -> bool:
    """Whether one long multiplication beats the rows: measured costs in nanoseconds, 30 bits a digit."""
    digits_a, digits_b = bits_a // 30 + 1, bits_b // 30 + 1
    rowwise = len(a) * len(b) * (55.0 + 1.5 * digits_a * digits_b)
    width = digits_a + digits_b
    long_a, long_b = len(a) * width, len(b) * width
    # Below 70 digits Python multiplies digit by digit, above by Karatsuba's method.
    once = long_a * long_a if long_a < 70 else 5000.0 * (long_a / 70) ** 1.585
    return once * long_b / long_a + 300 * (len(a) + 2 * len(b)) < rowwise


def convolve(a: Mapping[Any, int], b: Mapping[Any, int]) -> dict[Any, int]:
    """Weights of x + y for independent x and y: the product of the two generating functions.

    >>> convolve({1: 1, 2: 1}, {0: 3, 1: 1})
    {1: 3, 2: 4, 3: 1}

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    # Names and tuples are joined in the order in which they stand.
    if len(a) > len(b) and isinstance(next(iter(a)), (int, Fraction)):
        a, b = b, a
    if len(a) == 1:
        ((o, w),) = a.items()
        return {o + p: w * v for p, v in b.items()}
    work = len(a) * len(b)
    if work > 200 and _is_dense(a) and _is_dense(b):
        bits_a, bits_b = max(a.values()).bit_length(), max(b.values()).bit_length()
        if _packs_well(a, b, bits_a, bits_b):
            require_affordable("a sum of two laws", (len(a) + len(b)) * 40, bits_a + bits_b, len(a) + len(b))
            return _packed_product(a, b)
        require_affordable("a sum of two laws", work, min(bits_a, bits_b), len(a) + len(b))
        return _rowwise_product(a, b)
    if work > 4000:
        require_affordable("a sum of two laws", work, max(a.values()).bit_length(), work)
    result: dict[Any, int] = {}
    get = result.get
    for o, w in a.items():
        for p, v in b.items():
            s = o + p
            result[s] = get(s, 0) + w * v
    return result


def quotient(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """The polynomial a / b for a divisor b that goes in exactly, lowest powers first.

    >>> quotient({2: 1, 3: 2, 4: 1}, {1: 1, 2: 1})
    {1: 1, 2: 1}
    """
    (first, leading), *others = sorted(b.items())
    left = dict(a)
    found = {}
    for power in range(min(left, default=0), max(left, default=-1) + 1):
        if value := left.get(power, 0):
            found[power - first] = share = value // leading
            for other, weight in others:
                left[power - first + other] = left.get(power - first + other, 0) - share * weight
    return found


def _is_dense(law: Mapping[Any, int]) -> bool:
    return all(type(o) is int for o in law) and max(law) - min(law) < 4 * len(law)
