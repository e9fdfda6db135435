"""Decimals are rounded from exact fractions; 0% and 100% are said only of what is exactly so."""

import ast
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.exact.dice.dice import d
from probcalc.present.numbers.decimals import average, chart_number, chart_percent, decimal, percent, points
from probcalc.present.numbers.text import change_text

chances = st.fractions(0, 1, max_denominator=10**12)

PERCENTAGES = {
    "0": "0%",
    "1": "100%",
    "1/2": "50.0%",
    "1/2000": "0.1%",
    "49/100000": "<0.1%",
    "1/1000000000000": "<0.1%",
    "1999/2000": ">99.9%",
    "99949/100000": "99.9%",
    "99951/100000": ">99.9%",
    "741/1000": "74.1%",
    "1/3": "33.3%",
    "2/3": "66.7%",
    "1/800": "0.1%",
    "3/2000": "0.2%",
}


@pytest.mark.parametrize(("exact", "text"), PERCENTAGES.items())
def test_percentages(exact, text):
    assert percent(Fraction(exact)) == text


@given(value=chances, places=st.integers(0, 4))
def test_a_percentage_is_the_exact_one_rounded(value, places):
    text = percent(value, places)
    if value in (0, 1):
        assert text == f"{100 * value}%"
    elif text[0] in "<>":
        edge = Fraction(text[1:-1])
        assert (100 * value < edge) if text[0] == "<" else (100 * value > edge)
    else:
        shown = Fraction(text[:-1])
        assert abs(shown - 100 * value) <= Fraction(1, 2 * 10**places)
        assert 0 < shown < 100


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("0", "0 pts"),
        ("3/100", "+3.0 pts"),
        ("-1/3", "-33.3 pts"),
        ("1/10000", "+<0.1 pts"),
        ("-1", "-100 pts"),
    ],
)
def test_changes_of_probabilities(change, text):
    assert points(Fraction(change)) == text


@given(value=st.fractions(-(10**9), 10**9), significant=st.integers(1, 12))
def test_a_decimal_has_the_digits_that_the_standard_library_gives(value, significant):
    text = decimal(value, significant)
    whole = len(str(abs(int(value)))) if abs(value) >= 1 else 0
    if whole >= significant or (value and abs(value) < Fraction(1, 10**6)):
        assert abs(Fraction(Decimal(text)) - value) <= max(Fraction(1, 2), abs(value) / 10 ** (significant - 1))
        return
    tenth = Decimal(value.numerator) / Decimal(value.denominator)
    exponent = tenth.adjusted() - significant + 1
    expected = tenth.quantize(Decimal(1).scaleb(exponent), ROUND_HALF_UP)
    assert Decimal(text) == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(99999, 10), "10000"),
        (Fraction(1, 3), "0.333"),
        (Fraction(-7, 4), "-1.75"),
        (Fraction(99999, 10**11), "1e-6"),
        (Fraction(-1, 10**40), "-1e-40"),
        (Fraction(10**5000), "1" + "0" * 5000),
        (Fraction(1, 3 * 10**5000), "3.33e-5001"),
    ],
)
def test_decimals(value, text):
    assert decimal(value) == text


def test_a_standard_deviation_is_rounded_from_its_root():
    assert decimal(d(6).standard_deviation, 6) == "1.70783"
    assert average(d(6).standard_deviation) == "1.71"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(999_994, 1000), "999.99"),
        (Fraction(10**5000), "1" + "0" * 5000),
        (Fraction(999, 10_000), "0.10"),
        (Fraction(-1, 8), "-0.13"),
        (Fraction(-1, 800), "-0.0013"),
        (Fraction(1, 10**3), "0.001"),
        (Fraction(-1, 10**40), "-1e-40"),
    ],
)
def test_a_mean_has_two_digits_and_is_nought_only_when_it_is(value, text):
    assert average(value) == text
    if value > 0:
        assert change_text(value, "number") == f"+{text}"


@given(value=chances)
def test_a_chart_takes_the_nearest_floating_point_number(value):
    assert chart_number(value) == float(value)
    assert chart_percent(value) == float(value * 100)


def test_fractions_of_any_length_reach_the_chart():
    huge = Fraction(10**6000 + 1, 3 * 10**6000)
    assert chart_number(huge) == pytest.approx(1 / 3)
    assert chart_number(Fraction(1, 10**6000)) == 0.0


def test_nothing_else_makes_floating_point_numbers():
    made = [
        path.name
        for path in Path(probcalc.__file__).parent.rglob("*.py")
        if path.name != "decimals.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
    ]
    assert made == []
