"""The sum of n independent copies of a law, for a symbolic n: moments, generating function, binomial form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import factorial, prod
from typing import Any, Generic, Protocol, TypeVar

from sympy import Expr, Symbol, binomial

from probcalc.exact.law.distribution import Distribution
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.formulas.values import SymbolicValue


class OneCopy(Protocol):
    """What is asked of the law of one copy."""

    @property
    def label(self) -> str:
        """What it is the law of."""

    @property
    def domain(self) -> Domain:
        """What it is free in."""

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """Every outcome, in order."""

    @property
    def mean(self) -> SymbolicValue:
        """E[X]."""

    @property
    def variance(self) -> SymbolicValue:
        """E[X^2] - E[X]^2."""

    def __getitem__(self, outcome: Any) -> SymbolicValue:
        """P(X = outcome)."""

    def expectation(self, value: Callable[[Any], Any]) -> SymbolicValue:
        """E[value(X)]."""

    def pgf(self, z: str) -> Expr:
        """The probability generating function."""

    def subs(self, values: Mapping[str, Any]) -> Distribution:
        """The exact law at one point."""


L = TypeVar("L", bound=OneCopy)


@dataclass(frozen=True, slots=True, eq=False)
class Copies(Generic[L]):
    """The sum of n independent copies of `one`; the generating function is G(z)^n.

    >>> from probcalc.analysis.formula import formula
    >>> f = formula("tide_of_battle.melee", {"models": 3}, free=["p = To hit", "q = To injure"])
    >>> copies = f["hit_points_lost"].copies
    >>> copies.mean, copies.probability(2)
    (n*p*q, p**2*q**2*(-p*q + 1)**(n - 2)*binomial(n, 2))
    >>> copies.factorial_moment(2)
    n*p**2*q**2*(n - 1)
    """

    one: L
    n: Symbol

    @property
    def mean(self) -> Expr:
        """The mean, n G'(1)."""
        return self.n * self.one.mean.expr

    @property
    def variance(self) -> Expr:
        """The variance, n times that of one."""
        return self.n * self.one.variance.expr

    def pgf(self, z: str = "z") -> Expr:
        """G(z)^n."""
        return self.one.pgf(z) ** self.n

    def factorial_moment(self, k: int) -> Expr:
        """The k-th derivative of G(z)^n at 1, by the recurrence of the power series of G(1 + t)^n.

        With g_i = E[C(X, i)] of one copy and c_0 = 1, j c_j = sum over i = 1..j of (i (n + 1) - j) g_i c_(j - i),
        and the k-th factorial moment is k! c_k.
        """
        g = [1, *(self.one.expectation(partial(_choose, i)).expr for i in range(1, k + 1))]
        c: list[Any] = [1]
        for j in range(1, k + 1):
            c.append(sum((i * (self.n + 1) - j) * g[i] * c[j - i] for i in range(1, j + 1)) / j)
        return factorial(k) * c[k]

    @property
    def is_binomial(self) -> bool:
        """Whether one copy is 0 or one other number, so that the law is binomial."""
        outcomes = self.one.outcomes
        return len(outcomes) == 2 and outcomes[0] == 0

    def probability(self, k: Any) -> Expr:
        """P(X = k) in closed form, C(n, k) p^k (1 - p)^(n - k), where one copy is 0 or 1.

        Raises:
            ValueError: when the law is not binomial.
        """
        if not self.is_binomial or self.one.outcomes[1] != 1:
            line = f"{self.one.label} is not 0 or 1, so its copies have no binomial form; there are the moments"
            raise self.one.domain.refusal(line, self.one.label)
        p = self.one[1].expr
        return binomial(self.n, k) * p**k * (1 - p) ** (self.n - k)

    def subs(self, n: int, values: Mapping[str, Any] | None = None, /, **named: Any) -> Distribution:
        """The exact law of n copies at one point."""
        return self.one.subs(self.one.domain.together(values, named)).repeat(n)


def _choose(k: int, x: int) -> Fraction:
    return Fraction(prod(x - i for i in range(k)), factorial(k))
