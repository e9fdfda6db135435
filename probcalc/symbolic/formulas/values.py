"""`SymbolicValue`: an exact probability, mean or number as a formula by cases, with its derivatives and differences."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal, TypeAlias

from sympy import Expr

from probcalc.exact.arguments import brief, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.by_cases import ByCases
from probcalc.symbolic.cases.case import Case, merge
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.counts.linear import Key
from probcalc.symbolic.ring.algebra import Algebra, algebra_of
from probcalc.symbolic.ring.replacing import adopt, replace_unknowns
from probcalc.symbolic.ring.shares import Share, in_one_algebra
from probcalc.symbolic.ring.weights import Chance, Inverse, Named, Scalar, Weight, lowest_terms
from probcalc.symbolic.writing.display import NamedShares, latex_of_law, text
from probcalc.symbolic.writing.expressions import expression
from probcalc.symbolic.writing.tables import CaseTable, table_of

ValueKind: TypeAlias = Literal["probability", "number", "value"]


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicValue(ByCases[Share]):
    """An exact value as a formula in what is left free; `label` is its name, `cases` say where which formula holds.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> cursed = {"attacker": "the_cursed", "noa": 1, "critic": 0}
    >>> slain = formula("chronopia.melee", cursed, free=["cc", "armour"])["slain"]
    >>> print(slain)
    h*(20 - s)/400
      with h = min(cc, 19)               Test to hit: success
           s = clamp(armour - 13, 1, 19) Armour save
    >>> slain.subs(cc=11, armour=20)
    Fraction(143, 400)
    """

    kind: ValueKind = "value"

    # -- numbers ------------------------------------------------------------------------------------------------

    @property
    def is_chance(self) -> bool:
        """Whether it is a probability."""
        return self.kind == "probability"

    @property
    def names_needed(self) -> tuple[str, ...]:
        """What the value really depends on."""
        names: set[str] = set()
        for case in self.cases:
            weight = case.content.weight
            if isinstance(weight, Weight):
                names |= weight.ranges().keys() | weight.chances()
        for case in self.cases:
            for name in self.domain.narrowed_sides(case.box):
                names |= case.box.sums[name].ranges().keys() if name in case.box.sums else {name}
        return tuple(name for name in self.domain.names if name in names)

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> Any:
        """The exact value at one point: a Fraction, or an int for a number.

        Two underscores stand for a dot in a name: hit__target=4 is hit.target.

        Raises:
            ValueError: for a name that is not free, a value out of its range, one that is missing, or a combination
                that is refused.
        """
        point, share = self.content_at(values, named, self.names_needed)
        value = Fraction(weight_at(share.weight, point, self.domain)) / share.total
        return int(value) if self.kind == "number" and value.denominator == 1 else value

    def curve(self, over: str, /, **others: Any) -> list[tuple[Any, Fraction]]:
        """The value at every allowed value of one free parameter, the others given; refused values are left out."""
        found = []
        for value in self.domain.values(over):
            point = self.domain.point({**others, over: value}, self.names_needed)
            if self.holds(point):
                found.append((value, self.subs(point)))
        return found

    # -- formulas -----------------------------------------------------------------------------------------------

    @property
    def expr(self) -> Expr:
        """The formula as a SymPy expression in the free names; limits are Min and Max, cases Piecewise."""
        return expression(self.cases, self.domain)

    @property
    def named_shares(self) -> list[Case[NamedShares]]:
        """What is written of each case: its formula, which needs no name."""
        return [Case(case.box, [("", case.content)]) for case in self.cases]

    def latex(self) -> str:
        """The formula in LaTeX, with a line for each letter."""
        return latex_of_law([self], self.domain)

    def table(self) -> CaseTable:
        """The formula by ranges of the free parameters, with a row for each piece between two bends."""
        return table_of([self.label], [Case(case.box, (case.content,)) for case in self.cases], self.domain)

    def __str__(self) -> str:
        return text(self.named_shares, self)

    def __repr__(self) -> str:
        return f"<{self.label}, free in {', '.join(self.names_needed) or 'nothing'}>"

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> SymbolicValue:
        return self._with(other, "+", operator.add)

    def __sub__(self, other: Any) -> SymbolicValue:
        return self._with(other, "-", operator.sub)

    def __mul__(self, other: Any) -> SymbolicValue:
        return self._with(other, "*", operator.mul)

    def __rsub__(self, other: Any) -> SymbolicValue:
        return (-self).__add__(other)

    def __neg__(self) -> SymbolicValue:
        cases = tuple(Case(c.box, -c.content) for c in self.cases)
        return SymbolicValue(f"-({self.label})", cases, self.domain, self.refused)

    __radd__ = __add__
    __rmul__ = __mul__

    def _with(self, other: Any, sign: str, operation: Callable[[Share, Share], Share]) -> SymbolicValue:
        if isinstance(other, (int, Fraction)):
            number = Share(other.numerator, other.denominator)
            cases = [Case(case.box, operation(case.content, number)) for case in self.cases]
            return SymbolicValue(f"{self.label} {sign} {other}", tuple(cases), self.domain, self.refused)
        if not isinstance(other, SymbolicValue):
            raise TypeError(f"{self.label} {sign} {brief(other)}: only numbers and formulas can be combined")
        if other.domain != self.domain:
            raise WrongValue(f"{self.label} and {other.label} are not free in the same names and ranges")
        pairs = [(one.box.common(two.box), one.content, two.content) for one in self.cases for two in other.cases]
        found = [Case(box, operation(*in_one_algebra(a, b))) for box, a, b in pairs if box is not None]
        label, refused = f"{self.label} {sign} {other.label}", self.refused + other.refused
        return SymbolicValue(label, tuple(merge(found, Share.key)), self.domain, refused)

    # -- what a step is worth -----------------------------------------------------------------------------------

    def derivative(self, chance: str) -> SymbolicValue:
        """The derivative by a free probability.

        Raises:
            ValueError: when the name is no free probability; for a parameter there is `difference`.
        """
        if not isinstance(chance, str) or chance not in self.domain.probabilities:
            chance = chance if isinstance(chance, str) else brief(chance)
            hint = "; take its difference" if chance in self.domain.parameters else ""
            raise self.domain.refusal(f"{chance} is no free probability{hint}", chance)
        cases = tuple(Case(case.box, derivative(case.content, chance)) for case in self.cases)
        return SymbolicValue(f"d({self.label})/d{chance}", cases, self.domain, self.refused)

    def difference(self, parameter: str, by: int = 1) -> SymbolicValue:
        """What `by` more of a free parameter is worth: the value there minus the value here.

        Raises:
            ValueError: when the name is no free whole number, or has no two values so far apart.
        """
        if not isinstance(parameter, str):
            raise self.domain.refusal(f"a free parameter is named by a text, not by {brief(parameter)}", "")
        by = require_whole("the step", by)
        sides = [side for side in self.domain.parameters.get(parameter, ()) if isinstance(side, range)]
        if not sides or by == 0 or abs(by) >= len(sides[0]):
            allowed = (
                f"{parameter} may be {self.domain.values_in_words(parameter)}"
                if sides
                else f"{parameter} is no free whole number"
            )
            raise self.domain.refusal(f"{allowed}: there is no step of {brief(by)}", parameter)
        (side,) = sides
        here = range(max(side[0], side[0] - by), min(side[-1], side[-1] - by) + 1)
        numbers = [case for case in self.cases if isinstance(case.box.sides[parameter], range)]
        found = []
        for case, later in product(self.cases, numbers):
            box = case.box.common(later.box.shifted(parameter, by))
            if box is not None and (box := box.common(Box({parameter: here}))) is not None:
                found.append(Case(box, _step(case.content, later.content, box, parameter, by)))
        there = [
            Case(why.box.shifted(parameter, by), why.content)
            for why in self.refused
            if isinstance(why.box.sides[parameter], range)
        ]
        label = f"{self.label} with {parameter} {'+' if by > 0 else '-'}{abs(by)}, minus {self.label}"
        narrowed = replace(self.domain, parameters={**self.domain.parameters, parameter: (here,)})
        return SymbolicValue(label, tuple(merge(found, Share.key)), narrowed, (*self.refused, *there))


def weight_at(weight: Scalar, point: Mapping[str, Any], domain: Domain) -> int | Fraction:
    """The number that a weight is at a point.

    Raises:
        ValueError: where something is taken as known that cannot happen there.
    """
    if isinstance(weight, int):
        return weight
    try:
        found: int | Fraction = weight.evaluate(point)
    except ZeroDivisionError:
        line = "the condition never holds, so nothing can be known given it"
        raise domain.refusal(line, next(iter(point), "")) from None
    return found


def derivative(share: Share, chance: str) -> Share:
    """d(weight / total) / d chance, through the names that weights were given.

    With w = a / c named, w' = a' / c; with u = 1 / b, u' = -b' u^2.
    """
    algebra = Algebra()
    weight = adopt(algebra, share.weight)
    if isinstance(weight, int):
        return Share(0, 1)
    slopes: dict[int, Share] = {}
    top, bottom = _slope(weight, chance, slopes)
    return Share(*lowest_terms(top, bottom * share.total))


def _slope(weight: Weight, chance: str, slopes: dict[int, Share]) -> Share:
    found = Share(0, 1)
    for place in weight.places():
        if place not in slopes:
            slopes[place] = _slope_of_unknown(algebra_of(weight), place, chance, slopes)
        inner = slopes[place]
        if inner.weight:
            found += Share(weight.partial(place) * inner.weight, inner.total)
    return found


def _slope_of_unknown(algebra: Algebra, place: int, chance: str, slopes: dict[int, Share]) -> Share:
    one = algebra.unknowns[place]
    if isinstance(one, Chance):
        return Share(1 if one.name == chance else 0, 1)
    if isinstance(one, Named):
        top, bottom = _slope(one.numerator, chance, slopes)
        return Share(*lowest_terms(top, bottom * one.denominator))
    if isinstance(one, Inverse):
        top, bottom = _slope(one.of, chance, slopes)
        itself = algebra.generator(one)
        return Share(-top * (itself * itself) if top else 0, bottom)
    return Share(0, 1)


def _step(now: Share, later: Share, box: Box, parameter: str, by: int) -> Share:
    algebra = Algebra()
    side = box.sides[parameter]
    assert isinstance(side, range)
    before: dict[Key, Any] = {
        ("parameter", name): unknown(name, s) for name, s in box.parameters.items() if isinstance(s, range)
    }
    after = before | {("parameter", parameter): unknown(parameter, side) + by}
    return _change(later, algebra, after) - _change(now, algebra, before)


def _change(share: Share, algebra: Algebra, changes: Mapping[Key, Any]) -> Share:
    if isinstance(share.weight, int):
        return share
    top, bottom = replace_unknowns(algebra, share.weight, changes)
    return Share(*lowest_terms(top, bottom * share.total))
