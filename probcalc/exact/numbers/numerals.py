"""Exact numbers as text and back, of any length.

Python's own `str` and `int` refuse more than 4,300 digits by default, and large pools have fractions that long.
Numbers are split into halves well below that limit, so no interpreter setting is touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")

_PIECE = 4000
_LONG = 60_000
_SHORT = 1024
_SPAN = re.compile(r"(?<![\w.])(-?\d+)\.\.(-?\d+)\b")


def spans_in_full(text: str) -> str:
    """A text with its spans of numbers as a sentence has them.

    >>> spans_in_full("none or -10..40")
    'none or -10 to 40'
    """
    return _SPAN.sub(r"\1 to \2", text)


def integer_text(value: int) -> str:
    """The decimal digits of an integer, however many.

    >>> integer_text(-12)
    '-12'
    >>> len(integer_text(10**5000))
    5001
    """
    if value < 0:
        return "-" + integer_text(-value)
    if value.bit_length() < 3 * _PIECE:
        return str(value)
    if value.bit_length() > _LONG:
        return _long_text(value)
    half = value.bit_length() * 1233 // 4096 // 2
    high, low = divmod(value, 10**half)
    return integer_text(high) + integer_text(low).rjust(half, "0")


def _long_text(value: int) -> str:
    """The same for very long integers: `decimal` multiplies in nearly linear time, and nothing of it is rounded."""
    powers: dict[int, Decimal] = {}

    def power(bits: int) -> Decimal:
        """Two to the power of `bits`."""
        if bits not in powers:
            powers[bits] = Decimal(1 << bits) if bits <= _SHORT else power(bits // 2) * power(bits - bits // 2)
        return powers[bits]

    def as_decimal(part: int, bits: int) -> Decimal:
        if bits <= _SHORT:
            return Decimal(part)
        half = bits // 2
        high = part >> half
        return as_decimal(high, bits - half) * power(half) + as_decimal(part - (high << half), half)

    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        return str(as_decimal(value, value.bit_length()))


def text_steps(numbers: int, bits: int) -> int:
    """About what it takes to write that many fractions with numbers of so many bits, in steps.

    >>> text_steps(1000, 300), text_steps(10, 10**6)
    (22500, 6750000)
    """
    digits = bits * 3 // 10
    return numbers * digits * (1 + min(digits // 4000, 8)) // 4


def fraction_text(value: Fraction | int, longest: int | None = None) -> str:
    """A fraction in lowest terms as "a/b", or "a" when whole; `longest` gives "a/b (n digits)" up to that length.

    >>> fraction_text(Fraction(9, 25)), fraction_text(Fraction(2, 1))
    ('9/25', '2')
    >>> fraction_text(Fraction(1, 10**60), longest=20)
    '1/10000… (61 digits)'
    """
    numerator, denominator = value.numerator, value.denominator
    text = integer_text(numerator)
    if denominator != 1:
        text += "/" + integer_text(denominator)
    if longest is None or len(text) <= longest:
        return text
    size = max(len(part) for part in text.lstrip("-").split("/"))
    return f"{text[: max(4, longest - 13)]}… ({size} digits)"


def runs_of(values: Iterable[T]) -> list[tuple[T, T]]:
    """The first and the last of each run of numbers that follow each other; what is no number is a run by itself.

    >>> runs_of([1, 4, 5, 6, "none"])
    [(1, 1), (4, 6), ('none', 'none')]
    """
    runs: list[tuple[T, T]] = []
    for value in values:
        if runs and isinstance(value, int) and isinstance(runs[-1][1], int) and value == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], value
        else:
            runs.append((value, value))
    return runs


def ranges_words(values: Iterable[Any]) -> str:
    """Values in words, ascending numbers as ranges.

    >>> ranges_words([1, 4, 5, 6])
    '1, 4 to 6'
    """
    return ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in runs_of(values))
