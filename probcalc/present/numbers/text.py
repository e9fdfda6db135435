"""Numbers as text: chances as percentages, means and whole numbers as decimals, changes with their sign, runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.report import Unit
from probcalc.exact.numbers.numerals import fraction_text, ranges_words
from probcalc.present.numbers.decimals import MEAN_PLACES, average, decimal, in_percent, percent, places_between, points

_DIGITS, _LONGEST_FRACTION = 12, 40
MINUS = "\N{MINUS SIGN}"
_TOGETHER = "\N{NO-BREAK SPACE}"
POINTS = f"{_TOGETHER}pts"
"""What stands behind a number of percentage points on a page, never on a line of its own."""
_HYPHEN = re.compile(r"(?<![^\s(])-(?=[\d<])")
_BEFORE_POINTS = re.compile(r"(?<=\d) (?=pts\b|points\b)")


def number_text(value: Fraction | int, unit: Unit) -> str:
    """A number as a reader wants it; what is counted is whole.

    >>> number_text(Fraction(1, 4), "chance"), number_text(Fraction(2, 3), "number"), number_text(3, "count")
    ('25.0%', '0.67', '3')
    """
    return percent(value) if unit == "chance" else _amount(value, unit)


def short_text(value: Fraction | int, unit: Unit) -> str:
    """A number where there is hardly room: a percentage without its sign.

    >>> short_text(Fraction(1, 4), "chance"), short_text(Fraction(2, 3), "number")
    ('25', '0.67')
    """
    return in_percent(value, 0) if unit == "chance" else _amount(value, unit)


def _amount(value: Fraction | int, unit: Unit) -> str:
    return decimal(value) if unit == "count" or isinstance(value, int) else average(value)


def times_text(often: Fraction) -> str:
    """How often something is done: a whole number as such, any other as a mean.

    >>> times_text(Fraction(1)), times_text(Fraction(3)), times_text(Fraction(3, 2))
    ('once', '3 times', '1.50 times')
    """
    return "once" if often == 1 else f"{decimal(often) if often.denominator == 1 else average(often)} times"


def change_text(change: Fraction, unit: Unit, after: Fraction | None = None) -> str:
    """A change of a number with its sign, in percentage points for a chance.

    Beside the numbers before and `after` it, it has one digit more where they, each rounded by itself, give another.

    >>> change_text(Fraction(3, 100), "chance"), change_text(Fraction(-1, 4), "number")
    ('+3.0 pts', '-0.25')
    >>> change_text(Fraction("0.0024"), "chance", after=Fraction("0.5928"))
    '+0.24 pts'
    """
    if unit == "chance":
        return points(change, change_places(change, unit, after))
    text = _amount(change, unit) if unit == "count" else average(change, change_places(change, unit, after))
    return ("+" if change > 0 else "") + text


def change_places(change: Fraction, unit: Unit, after: Fraction | None) -> int:
    """How many digits a change of a chance, in percentage points, or of a mean has behind the point.

    >>> change_places(Fraction("0.0024"), "chance", Fraction("0.5928")), change_places(Fraction(1), "number", None)
    (2, 2)
    """
    usual, scale = (1, 100) if unit == "chance" else (MEAN_PLACES, 1)
    return usual if after is None else places_between((after - change) * scale, after * scale, usual)


def exact_text(value: Fraction | int) -> str:
    """A number as its fraction, of a very long one the first digits.

    >>> exact_text(Fraction(7, 20)), exact_text(Fraction(1, 3**100))
    ('7/20', '1/5153775207320113310364611… (48 digits)')
    """
    return fraction_text(Fraction(value), longest=_LONGEST_FRACTION)


def digits(value: Fraction | int) -> str:
    """A number with twelve significant digits, for spreadsheets.

    >>> digits(Fraction(2, 3))
    '0.666666666667'
    """
    return decimal(value, _DIGITS)


def values_text(values: Sequence[Any]) -> str:
    """Values in words, neighbouring whole numbers joined.

    >>> values_text([-2, -1, 0, 5, 7, 8]), values_text([])
    ('-2 to 0, 5, 7 to 8', 'none')
    """
    return ranges_words(values) or "none"


def with_minus(text: str) -> str:
    r"""Text with the signs of figures on a page: a hyphen before a number is a minus, and points stay beside theirs.

    >>> with_minus("-36.5 pts, d6-1, 0-2"), with_minus("(-1 to hit)")
    ('−36.5\xa0pts, d6-1, 0-2', '(−1 to hit)')
    """
    return _BEFORE_POINTS.sub(_TOGETHER, _HYPHEN.sub(MINUS, text))
