"""Numbers as the parts write them: exact numbers in, short texts out, with one rule for digits everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from probcalc.analysis.numbers.measure import NumberKind
from probcalc.present.numbers.decimals import average, decimal
from probcalc.present.numbers.decimals import in_percent as in_percent
from probcalc.present.numbers.decimals import percent as percent
from probcalc.present.numbers.text import MINUS as MINUS
from probcalc.present.numbers.text import POINTS as POINTS
from probcalc.present.numbers.text import change_places
from probcalc.present.numbers.text import with_minus as with_minus

KINDS: Mapping[str, NumberKind] = {"chance": "probability", "number": "mean", "count": "number"}
"""The kinds of numbers by the units that they have in reports."""


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


def amount(value: Fraction, kind: str) -> str:
    """A number by its kind: a "probability" in per cent, a "mean", or a whole "number".

    >>> amount(Fraction(1, 4), "probability"), amount(Fraction(5), "mean"), amount(Fraction(5), "number")
    ('25.0%', '5.00', '5')
    """
    if kind == "probability":
        return percent(value)
    return with_minus(decimal(value)) if kind == "number" else mean_text(value)


def signed_amount(value: Fraction, kind: str, after: Fraction | None = None) -> str:
    r"""A difference of numbers of a kind, always with its sign; of chances in points, of means in hundredths.

    Beside the numbers before and `after` it, it has one digit more where they, each rounded by itself, give another.

    >>> signed_amount(Fraction(123, 500), "probability"), signed_amount(Fraction(0), "probability")
    ('+24.6\xa0pts', '±0')
    >>> signed_amount(Fraction(1, 3), "mean"), signed_amount(Fraction(0), "mean"), signed_amount(Fraction(-2), "number")
    ('+0.33', '±0', '−2')
    >>> signed_amount(Fraction(34, 1000), "mean"), signed_amount(Fraction(-1, 1000), "mean")
    ('+0.03', '−<0.01')
    >>> signed_amount(Fraction("0.0024"), "probability", Fraction("0.5928")), signed_amount(Fraction("0.132"), "mean")
    ('+0.24\xa0pts', '+0.13')
    """
    if not value:
        return "±0"
    if kind == "probability":
        return f"{with_sign(value, change_places(value, 'chance', after))}{POINTS}"
    if kind == "number":
        return f"{'+' if value > 0 else ''}{amount(value, kind)}"
    places = change_places(value, "number", after)
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


def full_bar(values: Iterable[Fraction | None], kind: str) -> Fraction:
    """What a full bar means beside others: certainty, or of all but chances the greatest of them.

    >>> full_bar([Fraction(1, 4)], "probability"), full_bar([None, Fraction(3), Fraction(-5)], "mean")
    (Fraction(1, 1), Fraction(5, 1))
    """
    known = (abs(value) for value in values if value is not None)
    return Fraction(1) if kind == "probability" else max(known, default=Fraction(0)) or Fraction(1)


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
