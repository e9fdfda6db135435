"""Products of generating functions, term by term, row by row or packed into long integers, and exact quotients."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES, meter
from probcalc.exact.budget.requirements import look, put_down, require_affordable, require_steps

_SMALL = 200
_SHORT = 1 << 64
_LONGEST_PIECE = 25_000_000
"""In nanoseconds: one multiplication cannot be interrupted, and keeps every other thread waiting."""
_WHAT = "a sum of two laws"


def _packed_product(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """Convolution through one multiplication of two long integers (Kronecker substitution)."""
    low_a, low_b = min(a), min(b)
    size = (sum(a.values()) * sum(b.values())).bit_length() // 8 + 1
    packed = []
    # One integer times itself is a square, which takes a third less.
    for law, low in ((a, low_a),) if a is b else ((a, low_a), (b, low_b)):
        space = bytearray(size * (max(law) - low + 1))
        for o, w in law.items():
            at = (o - low) * size
            space[at : at + size] = w.to_bytes(size, "little")
        packed.append(int.from_bytes(space, "little"))
    product = packed[0] * packed[-1]
    length = max(a) - low_a + max(b) - low_b + 1
    return unpack(product, size, length, low_a + low_b)


def unpack(packed: int, size: int, length: int, low: int, stride: int = 1) -> dict[int, int]:
    """Weights of so many bytes each that stand side by side in one integer, by outcomes from the lowest on."""
    digits = packed.to_bytes(length * size, "little")
    found = {}
    for k in range(length):
        if weight := int.from_bytes(digits[k * size : (k + 1) * size], "little"):
            found[low + k * stride] = weight
    return found


def row_product(steps: Mapping[int, int], row: list[int]) -> list[int]:
    """Convolution row by row: weights by step with a row of weights, from the least step on.

    >>> row_product({-1: 2, 1: 1}, [1, 5])
    [2, 10, 1, 5]
    """
    low, span = min(steps), len(row)
    result = [0] * (max(steps) - low + span)
    # The first row is only put down: best one that needs no multiplication.
    first = next((step for step, w in steps.items() if w == 1), low)
    result[first - low : first - low + span] = row if steps[first] == 1 else [steps[first] * y for y in row]
    for step, w in steps.items():
        if step != first:
            look()
            at = step - low
            result[at : at + span] = [x + w * y for x, y in zip(result[at : at + span], row, strict=True)]
    return result


def _rowwise_product(a: Mapping[int, int], b: Mapping[int, int]) -> dict[int, int]:
    """Convolution row by row, `a` the shorter."""
    low_b, high_b = min(b), max(b)
    result = row_product(a, [b.get(o, 0) for o in range(low_b, high_b + 1)])
    start = min(a) + low_b
    return {start + k: w for k, w in enumerate(result) if w}


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
    work = len(a) * len(b)
    rows = iter(a.items())
    o, w = next(rows)
    if work <= _SMALL and ((len(a) == 1 and w == 1) or max(a.values()) < _SHORT > max(b.values())):
        # So little is counted as it is: an estimate would take as long.
        put_down(work)
        if w == 1 and len(a) == 1:
            # What is certain only shifts: nothing is multiplied.
            return {o + p: v for p, v in b.items()}
    else:
        bits_a, bits_b = max(a.values()).bit_length(), max(b.values()).bit_length()
        if work > _SMALL and len(a) > 1 and is_dense(a) and is_dense(b):
            return convolve_rows(a, b, bits_a, bits_b)
        require_affordable(_WHAT, work, bits_a, work, bits_b)
    # The first row is only put down.
    result = {o + p: w * v for p, v in b.items()}
    get = result.get
    for o, w in rows:
        for p, v in b.items():
            s = o + p
            result[s] = get(s, 0) + w * v
    return result


def convolve_rows(a: Mapping[int, int], b: Mapping[int, int], bits_a: int, bits_b: int) -> dict[int, int]:
    """The same for two laws without wide gaps, row by row or packed, whichever is faster.

    >>> convolve_rows({1: 1, 2: 1}, {0: 3, 1: 1}, 1, 2)
    {1: 3, 2: 4, 3: 1}

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if len(a) > len(b):
        a, b, bits_a, bits_b = b, a, bits_b, bits_a
    least = costs.row_product(len(a), bits_a, len(b), bits_b)
    length = max(a) - min(a) + max(b) - min(b) + 1
    memory = length * (OBJECT_BYTES + (bits_a + bits_b) // 8)
    require_steps(_WHAT, least // costs.NANOSECONDS_PER_STEP, memory)
    return multiply_rows(a, b, bits_a, bits_b)


def multiply_rows(a: Mapping[int, int], b: Mapping[int, int], bits_a: int, bits_b: int) -> dict[int, int]:
    """The same where it is counted already; what takes long is done in pieces, between which whoever watches looks.

    >>> multiply_rows({1: 1, 2: 1}, {0: 3, 1: 1}, 1, 2)
    {1: 3, 2: 4, 3: 1}
    """
    if len(a) > len(b):
        a, b, bits_a, bits_b = b, a, bits_b, bits_a
    once = costs.cost_of_packed(len(a), bits_a, len(b), bits_b)
    if once >= costs.by_rows(len(a), bits_a, len(b), bits_b):
        return _rowwise_product(a, b)
    pieces = min(len(a), once // _LONGEST_PIECE + 1)
    if pieces == 1 or not meter().is_watched:
        return _packed_product(a, b)
    entries = sorted(a.items())
    size = -(-len(entries) // pieces)
    found: dict[int, int] = {}
    for at in range(0, len(entries), size):
        look()
        for o, w in _packed_product(dict(entries[at : at + size]), b).items():
            found[o] = found.get(o, 0) + w
    return found


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


def is_dense(law: Mapping[Any, int]) -> bool:
    """Whether the outcomes are whole numbers without wide gaps, so that a row of weights wastes little."""
    return all(type(o) is int for o in law) and max(law) - min(law) < 4 * len(law)
