"""Exact roots for standard deviations."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from probcalc.exact.arguments import brief, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.numbers.numerals import fraction_text

_MOST_PLACES = 10_000


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """The irrational square root of a fraction, kept exact.

    >>> root = SquareRoot(Fraction(35, 12))
    >>> root, root.squared
    (SquareRoot(35/12), Fraction(35, 12))
    >>> root.rounded_down(3)
    Fraction(1707, 1000)
    """

    squared: Fraction

    def __repr__(self) -> str:
        return f"SquareRoot({fraction_text(self.squared, longest=60)})"

    def __float__(self) -> float:
        """The nearest floating-point number, for other libraries; it is never computed with here.

        >>> float(SquareRoot(Fraction(2)))
        1.4142135623730951
        """
        top, bottom = self.squared.numerator, self.squared.denominator
        # Scaled by an even power of two so that the whole root has 120 digits or more: far more than a float keeps.
        shift = max(0, 240 - top.bit_length() + bottom.bit_length())
        shift += shift % 2
        scaled, rest = divmod(top << shift, bottom)
        root = isqrt(scaled)
        # One more digit says whether anything lies behind: so a value halfway between two floats is never mistaken.
        sticky = 2 * root + (rest > 0 or root * root != scaled)
        return sticky / (1 << (shift // 2 + 1))

    def rounded_down(self, places: int) -> Fraction:
        """The largest decimal with that many places which does not exceed the root.

        Raises:
            ValueError: when that is no number from 0 to 10,000.
        """
        places = require_whole("the number of places", places)
        if not 0 <= places <= _MOST_PLACES:
            raise WrongValue(f"a decimal has 0 to {_MOST_PLACES:,} places, not {brief(places)}")
        scale = 10**places
        return Fraction(isqrt(self.squared.numerator * scale**2 // self.squared.denominator), scale)


def square_root(value: Fraction) -> Fraction | SquareRoot:
    """The square root of a fraction: a Fraction where numerator and denominator are squares.

    >>> square_root(Fraction(9, 4)), square_root(Fraction(2))
    (Fraction(3, 2), SquareRoot(2))

    Raises:
        ValueError: when the value is negative.
    """
    if value < 0:
        raise WrongValue("a negative number has no real square root")
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    return SquareRoot(value)
