"""Numbers as the parts write them: exact numbers in, short texts out, with one rule for digits everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from probcalc.analysis.findings.report import Unit
from probcalc.present.numbers.decimals import average
from probcalc.present.numbers.decimals import in_percent as in_percent
from probcalc.present.numbers.decimals import percent as percent
from probcalc.present.numbers.text import MINUS as MINUS
from probcalc.present.numbers.text import POINTS as POINTS
from probcalc.present.numbers.text import change_places, number_text
from probcalc.present.numbers.text import with_minus as with_minus


def with_sign(value: Fraction, places: int = 1) -> str:
    """A difference of chances in points, always with its sign.

    >>> with_sign(Fraction(1, 4)), with_sign(Fraction(-1, 100000)), with_sign(Fraction(0))
    ('+25.0', '−<0.1', '±0')
    """
    if not value:
        return "±0"
    return f"{'+' if value > 0 else MINUS}{in_percent(abs(value), places)}"


def mean_text(value: Fraction) -> str:
    """A mean with two digits after the point.

    >>> mean_text(Fraction(21, 10)), mean_text(Fraction(-1, 3))
    ('2.10', '−0.33')
    """
    return with_minus(average(value))


def amount(value: Fraction, unit: Unit) -> str:
    """A number by what it is: a "chance" in per cent, a "count" whole, any other "number" as a mean.

    >>> amount(Fraction(1, 4), "chance"), amount(Fraction(5), "number"), amount(Fraction(-5), "count")
    ('25.0%', '5.00', '−5')
    """
    return with_minus(number_text(value, unit))


def signed_amount(value: Fraction, unit: Unit, after: Fraction | None = None) -> str:
    r"""A difference of numbers, always with its sign; of chances in points, of means in hundredths.

    Beside the numbers before and `after` it, it has one digit more where they, each rounded by itself, give another.

    >>> signed_amount(Fraction(123, 500), "chance"), signed_amount(Fraction(0), "chance")
    ('+24.6\xa0pts', '±0')
    >>> signed_amount(Fraction(1, 3), "number"), signed_amount(Fraction(-2), "count")
    ('+0.33', '−2')
    >>> signed_amount(Fraction(34, 1000), "number"), signed_amount(Fraction(-1, 1000), "number")
    ('+0.03', '−<0.01')
    >>> signed_amount(Fraction("0.0024"), "chance", Fraction("0.5928")), signed_amount(Fraction("0.132"), "number")
    ('+0.24\xa0pts', '+0.13')
    """
    if not value:
        return "±0"
    if unit == "chance":
        return f"{with_sign(value, change_places(value, unit, after))}{POINTS}"
    if unit == "count":
        return f"{'+' if value > 0 else ''}{amount(value, unit)}"
    places = change_places(value, unit, after)
    if abs(value) < 1:
        steps = round(abs(value) * 10**places)
        return f"{'+' if value > 0 else MINUS}{'' if steps else '<'}{max(steps, 1) / 10**places:.{places}f}"
    return f"{'+' if value > 0 else ''}{with_minus(average(value, places))}"


def signed_whole(value: int) -> str:
    """A modifier with its sign.

    >>> signed_whole(2), signed_whole(0), signed_whole(-1)
    ('+2', '±0', '−1')
    """
    return f"{'+' if value > 0 else MINUS if value < 0 else '±'}{abs(value)}"


def full_bar(values: Iterable[Fraction | None], unit: Unit) -> Fraction:
    """What a full bar means beside others: certainty, or of all but chances the greatest of them.

    >>> full_bar([Fraction(1, 4)], "chance"), full_bar([None, Fraction(3), Fraction(-5)], "number")
    (Fraction(1, 1), Fraction(5, 1))
    """
    known = (abs(value) for value in values if value is not None)
    return Fraction(1) if unit == "chance" else max(known, default=Fraction(0)) or Fraction(1)


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
