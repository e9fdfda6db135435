"""Numbers in a row that lie on one polynomial of low degree, as the sums of two dice do.

1/36, 3/36, 6/36, ... is x (x + 1) / 72. Whether values lie on a polynomial is asked of their differences.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial, lcm
from typing import Any, TypeAlias

from probcalc.symbolic.cases.boxes import Box, Side
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.replacing import adopt, replace_unknowns
from probcalc.symbolic.ring.weights import Scalar, Weight, lowest_terms

Shares: TypeAlias = "tuple[tuple[Scalar, int], ...]"
"""Weights over their totals."""

Monomial: TypeAlias = "tuple[tuple[int, int], ...]"
"""Generators of one algebra by number, each with its exponent."""

Coefficients: TypeAlias = "dict[tuple[int, Monomial], Fraction]"
"""The coefficients of several weights by column and monomial."""


HIGHEST_DEGREE = 3
_MOST_PRODUCTS = 4_000
_LONGEST_PIECE = 12
_MOST_TERMS = 6


def restrict(content: Shares, name: str, side: Side) -> Shares:
    """The weights where a parameter has these values only."""
    algebra = Algebra(_MOST_PRODUCTS * (len(content) + 1))
    changes = {("parameter", name): unknown(name, side)}  # type: ignore[arg-type]
    found: list[tuple[Scalar, int]] = []
    for weight, total in content:
        top, bottom = replace_unknowns(algebra, weight, changes) if isinstance(weight, Weight) else (weight, 1)
        found.append(lowest_terms(top, bottom * total))
    return tuple(found)


def fit(run: Sequence[Case[Shares]], name: str) -> list[Case[Shares]]:
    """The cases of a run without gaps, with those made one that lie on a polynomial along a parameter or sum.

    >>> run = [Case(Box({"n": range(n, n + 1)}), ((n * n, 9),)) for n in range(8)]
    >>> [(str(case.box), case.content[0][0].evaluate({"n": 7})) for case in fit(run, "n")]
    [('n from 0 to 7', 49)]
    """
    algebra = Algebra(_MOST_PRODUCTS * sum(len(case.content) for case in run))
    rows = [_rows(case, name, algebra) for case in run] if len(run) > 1 else []
    found: list[Case[Shares]] = []
    first = 0
    while first < len(run):
        last, degree = _reach(rows, first) if rows else (first, 0)
        if degree:
            found.append(_polynomial(run[first : last + 1], rows[first : last + 1], degree, name, algebra))
        else:
            found.append(run[first])
        first = last + 1
    return found


def _rows(case: Case[Shares], name: str, algebra: Algebra) -> list[Coefficients] | None:
    """The coefficients at each value of what is followed; None where there are more than a formula could join."""
    side = case.box.sides[name]
    # A formula of many terms has little to gain, and would take long to follow.
    if sum(len(weight) for weight, _ in case.content if isinstance(weight, Weight)) > _MOST_TERMS * len(case.content):
        return None
    inside = {p.name for p in case.box.sums[name].parameters()} if name in case.box.sums else {name}
    if any(isinstance(weight, Weight) and inside & weight.ranges().keys() for weight, _ in case.content):
        if name in case.box.sums or len(side) > _LONGEST_PIECE:
            return None
        return [_coefficients(restrict(case.content, name, range(v, v + 1)), algebra) for v in side]
    # A level stretch of three lies on no other polynomial than a constant.
    return [_coefficients(case.content, algebra)] * len(side) if len(side) < 3 else None


def _coefficients(content: Shares, algebra: Algebra) -> Coefficients:
    found: Coefficients = {}
    for column, (weight, total) in enumerate(content):
        if isinstance(weight, Weight):
            here = adopt(algebra, weight)
            terms = here.terms() if isinstance(here, Weight) else [((), here)]
            found |= {(column, monomial): Fraction(c, total) for monomial, c in terms if c}
        elif weight:
            found[column, ()] = Fraction(weight, total)
    return found


def _reach(rows: Sequence[list[Coefficients] | None], first: int) -> tuple[int, int]:
    """How far the cases from one on lie on a polynomial, and its degree; 0 where a formula would say no more."""
    for degree in range(1, HIGHEST_DEGREE + 1):
        values: list[Coefficients] = []
        last = first - 1
        for row in rows[first:]:
            if row is None:
                break
            longer = [*values, *row]
            if not _lies_on(longer[-degree - 1 - len(row) :], degree):
                break
            values, last = longer, last + 1
        if len(values) >= 2 * (degree + 1) and last > first:
            return last, degree
    return first, 0


def _difference(one: Coefficients, other: Coefficients) -> Coefficients:
    places = one.keys() | other.keys()
    found = {place: other.get(place, Fraction(0)) - one.get(place, Fraction(0)) for place in places}
    return {place: number for place, number in found.items() if number}


def _lies_on(values: Sequence[Coefficients], degree: int) -> bool:
    """Whether values in a row have no difference beyond the degree."""
    if len(values) < degree + 2:
        return True
    # Place by place: the first that does not is reason enough. Neighbours differ in late turns before early ones.
    places = reversed({place: None for value in values for place in value})
    return not any(any(_differences([value.get(place, 0) for value in values], degree)) for place in places)


def _differences(numbers: list[Any], degree: int) -> list[Any]:
    """The differences of numbers in a row, one more often than the degree."""
    for _ in range(degree + 1):
        numbers = [after - before for before, after in pairwise(numbers)]
    return numbers


def _polynomial(
    run: Sequence[Case[Shares]], rows: Sequence[list[Coefficients] | None], degree: int, name: str, algebra: Algebra
) -> Case[Shares]:
    """Newton's formula: with x counted from the first value, the sum of the k-th differences there times C(x, k)."""
    values = [value for row in rows for value in row or ()]
    start, end = run[0].box.sides[name][0], run[-1].box.sides[name][-1]
    box = run[0].box.with_side(name, range(start, end + 1))
    leading = [values[0]]
    rest = values[: degree + 1]
    for _ in range(degree):
        rest = [_difference(one, other) for one, other in pairwise(rest)]
        leading.append(rest[0])
    x = algebra.count(_count(box, name) - start)
    powers: list[Any] = [1]
    for k in range(degree):
        powers.append(powers[-1] * (x - k))
    content: list[tuple[Scalar, int]] = []
    for column in range(len(run[0].content)):
        terms = [(k, m, number) for k, one in enumerate(leading) for (c, m), number in one.items() if c == column]
        total = lcm(*(number.denominator for _, _, number in terms)) * factorial(degree)
        weight: Any = 0
        for k, monomial, number in terms:
            weight = weight + powers[k] * algebra.product(monomial) * int(number * total / factorial(k))
        content.append(lowest_terms(weight, total))
    return Case(box, tuple(content))


def _count(box: Box, name: str) -> Any:
    if name in box.sums:
        return box.sums[name]
    side = box.sides[name]
    assert isinstance(side, range)
    return unknown(name, side)
