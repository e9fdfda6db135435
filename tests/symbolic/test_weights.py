"""Polynomials agree with numbers, whatever they are made of."""

from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.multinomials import multinomial
from probcalc.symbolic.ring.replacing import adopt
from probcalc.symbolic.ring.weights import Chance, Weight, content

POINTS = st.tuples(st.fractions(-3, 3, max_denominator=5), st.fractions(-3, 3, max_denominator=5))
ROWS = st.lists(st.integers(-6, 6), max_size=14)


def free():
    algebra = Algebra()
    return algebra, algebra.generator(Chance("p")), algebra.generator(Chance("q"))


def summed(generator, row):
    """The polynomial with these coefficients, term by term."""
    return sum((generator**power * c for power, c in enumerate(row) if c), start=0)


def value(weight, point):
    return weight.evaluate({"p": point[0], "q": point[1]}) if isinstance(weight, Weight) else weight


@given(ROWS, ROWS, POINTS, st.integers(0, 4), st.integers(1, 5), st.booleans())
def test_every_operation_agrees_with_numbers(first, second, point, power, factor, in_two):
    _, p, q = free()
    a, b = summed(p, first), summed(q if in_two else p, second)
    x, y = value(a, point), value(b, point)
    assert x == sum(c * point[0] ** i for i, c in enumerate(first))
    for found, expected in (
        (a + b, x + y),
        (a - b, x - y),
        (a * b, x * y),
        (-a, -x),
        (a * factor, x * factor),
        (a + factor, x + factor),
        (factor - a, factor - x),
        (a**power, x**power),
        ((a * factor) // factor, x),
    ):
        assert value(found, point) == expected


@given(ROWS, ROWS)
def test_the_same_polynomial_has_one_key_however_it_was_made(first, second):
    _, p, q = free()
    a, b = summed(p, first), summed(p, second)
    other = (a + q) - (q - b)
    assume(isinstance(other, Weight))
    assert other.key() == (a + b).key()
    assert other == a + b
    assert dict(other.terms()) == dict((a + b).terms())
    assert len(other) == len(a + b) == len(other.terms())
    assert content(other) == content(a + b)


@given(ROWS, POINTS)
def test_a_derivative_lowers_every_power(row, point):
    _, p, q = free()
    a = summed(p, row)
    assume(isinstance(a, Weight))
    slope = sum(i * c * point[0] ** (i - 1) for i, c in enumerate(row) if i)
    assert value(a.partial(0), point) == slope
    assert a.partial(1) == 0
    assert value((a + q).partial(0), point) == slope


@given(
    st.dictionaries(st.integers(-3, 4), st.tuples(st.integers(1, 4), st.integers(0, 2), st.integers(0, 2)), min_size=2,
                    max_size=4),
    st.integers(2, 7),
    POINTS,
)  # fmt: skip
def test_sums_of_single_terms_are_the_powers_of_their_law(terms, n, point):
    algebra, p, q = free()
    law = {outcome: p**i * q**j * c for outcome, (c, i, j) in terms.items()}
    numbers = {outcome: value(weight, point) for outcome, weight in law.items()}
    assume(all(numbers.values()))
    expected = {0: Fraction(1)}
    for _ in range(n):
        longer = {}
        for x, weight in expected.items():
            for y, more in numbers.items():
                longer[x + y] = longer.get(x + y, 0) + weight * more
        expected = longer
    found = multinomial(algebra, list(law.items()), n)
    assert {outcome: value(weight, point) for outcome, weight in found.items()} == expected
    assert list(found) == sorted(found)


@given(ROWS, ROWS, POINTS)
def test_a_weight_is_the_same_in_another_reading(first, second, point):
    _, p, q = free()
    there = Algebra()
    # The unknowns are met in another order there.
    there.generator(Chance("q"))
    for weight in (summed(p, first), summed(p, first) * summed(q, second), summed(p, first) + summed(q, second)):
        found = adopt(there, weight)
        assert value(found, point) == value(weight, point)
        if isinstance(weight, Weight):
            assert found.key() == weight.key()
            assert found.algebra is there


def test_readings_that_come_and_go_keep_their_unknowns_apart():
    common = Algebra()
    for turn in range(60):
        # The algebra of one turn is gone in the next, and its place in memory taken by another.
        name = "pqr"[turn % 3]
        weight = Algebra().generator(Chance(name)) * 2 + 5
        assert adopt(common, weight).chances() == {name}
