"""Decimal text of exact numbers, and the only floating-point numbers of the project, for charts.

Every text is rounded from the exact fraction, half away from zero; no sum or product is ever taken of rounded numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from probcalc.exact.numbers.moments import SquareRoot
from probcalc.exact.numbers.numerals import integer_text

SHOWN = 3
"""Significant digits of a number that is neither a chance nor a mean, wherever a person reads it."""
PERCENT = "%"
"""What stands behind the number of a percentage, a blank before it where one is wanted."""
MEAN_PLACES, _WHOLE = 2, 1000
_SMALLEST_PLAIN = Fraction(1, 10**6)


def nearest(part: Fraction | int, whole: int = 1) -> int:
    """The whole number nearest to part / whole, which is not below zero; halves go up.

    >>> nearest(Fraction(5, 2)), nearest(7, 3)
    (3, 2)
    """
    return int((2 * part + whole) // (2 * whole))


def _with_places(value: Fraction, places: int) -> str:
    """The value with that many digits after the point."""
    digits = _from_steps(nearest(abs(value.numerator) * 10**places, value.denominator), places)
    return digits if value >= 0 or not digits.strip("0.") else f"-{digits}"


def _from_steps(steps: int, places: int) -> str:
    """A count of steps of the last digit, written with that many digits after the point."""
    digits = integer_text(steps).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits


def percent(value: Fraction | int, places: int = 1) -> str:
    """A probability as a percentage; "0%" and "100%" only when it is exactly so.

    >>> percent(Fraction(369, 625)), percent(Fraction(1, 20)), percent(Fraction(1))
    ('59.0%', '5.0%', '100%')
    >>> percent(Fraction(1, 10**9)), percent(1 - Fraction(1, 10**9))
    ('<0.1%', '>99.9%')
    """
    return in_percent(value, places) + PERCENT


def in_percent(value: Fraction | int, places: int = 1) -> str:
    """The same without its sign, where that stands beside it or where there is hardly room.

    >>> in_percent(Fraction(369, 625)), in_percent(Fraction(1, 10**9)), in_percent(1)
    ('59.0', '<0.1', '100')
    """
    # A long table has some hundred thousand of these: in whole numbers, for a sum of fractions takes ten times as long.
    part, whole = value.numerator, value.denominator
    if part in (0, whole):
        return "100" if part else "0"
    all_steps = 100 * 10**places
    steps = nearest(abs(part) * all_steps, whole)
    if steps == 0 and part > 0:
        return f"<{_from_steps(1, places)}"
    if steps == all_steps and 0 < part < whole:
        return f">{_from_steps(all_steps - 1, places)}"
    return f"{'-' if part < 0 and steps else ''}{_from_steps(steps, places)}"


def points(change: Fraction, places: int = 1) -> str:
    """A change of a probability in percentage points, with its sign; "0" only when nothing changes.

    >>> points(Fraction(3, 100)), points(Fraction(-1, 40)), points(Fraction(0)), points(Fraction(-1, 10**9))
    ('+3.0 pts', '-2.5 pts', '0 pts', '-<0.1 pts')
    >>> points(Fraction(1)), points(1 - Fraction(1, 10**9))
    ('+100 pts', '+>99.9 pts')
    """
    return f"{'+' if change > 0 else '-' if change else ''}{in_percent(abs(change), places)} pts"


def places_between(before: Fraction, after: Fraction, places: int) -> int:
    """How many digits to give a difference: as many as its two numbers have, one more where those contradict it.

    >>> places_between(Fraction("59.04"), Fraction("59.28"), 1), places_between(Fraction("59.04"), Fraction("59.14"), 1)
    (2, 1)
    """
    one, other, gap = (Fraction(_with_places(value, places)) for value in (before, after, after - before))
    return places if other - one == gap else places + 1


def decimal(value: Fraction | int | SquareRoot, significant: int = SHOWN) -> str:
    """A number with that many significant digits; whole digits are never dropped, needless zeros are.

    >>> decimal(Fraction(18, 25)), decimal(Fraction(2, 3)), decimal(Fraction(123456, 10)), decimal(Fraction(7))
    ('0.72', '0.667', '12346', '7')
    >>> decimal(Fraction(1, 10**9 * 3))
    '3.33e-10'
    """
    if isinstance(value, SquareRoot):
        value = value.rounded_down(significant + 8 + max(0, -_magnitude(value.squared)))
    exact = Fraction(value)
    if exact == 0:
        return "0"
    exponent = _magnitude(exact)
    if abs(exact) < _SMALLEST_PLAIN:
        mantissa = _with_places(exact * Fraction(10) ** -exponent, significant - 1)
        if mantissa.lstrip("-").startswith("10"):
            exponent += 1
            mantissa = _with_places(exact * Fraction(10) ** -exponent, significant - 1)
        return f"{_trim(mantissa)}e{exponent}"
    return _trim(_with_places(exact, max(0, significant - 1 - exponent)))


def average(value: Fraction | int | SquareRoot, places: int = MEAN_PLACES) -> str:
    """A mean with two digits after the point, so that a column of means lines up.

    From a thousand on its whole digits say enough; below a tenth two digits that count are kept, so that "0" is only
    what is exactly so.

    >>> average(Fraction(21, 10)), average(Fraction(10, 3)), average(Fraction(5)), average(Fraction(0))
    ('2.10', '3.33', '5.00', '0')
    >>> average(Fraction(-1, 3)), average(Fraction(10101, 2)), average(Fraction(3, 200)), average(Fraction(1, 10**9))
    ('-0.33', '5051', '0.015', '1e-9')
    """
    if isinstance(value, SquareRoot):
        value = value.rounded_down(SHOWN + 8 + max(0, -_magnitude(value.squared)))
    exact = Fraction(value)
    if abs(exact) < _SMALLEST_PLAIN:
        return decimal(exact, MEAN_PLACES)
    if abs(exact) >= _WHOLE:
        return _with_places(exact, 0)
    text = _with_places(exact, max(places, MEAN_PLACES - 1 - _magnitude(exact)))
    point = text.index(".") + 1 + places
    return text[:point] + text[point:].rstrip("0")


def _trim(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _magnitude(value: Fraction) -> int:
    """The exponent e with 10^e <= |value| < 10^(e + 1)."""
    size = abs(value)
    # The lengths in bits place it within one of the decimal exponent.
    guess = (size.numerator.bit_length() - size.denominator.bit_length()) * 30103 // 100000
    while Fraction(10) ** guess > size:
        guess -= 1
    while Fraction(10) ** (guess + 1) <= size:
        guess += 1
    return guess


def chart_number(value: Fraction | int) -> float:
    """The floating-point number nearest to an exact one, for a chart's axis.

    >>> chart_number(Fraction(1, 8))
    0.125

    Raises:
        OverflowError: when the number is beyond every floating-point number.
    """
    return value.numerator / value.denominator


def chart_percent(value: Fraction | int) -> float:
    """A probability as a floating-point percentage, for a chart's axis.

    >>> chart_percent(Fraction(1, 8))
    12.5
    """
    return chart_number(Fraction(value) * 100)


def nearest_numbers(quotients: Iterable[tuple[int, int]]) -> list[float | None]:
    """The floating-point numbers nearest to quotients of whole numbers, for columns; None beyond all of them.

    >>> nearest_numbers([(1, 8), (2, 3), (10**400, 1)])
    [0.125, 0.6666666666666666, None]
    """
    found: list[float | None] = []
    for numerator, denominator in quotients:
        try:
            found.append(numerator / denominator)
        except OverflowError:
            found.append(None)
    return found
