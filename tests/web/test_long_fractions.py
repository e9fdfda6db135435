"""Numbers with more digits than Python reads or writes by itself are drawn like any others."""

from decimal import Decimal
from fractions import Fraction

import pytest

from probcalc.exact.numbers.numerals import fraction_text
from probcalc.web.parts.numbers import percent
from tests.web.driver import Reader

LONG = Fraction(10**6000 + 1, 3 * 10**6000)


@pytest.mark.parametrize("number", [LONG, -LONG, Fraction(-(10**5000)), Fraction(7), Fraction(1, 3)])
def test_a_fraction_is_read_back_from_its_text(number):
    numerator, _, denominator = fraction_text(number).partition("/")
    read = int(Decimal(numerator)), int(Decimal(denominator or 1))
    assert read == (number.numerator, number.denominator)


def test_a_chance_of_thousands_of_digits_has_its_percentage():
    assert percent(LONG).startswith("33.3")


def test_a_fight_with_thousands_of_digits_has_its_page():
    given = {"a.unit": "troll", "a.figures": 8, "b.unit": "goblin_soldier", "b.figures": 15, "active": "initiative"}
    reader = Reader().ask("oathmark.fight", given)
    assert reader.number
    assert not reader.refusals
