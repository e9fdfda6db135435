"""Numbers as the parts write them: exact texts in, short texts out, with one rule for digits everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from probcalc.present.decimals import decimal, percent

NARROW = "\N{NARROW NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
_SPOKEN = tuple(
    (Fraction(n, m), n, m)
    for n, m in (
        (1, 20), (1, 10), (1, 6), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (5, 6),
        (9, 10), (19, 20),
    )
)  # fmt: skip
_LONG_SHOT = Fraction(1, 40)


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
    return decimal(share(value), 3).replace("-", MINUS)


def signed_mean(value: Fraction) -> str:
    """A difference of means, always with its sign.

    >>> signed_mean(Fraction(1, 3)), signed_mean(Fraction(0))
    ('+0.333', '±0')
    """
    if not value:
        return "±0"
    return f"+{mean_text(value)}" if value > 0 else mean_text(value)


def width(value: Fraction) -> str:
    """A share as a length in per cent.

    >>> width(Fraction(1, 3))
    '33.33%'
    """
    return f"{round(value * 10_000) / 100:g}%"


class Verdict(NamedTuple):
    """A chance as it is said aloud: the words, and how many of how many where people count so."""

    words: str
    n: int
    m: int


def verdict(value: str | Fraction) -> Verdict:
    """The nearest fraction that people say aloud.

    >>> verdict("1659/2500"), verdict("1/400").words, verdict("399/400").words, verdict("0").words
    (Verdict(words='about 2 in 3', n=2, m=3), 'about 1 in 400', 'fails about 1 in 400', 'impossible')
    >>> verdict("1/2").words
    '1 in 2'
    """
    exact = share(value)
    if exact in (0, 1):
        return Verdict("certain" if exact else "impossible", 0, 0)
    if exact < _LONG_SHOT:
        return Verdict(f"about 1 in {_grouped(1 / exact)}", 0, 0)
    if exact > 1 - _LONG_SHOT:
        return Verdict(f"fails about 1 in {_grouped(1 / (1 - exact))}", 0, 0)
    near, n, m = min(_SPOKEN, key=lambda spoken: abs(spoken[0] - exact))
    return Verdict(f"{n} in {m}" if near == exact else f"about {n} in {m}", n, m)


def _grouped(value: Fraction) -> str:
    whole = round(value)
    if whole < 10**15:
        return f"{whole:,}".replace(",", NARROW)
    return decimal(Fraction(whole), 2) if whole < 10**30 else "a number beyond counting"
