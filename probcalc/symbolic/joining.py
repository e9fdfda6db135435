"""Neighbouring cases that one formula says together.

A case may be no more than what the formula beside it gives there, as the first and the last value of a range often
are. And numbers in a row may lie on one polynomial of low degree, as the sums of two dice do: 1/36, 3/36, 6/36, ... is
x (x + 1) / 72. Both are decided exactly, at every value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial, lcm, prod
from typing import Any, TypeAlias

from probcalc.exact.bounds import TooLarge
from probcalc.symbolic.algebra import Algebra
from probcalc.symbolic.boxes import Box, Side
from probcalc.symbolic.cases import Case, merged
from probcalc.symbolic.counts import unknown
from probcalc.symbolic.weights import Scalar, Weight, lowest_terms

Weighed: TypeAlias = "tuple[tuple[Scalar, int], ...]"
"""Weights over their totals."""

Monomial: TypeAlias = "frozenset[tuple[Hashable, int]]"
"""Unknowns by their keys, each with its exponent."""

Coefficients: TypeAlias = "dict[tuple[int, Monomial], Fraction]"
"""The coefficients of several weights by column and monomial."""

HIGHEST_DEGREE = 3
_MOST_CELLS = 20_000
_MOST_EXTENDED = 400
_MOST_PRODUCTS = 4_000
_LONGEST_PIECE = 12
_MOST_TERMS = 6


def weighed_key(weights: Weighed) -> Hashable:
    """The same for the same polynomials over the same totals."""
    return tuple((weight if isinstance(weight, int) else weight.key(), total) for weight, total in weights)


def joined(cases: Iterable[Case[Weighed]]) -> list[Case[Weighed]]:
    """The cases with neighbours made one wherever one formula holds in both.

    >>> halves = [Case(Box({"n": range(n, n + 1)}), ((n, 2),)) for n in range(5)]
    >>> [(str(case.box), case.content[0][0].evaluate({"n": 3})) for case in joined(halves)]
    [('n from 0 to 4', 3)]
    """
    found = merged(cases, weighed_key)
    names = dict.fromkeys(name for case in found for name, side in case.box.sides.items() if isinstance(side, range))
    if sum(len(case.content) for case in found) > _MOST_CELLS:
        return found
    for name in names:
        if len(found) > 1:
            found = merged(_along(found, name), weighed_key)
    return found


def _along(cases: Sequence[Case[Weighed]], name: str) -> list[Case[Weighed]]:
    """The cases joined along one parameter or sum of parameters."""
    rows: dict[Hashable, list[Case[Weighed]]] = {}
    apart: list[Case[Weighed]] = []
    for case in cases:
        if isinstance(case.box.sides.get(name), range):
            rest = tuple((n, side) for n, side in case.box.sides.items() if n != name)
            rows.setdefault(rest, []).append(case)
        else:
            apart.append(case)
    for row in rows.values():
        row.sort(key=lambda case: case.box.sides[name][0])
        if len(row) <= _MOST_EXTENDED:
            row = _extended(row, name)
        for run in _runs(row, name):
            try:
                apart += _fitted(run, name)
            except TooLarge:
                apart += run
    return apart


def _runs(row: Sequence[Case[Weighed]], name: str) -> list[list[Case[Weighed]]]:
    """The cases of a row in runs without a gap."""
    runs = [[row[0]]]
    for before, case in pairwise(row):
        if before.box.sides[name][-1] + 1 == case.box.sides[name][0]:
            runs[-1].append(case)
        else:
            runs.append([case])
    return runs


# -- a case that the formula beside it covers ----------------------------------------------------------------------


def _extended(row: Sequence[Case[Weighed]], name: str) -> list[Case[Weighed]]:
    found: list[Case[Weighed]] = []
    for case in row:
        found.append(case)
        while len(found) > 1 and (one := _together(found[-2], found[-1], name)) is not None:
            found[-2:] = [one]
    return found


def _together(first: Case[Weighed], second: Case[Weighed], name: str) -> Case[Weighed] | None:
    """Both as one case, when the formula of the longer one gives the other."""
    one, other = first.box.sides[name], second.box.sides[name]
    if name in first.box.sums or one[-1] + 1 != other[0]:
        return None
    both = range(one[0], other[-1] + 1)
    for longer, shorter in ((first, second), (second, first)):
        here = shorter.box.sides[name]
        if len(here) > len(longer.box.sides[name]) or not _depends(longer.content, name):
            continue
        try:
            if weighed_key(_on(longer.content, name, here)) == weighed_key(_on(shorter.content, name, here)):
                return Case(longer.box.with_side(name, both), _on(longer.content, name, both))
        except (TooLarge, ZeroDivisionError):
            continue
    return None


def _depends(content: Weighed, name: str) -> bool:
    return any(isinstance(weight, Weight) and name in weight.known() for weight, _ in content)


def _on(content: Weighed, name: str, side: Side) -> Weighed:
    """The weights where a parameter has these values only."""
    algebra = Algebra(_MOST_PRODUCTS * (len(content) + 1))
    changes = {("parameter", name): unknown(name, side)}  # type: ignore[arg-type]
    found: list[tuple[Scalar, int]] = []
    for weight, total in content:
        top, bottom = weight.replaced(algebra, changes) if isinstance(weight, Weight) else (weight, 1)
        found.append(lowest_terms(top, bottom * total))
    return tuple(found)


# -- numbers in a row that lie on a polynomial ---------------------------------------------------------------------


def _fitted(run: Sequence[Case[Weighed]], name: str) -> list[Case[Weighed]]:
    met: dict[Hashable, Weight] = {}
    rows = [_rows(case, name, met) for case in run] if len(run) > 1 else []
    algebra = Algebra(_MOST_PRODUCTS * sum(len(case.content) for case in run))
    found: list[Case[Weighed]] = []
    first = 0
    while first < len(run):
        last, degree = _reach(rows, first) if rows else (first, 0)
        if degree:
            found.append(_polynomial(run[first : last + 1], rows[first : last + 1], degree, name, met, algebra))
        else:
            found.append(run[first])
        first = last + 1
    return found


def _rows(case: Case[Weighed], name: str, met: dict[Hashable, Weight]) -> list[Coefficients] | None:
    """The coefficients at each value of what is followed; None where there are more than a formula could join.

    `met` takes the unknowns that occur, by their keys.
    """
    side = case.box.sides[name]
    # A formula of many terms has little to gain, and would take long to follow.
    if sum(len(weight) for weight, _ in case.content if isinstance(weight, Weight)) > _MOST_TERMS * len(case.content):
        return None
    inside = {p.name for p in case.box.sums[name].parameters()} if name in case.box.sums else {name}
    if any(isinstance(weight, Weight) and inside & weight.known().keys() for weight, _ in case.content):
        if name in case.box.sums or len(side) > _LONGEST_PIECE:
            return None
        return [_coefficients(_on(case.content, name, range(v, v + 1)), met) for v in side]
    # A level stretch of three lies on no other polynomial than a constant.
    return [_coefficients(case.content, met)] * len(side) if len(side) < 3 else None


def _coefficients(content: Weighed, met: dict[Hashable, Weight]) -> Coefficients:
    found: Coefficients = {}
    for column, (weight, total) in enumerate(content):
        if isinstance(weight, int):
            if weight:
                found[column, frozenset()] = Fraction(weight, total)
            continue
        keys = {}
        for place in weight.places():
            keys[place] = key = weight.algebra.unknowns[place].key
            met.setdefault(key, weight.algebra.to_the(place, 1))
        for monomial, c in weight.terms():
            found[column, frozenset((keys[place], exponent) for place, exponent in monomial)] = Fraction(c, total)
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
    for place in reversed({place: None for value in values for place in value}):
        numbers = [value.get(place, 0) for value in values]
        for _ in range(degree + 1):
            numbers = [after - before for before, after in pairwise(numbers)]
        if any(numbers):
            return False
    return True


def _polynomial(
    run: Sequence[Case[Weighed]],
    rows: Sequence[list[Coefficients] | None],
    degree: int,
    name: str,
    met: Mapping[Hashable, Weight],
    algebra: Algebra,
) -> Case[Weighed]:
    """Newton's formula: with x counted from the first value, the sum of the k-th differences there times C(x, k)."""
    values = [value for row in rows for value in row or ()]
    start, end = run[0].box.sides[name][0], run[-1].box.sides[name][-1]
    box = run[0].box.with_side(name, range(start, end + 1))
    leading = [values[0]]
    rest = values[: degree + 1]
    for _ in range(degree):
        rest = [_difference(one, other) for one, other in pairwise(rest)]
        leading.append(rest[0])
    unknowns = {key: algebra.adopt(weight) for key, weight in met.items()}
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
            term = prod((unknowns[key] ** exponent for key, exponent in monomial), start=powers[k])
            weight = weight + term * int(number * total / factorial(k))
        content.append(lowest_terms(weight, total))
    return Case(box, tuple(content))


def _count(box: Box, name: str) -> Any:
    if name in box.sums:
        return box.sums[name]
    side = box.sides[name]
    assert isinstance(side, range)
    return unknown(name, side)
