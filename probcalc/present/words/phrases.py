"""Words and counts: what stands at the head of a sentence, and a number with what it counts."""

from __future__ import annotations

import re
from fractions import Fraction

from probcalc.exact.numbers.moments import SquareRoot
from probcalc.exact.numbers.numerals import integer_text
from probcalc.present.numbers.decimals import average

_DICE = re.compile(r"\d*d[\d%{(]")


def capital(text: str) -> str:
    """A text at the head of a sentence; dice keep their spelling.

    >>> capital("the Cursed ends up Dazed"), capital("d6 is 4")
    ('The Cursed ends up Dazed', 'd6 is 4')
    """
    return text if is_dice(text) else text[:1].upper() + text[1:]


def is_dice(text: str) -> bool:
    """Whether a text begins with dice, which keep their small letter and need no other name.

    >>> is_dice("2d6 best"), is_dice("d%"), is_dice("damage")
    (True, True, False)
    """
    return _DICE.match(text) is not None


def all_words(number: int) -> str:
    """All of so many.

    >>> all_words(2), all_words(6)
    ('Both', 'All 6')
    """
    return "Both" if number == 2 else f"All {number}"


def count_words(number: str, unit: str) -> str:
    """A number with what it counts: "0.84 wounds", "1 inch".

    >>> count_words("2.5", "figures"), count_words("1", "hit points"), count_words("1", "Shock")
    ('2.5 figures', '1 hit point', '1 Shock')
    """
    return f"{number} {unit_of(number, unit)}".strip()


def amount_text(mean: Fraction | int | SquareRoot, unit: str) -> str:
    """A mean with what it counts, in a sentence: whole where it is exactly so.

    >>> amount_text(Fraction(21, 25), "wounds"), amount_text(Fraction(1), "figures"), amount_text(Fraction(0), "models")
    ('0.84 wounds', '1 figure', 'no models')
    """
    if mean == 0 and unit:
        return f"no {unit}"
    if isinstance(mean, int) or (isinstance(mean, Fraction) and mean.denominator == 1):
        return count_words(integer_text(int(mean)), unit)
    return count_words(average(mean), unit)


def unit_of(number: str, unit: str) -> str:
    """What so many are called: one "inch", several "inches".

    >>> unit_of("1", "inches"), unit_of("0.5", "actions")
    ('inch', 'actions')
    """
    if number == "1" and unit.endswith("s"):
        return unit.removesuffix("es") if unit.endswith(("ches", "sses")) else unit.removesuffix("s")
    return unit
