"""`SymbolicDistribution`: outcomes to formulas, with moments, tails and generating function; and sums of its copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import factorial, prod
from typing import Any

from sympy import Expr, Symbol, binomial

from probcalc.exact.arguments import brief, require_function, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import ENDS, Order, are_numbers, is_number
from probcalc.exact.law.outcomes import in_declared_order, in_order
from probcalc.symbolic.cases.by_cases import ByCases
from probcalc.symbolic.cases.case import Case, merge
from probcalc.symbolic.cases.joining import join_cases
from probcalc.symbolic.formulas.case_laws import FormulaLaw
from probcalc.symbolic.formulas.values import SymbolicValue, weight_at
from probcalc.symbolic.reading.arithmetic import Polynomials
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.replacing import adopt
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.writing.display import NamedShares, latex_of_law, text
from probcalc.symbolic.writing.expressions import share_expression
from probcalc.symbolic.writing.tables import CaseTable, table_of


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicDistribution(ByCases[FormulaLaw], Mapping[Any, SymbolicValue]):
    """A law as formulas: `law[outcome]` is a `SymbolicValue`; `subs` gives the `Distribution` at a point.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> wounds = formula("chronopia.melee", {"attacker": "the_cursed", "noa": 1}, free=["armour"])["wounds"]
    >>> print(wounds.mean)
    (260 - 11*s)/400
      with s = clamp(armour - 13, 1, 19) Armour save
    >>> wounds.subs(armour=20)
    Distribution(0: 217/400, 1: 183/400)
    """

    listing: tuple[Any, ...] = ()
    order: Order = ENDS

    # -- as a mapping -------------------------------------------------------------------------------------------

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """Every outcome that is possible somewhere, in order."""
        found = dict.fromkeys((outcome for case in self.cases for outcome in case.content.weights), 1)
        return tuple(in_declared_order(in_order(found), self.listing))

    def __getitem__(self, outcome: Any) -> SymbolicValue:
        asked = brief(outcome) if isinstance(outcome, int) else outcome
        return self._value(f"{self.label} = {asked}", lambda law: law.share(outcome))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.outcomes

    def __repr__(self) -> str:
        return f"<the law of {self.label}, free in {', '.join(self.domain.names)}>"

    def __str__(self) -> str:
        return text(self.named_shares, self)

    @property
    def named_shares(self) -> list[Case[NamedShares]]:
        """What is written of each case: the chance of every outcome that is possible there, and the mean of numbers."""
        outcomes, means = self.outcomes, [f"mean of {self.label}"] * self.is_numeric
        return [
            Case(
                case.box,
                [
                    *((f"P({self.label} = {o})", case.content.share(o)) for o in outcomes if o in case.content.weights),
                    *((name, case.content.mean()) for name in means),
                ],
            )
            for case in self.cases
        ]

    def _value(self, label: str, share: Callable[[FormulaLaw], Share], probability: bool = True) -> SymbolicValue:
        shares = join_cases(Case(case.box, (share(case.content),)) for case in self.cases)
        cases = tuple(Case(case.box, Share(*case.content[0])) for case in shares)
        return SymbolicValue(label, cases, self.domain, self.refused, "probability" if probability else "value")

    # -- numbers ------------------------------------------------------------------------------------------------

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Distribution:
        """The exact law at one point.

        Raises:
            ValueError: for a name that is not free, a value out of its range, one that is missing, or a combination
                that is refused.
        """
        point, law = self.content_at(values, named)
        weights = {o: there for o, w in law.weights.items() if (there := weight_at(w, point, self.domain))}
        whole = {o: weight for o, weight in weights.items() if isinstance(weight, int)}
        if len(whole) == len(weights):
            found = Distribution.from_weights(whole, law.total)
        else:
            found = Distribution({o: Fraction(weight) / law.total for o, weight in weights.items()})
        return found.listed_in(self.listing).in_the_order(self.order)

    # -- events and moments -------------------------------------------------------------------------------------

    def chance(self, condition: Callable[[Any], bool], label: str = "") -> SymbolicValue:
        """P(condition(X))."""
        require_function("chance", condition)
        return self._value(label or f"an event of {self.label}", lambda law: law.of(lambda o: 1 if condition(o) else 0))

    def at_least(self, least: Any) -> SymbolicValue:
        """P(X >= least), with names where the order of the law puts them.

        Raises:
            ValueError: when an outcome, or what is asked for, is neither a number nor a name with a place.
        """
        return self.chance(self.order.reaching(least), f"{self.label} >= {least}")

    def at_most(self, most: Any) -> SymbolicValue:
        """P(X <= most), with names where the order of the law puts them.

        Raises:
            ValueError: when an outcome, or what is asked for, is neither a number nor a name with a place.
        """
        place, highest = self.order.place, self.order.threshold(most)
        return self.chance(lambda o: place(o) <= highest, f"{self.label} <= {most}")

    @property
    def is_numeric(self) -> bool:
        """Whether every outcome is a number."""
        return are_numbers(self.outcomes)

    @property
    def has_order(self) -> bool:
        """Whether every outcome is a number or a name with a place, so that some are higher than others."""
        return all(map(self.order.holds, self.outcomes))

    def expectation(self, value: Callable[[Any], Any], label: str = "") -> SymbolicValue:
        """E[value(X)]."""
        require_function("expectation", value)
        return self._value(label or f"a mean of {self.label}", lambda law: law.of(value), probability=False)

    @property
    def mean(self) -> SymbolicValue:
        """E[X]."""
        self._require_numbers()
        return self._value(f"mean of {self.label}", FormulaLaw.mean, probability=False)

    @property
    def variance(self) -> SymbolicValue:
        """E[X^2] - E[X]^2."""
        self._require_numbers()
        return self._value(f"variance of {self.label}", FormulaLaw.variance, probability=False)

    def factorial_moment(self, k: int) -> SymbolicValue:
        """E[X (X - 1) ... (X - k + 1)], the k-th derivative of the generating function at 1.

        >>> from probcalc.analysis.formulas.formula import formula
        >>> wounds = formula("chronopia.melee", {"noa": 2, "critic": 0, "cc": 11}, free=["armour"])["wounds"]
        >>> wounds.factorial_moment(2).subs(armour=20)
        Fraction(121, 800)
        """
        self._require_numbers()
        k = require_whole("the order of a factorial moment", k)
        label = f"factorial moment {k} of {self.label}"
        return self.expectation(lambda o: prod(o - i for i in range(k)), label)

    def pgf(self, z: str = "z") -> Expr:
        """The probability generating function, the sum of P(X = k) z^k, as a SymPy expression in z and the free names.

        Raises:
            ValueError: when an outcome is no number, z is a free name, or the law has several cases.
        """
        self._require_numbers()
        if not isinstance(z, str):
            raise self.domain.refusal(f"the letter of a generating function is text, not {brief(z)}", "")
        if z in self.domain.names:
            raise self.domain.refusal(f"{z} is free already; give the generating function another letter", z)
        law = self._only_case("a generating function")
        return sum(share_expression(law.share(outcome), self.domain) * Symbol(z) ** outcome for outcome in law.weights)

    @property
    def expr(self) -> dict[Any, Expr]:
        """The probabilities of the outcomes as SymPy expressions."""
        return {outcome: self[outcome].expr for outcome in self}

    def latex(self) -> str:
        """The probabilities of the outcomes in LaTeX, with a line for each letter."""
        return latex_of_law([self[outcome] for outcome in self], self.domain)

    def table(self, mean: bool = False) -> CaseTable:
        """The law by ranges of the free parameters: a row for each piece, a column for each outcome.

        With `mean`, a law over numbers has a column for its mean too.
        """
        outcomes, means = self.outcomes, [f"mean of {self.label}"] * (mean and self.is_numeric)
        cases = [Case(c.box, (*map(c.content.share, outcomes), *(c.content.mean() for _ in means))) for c in self.cases]
        return table_of([*(f"P({self.label} = {o})" for o in outcomes), *means], cases, self.domain)

    # -- more of them -------------------------------------------------------------------------------------------

    def times(self, n: int) -> SymbolicDistribution:
        """The law of the sum of n independent copies, every probability written out.

        Raises:
            ValueError: when an outcome is no number or n is negative.
            TooLarge: when that would be too long.
        """
        self._require_numbers()
        n = require_whole("the number of copies", n)
        if n < 0:
            raise WrongValue(f"the number of copies is 0 or more, not {n}")
        cases = []
        for case in self.cases:
            arithmetic = Polynomials(Algebra())
            law = FormulaLaw(
                {o: adopt(arithmetic.algebra, w) for o, w in case.content.weights.items()}, case.content.total
            )
            weights, total = arithmetic.write_out(dict(law.weights), law.total, n) if n else ({0: 1}, 1)
            cases.append(Case(case.box, FormulaLaw(weights, total, law, n)))
        return SymbolicDistribution(f"{n} x {self.label}", tuple(cases), self.domain, self.refused)

    @property
    def copies(self) -> Copies | None:
        """The same law for any number n of copies, where it is the sum of equal independent laws; else None."""
        ones = [case.content.one for case in self.cases]
        if not ones or None in ones:
            return None
        cases = merge((Case(c.box, c.content.one) for c in self.cases if c.content.one), FormulaLaw.key)
        one = SymbolicDistribution(f"{self.label} of one", tuple(cases), self.domain, self.refused)
        return Copies(one, Symbol("n" if "n" not in self.domain.names else "N"))

    def _only_case(self, what: str) -> FormulaLaw:
        if len(self.cases) != 1:
            line = f"{self.label} has {len(self.cases)} cases here, and {what} is for one; leave fewer names free"
            raise self.domain.refusal(line, self.domain.names[0])
        return self.cases[0].content

    def _require_numbers(self) -> None:
        for outcome in self.outcomes:
            if not is_number(outcome):
                raise self.domain.refusal(f"{self.label} has the outcome {outcome}, which is no number", self.label)


@dataclass(frozen=True, slots=True, eq=False)
class Copies:
    """The sum of n independent copies of `one`; the generating function is G(z)^n.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> f = formula("tide_of_battle.melee", {"models": 3}, free=["p = To hit", "q = To injure"])
    >>> copies = f["hit_points_lost"].copies
    >>> copies.mean, copies.probability(2)
    (n*p*q, p**2*q**2*(-p*q + 1)**(n - 2)*binomial(n, 2))
    >>> copies.factorial_moment(2)
    n*p**2*q**2*(n - 1)
    """

    one: SymbolicDistribution
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
        return self.one.subs(self.one.domain.gather(values, named)).repeat(n)


def _choose(k: int, x: int) -> Fraction:
    return Fraction(prod(x - i for i in range(k)), factorial(k))
