"""`SymbolicValue`: an exact probability, mean or number as a formula by cases."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

from probcalc.symbolic.algebra import Algebra
from probcalc.symbolic.cases import Case, merged
from probcalc.symbolic.domain import Domain
from probcalc.symbolic.weights import Scalar, Weight, lowest_terms

if TYPE_CHECKING:
    from sympy import Expr

    from probcalc.symbolic.tables import CaseTable

T = TypeVar("T")
Kind: TypeAlias = Literal["probability", "number", "value"]


class Share(NamedTuple):
    """weight / total in one case."""

    weight: Scalar
    total: int

    def key(self) -> Hashable:
        """The same for the same polynomial over the same total."""
        return (self.weight if isinstance(self.weight, int) else self.weight.key()), self.total

    @property
    def algebra(self) -> Algebra | None:
        """Where its unknowns are known; None for a number."""
        return self.weight.algebra if isinstance(self.weight, Weight) else None


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicValue:
    """An exact value as a formula in what is left free; `label` is its name, `cases` say where which formula holds.

    >>> from probcalc.analysis.formula import formula
    >>> cursed = {"attacker": "the_cursed", "noa": 1, "critic": 0}
    >>> slain = formula("chronopia.melee", cursed, free=["cc", "armour"])["slain"]
    >>> print(slain)
    h*(20 - s)/400
      with h = min(cc, 19)               Test to hit: success
           s = clamp(armour - 13, 1, 19) Armour save
    >>> slain.subs(cc=11, armour=20)
    Fraction(143, 400)
    """

    label: str
    cases: tuple[Case[Share], ...]
    domain: Domain
    refused: tuple[Case[str], ...] = ()
    kind: Kind = "value"

    # -- numbers ------------------------------------------------------------------------------------------------

    @property
    def free(self) -> dict[str, str]:
        """What is free, with the values allowed."""
        return {name: self.domain.allowed(name) for name in self.domain.names}

    @property
    def needed(self) -> tuple[str, ...]:
        """What the value really depends on."""
        names: set[str] = set()
        for case in self.cases:
            weight = case.content.weight
            if isinstance(weight, Weight):
                names |= weight.known().keys() | weight.chances()
        for case in self.cases:
            for name in self.domain.narrowed(case.box):
                names |= case.box.sums[name].known().keys() if name in case.box.sums else {name}
        return tuple(name for name in self.domain.names if name in names)

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Any:
        """The exact value at one point: a Fraction, or an int for a number.

        Two underscores stand for a dot in a name: hit__target=4 is hit.target.

        Raises:
            ValueError: for a name that is not free, a value out of its range, one that is missing, or a combination
                that is refused.
        """
        point = self.domain.point({**(values or {}), **named}, self.needed)
        case = case_at(self.cases, point)
        if case is None:
            raise refusal_at(self.refused, self.domain, point, self.label)
        value = evaluated(case.content, point, self.domain)
        return int(value) if self.kind == "number" and value.denominator == 1 else value

    def curve(self, over: str, /, **others: Any) -> list[tuple[Any, Fraction]]:
        """The value at every allowed value of one free parameter, the others given; refused values are left out."""
        found = []
        for value in self.domain.values(over):
            point = self.domain.point({**others, over: value}, self.needed)
            if case_at(self.cases, point) is not None:
                found.append((value, self.subs(point)))
        return found

    # -- formulas -----------------------------------------------------------------------------------------------

    @property
    def expr(self) -> Expr:
        """The formula as a SymPy expression in the free names; limits are Min and Max, cases Piecewise."""
        from probcalc.symbolic.expressions import expression

        return expression(self)

    def latex(self) -> str:
        """The formula in LaTeX, with a line for each letter."""
        from probcalc.symbolic.display import latex

        return latex(self)

    def table(self) -> CaseTable:
        """The formula by ranges of the free parameters, with a row for each piece between two bends."""
        from probcalc.symbolic.tables import table

        return table(self)

    def __str__(self) -> str:
        from probcalc.symbolic.display import text

        return text(self)

    def __repr__(self) -> str:
        return f"<{self.label}, free in {', '.join(self.needed) or 'nothing'}>"

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> SymbolicValue:
        return self._with(other, "+", _added)

    def __sub__(self, other: Any) -> SymbolicValue:
        return self._with(other, "-", lambda a, b: _added(a, Share(-b.weight, b.total)))

    def __mul__(self, other: Any) -> SymbolicValue:
        return self._with(other, "*", lambda a, b: Share(*lowest_terms(a.weight * b.weight, a.total * b.total)))

    def __rsub__(self, other: Any) -> SymbolicValue:
        return (-self).__add__(other)

    def __neg__(self) -> SymbolicValue:
        cases = tuple(Case(c.box, Share(-c.content.weight, c.content.total)) for c in self.cases)
        return SymbolicValue(f"-({self.label})", cases, self.domain, self.refused)

    __radd__ = __add__
    __rmul__ = __mul__

    def _with(self, other: Any, sign: str, operation: Callable[[Share, Share], Share]) -> SymbolicValue:
        if isinstance(other, (int, Fraction)):
            number = Share(other.numerator, other.denominator)
            cases = [Case(case.box, operation(case.content, number)) for case in self.cases]
            return SymbolicValue(f"{self.label} {sign} {other}", tuple(cases), self.domain, self.refused)
        if not isinstance(other, SymbolicValue):
            raise TypeError(f"{self.label} {sign} {other!r}: only numbers and formulas can be combined")
        if other.domain != self.domain:
            raise ValueError(f"{self.label} and {other.label} are not free in the same names and ranges")
        cases = combined(self.cases, other.cases, operation)
        refused = self.refused + other.refused
        return SymbolicValue(f"{self.label} {sign} {other.label}", tuple(cases), self.domain, refused)

    # -- what a step is worth -----------------------------------------------------------------------------------

    def derivative(self, chance: str) -> SymbolicValue:
        """The derivative by a free probability.

        Raises:
            ValueError: when the name is no free probability; for a parameter there is `difference`.
        """
        from probcalc.symbolic.calculus import derivative

        if chance not in self.domain.probabilities:
            hint = "; take its difference" if chance in self.domain.parameters else ""
            raise self.domain.refusal(f"{chance} is no free probability{hint}", chance)
        cases = tuple(Case(case.box, derivative(case.content, chance)) for case in self.cases)
        return SymbolicValue(f"d({self.label})/d{chance}", cases, self.domain, self.refused)

    def difference(self, parameter: str, by: int = 1) -> SymbolicValue:
        """What `by` more of a free parameter is worth: the value there minus the value here.

        Raises:
            ValueError: when the name is no free whole number, or has no two values so far apart.
        """
        from probcalc.symbolic.calculus import difference

        return difference(self, parameter, by)


def case_at(cases: Iterable[Case[T]], point: Mapping[str, Any]) -> Case[T] | None:
    """The case in which a point lies, if there is one."""
    return next((case for case in cases if case.box.holds(point)), None)


def refusal_at(refused: Iterable[Case[str]], domain: Domain, point: Mapping[str, Any], label: str) -> ValueError:
    """The error for a point at which there is no value."""
    why = case_at(refused, point)
    line = domain.reason(point, why.content) if why else f"there is no {label} here"
    return domain.refusal(line, next(iter(point), ""))


def evaluated(share: Share, point: Mapping[str, Any], domain: Domain) -> Fraction:
    """The number that a share is at a point.

    Raises:
        ValueError: where something is taken as known that cannot happen there.
    """
    if isinstance(share.weight, int):
        return Fraction(share.weight, share.total)
    try:
        return Fraction(share.weight.evaluate(point)) / share.total
    except ZeroDivisionError:
        line = "the condition never holds, so nothing can be known given it"
        raise domain.refusal(line, next(iter(point), "")) from None


def _added(a: Share, b: Share) -> Share:
    return Share(*lowest_terms(a.weight * b.total + b.weight * a.total, a.total * b.total))


def combined(
    mine: tuple[Case[Share], ...], theirs: tuple[Case[Share], ...], operation: Callable[[Share, Share], Share]
) -> list[Case[Share]]:
    """The cases of an operation on two values: wherever a case of each holds."""
    found = []
    for case in mine:
        for other in theirs:
            box = case.box.common(other.box)
            if box is not None:
                found.append(Case(box, operation(*in_one_algebra(case.content, other.content))))
    return merged(found, Share.key)


def in_one_algebra(*shares: Share) -> list[Share]:
    """Shares with their unknowns in one algebra, made for them."""
    algebra = Algebra()
    return [Share(algebra.adopt(share.weight), share.total) for share in shares]
