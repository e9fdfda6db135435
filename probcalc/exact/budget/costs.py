"""What arithmetic on long integers takes, in nanoseconds measured on a small machine; a digit has 30 bits.

Short numbers are multiplied digit by digit, long ones by Karatsuba's method; a division is always digit by digit.
"""

from __future__ import annotations

NANOSECONDS_PER_STEP = 200
_BITS_PER_DIGIT = 30
_LONG = 70
_LOOP = 130
_ROW = 55
_PACKED = 300


def _digits(bits: int) -> int:
    return bits // _BITS_PER_DIGIT + 1


def _pairs(a: int, b: int) -> int:
    """The products of two digits that two numbers of so many digits take.

    Karatsuba's method halves the shorter number and needs three products of halves, again and again.

    >>> _pairs(10, 20), _pairs(140, 140)
    (200, 15003)
    """
    short, long = (a, b) if a <= b else (b, a)
    if short < _LONG:
        return short * long
    half, parts = short, 1
    while half >= _LONG:
        half, parts = (half + 1) // 2, 3 * parts
    # Of 35 to 70 digits, measured at both ends.
    return parts * (1667 + 95 * (half - _LONG // 2)) * long // short


def product(bits_a: int, bits_b: int) -> int:
    """The product of two numbers of so many bits, added to a third.

    >>> product(30, 64), product(2000, 2000)
    (68, 4602)
    """
    a, b = _digits(bits_a), _digits(bits_b)
    return 60 + _pairs(a, b) + (a + b) * 2 // 5


def quotient(bits_a: int, bits_b: int) -> int:
    """A number of `bits_a` divided by one of `bits_b`.

    >>> quotient(10_000, 30), quotient(10_000, 5000)
    (1947, 37554)
    """
    a, b = _digits(bits_a), _digits(bits_b)
    return 80 + 3 * a + max(0, a - b + 1) * b * 13 // 10


def common_divisor(bits: int) -> int:
    """The greatest common divisor of two numbers of so many bits.

    >>> common_divisor(1000), common_divisor(16_000)
    (3585, 388585)
    """
    a = _digits(bits)
    return 100 + 60 * a + a * a * 5 // 4


def steps(operations: int, bits_a: int, bits_b: int = _BITS_PER_DIGIT) -> int:
    """So many products of numbers of `bits_a` and `bits_b`, each added to what is there, in steps.

    >>> steps(1000, 30), steps(1000, 2000), steps(1000, 2000, 2000)
    (975, 1755, 23660)
    """
    return operations * (_LOOP + product(bits_a, bits_b)) // NANOSECONDS_PER_STEP


def by_rows(length_a: int, bits_a: int, length_b: int, bits_b: int) -> int:
    """The product of two rows of weights, one row after the other."""
    return length_a * length_b * (_ROW - 20 + product(bits_a, bits_b))


def cost_of_packed(length_a: int, bits_a: int, length_b: int, bits_b: int) -> int:
    """The same as one product of two integers that hold a row each."""
    width = _digits(bits_a + bits_b) + 1
    return _pairs(length_a * width, length_b * width) + (_PACKED + 4 * width) * (length_a + 2 * length_b)


def row_product(length_a: int, bits_a: int, length_b: int, bits_b: int) -> int:
    """The product of two rows of weights in the faster of the two ways.

    >>> row_product(6, 3, 6, 3), row_product(1000, 500, 1000, 500)
    (3456, 97707651)
    """
    return min(by_rows(length_a, bits_a, length_b, bits_b), cost_of_packed(length_a, bits_a, length_b, bits_b))
