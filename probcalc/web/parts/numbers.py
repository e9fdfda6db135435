"""Numbers as the parts write them: exact texts in, short texts out, with one rule for digits everywhere."""

from __future__ import annotations

from fractions import Fraction

from probcalc.present.decimals import decimal, percent
from probcalc.present.numbers import MINUS as MINUS
from probcalc.present.numbers import with_minus as with_minus

NARROW = "\N{NARROW NO-BREAK SPACE}"


def share(value: str | Fraction) -> Fraction:
    """An exact number from its text."""
    return Fraction(value)


def points(value: str | Fraction, places: int = 1) -> str:
    """A chance in per cent without the sign.

    >>> points("1659/2500"), points("1/100000"), points("99999/100000"), points("1")
    ('66.4', '<0.1', '>99.9', '100')
    """
    return percent(share(value), places).removesuffix(" %")


def chance(value: str | Fraction, places: int = 1) -> str:
    """A chance in per cent.

    >>> chance("1/4").replace(NARROW, " ")
    '25.0 %'
    """
    return f"{points(value, places)}{NARROW}%"


def signed(value: Fraction, places: int = 1) -> str:
    """A difference of chances in points, always with its sign.

    >>> signed(Fraction(1, 4)), signed(Fraction(-1, 100000)), signed(Fraction(0))
    ('+25.0', '−<0.1', '±0')
    """
    if not value:
        return "±0"
    return f"{'+' if value > 0 else MINUS}{points(abs(value), places)}"


def mean_text(value: str | Fraction) -> str:
    """A mean with three significant digits.

    >>> mean_text("21/25"), mean_text("-1/3")
    ('0.84', '−0.333')
    """
    return decimal(share(value)).replace("-", MINUS)


def signed_mean(value: Fraction) -> str:
    """A difference of means, always with its sign.

    >>> signed_mean(Fraction(1, 3)), signed_mean(Fraction(0))
    ('+0.333', '±0')
    """
    if not value:
        return "±0"
    return f"+{mean_text(value)}" if value > 0 else mean_text(value)


def part(value: Fraction) -> str:
    """A share as a number of CSS.

    >>> part(Fraction(1, 3)), part(Fraction(1))
    ('0.3333', '1.0000')
    """
    whole, rest = divmod(round(value * 10_000), 10_000)
    return f"{whole}.{rest:04d}"


def width(value: Fraction) -> str:
    """A share as a length in per cent.

    >>> width(Fraction(1, 3))
    '33.33%'
    """
    return f"{round(value * 10_000) / 100:g}%"
