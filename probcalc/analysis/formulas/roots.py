"""Where a condition on one free probability holds: exact intervals of it, by the real roots of polynomials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sympy import CRootOf, Expr, Poly, Rational, Symbol, real_roots
from sympy.polys.polytools import intervals

from probcalc.scenarios.errors import InputError
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.quotients import without_inverses
from probcalc.symbolic.ring.replacing import replace_unknowns
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.terms import Terms, factors
from probcalc.symbolic.ring.weights import Weight

HIGHEST_DEGREE = 100


@dataclass(frozen=True, slots=True)
class End:
    """An end of an interval: a fraction, or the root of a polynomial between two fractions.

    Attributes:
        low, high: fractions between which it lies, less than a millionth apart; equal when it is one.
        exact: the number as a SymPy expression: a Rational, a root in radicals, or a CRootOf.
        polynomial: the polynomial that vanishes there, as text; "" for a fraction.
    """

    low: Fraction
    high: Fraction
    exact: Expr
    polynomial: str = ""

    @property
    def fraction(self) -> Fraction | None:
        """The end itself, when it is a fraction."""
        return self.low if self.low == self.high else None

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        name = str(self.exact) if not isinstance(self.exact, CRootOf) else f"root of {self.polynomial}"
        return f"0.{_digits(self.low):06}... ({name})"


def _digits(value: Fraction) -> int:
    return value.numerator * 10**6 // value.denominator


@dataclass(frozen=True, slots=True)
class Interval:
    """All values between two ends, each with whether it belongs to it."""

    low: End
    high: End
    with_low: bool
    with_high: bool

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"{'from' if self.with_low else 'above'} {self.low} {'to' if self.with_high else 'to below'} {self.high}"

    def __contains__(self, value: object) -> bool:
        """Whether a fraction lies in it."""
        if not isinstance(value, (int, Fraction)):
            return False
        exact = Rational(value.numerator, value.denominator)
        above = bool(exact >= self.low.exact) if self.with_low else bool(exact > self.low.exact)
        below = bool(exact <= self.high.exact) if self.with_high else bool(exact < self.high.exact)
        return above and below


def difference(one: Any, other: Any, name: str) -> tuple[Poly, Poly]:
    """One number less another, each exact or a formula, as a quotient of polynomials in the one free probability.

    Raises:
        InputError: when their degree is too high.
    """
    found = one - other
    if isinstance(found, SymbolicValue):
        # Where nothing but a probability is free, a formula has one case.
        (case,) = found.cases
        share = case.content
    else:
        share = Share(*found.as_integer_ratio())
    symbol, weight, whole = Symbol(name), share.weight, 1
    if isinstance(weight, Weight):
        weight, whole = replace_unknowns(Algebra(), weight, {}, written_out=True)
    top, bottom = without_inverses(weight)
    pair = _poly(top, symbol), _poly(bottom, symbol) * (whole * share.total)
    if max(p.degree() for p in pair) > HIGHEST_DEGREE:
        raise InputError(
            f"{name} stands in a polynomial of degree {pair[0].degree()} (limit {HIGHEST_DEGREE}); make fewer rolls",
            name,
        )
    return pair


def _poly(polynomial: Terms, symbol: Symbol) -> Poly:
    terms = {(sum(e for _, e in factors(monomial)),): coefficient for monomial, coefficient in polynomial.items()}
    return Poly.from_dict(terms or {(0,): 0}, symbol)


def where(truth: Callable[[Mapping[Poly, int]], bool], polys: Sequence[Poly]) -> list[Interval]:
    """The intervals of 0 to 1 on which a condition on the signs of polynomials holds.

    `truth` is given the sign of each polynomial: -1, 0 or 1. Between two neighbouring roots no sign changes, and at a
    root of one irreducible factor exactly its multiples vanish.
    """
    factors = _factors(polys)
    points = _points(factors)
    samples = [(one.high + other.low) / 2 for (one, _), (other, _) in pairwise(points)]
    spans = [truth(_signs(polys, sample)) for sample in samples]
    found: list[tuple[bool, int, bool]] = []
    for i, (end, factor) in enumerate(points):
        if end.fraction is not None:
            signs = _signs(polys, end.fraction)
        else:
            signs = _signs(polys, samples[i])
            signs |= {poly: 0 for poly in polys if poly.rem(factor).is_zero}
        found.append((truth(signs), i, True))
        if i < len(spans):
            found.append((spans[i], i, False))
    return _join(found, [end for end, _ in points])


def _factors(polys: Sequence[Poly]) -> list[Poly]:
    distinct: dict[Poly, None] = {}
    for poly in polys:
        if not poly.is_zero and poly.degree() > 0:
            distinct |= {factor: None for factor, _ in poly.factor_list()[1]}
    return list(distinct)


def _points(factors: Sequence[Poly]) -> list[tuple[End, Any]]:
    """0, the roots between and 1, in order, each with the factor that vanishes there."""
    ends: list[tuple[End, Any]] = []
    size = Fraction(1, 10**7)
    while True:
        eps = Rational(size.numerator, size.denominator)
        isolated = intervals(list(factors), inf=0, sup=1, eps=eps) if factors else []
        bounds = [(Fraction(int(a.p), int(a.q)), Fraction(int(b.p), int(b.q))) for (a, b), _ in isolated]
        edges = [(Fraction(0), Fraction(0)), *(b for b in bounds if b[1] > 0 and b[0] < 1), (Fraction(1), Fraction(1))]
        # Strictly apart, so that there is a fraction between any two, and as narrow as the digits that are shown.
        apart = all(one[1] < other[0] for one, other in pairwise(edges))
        if apart and all(_digits(low) == _digits(high) for low, high in bounds):
            break
        size /= 1000
    for (low, high), ((_, _), which) in zip(bounds, isolated, strict=True):
        (number,) = which
        factor = factors[number]
        if low == high:
            ends.append((End(low, high, Rational(low.numerator, low.denominator)), factor))
        else:
            ends.append((End(low, high, _root(factor, low, high), str(factor.as_expr()).replace("**", "^")), factor))
    for edge in (Fraction(0), Fraction(1)):
        if all(end.fraction != edge for end, _ in ends):
            ends.append((End(edge, edge, Rational(edge.numerator, edge.denominator)), None))
    return sorted(ends, key=lambda point: point[0].low)


def _root(factor: Poly, low: Fraction, high: Fraction) -> Expr:
    """The root of an irreducible polynomial in an interval: in radicals up to the second degree."""
    inside = [root for root in real_roots(factor) if low < root < high]
    (root,) = inside
    return root if factor.degree() > 2 or not isinstance(root, CRootOf) else root.doit()


def _signs(polys: Sequence[Poly], at: Fraction) -> dict[Poly, int]:
    values = {poly: poly.eval(Rational(at.numerator, at.denominator)) for poly in polys}
    return {poly: int(bool(value > 0)) - int(bool(value < 0)) for poly, value in values.items()}


def _join(found: Sequence[tuple[bool, int, bool]], ends: Sequence[End]) -> list[Interval]:
    """Neighbouring points and spans on which the condition holds, as intervals."""
    result: list[Interval] = []
    start: tuple[int, bool] | None = None
    last = (0, True)
    for true, i, is_point in [*found, (False, len(ends) - 1, True)]:
        if true:
            start = start or (i, is_point)
            last = i, is_point
        elif start is not None:
            # A span ends at the next point, which does not belong to it.
            stop = last[0] if last[1] else last[0] + 1
            result.append(Interval(ends[start[0]], ends[stop], start[1], last[1]))
            start = None
    return result
