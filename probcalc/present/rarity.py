"""How rare something is, in words that a player has: cases among 100, or one in so many."""

from __future__ import annotations

from fractions import Fraction

from probcalc.exact.numbers.numerals import integer_text
from probcalc.present.decimals import decimal

_HUNDREDTH = Fraction(1, 100)


def nearest(value: Fraction) -> int:
    """The nearest whole number, halves up.

    >>> nearest(Fraction(5, 2)), nearest(Fraction(7, 3))
    (3, 2)
    """
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def cases(p: Fraction) -> tuple[int, int]:
    """So many among how many: of 100 from 1/100 on, else 1 of N with two digits.

    >>> cases(Fraction(1, 7)), cases(Fraction(1, 36)), cases(Fraction(1, 2345)), cases(Fraction(999, 1000))
    ((14, 100), (3, 100), (1, 2300), (99, 100))
    """
    if p >= _HUNDREDTH:
        return min(99, max(1, nearest(p * 100))), 100
    return 1, one_in(p)


def one_in(p: Fraction) -> int:
    """The N of "1 in N", with two digits.

    >>> one_in(Fraction(1, 36)), one_in(Fraction(1, 2345))
    (36, 2300)
    """
    if not p:
        raise ValueError("what never comes is 1 in no number")
    inverse = 1 / p
    step = int(10 ** max(0, len(integer_text(int(inverse))) - 2))
    return nearest(inverse / step) * step


def number_words(number: int) -> str:
    """A number in a sentence, long ones as a power of ten.

    >>> number_words(2300), number_words(12 * 10**20)
    ('2,300', '1.2e21')
    """
    if number < 10**12:
        return f"{number:,}"
    exponent = len(str(number)) - 1 if number < 10**4000 else (number.bit_length() - 1) * 30103 // 100000
    return f"{decimal(Fraction(number, 10**exponent), 2)}e{exponent}"


def in_cases(p: Fraction, between: str = "in", what: str = "") -> str:
    """The words of it: "14 in 100 evenings".

    >>> in_cases(Fraction(1, 7), what="evenings"), in_cases(Fraction(1, 2345), "of", "cases")
    ('14 in 100 evenings', '1 of 2,300 cases')
    """
    found, among = cases(p)
    return f"{found} {between} {number_words(among)}{f' {what}' if what else ''}"


def is_one(p: Fraction) -> bool:
    """Whether these words have a verb in the singular: "1 in 100 evenings goes"."""
    return cases(p)[0] == 1
