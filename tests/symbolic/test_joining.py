"""Neighbouring cases made one: nothing changes at any value, and what one formula says is said once."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.joining import join_cases
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.weights import Weight


def rows(*numbers, start=0):
    """A case for each number in a row."""
    return [
        Case(Box({"n": range(n, n + 1)}), ((Fraction(number).numerator, Fraction(number).denominator),))
        for n, number in enumerate(numbers, start)
    ]


def value(case, point, column=0):
    weight, total = case.content[column]
    return Fraction(weight.evaluate(point) if isinstance(weight, Weight) else weight) / total


def shown(cases):
    return [str(case.box) for case in cases]


PIECES = st.lists(
    st.tuples(st.lists(st.fractions(-2, 2, max_denominator=6), min_size=1, max_size=4), st.integers(1, 9)),
    min_size=1,
    max_size=4,
)


@given(PIECES, st.integers(-30, 30))
def test_joined_numbers_have_the_same_value_everywhere(pieces, start):
    numbers = [sum(c * x**k for k, c in enumerate(coefficients)) for coefficients, n in pieces for x in range(n)]
    cases = join_cases(rows(*numbers, start=start))
    assert len(cases) <= len(numbers)
    for n, number in enumerate(numbers, start):
        (case,) = [case for case in cases if case.box.holds({"n": n})]
        assert value(case, {"n": n}) == number


def test_sums_of_dice_are_quadratics():
    ways = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36, 36]
    found = join_cases(rows(*(Fraction(w, 36) for w in ways)))
    assert shown(found) == ["n from 0 to 7", "n from 8 to 13"]


def test_a_few_numbers_stay_numbers():
    assert len(join_cases(rows(1, 2, 3))) == 3
    assert len(join_cases(rows(1, 2, 3, 4))) == 1
    assert len(join_cases(rows(1, 2, 4, 8, 16, 32))) == 6


def test_a_gap_is_not_bridged():
    assert shown(join_cases(rows(1, 2, 3, 4) + rows(6, 7, 8, 9, start=5))) == ["n from 0 to 3", "n from 5 to 8"]


def test_the_ends_of_a_range_belong_to_the_formula_beside_them():
    algebra = Algebra()
    n = algebra.count(unknown("n", range(1, 9)))
    middle = Case(Box({"n": range(1, 9)}), ((n * n, 81),))
    assert shown(join_cases([*rows(0), middle, *rows(1, start=9)])) == ["n from 0 to 9"]
    assert shown(join_cases([*rows(1), middle])) == ["n 0", "n from 1 to 8"]


def test_every_column_has_to_fit():
    def pair(n, one, other):
        return Case(Box({"n": range(n, n + 1)}), ((one, 1), (other, 1)))

    assert len(join_cases([pair(n, n, 2 * n) for n in range(5)])) == 1
    assert len(join_cases([pair(n, n, 2**n) for n in range(5)])) == 5


def test_names_and_absent_values_stay_apart():
    cases = [
        Case(Box({"ward": (None,)}), ((1, 2),)),
        *(Case(Box({"ward": range(w, w + 1)}), ((w, 8),)) for w in range(5)),
    ]
    assert shown(join_cases(cases)) == ["ward none", "ward from 0 to 4"]


def test_a_difference_of_two_parameters_is_followed_too():
    a, b = unknown("a", range(20)), unknown("b", range(20))
    box = Box({"a": range(20), "b": range(20)})
    cases = [Case(box.with_sum(a - b, range(t, t + 1)), ((t * t, 400),)) for t in range(8)]
    (found,) = join_cases(cases)
    assert found.box.sides["a - b"] == range(8)
    assert value(found, {"a": 11, "b": 6}) == Fraction(25, 400)
