"""Formulas as SymPy expressions: limits are Min and Max, cases are Piecewise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import And, Eq, Expr, Integer, Max, Min, Mul, Or, Piecewise, Rational, Symbol

from probcalc.symbolic.cases.boxes import Box, Side, value_text
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.counts.linear import Atom, FreeParameter, Limited, LinearForm, Smaller
from probcalc.symbolic.ring.algebra import Algebra, algebra_of
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Chance, Named
from probcalc.symbolic.writing.tidying import Quotient, SumForm, Tidier


def expression(cases: Sequence[Case[Share]], domain: Domain) -> Expr:
    """A value by cases as one expression in its free names."""
    pieces = [(share_expression(case.content, domain), condition(case.box, domain)) for case in cases]
    return pieces[0][0] if len(pieces) == 1 else Piecewise(*pieces)


def share_expression(share: Share, domain: Domain) -> Expr:
    """A share as an expression, in the form that reads best."""
    if isinstance(share.weight, int):
        return Rational(share.weight, share.total)
    algebra = algebra_of(share.weight)
    expressions = _Expressions(algebra, Tidier(algebra, domain.middle()))
    return expressions.quotient(expressions.tidier.quotient(share.weight, share.total))


class _Expressions:
    """Expressions for the unknowns of one algebra, each made once."""

    def __init__(self, algebra: Algebra, tidier: Tidier) -> None:
        self._algebra, self.tidier = algebra, tidier
        self._known: dict[int, Expr] = {}

    def quotient(self, quotient: Quotient) -> Expr:
        """A quotient in its form."""
        found = self._sum(quotient.top) / quotient.whole
        if quotient.bottom is not None:
            found = found / self._sum(quotient.bottom)
        return 1 - found if quotient.from_one else found

    def _sum(self, form: SumForm) -> Expr:
        found: Any = Integer(0)
        for term in form.terms:
            factors = [(self._unknown(f) if isinstance(f, int) else self._sum(f)) ** e for f, e in term.factors]
            found += Mul(Integer(term.coefficient), *factors)
        return found

    def _unknown(self, place: int) -> Expr:
        if place not in self._known:
            one = self._algebra.unknowns[place]
            if isinstance(one, Chance):
                found = Symbol(one.name)
            elif isinstance(one, Named):
                found = self.quotient(self.tidier.quotient(one.numerator, one.denominator))
            else:
                assert isinstance(one, Atom)
                found = atom_expression(one)
            self._known[place] = found
        return self._known[place]


def atom_expression(atom: Atom) -> Expr:
    """A parameter, limited count or smaller of two counts as an expression."""
    if isinstance(atom, FreeParameter):
        return Symbol(atom.name)
    if isinstance(atom, Smaller):
        return Min(form_expression(atom.one), form_expression(atom.other))
    assert isinstance(atom, Limited)
    inside = form_expression(atom.of)
    if atom.high is not None:
        inside = Min(atom.high, inside)
    return inside if atom.low is None else Max(atom.low, inside)


def form_expression(form: LinearForm) -> Expr:
    """A linear form as an expression."""
    return sum((c * atom_expression(atom) for atom, c in form.terms), Integer(form.constant))


def condition(box: Box, domain: Domain) -> Any:
    """Where a case holds, as a condition on the free names."""
    parts = [
        _within(form_expression(box.sums[name]) if name in box.sums else Symbol(name), side)
        for name, side in domain.narrowed_sides(box).items()
    ]
    return And(*parts) if parts else True


def _within(symbol: Expr, side: Side) -> Any:
    if isinstance(side, range) and len(side) > 1:
        return And(symbol >= side[0], symbol <= side[-1])
    return Or(*(Eq(symbol, v if type(v) is int else Symbol(value_text(v))) for v in side))
